/** Fate of a message that has come into a company's mailbox. */

/** Bounds of a mailbox, of one visit to it, and of what may wait of it. */
export const mailboxBounds = {
  messageBytes: 25 * 1024 * 1024,
  /** Files taken of one message, those of its ZIPs included; those beyond are named. */
  files: 50,
  fileBytes: 10 * 1024 * 1024,
  /** Of all files of one message together, those of its ZIPs unpacked. */
  unpackedBytes: 50 * 1024 * 1024,
  /** Messages of strangers that wait for somebody. */
  quarantined: 200,
  messagesOfVisit: 20,
  /** Time after which no further message of a visit is begun. */
  visitMs: 60_000,
  /** Time for which a node holds a mailbox: another takes it then, should the node be gone. */
  leaseMs: 300_000,
  /** Times that a message is begun: each may end with the connection, or with the program that reads it. */
  tries: 3,
  /** Failures in a row of the store or the scanner, from which on they count as tries of the message. */
  failuresOfProgram: 20,
  /** Failures in a row of which the administrators are told, once. */
  failuresToTell: 5,
} as const

/** Reasons for which a message cannot be taken. */
export const messageFaults = [
  'message_too_large',
  'message_broken',
  'message_ends_reader',
  'no_files',
  'quarantine_full',
  'too_many_open',
] as const
export type MessageFault = (typeof messageFaults)[number]

/** Reasons for which a file of a message is left out while the others are taken. */
export const mailedLeftOut = [
  'no_invoice_kind',
  'archive_in_archive',
  'file_empty',
  'file_too_large',
  'too_many_files',
  'archive_refused',
  'file_infected',
  'already_received',
  'unsupported_type',
] as const
export type MailedLeftOut = (typeof mailedLeftOut)[number]

export type MailedFile = { readonly name: string; readonly bytes: Uint8Array }
export type LeftOutFile = { readonly name: string; readonly size: number; readonly reason: MailedLeftOut }

/** A message as its bytes say. */
export type ParsedMessage = {
  /** Small letters; empty when it names nobody, or several. */
  readonly fromAddress: string
  readonly fromName: string
  readonly subject: string
  readonly sentAt: string | null
  /** `dkim=pass dmarc=fail`, of the server that received it; null when it says nothing. */
  readonly authentication: string | null
  readonly files: readonly MailedFile[]
  readonly leftOut: readonly LeftOutFile[]
}

/** Rest of a message's bounds: the number of files, and their bytes together, that may still be taken. */
export type Room = { readonly files: number; readonly bytes: number }

export const roomOfMessage: Room = { files: mailboxBounds.files, bytes: mailboxBounds.unpackedBytes }

/** Room of a message for what its ZIPs bring, beside the files that it has. */
export const roomBeside = (files: readonly { readonly size: number }[]): Room => ({
  files: roomOfMessage.files - files.length,
  bytes: roomOfMessage.bytes - files.reduce((sum, { size }) => sum + size, 0),
})

/** The files for which there is room, in their order, and what room they leave; the others are named. */
export function fitting(
  files: readonly MailedFile[],
  room: Room,
): { readonly files: readonly MailedFile[]; readonly leftOut: readonly LeftOutFile[]; readonly room: Room } {
  const taken: MailedFile[] = []
  const leftOut: LeftOutFile[] = []
  let { bytes } = room
  for (const file of files) {
    const size = file.bytes.length
    if (taken.length < room.files && size <= bytes) {
      taken.push(file)
      bytes -= size
    } else leftOut.push({ name: file.name, size, reason: 'too_many_files' })
  }
  return { files: taken, leftOut, room: { files: room.files - taken.length, bytes } }
}

/** Standing of a message's sender when it comes. */
export type SenderStanding = {
  /** Providers that have the address, by their users, their contact or what somebody said. */
  readonly providerIds: readonly string[]
  readonly openOfProvider: number
  readonly quarantined: number
}

export type Destiny =
  | { readonly state: 'taken'; readonly providerId: string }
  | {
      readonly state: 'quarantined'
      readonly fault: 'too_many_open' | null
      readonly providerId: string | null
    }
  | { readonly state: 'ignored'; readonly fault: 'no_files' }
  | { readonly state: 'set_aside'; readonly fault: MessageFault; readonly providerId: string | null }

/**
 * A message of one provider is taken; an address that two providers have is nobody's. What nobody knows waits for
 * somebody, and so does what its provider has too much of. Where no more may wait, it is named and stays in the mailbox as it
 * is, and stops nobody behind it. A stranger's message without files is no matter of ours.
 */
export function destiny(
  { files }: { readonly files: readonly unknown[] },
  { providerIds, openOfProvider, quarantined }: SenderStanding,
  maxOpen: number,
): Destiny {
  const [first, ...others] = providerIds
  const providerId = first !== undefined && others.length === 0 ? first : null
  if (files.length === 0)
    return providerId === null
      ? { state: 'ignored', fault: 'no_files' }
      : { state: 'set_aside', fault: 'no_files', providerId }
  const hasRoom = openOfProvider + files.length <= maxOpen
  if (providerId !== null && hasRoom) return { state: 'taken', providerId }
  if (quarantined >= mailboxBounds.quarantined)
    return { state: 'set_aside', fault: 'quarantine_full', providerId }
  return { state: 'quarantined', fault: providerId === null ? null : 'too_many_open', providerId }
}

/** Seconds until the next visit after failures in a row: later each time, an hour at most. */
export const restSeconds = (failures: number, everySeconds: number): number =>
  Math.min(everySeconds * 2 ** Math.min(failures, 10), Math.max(3600, everySeconds))
