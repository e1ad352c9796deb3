/** Files of a message, stored and scanned before anything is written of them. What a row never names is swept. */
import { plainName } from '#features/invoices/commands/receive-archive.ts'
import { unpackMailed } from '#features/invoices/commands/receive-mailed.ts'
import {
  fitting,
  type LeftOutFile,
  type MailedFile,
  mailboxBounds,
  roomOfMessage,
} from '#features/mailboxes/rules/message.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { fileKind } from '#server/files/file-kind.ts'
import { type Blob, type FileStore, streamFrom } from '#server/files/file-store.ts'
import { InfectedFile } from '#server/files/scanner.ts'
import { ProblemError } from '#server/problems.ts'

export type StoredFile = Blob & { readonly id: string; readonly name: string }
export type Infected = { readonly id: string; readonly name: string; readonly found: string }
export type Stored = {
  readonly kept: readonly StoredFile[]
  readonly leftOut: readonly LeftOutFile[]
  readonly infected: readonly Infected[]
}

export const archiveType = 'application/zip'

/** Names of files left out that are kept of a message: ZIPs may hold many that are no invoices. */
const maxLeftOut = 4 * mailboxBounds.files

/**
 * Stores each file, and of a ZIP what is in it: one ZIP is unpacked at a time, and together no more than the room of a
 * message. @throws ProblemError of the store or the scanner, after which it is tried again.
 */
export async function storeUnpacked(
  store: FileStore,
  companyId: string,
  files: readonly MailedFile[],
  roomAtFirst = roomOfMessage,
): Promise<Stored> {
  const all: Stored[] = []
  let room = roomAtFirst
  for (const file of files) {
    const { files: plain, leftOut } = room.files === 0 ? withoutRoom(file) : await unpackOne(file)
    const fit = fitting(plain, room)
    room = fit.room
    const stored = await storeFiles(store, companyId, fit.files)
    all.push({ ...stored, leftOut: [...leftOut, ...fit.leftOut, ...stored.leftOut] })
  }
  return {
    kept: all.flatMap(({ kept }) => kept),
    leftOut: all.flatMap(({ leftOut }) => leftOut).slice(0, maxLeftOut),
    infected: all.flatMap(({ infected }) => infected),
  }
}

type Opened = { readonly files: readonly MailedFile[]; readonly leftOut: readonly LeftOutFile[] }

const withoutRoom = ({ name, bytes }: MailedFile): Opened => ({
  files: [],
  leftOut: [{ name, size: bytes.length, reason: 'too_many_files' }],
})

/** The file, or the files of a ZIP instead of the ZIP. */
async function unpackOne(file: MailedFile): Promise<Opened> {
  if (fileKind(file.bytes) !== 'archive') return { files: [file], leftOut: [] }
  const unpacked = await unpackMailed(file.bytes)
  if (isRefusal(unpacked)) {
    // A document of an office is a ZIP inside.
    const reason = unpacked.refused === 'archive_without_invoices' ? 'no_invoice_kind' : 'archive_refused'
    return { files: [], leftOut: [{ name: file.name, size: file.bytes.length, reason }] }
  }
  return {
    files: unpacked.files.map(({ name, bytes }) => ({ name: plainName(name), bytes })),
    leftOut: unpacked.leftOut.map(({ name, reason }) => ({ name: plainName(name), size: 0, reason })),
  }
}

/** Stores each file; a ZIP as it is. @throws ProblemError of the store or the scanner, after which it is tried again. */
export async function storeFiles(
  store: FileStore,
  companyId: string,
  files: readonly MailedFile[],
): Promise<Stored> {
  const kept: StoredFile[] = []
  const leftOut: LeftOutFile[] = []
  const infected: Infected[] = []
  for (const { name, bytes } of files) {
    const id = newId()
    const leave = (reason: LeftOutFile['reason']) => leftOut.push({ name, size: bytes.length, reason })
    try {
      const blob = await store.receive(companyId, id, streamFrom(Buffer.from(bytes)), [archiveType])
      kept.push({ ...blob, id, name })
    } catch (error) {
      if (error instanceof InfectedFile) {
        infected.push({ id, name, found: error.found })
        leave('file_infected')
      } else if (error instanceof ProblemError && error.problem.status === 415) leave('unsupported_type')
      else throw error
    }
  }
  return { kept, leftOut, infected }
}
