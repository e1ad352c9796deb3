/** Bounds of a ZIP of invoices, and the words for the files that are not taken. */
export const archiveBounds = {
  /** Of the ZIP itself. */
  bytes: 25 * 1024 * 1024,
  /** Of a file in it, as of any file that is sent. */
  fileBytes: 10 * 1024 * 1024,
  /** Of all of its files together, unpacked. */
  unpackedBytes: 50 * 1024 * 1024,
  files: 50,
} as const

/** Reasons for which nothing of a ZIP is taken. */
export const archiveFaults = [
  'empty',
  'too_large',
  'takes_too_long',
  'too_much_memory',
  'engine_failed',
  'archive_broken',
  'archive_encrypted',
  'archive_names_paths',
  'archive_has_too_many',
  'archive_unpacks_too_large',
  'archive_without_invoices',
] as const
export type ArchiveFault = (typeof archiveFaults)[number]

/** Reasons for which one file of a ZIP, or of a mail, is left out while the others are taken. */
export const leftOutReasons = [
  'no_invoice_kind',
  'archive_in_archive',
  'file_empty',
  'file_too_large',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

export type Unpacked = {
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[]
  readonly leftOut: readonly { readonly name: string; readonly reason: LeftOutReason }[]
}

/** True for files that the systems of desks and telephones add to a ZIP by themselves. */
export const isOfSystem = (path: string): boolean =>
  path.startsWith('__MACOSX/') || /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(path)

/** True for a name that leaves the folder into which it would be unpacked. */
export const leavesFolder = (path: string): boolean =>
  /^([/\\]|[a-z]:)/i.test(path) || path.split(/[/\\]/).includes('..') || path.includes('\0')
