/** The end of an import, and of its undoing: one fact for the whole. */
import { importFact } from '#features/imports/facts.ts'
import { countRows } from '#features/imports/store/rows.ts'
import { type Import, saveFinish, saveState } from '#features/imports/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function finish(tx: TenantTx, actor: Actor | null, found: Import): Promise<void> {
  const { made, refused, existing, good } = await countRows(tx, found.id)
  const { kind, fileName, digest, rows } = found
  await saveFinish(tx, found.id)
  const after = { kind, fileName, file: digest, rows, made, refused, existing, left: good }
  await record(tx, actor, importFact('import.finished', found.id, { after }))
}

export async function finishUndo(tx: TenantTx, actor: Actor | null, found: Import): Promise<void> {
  const { undone, kept } = await countRows(tx, found.id)
  await saveState(tx, found.id, 'undone')
  await record(
    tx,
    actor,
    importFact('import.undone', found.id, { after: { fileName: found.fileName, undone, kept } }),
  )
}
