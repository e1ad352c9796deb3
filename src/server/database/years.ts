/**
 * Partitions by year of the tables that grow for ever (migration 0066): by the time in the ids of their rows (UUIDv7).
 * `…_before` holds what is older than the first year; `…_other` is the default partition, of years that have none and of ids
 * that say no time.
 */
import type pg from 'pg'

/** Tables that are partitioned, and the column whose id says when. */
const columns = {
  event: 'id',
  event_seal: 'event_id',
  viewed_request: 'id',
  notice: 'id',
  budget_entry: 'id',
  cost_centre_entry: 'id',
} as const

/** A table's partition of a year. */
export type Year = { readonly table: keyof typeof columns; readonly year: number }

/** Partitions of this year and the next that are not there. Any role may ask: the catalogue alone is read. */
export async function absentYears(client: pg.Client, now: Date): Promise<Year[]> {
  const { rows } = await client.query<{ table: Year['table']; end: string }>(
    `select parent.relname as "table",
       max(substring(pg_get_expr(c.relpartbound, c.oid) from $$TO \\('([0-9a-f-]{36})'\\)$$)) as "end"
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class parent on parent.oid = i.inhparent
     where parent.relname = any ($1) and parent.relnamespace = 'public'::regnamespace group by 1 order by 1`,
    [Object.keys(columns)],
  )
  const thisYear = now.getUTCFullYear()
  return rows.flatMap(({ table, end }) =>
    [thisYear, thisYear + 1].filter(year => leastId(year) >= end).map(year => ({ table, year })),
  )
}

/**
 * Partitions to make: of this year and the next, so that a program which runs over New Year without a start has one. A
 * year of which `…_other` has rows already has none: its rows stay there.
 */
export async function missingYears(owner: pg.Client, now: Date): Promise<Year[]> {
  const found: Year[] = []
  for (const year of await absentYears(owner, now))
    if (!(await hasRowsElsewhere(owner, year))) found.push(year)
  return found
}

async function hasRowsElsewhere(owner: pg.Client, { table, year }: Year): Promise<boolean> {
  const { rowCount } = await owner.query(
    `select from years.${table}_other where ${columns[table]} >= $1 and ${columns[table]} < $2 limit 1`,
    [leastId(year), leastId(year + 1)],
  )
  return rowCount === 1
}

export async function makeYear(owner: pg.Client, { table, year }: Year): Promise<void> {
  await owner.query(`create table if not exists years.${table}_${year} partition of ${table}
    for values from ('${leastId(year)}') to ('${leastId(year + 1)}')`)
}

/** Least id of whatever is made in that year, by UTC. */
export function leastId(year: number): string {
  const hex = Date.UTC(year).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
