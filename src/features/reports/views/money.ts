/**
 * Money of a provider, a client, a contract or a project: sums over the orders that the person sees. Those of whole
 * projects are read from sums that are kept: months of executions and tallies of orders. The others are read one by one.
 */

import { clientVisibleTo } from '#features/clients/views.ts'
import { contractVisibleTo } from '#features/contracts/scope.ts'
import { type DocumentType, statesWith } from '#features/documents/rules.ts'
import {
  countedAmount,
  documentVisibleTo,
  executedAmount,
  projectsOfOrders,
  projectVisibleTo,
  remainingAmount,
} from '#features/documents/scope.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import { survivorId } from '#features/providers/scope.ts'
import { providerVisibleTo } from '#features/providers/views.ts'
import { type Figure, moneyLines, type Portion, quarterOn, yearOn } from '#features/reports/rules/money.ts'
import { lastMonths, monthsShown } from '#features/reports/rules.ts'
import type { MoneyReportWire } from '#features/reports/wire/money.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { type Part, part, plannedOnce, type Sql, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Provider, client, contract or project whose money is summed, in SQL. */
type Subject = {
  /** Row of the subject, when the person sees it. */
  readonly row: Part
  /** Predicate: an order is the subject's; expects `document` as `d`. */
  readonly isOfSubject: Part
  /** Projects that may be whole; null where orders of others are in each project. */
  readonly projects: {
    /** Predicate: the project may have orders of the subject; expects `project` as `p`. */
    readonly haveOrders: Part
    /** Predicate: a project with orders of the subject has no others; expects `project` as `p`. */
    readonly haveNoOthers: Part
  } | null
}

export const providerMoney = (tx: TenantTx, actor: Actor, providerId: string) =>
  moneyReport(tx, actor, {
    row: part`select from provider p
      where p.company_id = ${tx.companyId} and p.id = ${survivorId(tx.companyId, providerId)}
        and ${providerVisibleTo(actor)}`,
    isOfSubject: part`d.provider_id = ${survivorId(tx.companyId, providerId)}`,
    projects: null,
  })

export const clientMoney = (tx: TenantTx, actor: Actor, clientId: string) =>
  moneyReport(tx, actor, {
    row: part`select from client c
      where c.company_id = ${tx.companyId} and c.id = ${clientId} and ${clientVisibleTo(actor)}`,
    isOfSubject: part`d.client_id = ${clientId}`,
    projects: { haveOrders: part`p.client_id = ${clientId}`, haveNoOthers: part`true` },
  })

export const contractMoney = (tx: TenantTx, actor: Actor, contractId: string) =>
  moneyReport(tx, actor, {
    row: part`select from contract c
      where c.company_id = ${tx.companyId} and c.id = ${contractId} and ${contractVisibleTo(actor)}`,
    isOfSubject: part`d.contract_id = ${contractId}`,
    // An order is charged to a contract that its project is tied to, and a project stays tied to its contracts.
    projects: {
      haveOrders: part`p.id in (select pc.project_id from project_contract pc
      where pc.company_id = ${tx.companyId} and pc.contract_id = ${contractId})`,
      haveNoOthers: part`not exists (select from project_contract pc
      where pc.company_id = ${tx.companyId} and pc.project_id = p.id and pc.contract_id <> ${contractId})`,
    },
  })

export const projectMoney = (tx: TenantTx, actor: Actor, projectId: string) =>
  moneyReport(tx, actor, {
    row: part`select from project p
      where p.company_id = ${tx.companyId} and p.id = ${projectId} and ${projectVisibleTo(actor)}`,
    isOfSubject: part`d.project_id = ${projectId}`,
    projects: { haveOrders: part`p.id = ${projectId}`, haveNoOthers: part`true` },
  })

type SumRow = Pick<Portion, 'status' | 'month'> & {
  type: DocumentType
  currency: string
  count: number
  minor: bigint
}

/** Sums over the subject's orders that the person sees; null when they do not see the subject itself. */
async function moneyReport(tx: TenantTx, actor: Actor, wanted: Subject): Promise<MoneyReportWire | null> {
  const today = dayFromInstant(tx.now, actor.zone)
  const [firstMonth] = lastMonths(today, monthsShown)
  const [subject, rows] = await Promise.all([
    tx.one<{ isVisible: boolean }>(sql`select exists (${wanted.row}) as "isVisible"`),
    tx.all<SumRow>(sumOrders(tx, actor, wanted, `${firstMonth}-01`)),
  ])
  if (!subject?.isVisible) return null
  const portions = rows.map(({ currency, minor, ...row }) => ({
    ...row,
    amount: money(minor, currencyFrom(currency)),
  }))
  return {
    quarter: quarterOn(today),
    year: yearOn(today),
    lines: moneyLines(portions, today).map(line => ({
      ...line,
      quarter: figureToWire(line.quarter),
      year: figureToWire(line.year),
      approved: figureToWire(line.approved),
      pending: figureToWire(line.pending),
      months: line.months.map(({ month, ...figure }) => ({ month, ...figureToWire(figure) })),
    })),
  }
}

const figureToWire = ({ count, amount }: Figure) => ({ count, amount: moneyToWire(amount) })

function sumOrders(tx: TenantTx, actor: Actor, { isOfSubject, projects }: Subject, since: string): Sql {
  const orders = part`d.company_id = ${tx.companyId} and ${isOfSubject} and ${documentVisibleTo(tx, actor)}`
  const areSeenWhole = seenWhole(tx, actor)
  if (projects === null || areSeenWhole === null) return sql`${oneByOne(orders, since)}`
  // Without a project of the subject that is not whole, no order is read: `exists` is asked once.
  const others = part`${orders} and exists (select from place where not is_whole)
    and d.project_id not in (select id from whole)`
  return plannedOnce(sql`
    with place as materialized (
      select p.id, p.currency, (${projects.haveNoOthers} and ${areSeenWhole.all}) as is_whole from project p
      where p.company_id = ${tx.companyId} and ${projects.haveOrders} and ${areSeenWhole.any}),
    whole as materialized (select id, currency from place where is_whole)
    select type, currency, status, month, sum(count)::int as count, sum(minor) as minor
    from (${keptSums(tx, since)} union all ${oneByOne(others, since)}) x
    group by type, currency, status, month having sum(count) > 0`)
}

/**
 * Predicates of projects, whose orders the person sees all, or any; expects `project` as `p`. Null for somebody who may
 * see some orders of a project and not the others.
 */
function seenWhole(tx: TenantTx, actor: Actor): { readonly all: Part; readonly any: Part } | null {
  const scope = visibleProjects(actor)
  switch (scope.kind) {
    case 'company':
      return { all: part`true`, any: part`true` }
    case 'client':
      return { all: part`true`, any: part`p.client_id = ${scope.clientId}` }
    case 'assigned':
      // A seat may be in any project.
      return { all: part`p.id in (${projectsOfOrders(tx, actor)})`, any: part`true` }
    default:
      return null
  }
}

const open = [...statesWith('approved'), ...statesWith('pending')]
/** Status of the orders of a state that are not paid yet. */
const status = (state: Part) =>
  part`case when ${state} = any (${statesWith('approved')}::text[]) then 'approved' else 'pending' end`

/**
 * Sums of whole projects (`whole`): payments by the months that count them, and one by one those that no month counts
 * yet; open orders by their tallies, less what was paid of those that are paid in part.
 */
const keptSums = (tx: TenantTx, since: string): Part => part`
  select m.type, w.currency, 'paid' as status, to_char(m.month, 'YYYY-MM') as month, m.count, m.amount_minor as minor
  from whole w join execution_month m on m.company_id = ${tx.companyId} and m.project_id = w.id and m.month >= ${since}
  union all
  select d.type, d.currency, 'paid', to_char(e.executed_on, 'YYYY-MM'), 1, ${executedAmount}
  from (select coalesce(max(until), '-infinity') as until from execution_counted where company_id = ${tx.companyId}) u
  cross join lateral (select * from execution where company_id = ${tx.companyId} and returned_at is null
    and confirmed_at >= u.until order by confirmed_at offset 0) e
  join document d on d.company_id = ${tx.companyId} and d.id = e.document_id
  join whole w on w.id = d.project_id
  where e.executed_on >= ${since}
  union all
  select t.type, w.currency, ${status(part`t.state`)}, null, t.count, t.amount_minor
  from whole w join document_tally t on t.company_id = ${tx.companyId} and t.project_id = w.id
    and t.state = any (${open}::text[])
  union all
  select d.type, d.currency, ${status(part`d.state`)}, null, 0, ${remainingAmount} - ${countedAmount}
  from whole w join document d on d.company_id = ${tx.companyId} and d.project_id = w.id
    and d.payments_made > 0 and d.payments_made < d.payments and d.state = any (${open}::text[])`

/** Sums of orders `d`, which are read one by one. */
const oneByOne = (orders: Part, since: string): Part => part`
  select d.type, d.currency, 'paid' as status, to_char(e.executed_on, 'YYYY-MM') as month, count(*)::int as count,
    sum(${executedAmount}) as minor
  from document d join execution e on e.company_id = d.company_id and e.document_id = d.id and e.returned_at is null
  where ${orders} and (d.state = 'executed' or d.payments_made > 0) and e.executed_on >= ${since}
  group by 1, 2, 4
  union all
  select d.type, d.currency, ${status(part`d.state`)}, null, count(*)::int, sum(${remainingAmount})
  from document d where ${orders} and d.state = any (${open}::text[])
  group by 1, 2, 3`
