// Query plans of the database: with the program's own statements, role and company, under row level security.
import pg from 'pg'
import { vi } from 'vitest'
import type { Db } from '#server/database/db.ts'
import type { Sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Heap Fetches'?: number
  'Actual Rows': number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
export type Explained = { 'QUERY PLAN': [{ Plan: Plan }] }

/**
 * Mode in which PostgreSQL plans: for the values of one call or, as a statement that is asked often, for the average company.
 * A distributed database plans each call.
 */
type Planned = 'for these values' | 'for any values'

/** The most rows that one step of all that a view asks has read. */
export async function maxRows(
  db: Db,
  companyId: string,
  view: (tx: TenantTx) => Promise<unknown>,
  planned: Planned = 'for these values',
): Promise<number> {
  const told = await explained(db, companyId, view, planned)
  return Math.max(...told.map(maxRowsRead))
}

/** Rows that a view takes from a table itself, and not from its indexes alone. */
export async function rowsTaken(
  db: Db,
  companyId: string,
  table: string,
  view: (tx: TenantTx) => Promise<unknown>,
): Promise<number> {
  const taken = (node: Plan) => {
    if (node['Relation Name'] !== table) return 0
    if (node['Node Type'] === 'Index Only Scan') return node['Heap Fetches'] ?? 0
    return rowsRead(node)
  }
  const told = await explained(db, companyId, view, 'for these values')
  return told.flatMap(each => nodesOf(each['QUERY PLAN'][0].Plan)).reduce((sum, node) => sum + taken(node), 0)
}

/** Times that a view asks a table, or an index of it, for rows. */
export async function timesAsked(
  db: Db,
  companyId: string,
  table: string,
  view: (tx: TenantTx) => Promise<unknown>,
): Promise<number> {
  const told = await explained(db, companyId, view, 'for these values')
  return told
    .flatMap(each => nodesOf(each['QUERY PLAN'][0].Plan))
    .filter(node => node['Relation Name'] === table)
    .reduce((sum, node) => sum + (node['Actual Loops'] ?? 1), 0)
}

async function explained(
  db: Db,
  companyId: string,
  view: (tx: TenantTx) => Promise<unknown>,
  planned: Planned,
): Promise<readonly Explained[]> {
  const told = await asSystem(db, companyId, async tx => {
    await tx.all({ text: 'set local plan_cache_mode = force_custom_plan', values: [] })
    const all = vi.spyOn(tx, 'all')
    const one = vi.spyOn(tx, 'one')
    await view(tx)
    const asked = [...all.mock.calls, ...one.mock.calls].map(([statement]) => statement)
    vi.restoreAllMocks()
    return Promise.all(
      asked.map(({ text, values }, index) =>
        planned === 'for any values' && !db.isDistributed
          ? explainKept(tx, `kept_${index}`, { text, values })
          : tx.all<Explained>({ text: `explain (analyze, format json) ${text}`, values }),
      ),
    )
  })
  return told.flat()
}

async function explainKept(tx: TenantTx, name: string, { text, values }: Sql): Promise<readonly Explained[]> {
  const given = values.map(literal).join(', ')
  const ask = (statement: string) => tx.all<Explained>({ text: statement, values: [] })
  await ask('set local plan_cache_mode = force_generic_plan')
  await ask(`prepare ${name} as ${text}`)
  const told = await ask(`explain (analyze, format json) execute ${name} (${given})`)
  await ask(`deallocate ${name}`)
  return told
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(each => JSON.stringify(each)).join(',')}}`)
  return pg.escapeLiteral(String(value))
}

export function maxRowsRead(told: Explained): number {
  return Math.max(...nodesOf(told['QUERY PLAN'][0].Plan).map(rowsRead))
}

const rowsRead = (node: Plan): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1)

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
