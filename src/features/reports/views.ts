/** Reports on the first screen of administrators and of clients. */
import { contractVisibleTo } from '#features/contracts/scope.ts'
import { contractAsJson } from '#features/contracts/views.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import type { DocumentState, DocumentType } from '#features/documents/rules.ts'
import {
  documentVisibleTo,
  executedAmount,
  projectsOfOrders,
  projectVisibleTo,
  seatedElsewhere,
} from '#features/documents/scope.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import {
  ageing,
  endingUntil,
  lastMonths,
  maxRows,
  mayReadClient,
  mayReadCompany,
  monthFromDay,
  monthsShown,
  spendByMonth,
} from '#features/reports/rules.ts'
import { fullestCentres } from '#features/reports/views/cost-centres.ts'
import { readWaiting } from '#features/reports/views/waiting.ts'
import type { CompanyReportWire, getClientReport, SpendWire } from '#features/reports/wire.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { type Day, dayFromInstant, daysBetween } from '#kernel/day.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { nothing, type Part, part, plannedOnce, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

/** Report of the whole company. Counts come from `document_tally` and budgets from slots; lists are short. */
export async function companyReport(tx: TenantTx, actor: Actor): Promise<CompanyReportWire> {
  if (mayReadCompany(actor) !== true) throw commonProblem('forbidden')
  const today = dayFromInstant(tx.now, actor.zone)
  const [figures, company, spend, waiting, contracts, ending, costCentres] = await Promise.all([
    readFigures(tx),
    companySettings(tx),
    readSpend(tx, actor, today),
    readWaiting(tx, actor, today),
    contractsBySpend(tx, actor),
    endingContracts(tx, today),
    fullestCentres(tx, actor),
  ])
  const { warningDays, hasOrders } = company
  const counts = waiting.days.map(({ day, count }) => ({ days: daysBetween(day, today), count }))
  return {
    figures,
    warningDays,
    holders: [...waiting.holders],
    contracts: contracts.fullest,
    exceeded: contracts.exceeded,
    ending,
    costCentres,
    spend,
    hasOrders,
    ageing: ageing(counts, warningDays),
  }
}

/** Report of the client area: contracts and months of the person's own projects alone, and their client's cost centres. */
export async function clientReport(tx: TenantTx, actor: Actor): Promise<ResponseOf<typeof getClientReport>> {
  if (mayReadClient(actor) !== true) throw commonProblem('forbidden')
  const [{ fullest: contracts }, costCentres, spend] = await Promise.all([
    contractsBySpend(tx, actor),
    fullestCentres(tx, actor),
    readSpend(tx, actor, dayFromInstant(tx.now, actor.zone)),
  ])
  return { contracts, costCentres, spend }
}

async function readFigures(tx: TenantTx): Promise<CompanyReportWire['figures']> {
  const found = await tx.all<{ state: DocumentState; count: number }>(sql`
    select state, sum(count)::int as count from document_tally where company_id = ${tx.companyId} group by state`)
  const of = (state: DocumentState) => found.find(row => row.state === state)?.count ?? 0
  return {
    inApproval: of('in_approval'),
    blocked: of('blocked'),
    returned: of('returned'),
    toConfirm: of('approved'),
    executionRejected: of('execution_rejected'),
  }
}

type Company = Pick<CompanyReportWire, 'warningDays' | 'hasOrders'>

async function companySettings(tx: TenantTx): Promise<Company> {
  const found = await tx.one<Company>(sql`
    select co.pending_warning_days as "warningDays",
      exists (select from document where company_id = co.company_id) as "hasOrders"
    from company co where co.company_id = ${tx.companyId}`)
  if (!found) throw new Error('a report of no company')
  return found
}

/** Contracts that the person sees, by the part of their total that is spent, the fullest first. */
async function contractsBySpend(
  tx: TenantTx,
  actor: Actor,
): Promise<{ fullest: ContractWire[]; exceeded: ContractWire[] }> {
  // The first ones of those with a condition; `list` says which they are.
  const first = (list: string, condition: Part) => part`(
    select ${list}::text as list, id, part from spent where ${condition} order by part desc, id limit ${maxRows})`
  const sum = part`select b.contract_id, sum(b.committed_minor) + sum(b.used_minor) as minor from budget_slot b
    where b.company_id = ${tx.companyId}`
  // All at once, or contract by contract: a client has few of a company's.
  const sums = readsWholeCompany(actor.role)
    ? part`(${sum} group by b.contract_id) f on f.contract_id = c.id`
    : part`lateral (${sum} and b.contract_id = c.id group by b.contract_id) f on true`
  const found = await tx.all<{ list: string; contract: ContractWire }>(sql`
    with spent as materialized (
      select c.id, c.status, coalesce(f.minor, 0) / c.total_minor as part, f.minor > c.total_minor as is_exceeded
      from contract c left join ${sums}
      where c.company_id = ${tx.companyId} and ${contractVisibleTo(actor)})
    select x.list, ${contractAsJson} as contract
    from (${first('fullest', part`status = 'active'`)} union all ${first('exceeded', part`is_exceeded`)}) x
    join contract c on c.company_id = ${tx.companyId} and c.id = x.id
    order by x.part desc, c.id`)
  const listed = (list: string) => found.filter(row => row.list === list).map(row => row.contract)
  return { fullest: listed('fullest'), exceeded: listed('exceeded') }
}

async function endingContracts(tx: TenantTx, today: Day): Promise<CompanyReportWire['ending']> {
  const found = await tx.all<{ contract: ContractWire; ends_on: Day }>(sql`
    select ${contractAsJson} as contract, c.ends_on from contract c
    where c.company_id = ${tx.companyId} and c.status = 'active'
      and c.ends_on between ${today} and ${endingUntil(today)}
    order by c.ends_on, c.id limit ${maxRows}`)
  return found.map(({ contract, ends_on }) => ({ contract, days: daysBetween(today, ends_on) }))
}

type SpendRow = { month: Day; type: DocumentType; currency: string; minor: bigint }

/** Executed amounts of the last months, by the date on the confirmation. */
async function readSpend(tx: TenantTx, actor: Actor, today: Day): Promise<SpendWire[]> {
  const months = lastMonths(today, monthsShown)
  const found = await tx.all<SpendRow>(
    plannedOnce(sql`
    select d.month, d.type, d.currency, sum(d.amount_minor) as minor
    from ${executedMonths(tx, actor, `${months[0]}-01`)} d
    where d.company_id = ${tx.companyId} and ${documentVisibleTo(tx, actor)}
    group by d.month, d.type, d.currency`),
  )
  const executed = found.map(({ month, type, currency, minor }) => ({
    type,
    month: monthFromDay(month),
    amount: money(minor, currencyFrom(currency)),
  }))
  return spendByMonth(months, executed).map(({ currency, total, months: each }) => ({
    currency,
    total: { gasto: moneyToWire(total.gasto), emision: moneyToWire(total.emision) },
    months: each.map(({ month, gasto, emision }) => ({
      month,
      gasto: moneyToWire(gasto),
      emision: moneyToWire(emision),
    })),
  }))
}

/**
 * Executed amounts since a day, shaped like orders so that the filters of orders apply: those of whole projects by
 * month; and one by one the executions that no month counts yet, and those that the person sees for a seat alone.
 */
function executedMonths(tx: TenantTx, actor: Actor, since: string): Part {
  const seatsAlone =
    visibleProjects(actor).kind === 'assigned'
      ? part`union all ${executedOrders(tx, since, nothing)} and e.confirmed_at < u.until and ${seatedElsewhere(tx, actor)}`
      : nothing
  // `offset 0`: the few executions after `until` are found first, by their index.
  const notCounted = executedOrders(
    tx,
    since,
    part`and confirmed_at >= u.until order by confirmed_at offset 0`,
  )
  const months = readsWholeCompany(actor.role)
    ? monthsOfCompany(tx, since)
    : monthsOfProjects(tx, actor, since)
  return part`(${months} union all ${notCounted} ${seatsAlone})`
}

/** Months of all projects, added up first: read from an index alone, for somebody who sees every order. */
const monthsOfCompany = (tx: TenantTx, since: string): Part => part`
  select m.company_id, null::text collate "C" as id, null::text collate "C" as project_id,
    null::uuid as client_id, m.type, p.currency, m.month, sum(m.amount_minor) as amount_minor
  from execution_month m join project p on p.company_id = m.company_id and p.id = m.project_id
  where m.company_id = ${tx.companyId} and m.month >= ${since}
  group by m.company_id, m.type, p.currency, m.month`

/** Months of the projects whose orders the person sees, and of no other. */
function monthsOfProjects(tx: TenantTx, actor: Actor, since: string): Part {
  const areSeen =
    visibleProjects(actor).kind === 'assigned'
      ? part`p.id = any (array(${projectsOfOrders(tx, actor)}))`
      : projectVisibleTo(actor)
  return part`
    select p.company_id, null::text collate "C" as id, p.id collate "C" as project_id, p.client_id, m.type, p.currency,
      m.month, m.amount_minor
    from project p cross join lateral (select m.type, m.month, m.amount_minor from execution_month m
      where m.company_id = ${tx.companyId} and m.project_id = p.id and m.month >= ${since} offset 0) m
    where p.company_id = ${tx.companyId} and ${areSeen}`
}

/** Executed orders `d`, each by itself. `u.until`: the instant to which the months count executions. */
function executedOrders(tx: TenantTx, since: string, which: Part): Part {
  // Joined to a row (`max`): under row level security PostgreSQL compares with it by an index only so.
  const counted = part`(
    select coalesce(max(until), '-infinity') as until from execution_counted where company_id = ${tx.companyId})`
  return part`
    select d.company_id, d.id collate "C", d.project_id collate "C", d.client_id, d.type, d.currency,
      date_trunc('month', e.executed_on)::date, ${executedAmount}
    from ${counted} u
    cross join lateral (select * from execution where company_id = ${tx.companyId} and returned_at is null ${which}) e
    join document d on d.company_id = e.company_id and d.id = e.document_id
    where e.executed_on >= ${since}`
}
