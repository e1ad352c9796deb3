/**
 * The program's work on imports: rows are checked, imported and taken back some at a time, in transactions of their own
 * that end with what each row has become. A node that ends leaves the rest to the next run, on whatever node; none comes
 * twice, because the import is locked while its rows are worked on.
 */
import type { Logger } from 'pino'
import { attempt, rowTexts } from '#features/imports/commands/attempt.ts'
import { finish, finishUndo } from '#features/imports/commands/finish.ts'
import { findImporter, goneText, handWith } from '#features/imports/commands/importer.ts'
import { kindsOfRow } from '#features/imports/commands/kinds.ts'
import { faulty, type Made, type MakeParts, type RowKey } from '#features/imports/commands/row.ts'
import type { RowFault, RowState } from '#features/imports/rules.ts'
import {
  type ImportRow,
  nextRows,
  type Outcome,
  placesByKey,
  saveOutcomes,
} from '#features/imports/store/rows.ts'
import {
  endTask,
  type Hand,
  type Import,
  lockFreeImport,
  lockImport,
  openTasks,
  saveState,
  type Task,
} from '#features/imports/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { isRefusal, refuse } from '#kernel/refusal.ts'
import type { Db } from '#server/database/db.ts'
import { Outage } from '#server/database/outage.ts'
import { behindSavepoint } from '#server/database/savepoint.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { poll } from '#server/jobs/every.ts'

/** `held`: another node works on it, or somebody is saying what shall become of it. */
type Step = 'more' | 'done' | 'held'

/** Transactions of one import before the others have their turn. */
const stepsAtOnce = 5

/**
 * Works on every import that waits, some steps of each in turn, until nothing is left that another node does not hold. A
 * failing one stops no other. @throws AggregateError
 */
export async function workOnImports(
  db: Db,
  parts: MakeParts,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  const failures = new Map<string, Error>()
  let isLeft = true
  while (isLeft) {
    isLeft = false
    for (const task of await openTasks(db)) {
      if (failures.has(task.import)) continue
      try {
        if ((await takeTurn(db, task, parts, shouldContinue)) === 'more') isLeft = true
      } catch (cause) {
        failures.set(task.import, new Error(`import ${task.import}: ${cause}`, { cause }))
      }
    }
  }
  const errors = [...failures.values()]
  if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join('; '))
}

/** The next steps of an import; `stopped` when the program ends. */
async function takeTurn(
  db: Db,
  task: Task,
  parts: MakeParts,
  shouldContinue: () => boolean,
): Promise<Step | 'stopped'> {
  for (let count = 0; count < stepsAtOnce; count += 1) {
    if (!shouldContinue()) return 'stopped'
    const done = await step(db, task.company, task.import, parts)
    if (done !== 'more') return done
  }
  return 'more'
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
    const found = await lockFreeImport(tx, importId)
    if (found === 'held') return 'held'
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
    if ((await lockFreeImport(tx, found.id)) === 'held') return refuse('held')
    outcomes = await tryRows(tx, found, parts)
    return refuse('only_tried')
  })
  if (!isRefusal(tried)) throw new Error('a trial leaves nothing')
  if (tried.refused === 'held') return 'held'
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
  const { rowsAtOnce, keys } = kindsOfRow[found.kind]
  const rows = await nextRows(tx, found.id, 'unchecked', rowsAtOnce)
  if (rows.length === 0) return []
  const checker = handWith(found.checkedBy ?? found.createdBy, found.checkedToken)
  const tryRow = attempts(tx, await findImporter(tx, checker), checker, found, parts)
  const keysByPlace = new Map(rows.map(row => [row.place, keys(rowTexts(found, row.cells))]))
  const texts = [...keysByPlace.values()].flat().map(({ text }) => text)
  const taken = await placesByKey(tx, found.id, texts)
  const outcomes: Outcome[] = []
  for (const row of rows) {
    const own = keysByPlace.get(row.place) ?? []
    const made = await tryRow(row, repetitions(own, taken))
    const outcome = outcomeFrom(row, made, 'good', own)
    if (outcome.state === 'good') for (const { text } of own) taken.set(text, row.place)
    outcomes.push(outcome)
  }
  return outcomes
}

/** Attempt at a row in somebody's name; at all of them the same refusal once they are gone, or their token has ended. */
function attempts(tx: TenantTx, actor: Actor | null, hand: Hand, found: Import, parts: MakeParts) {
  const gone = faulty(null, `${goneText(hand, 'lanzó')}: sube el archivo otra vez.`)
  return async (row: ImportRow, known: readonly RowFault[] = []): Promise<Made> =>
    actor === null ? gone : attempt(tx, actor, found, row, parts, known)
}

/** Faults of a row that says what an earlier row of its file has said. */
const repetitions = (keys: readonly RowKey[], taken: ReadonlyMap<string, number>): RowFault[] =>
  keys
    .filter(({ text }) => taken.has(text))
    .map(({ field, text }) => ({
      field,
      text: `Repetido en el archivo: ya está en la fila ${taken.get(text)}`,
    }))

/** `state`: of a row that was made. */
function outcomeFrom(row: ImportRow, made: Made, state: RowState, keys: readonly RowKey[]): Outcome {
  const { place } = row
  if ('faults' in made)
    return {
      place,
      state: made.isExisting ? 'existing' : 'refused',
      faults: made.faults,
      keys: [],
      note: null,
      madeId: null,
    }
  return {
    place,
    state,
    faults: [],
    keys: keys.map(({ text }) => text),
    note: made.note ?? null,
    madeId: state === 'made' ? made.id : null,
  }
}

async function importNext(tx: TenantTx, found: Import, parts: MakeParts): Promise<Step> {
  const { rowsAtOnce } = kindsOfRow[found.kind]
  const rows = await nextRows(tx, found.id, 'waiting', rowsAtOnce)
  const importer = handWith(found.startedBy ?? found.createdBy, found.startedToken)
  const actor = await findImporter(tx, importer)
  const tryRow = attempts(tx, actor, importer, found, parts)
  const outcomes: Outcome[] = []
  for (const row of rows) outcomes.push(outcomeFrom(row, await tryRow(row), 'made', []))
  if (rows.length > 0) await saveOutcomes(tx, found.id, outcomes)
  if (rows.length === rowsAtOnce) return 'more'
  await finish(tx, actor, found)
  await endTask(tx, found.id)
  return 'done'
}

async function undoNext(tx: TenantTx, found: Import): Promise<Step> {
  const { rowsAtOnce, undo } = kindsOfRow[found.kind]
  const rows = await nextRows(tx, found.id, 'made', rowsAtOnce)
  const hand = handWith(found.undoneBy ?? found.createdBy, found.undoneToken)
  const actor = await findImporter(tx, hand)
  const outcomes: Outcome[] = []
  for (const { place, madeId, note } of rows) {
    if (madeId === null) continue
    const undone =
      actor === null
        ? goneText(hand, 'deshizo')
        : await behindSavepoint(
            tx,
            () => undo(tx, actor, madeId, found.startedBy ?? found.createdBy),
            outcome => outcome === true,
          )
    const faults = undone === true ? [] : [{ field: null, text: undone }]
    outcomes.push({ place, state: undone === true ? 'undone' : 'kept', faults, keys: [], note, madeId })
  }
  if (outcomes.length > 0) await saveOutcomes(tx, found.id, outcomes)
  if (rows.length === rowsAtOnce) return 'more'
  await finishUndo(tx, actor, found)
  await endTask(tx, found.id)
  return 'done'
}
