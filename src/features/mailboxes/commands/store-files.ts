/** Files of a message, stored and scanned before anything is written of them. What a row never names is swept. */
import { plainName } from '#features/invoices/commands/receive-archive.ts'
import { unpackMailed } from '#features/invoices/commands/receive-mailed.ts'
import type { LeftOutFile, MailedFile } from '#features/mailboxes/rules/message.ts'
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

/** The files with those of each ZIP instead of the ZIP. */
export async function unpackEach(
  files: readonly MailedFile[],
): Promise<{ readonly files: readonly MailedFile[]; readonly leftOut: readonly LeftOutFile[] }> {
  const plain: MailedFile[] = []
  const leftOut: LeftOutFile[] = []
  for (const file of files) {
    const unpacked = fileKind(file.bytes) === 'archive' ? await unpackMailed(file.bytes) : null
    if (unpacked === null) plain.push(file)
    else if (isRefusal(unpacked))
      leftOut.push({ name: file.name, size: file.bytes.length, reason: 'archive_refused' })
    else {
      plain.push(...unpacked.files.map(({ name, bytes }) => ({ name: plainName(name), bytes })))
      leftOut.push(
        ...unpacked.leftOut.map(({ name, reason }) => ({ name: plainName(name), size: 0, reason })),
      )
    }
  }
  return { files: plain, leftOut }
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
