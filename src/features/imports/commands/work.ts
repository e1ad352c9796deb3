/**
 * The program's work on imports: rows are checked, imported and taken back some at a time, in transactions of their own
 * that end with what each row has become. A node that ends leaves the rest to the next run, on whatever node; none comes
 * twice, because the import is locked while its rows are worked on.
 */
import type { Logger } from 'pino'
import { attempt, rowTexts } from '#features/imports/commands/attempt.ts'
import { finish, finishUndo } from '#features/imports/commands/finish.ts'
import { findImporter } from '#features/imports/commands/importer.ts'
import { kindsOfRow } from '#features/imports/commands/kinds.ts'
import type { MakeParts } from '#features/imports/commands/row.ts'
import type { RowFault } from '#features/imports/rules.ts'
import {
  type ImportRow,
  nextRows,
  type Outcome,
  placesByKey,
  saveOutcomes,
} from '#features/imports/store/rows.ts'
import { endTask, type Import, lockImport, openTasks, saveState } from '#features/imports/store.ts'
import { isRefusal, refuse } from '#kernel/refusal.ts'
import type { Db } from '#server/database/db.ts'
import { Outage } from '#server/database/outage.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { poll } from '#server/jobs/every.ts'

/** Rows of one transaction. */
const batchSize = 40

type Step = 'more' | 'done'

/** Works on every import that waits, until nothing is left. A failing one stops no other. @throws AggregateError */
export async function workOnImports(
  db: Db,
  parts: MakeParts,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  const failures: Error[] = []
  for (const task of await openTasks(db)) {
    try {
      while (shouldContinue() && (await step(db, task.company, task.import, parts)) === 'more');
    } catch (cause) {
      failures.push(new Error(`import ${task.import}: ${cause}`, { cause }))
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map(({ message }) => message).join('; '))
}

export const startImporting = (
  db: Db,
  parts: MakeParts,
  log: Logger,
  everyMs = 500,
): { stop(): Promise<void> } =>
  poll(everyMs, new Outage(log, 'imports failed'), shouldContinue => workOnImports(db, parts, shouldContinue))

/** The next rows of an import, in one transaction. */
async function step(db: Db, companyId: string, importId: string, parts: MakeParts): Promise<Step> {
  const checking = await asSystem(db, companyId, async tx => {
    const found = await lockImport(tx, importId)
    if (found?.state === 'checking') return found
    if (found?.state === 'importing') return importNext(tx, found, parts)
    if (found?.state === 'undoing') return undoNext(tx, found)
    await endTask(tx, importId)
    return 'done'
  })
  return typeof checking === 'string' ? checking : checkNext(db, companyId, checking, parts)
}

/** Rows tried in a transaction that is rolled back, and what was found kept in another. */
async function checkNext(db: Db, companyId: string, found: Import, parts: MakeParts): Promise<Step> {
  let outcomes: readonly Outcome[] = []
  const tried = await asSystem(db, companyId, async tx => {
    outcomes = await tryRows(tx, found, parts)
    return refuse('only_tried')
  })
  if (!isRefusal(tried)) throw new Error('a trial leaves nothing')
  return asSystem(db, companyId, async tx => {
    const now = await lockImport(tx, found.id)
    // Other columns were chosen meanwhile: what was found with the former ones does not count.
    if (now?.state !== 'checking' || now.revision !== found.revision) return 'more'
    if (outcomes.length > 0) {
      await saveOutcomes(tx, found.id, outcomes)
      return 'more'
    }
    await saveState(tx, found.id, 'checked')
    await endTask(tx, found.id)
    return 'done'
  })
}

async function tryRows(tx: TenantTx, found: Import, parts: MakeParts): Promise<Outcome[]> {
  const rows = await nextRows(tx, found.id, 'unchecked', batchSize)
  if (rows.length === 0) return []
  const actor = await findImporter(tx, found.createdBy)
  const keysByPlace = new Map(rows.map(row => [row.place, rowKeys(found, row)]))
  const taken = await placesByKey(tx, found.id, [...keysByPlace.values()].flat())
  const outcomes: Outcome[] = []
  for (const row of rows) {
    const keys = keysByPlace.get(row.place) ?? []
    const repeated = keys.find(key => taken.has(key))
    const made =
      repeated === undefined
        ? await attempt(tx, actor, found, row, parts)
        : { faults: [repetition(repeated, taken.get(repeated) ?? 0)] }
    const isGood = !('faults' in made)
    if (isGood) for (const key of keys) taken.set(key, row.place)
    outcomes.push({
      place: row.place,
      state: isGood ? 'good' : 'refused',
      faults: isGood ? [] : made.faults,
      keys: isGood ? keys : [],
      madeId: null,
    })
  }
  return outcomes
}

const rowKeys = (found: Import, row: ImportRow): readonly string[] =>
  kindsOfRow[found.kind].keys(rowTexts(found, row.cells))

const repetition = (key: string, place: number): RowFault => ({
  field: null,
  text: `Repetido en el fichero: ${key} ya está en la fila ${place}`,
})

async function importNext(tx: TenantTx, found: Import, parts: MakeParts): Promise<Step> {
  const rows = await nextRows(tx, found.id, 'waiting', batchSize)
  const actor = await findImporter(tx, found.startedBy ?? found.createdBy)
  const outcomes: Outcome[] = []
  for (const row of rows) {
    const made = await attempt(tx, actor, found, row, parts)
    const { place } = row
    outcomes.push(
      'faults' in made
        ? { place, state: 'refused', faults: made.faults, keys: [], madeId: null }
        : { place, state: 'made', faults: [], keys: [], madeId: made.id },
    )
  }
  if (rows.length > 0) await saveOutcomes(tx, found.id, outcomes)
  if (rows.length === batchSize) return 'more'
  await finish(tx, actor, found)
  await endTask(tx, found.id)
  return 'done'
}

async function undoNext(tx: TenantTx, found: Import): Promise<Step> {
  const rows = await nextRows(tx, found.id, 'made', batchSize)
  const actor = await findImporter(tx, found.undoneBy ?? found.createdBy)
  const outcomes: Outcome[] = []
  for (const { place, madeId } of rows) {
    if (madeId === null) continue
    await tx.run(sql`savepoint import_row`)
    const undone =
      actor === null
        ? 'Quien la deshizo ya no trabaja en la empresa'
        : await kindsOfRow[found.kind].undo(tx, actor, madeId)
    await tx.run(undone === true ? sql`release savepoint import_row` : sql`rollback to savepoint import_row`)
    const faults = undone === true ? [] : [{ field: null, text: undone }]
    outcomes.push({ place, state: undone === true ? 'undone' : 'kept', faults, keys: [], madeId })
  }
  if (outcomes.length > 0) await saveOutcomes(tx, found.id, outcomes)
  if (rows.length === batchSize) return 'more'
  await finishUndo(tx, actor, found)
  await endTask(tx, found.id)
  return 'done'
}
