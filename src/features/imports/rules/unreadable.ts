/** Why a file cannot be read, and the bounds of one. */

/** Bytes of a file, of what an XLSX holds unpacked, rows below the headings, columns, and characters of a cell. */
export const maxFileBytes = 4 * 1024 * 1024
export const maxUnpackedBytes = 64 * 1024 * 1024
export const maxRows = 10_000
export const maxColumns = 100
export const maxCellLength = 2000

export const unreadableKinds = [
  'empty',
  'too_large',
  'takes_too_long',
  'too_much_memory',
  'engine_failed',
  'unknown_kind',
  'former_excel',
  'broken_workbook',
  'unpacks_too_large',
  'broken_csv',
  'too_many_rows',
  'too_many_columns',
  'cell_too_long',
  'no_headings',
  'no_rows',
] as const
export type UnreadableKind = (typeof unreadableKinds)[number]
