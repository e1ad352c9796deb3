/** Statement of a provider: sums of its orders requested, to be issued and paid. */

import {
  type DocumentState,
  type DocumentType,
  statesWith,
  statusFromState,
} from '#features/documents/rules.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import {
  type DocumentRow,
  documentColumns,
  documentJoins,
  documentRow,
} from '#features/documents/views/documents.ts'
import type { ordersStatement } from '#features/executions/wire.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

const few = 6

export async function statement(tx: TenantTx, actor: Actor): Promise<ResponseOf<typeof ordersStatement>> {
  const [totals, toIssue, paid] = await Promise.all([
    readTotals(tx, actor),
    tx.all<DocumentRow>(sql`
      select ${documentColumns} from document d ${documentJoins}
      where d.company_id = ${tx.companyId} and d.type = 'emision'
        and d.state = any (${statesWith('approved')}::text[]) and ${documentVisibleTo(tx, actor)}
      order by d.number limit ${few}`),
    tx.all<DocumentRow & { executed_on: string; reference: string }>(sql`
      select ${documentColumns}, e.executed_on, e.reference
      from document d ${documentJoins}
      join execution e on e.company_id = d.company_id and e.document_id = d.id
      where d.company_id = ${tx.companyId} and d.type = 'gasto' and d.state = 'executed' and ${documentVisibleTo(tx, actor)}
      order by e.executed_on desc, d.number desc limit ${few}`),
  ])
  return {
    totals,
    toIssue: toIssue.map(documentRow),
    paid: paid.map(row => ({
      document: documentRow(row),
      executedOn: row.executed_on,
      reference: row.reference,
    })),
  }
}

type Totals = ResponseOf<typeof ordersStatement>['totals']
type TotalRow = { type: DocumentType; state: DocumentState; currency: string; count: number; minor: bigint }

/** Sums by type, state and currency: amounts of different currencies are never added. */
async function readTotals(tx: TenantTx, actor: Actor): Promise<Totals> {
  const found = await tx.all<TotalRow>(sql`
    select d.type, d.state, d.currency, sum(d.count)::int as count, sum(d.amount_minor) as minor
    from ${isTallied(actor) ? tallied : own} d
    where d.company_id = ${tx.companyId} and d.count > 0 and ${documentVisibleTo(tx, actor)}
    group by d.type, d.state, d.currency`)
  const alike = Map.groupBy(found, row => `${row.type} ${statusFromState(row.state)} ${row.currency}`)
  return [...alike.values()].flatMap(rows => {
    const [first] = rows
    if (!first) return []
    const minor = rows.reduce((sum, row) => sum + row.minor, 0n)
    return {
      type: first.type,
      status: statusFromState(first.state),
      count: rows.reduce((sum, row) => sum + row.count, 0),
      amount: moneyToWire(money(minor, currencyFrom(first.currency))),
    }
  })
}

const isTallied = (actor: Actor): boolean => ['company', 'client'].includes(visibleProjects(actor).kind)

/** Counts of whole projects, from the tallies. */
const tallied = part`(select t.company_id, t.project_id, p.client_id, t.type, t.state, p.currency, t.count,
    t.amount_minor
  from document_tally t join project p on p.company_id = t.company_id and p.id = t.project_id)`

/**
 * Single orders, for people whose orders are spread over projects (a provider, a person with a seat): few enough to
 * be counted.
 */
const own = part`(select company_id, id, project_id, client_id, provider_id, type, state, currency, 1 as count, amount_minor
  from document)`
