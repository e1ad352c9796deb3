/** Rows of `import_row`. */
import type { RowCounts, RowFault, RowState } from '#features/imports/rules.ts'
import { rows, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type ImportRow = {
  readonly place: number
  readonly cells: readonly string[]
  readonly state: RowState
  readonly faults: readonly RowFault[]
  readonly note: string | null
  readonly madeId: string | null
}

/** Four values each, of which PostgreSQL takes 65,535 in a statement. */
const rowsOfStatement = 5000

type NewRow = Pick<ImportRow, 'place' | 'cells'>

export async function insertRows(tx: TenantTx, importId: string, list: readonly NewRow[]): Promise<void> {
  for (let from = 0; from < list.length; from += rowsOfStatement) {
    const some = list.slice(from, from + rowsOfStatement)
    const values = rows(some.map(({ place, cells }) => [tx.companyId, importId, place, [...cells]]))
    await tx.run(sql`insert into import_row (company_id, import_id, place, cells) values ${values}`)
  }
}

/** The next rows of a state, in the order of the file. */
export const nextRows = (
  tx: TenantTx,
  importId: string,
  state: RowState,
  most: number,
): Promise<ImportRow[]> =>
  tx.all<ImportRow>(sql`
    select place, cells, state, faults, note, made_id as "madeId" from import_row
    where company_id = ${tx.companyId} and import_id = ${importId} and state = ${state}
    order by place limit ${most}`)

export async function countRows(tx: TenantTx, importId: string): Promise<RowCounts> {
  const found = await tx.all<{ state: RowState; count: number }>(sql`
    select state, count(*)::int as count from import_row
    where company_id = ${tx.companyId} and import_id = ${importId} group by state`)
  const count = (state: RowState) => found.find(each => each.state === state)?.count ?? 0
  return {
    unchecked: count('unchecked'),
    good: count('good'),
    existing: count('existing'),
    refused: count('refused'),
    waiting: count('waiting'),
    made: count('made'),
    undone: count('undone'),
    kept: count('kept'),
  }
}

/** Outcome of a row. `keys`: what no later row of the file may share with it. `note`: that in a sentence. */
export type Outcome = {
  readonly place: number
  readonly state: RowState
  readonly faults: readonly RowFault[]
  readonly keys: readonly string[]
  readonly note: string | null
  readonly madeId: string | null
}

export async function saveOutcomes(
  tx: TenantTx,
  importId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  const list = JSON.stringify(outcomes)
  await tx.run(sql`
    update import_row r set state = o.state, faults = o.faults, made_id = o."madeId",
      keys = o.keys, note = o.note
    from jsonb_to_recordset(${list}::jsonb) o (place int, state text, faults jsonb, keys text[], note text, "madeId" text)
    where r.company_id = ${tx.companyId} and r.import_id = ${importId} and r.place = o.place`)
}

/** Every row as it was before it was checked. */
export async function uncheckRows(tx: TenantTx, importId: string): Promise<void> {
  await tx.run(sql`
    update import_row set state = 'unchecked', faults = '[]', keys = '{}', note = null
    where company_id = ${tx.companyId} and import_id = ${importId} and state <> 'unchecked'`)
}

/** The good rows that shall be imported: all, or those of these places. Number of them. */
export const chooseRows = (
  tx: TenantTx,
  importId: string,
  places: readonly number[] | null,
): Promise<number> =>
  tx.run(sql`
    update import_row set state = 'waiting'
    where company_id = ${tx.companyId} and import_id = ${importId} and state = 'good'
      and (${places}::int[] is null or place = any (${places}::int[]))`)

/** Places of the good rows that have one of these keys, by key. */
export async function placesByKey(
  tx: TenantTx,
  importId: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const found = await tx.all<{ key: string; place: number }>(sql`
    select k.key, min(r.place)::int as place from import_row r cross join lateral unnest(r.keys) k (key)
    where r.company_id = ${tx.companyId} and r.import_id = ${importId} and r.state = 'good'
      and k.key = any (${keys}) group by k.key`)
  return new Map(found.map(({ key, place }) => [key, place]))
}
