/** A ZIP put into the tray: each of its files by itself, as if it had been dropped there. */
import { type Keeping, keepFile, type Sender } from '#features/files/commands/keep.ts'
import { cleanName } from '#features/files/rules.ts'
import { receive } from '#features/invoices/commands/receive.ts'
import { readArchive } from '#features/invoices/readers/reading.ts'
import { archiveTexts, leftOutText } from '#features/invoices/text/archive.ts'
import { trayTexts } from '#features/invoices/text/tray.ts'
import type { ReceivedArchiveWire } from '#features/invoices/wire/archive.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { isPlainlySeen } from '#kernel/wire.ts'
import { streamFrom } from '#server/files/file-store.ts'
import { ProblemError, refusalProblem } from '#server/problems.ts'

export type { Keeping }

/** @throws ProblemError: of a ZIP of which nothing is taken, or of the machine, after which it may be sent again. */
export async function receiveArchive(
  keeping: Keeping,
  sender: Sender,
  bytes: Uint8Array,
): Promise<ReceivedArchiveWire> {
  const unpacked = await readArchive(bytes)
  if (isRefusal(unpacked))
    throw refusalProblem('archive_refused', archiveTexts(unpacked), { reason: unpacked.refused })
  const received: { id: string; name: string }[] = []
  const leftOut = unpacked.leftOut.map(({ name, reason }) => ({
    name: plainName(name),
    reason: leftOutText[reason],
  }))
  for (const { name: given, bytes: content } of unpacked.files) {
    const name = plainName(given)
    try {
      received.push({ id: await receiveOne(keeping, sender, name, content), name })
    } catch (error) {
      leftOut.push({ name, reason: reasonIn(error) })
    }
  }
  return { received, leftOut }
}

/** Id of the received invoice. @throws ProblemError */
async function receiveOne(
  keeping: Keeping,
  sender: Sender,
  name: string,
  content: Uint8Array,
): Promise<string> {
  let id = ''
  const bytes = streamFrom(Buffer.from(content))
  await keepFile(keeping, sender, { name, bytes }, async (tx, actor, fileId) => {
    const answer = await receive(tx, actor, { fileId })
    if (isRefusal(answer)) throw refusalProblem(answer.refused, trayTexts(answer), answer.facts)
    id = answer.id
  })
  return id
}

/** A name in which nothing is hidden: the letters that would hide are left out. */
export function plainName(given: string): string {
  const name = cleanName(given)
  return isPlainlySeen(name) ? name : cleanName(name.replace(/[^\p{L}\p{N}\p{P}\p{S}\p{Zs}]/gu, ''))
}

/** The sentence of a refusal. @throws what is no refusal of this file. */
function reasonIn(error: unknown): string {
  if (!(error instanceof ProblemError) || error.problem.status >= 500) throw error
  return error.problem.title
}
