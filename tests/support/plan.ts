// Query plans of the database: with the program's own statements, role and company, under row level security.
import pg from 'pg'
import { vi } from 'vitest'
import type { Db } from '#server/database/db.ts'
import type { Sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'

type Plan = {
  'Actual Rows': number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
export type Explained = { 'QUERY PLAN': [{ Plan: Plan }] }

/** Mode in which PostgreSQL plans: for the values of one call or, as a statement that is asked often, for the average company. */
type Planned = 'for these values' | 'for any values'

/** The most rows that one step of all that a view asks has read. */
export async function maxRows(
  db: Db,
  companyId: string,
  view: (tx: TenantTx) => Promise<unknown>,
  planned: Planned = 'for these values',
): Promise<number> {
  const told = await asSystem(db, companyId, async tx => {
    await tx.all({ text: 'set local plan_cache_mode = force_custom_plan', values: [] })
    const all = vi.spyOn(tx, 'all')
    const one = vi.spyOn(tx, 'one')
    await view(tx)
    const asked = [...all.mock.calls, ...one.mock.calls].map(([statement]) => statement)
    vi.restoreAllMocks()
    return Promise.all(
      asked.map(({ text, values }, index) =>
        planned === 'for any values'
          ? explainKept(tx, `kept_${index}`, { text, values })
          : tx.all<Explained>({ text: `explain (analyze, format json) ${text}`, values }),
      ),
    )
  })
  return Math.max(...told.flat().map(maxRowsRead))
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
  const read = (node: Plan) =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1)
  return Math.max(...nodesOf(told['QUERY PLAN'][0].Plan).map(read))
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
