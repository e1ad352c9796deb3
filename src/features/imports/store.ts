/** Rows of `import` and `import_task`. */
import type { ChosenColumns, ImportKind } from '#features/imports/rules/columns.ts'
import type { ImportState } from '#features/imports/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#server/database/db.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Import = {
  readonly id: string
  readonly kind: ImportKind
  readonly fileName: string
  readonly digest: string
  readonly headings: readonly string[]
  readonly columns: ChosenColumns
  readonly state: ImportState
  readonly rows: number
  readonly revision: number
  readonly createdBy: string
  /** Whoever chose the columns last. */
  readonly checkedBy: string | null
  /** API token with which they did; null in a session. */
  readonly checkedToken: string | null
  readonly startedBy: string | null
  readonly startedToken: string | null
  readonly startedByName: string | null
  /** True when whoever started it is no administrator of the company any more. */
  readonly isStarterGone: boolean
  readonly undoneBy: string | null
  readonly undoneToken: string | null
}

/** Whoever does something with an import, with an API token or in a session. */
export type Hand = Pick<Actor, 'userId' | 'tokenId'>

type NewImport = Pick<
  Import,
  'id' | 'kind' | 'fileName' | 'digest' | 'headings' | 'columns' | 'state' | 'rows' | 'revision' | 'createdBy'
>

export async function insertImport(tx: TenantTx, made: NewImport): Promise<void> {
  await tx.runOne(sql`
    insert into import (company_id, id, kind, file_name, digest, headings, columns, state, rows, revision, created_by, created_at)
    values (${tx.companyId}, ${made.id}, ${made.kind}, ${made.fileName}, ${made.digest}, ${made.headings},
      ${made.columns}, ${made.state}, ${made.rows}, ${made.revision}, ${made.createdBy}, ${tx.now})`)
}

/** Locks one until the transaction ends; null when the company has none of this id. */
export const lockImport = (tx: TenantTx, id: string): Promise<Import | null> =>
  tx.one<Import>(sql`${importWithId(tx, id)} for no key update`)

/** Locks one that nobody else has locked. */
export async function lockFreeImport(tx: TenantTx, id: string): Promise<Import | null | 'held'> {
  const free = await tx.one<Import>(sql`${importWithId(tx, id)} for no key update skip locked`)
  if (free !== null) return free
  const known = await tx.one(sql`select from import where company_id = ${tx.companyId} and id = ${id}`)
  return known === null ? null : 'held'
}

const importWithId = (tx: TenantTx, id: string): Part => part`
  select id, kind, file_name as "fileName", digest, headings, columns, state, rows, revision, created_by as "createdBy",
    checked_by as "checkedBy", checked_token as "checkedToken", started_by as "startedBy", started_token as "startedToken",
    person_name(started_by) as "startedByName", ${isStarterGone} as "isStarterGone", undone_by as "undoneBy",
    undone_token as "undoneToken"
  from import i where company_id = ${tx.companyId} and id = ${id}`

/** Predicate: whoever started the import is no administrator of the company any more; expects `import` as `i`. */
export const isStarterGone: Part = part`(i.started_by is not null and not exists (
  select from member m join account who on who.id = m.user_id
  where m.company_id = i.company_id and m.user_id = i.started_by and m.active and who.active and who.role = 'admin'))`

export async function saveColumns(
  tx: TenantTx,
  id: string,
  columns: ChosenColumns,
  { userId, tokenId }: Hand,
): Promise<void> {
  await tx.runOne(sql`
    update import set columns = ${columns}, state = 'checking', revision = revision + 1, checked_by = ${userId},
      checked_token = ${tokenId ?? null}
    where company_id = ${tx.companyId} and id = ${id}`)
}

export async function saveState(tx: TenantTx, id: string, state: ImportState): Promise<void> {
  await tx.runOne(sql`
    update import set state = ${state} where company_id = ${tx.companyId} and id = ${id}`)
}

export async function saveStart(tx: TenantTx, id: string, { userId, tokenId }: Hand): Promise<void> {
  await tx.runOne(sql`
    update import set state = 'importing', started_by = ${userId}, started_token = ${tokenId ?? null}, started_at = ${tx.now}
    where company_id = ${tx.companyId} and id = ${id}`)
}

export async function saveUndo(tx: TenantTx, id: string, { userId, tokenId }: Hand): Promise<void> {
  await tx.runOne(sql`
    update import set state = 'undoing', undone_by = ${userId}, undone_token = ${tokenId ?? null}
    where company_id = ${tx.companyId} and id = ${id}`)
}

export async function saveFinish(tx: TenantTx, id: string): Promise<void> {
  await tx.runOne(sql`
    update import set state = 'finished', finished_at = ${tx.now}
    where company_id = ${tx.companyId} and id = ${id}`)
}

/** True while rows of the same file become what they are in another import: pressed twice, each would come twice. */
export const isSameFileRunning = async (tx: TenantTx, { id, kind, digest }: Import): Promise<boolean> =>
  (await tx.one(sql`
    select from import where company_id = ${tx.companyId} and kind = ${kind} and digest = ${digest}
      and id <> ${id} and state = 'importing'`)) !== null

/** Waits for whoever starts an import of this company. */
export async function lockStarts(tx: TenantTx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}:imports`}, 0))`)
}

export async function addTask(tx: TenantTx, id: string): Promise<void> {
  await tx.run(sql`
    insert into import_task (company, import) values (${tx.companyId}, ${id}) on conflict do nothing`)
}

export async function endTask(tx: TenantTx, id: string): Promise<void> {
  await tx.run(sql`delete from import_task where company = ${tx.companyId} and import = ${id}`)
}

export type Task = { readonly company: string; readonly import: string }

export const openTasks = (db: Db): Promise<Task[]> =>
  db.run<Task>(sql`select company, import from import_task order by import limit 100`)

/** Deletes what was brought before an instant and never imported, and empties the rows of what was imported before it. */
export async function deleteOld(tx: TenantTx, before: Date): Promise<void> {
  await tx.run(sql`
    delete from import where company_id = ${tx.companyId} and created_at < ${before}
      and state in ('matching', 'checked')`)
  await tx.run(sql`
    update import_row r set cells = '{}', faults = '[]', keys = '{}', note = null from import i
    where i.company_id = ${tx.companyId} and r.company_id = i.company_id and r.import_id = i.id
      and i.finished_at < ${before} and r.cells <> '{}'`)
}

export const isSampleCompany = async (tx: TenantTx): Promise<boolean> =>
  (await tx.one(sql`
    select from company where company_id = ${tx.companyId} and sample_of is not null`)) !== null
