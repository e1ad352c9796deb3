/** A file that somebody sends, kept: its bytes scanned and stored, then its row, with what follows from it in one transaction. */
import type { Readable } from 'node:stream'
import { mayKeepUnattached } from '#features/companies/rules/paces.ts'
import { recordInfected } from '#features/files/commands.ts'
import { insertFile, lockUploads, unattachedFiles } from '#features/files/store.ts'
import { type Actor, onlyReads } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import type { Db } from '#server/database/db.ts'
import { type TenantTx, type Work, withTenant } from '#server/database/tenant.ts'
import type { Blob, FileStore } from '#server/files/file-store.ts'
import { InfectedFile } from '#server/files/scanner.ts'
import { commonProblem, ProblemError, refusalProblem } from '#server/problems.ts'

export type Sender = {
  readonly claims: Parameters<typeof withTenant>[1]['claims']
  readonly requestId: string | null
}
export type Keeping = { readonly db: Db; readonly files: FileStore }
type Sent = { readonly name: string; readonly bytes: Readable }
export type KeptFile = Blob & { readonly id: string; readonly name: string }

/**
 * Keeps a file of the sender. `also`: what follows in the transaction of its row; when it throws, nothing is kept.
 * @throws ProblemError, of an infected file with its name.
 */
export async function keepFile(
  { db, files }: Keeping,
  sender: Sender,
  { name, bytes }: Sent,
  also: (tx: TenantTx, actor: Actor, fileId: string) => Promise<unknown> = async () => {},
): Promise<KeptFile> {
  const { companyId } = sender.claims
  if (companyId === null) throw commonProblem('forbidden')
  const within = <T>(work: Work<T>) => withTenant(db, { ...sender, mode: 'write' }, work)
  const id = newId()
  const blob = await files.receive(companyId, id, bytes).catch(async error => {
    if (!(error instanceof InfectedFile)) throw error
    const infected = { id, name, found: error.found }
    await within((tx, actor) => recordInfected(tx, actor, infected))
    throw infectedProblem(infected)
  })
  try {
    await within(async (tx, actor) => {
      await lockUploads(tx)
      await throwIfNoRoom(tx, actor, blob.size)
      await insertFile(tx, { ...blob, id, name, uploadedBy: actor.userId })
      await also(tx, actor, id)
    })
  } catch (error) {
    // After a refusal there is no row. After any other failure there may be one, and the sweep knows which it is.
    if (error instanceof ProblemError && error.problem.status < 500)
      await files.remove(companyId, id).catch(() => {})
    throw error
  }
  return { id, name, ...blob }
}

/** @throws for somebody who only reads, and when this person, or the company, keeps too many files that are attached to nothing. */
export async function throwIfNoRoom(tx: TenantTx, actor: Actor, size: number): Promise<void> {
  if (onlyReads(actor.role)) throw commonProblem('forbidden')
  if (!mayKeepUnattached(await unattachedFiles(tx, actor.userId), size))
    throw refusalProblem('too_many_loose_files', tooManyUnattached, undefined)
}

const tooManyUnattached =
  'Has subido demasiados archivos que todavía no están en ningún pedido. Adjúntalos, o vuelve a intentarlo mañana.'

function infectedProblem({ name, found }: { readonly name: string; readonly found: string }): ProblemError {
  const title = `«${name}» lleva un virus (${found}) y no se ha guardado.`
  return new ProblemError({ ...commonProblem('file_infected', { facts: { name, found } }).problem, title })
}
