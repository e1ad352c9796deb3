/** Download of the archive of a close: what leaves the house is written down. */
import { closingFact } from '#features/closings/facts.ts'
import { type ClosingRefusal, mayDownload } from '#features/closings/rules.ts'
import { archiveName } from '#features/closings/text/package.ts'
import { findArchive } from '#features/closings/views/closings.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Name of the archive. */
export async function download(
  tx: TenantTx,
  actor: Actor,
  closingId: string,
): Promise<string | Refusal<ClosingRefusal>> {
  const archive = await findArchive(tx, actor, closingId)
  if (archive === null) return refuse('not_found')
  const may = mayDownload(actor)
  if (may !== true) return may
  const { month, version, digest } = archive
  await record(tx, actor, closingFact('closing.exported', closingId, { after: { month, version, digest } }))
  return archiveName(archive)
}
