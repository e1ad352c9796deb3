/** A file is brought, its columns are chosen, its rows are imported, and an import is undone. */
import { createHash } from 'node:crypto'
import { readImportFile } from '#features/imports/readers/reading.ts'
import {
  type ChosenColumns,
  matchColumns,
  missingColumns,
  soundColumns,
} from '#features/imports/rules/columns.ts'
import { scopesForImport } from '#features/imports/rules/scopes.ts'
import { type ImportRefusal, type ImportVerb, importAbilities, mayImport } from '#features/imports/rules.ts'
import { chooseRows, countRows, insertRows, uncheckRows } from '#features/imports/store/rows.ts'
import {
  addTask,
  type Import,
  insertImport,
  isSameFileRunning,
  lockImport,
  lockStarts,
  saveColumns,
  saveStart,
  saveUndo,
} from '#features/imports/store.ts'
import type { createImport, matchImport, startImport } from '#features/imports/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { requireScopes } from '#server/auth/api-token-scope.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Each } from '#server/http/route.ts'

type Answer = { readonly id: string } | Refusal<ImportRefusal>

/** Reads a file outside of any transaction, and keeps its rows; the file itself is not kept. */
export async function bringFile(
  each: Each,
  { kind, fileName, content }: BodyOf<typeof createImport>,
): Promise<{ readonly id: string } | Refusal> {
  const may = await each(async (tx, actor) => {
    await requireScopes(tx, actor, scopesForImport(kind, {}))
    const allowed = mayImport(actor)
    return allowed === true ? { isAllowed: true } : allowed
  })
  if (isRefusal(may)) return may
  const bytes = Buffer.from(content, 'base64')
  const table = await readImportFile(bytes)
  if (isRefusal(table)) return table
  return each(async (tx, actor): Promise<Answer> => {
    const allowed = mayImport(actor)
    if (allowed !== true) return allowed
    const id = newId(tx.now.getTime())
    const { headings, rows } = table
    await insertImport(tx, {
      id,
      kind,
      fileName,
      digest: createHash('sha256').update(bytes).digest('hex'),
      headings,
      columns: matchColumns(kind, headings),
      state: 'matching',
      rows: rows.length,
      revision: 1,
      createdBy: actor.userId,
    })
    await insertRows(tx, id, rows)
    return { id }
  })
}

/** The locked import, where this person may do this with it, and their token with what it makes. */
async function lockFor(
  tx: TenantTx,
  actor: Actor,
  id: string,
  verb: ImportVerb,
  columns?: ChosenColumns,
): Promise<Import | Refusal<ImportRefusal>> {
  if (actor.role !== 'admin') return refuse('forbidden')
  const found = await lockImport(tx, id)
  if (found === null) return refuse('not_found')
  await requireScopes(tx, actor, scopesForImport(found.kind, columns ?? found.columns))
  const { made } = await countRows(tx, id)
  const may = importAbilities(actor, { ...found, made })[verb]
  return may === true ? found : may
}

/** Chooses which column is which: every row is checked with them. */
export async function choose(
  tx: TenantTx,
  actor: Actor,
  id: string,
  { columns, revision }: BodyOf<typeof matchImport>,
): Promise<Answer> {
  const found = await lockFor(tx, actor, id, 'match', columns)
  if (isRefusal(found)) return found
  if (found.revision !== revision) return refuse('stale_import')
  if (!soundColumns(found.kind, found.headings, columns)) return refuse('unsound_columns')
  const missing = missingColumns(found.kind, columns)
  if (missing.length > 0) return refuse('missing_columns', { columns: missing.join(', ') })
  await saveColumns(tx, id, columns, actor)
  await uncheckRows(tx, id)
  await addTask(tx, id)
  return { id }
}

/** Begins to import all good rows, or chosen ones. */
export async function start(
  tx: TenantTx,
  actor: Actor,
  id: string,
  { places, revision }: BodyOf<typeof startImport>,
): Promise<Answer> {
  await lockStarts(tx)
  const found = await lockFor(tx, actor, id, 'start')
  if (isRefusal(found)) return found
  if (found.revision !== revision) return refuse('stale_import')
  if (await isSameFileRunning(tx, found)) return refuse('same_file_running')
  if ((await chooseRows(tx, id, places)) === 0) return refuse('no_good_rows')
  await saveStart(tx, id, actor)
  await addTask(tx, id)
  return { id }
}

/** Begins to take back what the import made. */
export async function undo(tx: TenantTx, actor: Actor, id: string): Promise<Answer> {
  const found = await lockFor(tx, actor, id, 'undo')
  if (isRefusal(found)) return found
  await saveUndo(tx, id, actor)
  await addTask(tx, id)
  return { id }
}
