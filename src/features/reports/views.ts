/** Reports on the first screen of administrators and of clients. */
import { contractVisibleTo } from '#features/contracts/scope.ts'
import { contractAsJson } from '#features/contracts/views.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import type { DocumentState, DocumentType } from '#features/documents/rules.ts'
import { documentVisibleTo, executedAmount, seatedElsewhere } from '#features/documents/scope.ts'
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
import type { CompanyReportWire, getClientReport, HolderWire, SpendWire } from '#features/reports/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFromInstant, daysBetween } from '#kernel/day.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { nothing, type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

/** Report of the whole company. Counts come from `document_tally` and budgets from slots; lists are short. */
export async function companyReport(tx: TenantTx, actor: Actor): Promise<CompanyReportWire> {
  if (mayReadCompany(actor) !== true) throw commonProblem('forbidden')
  const today = dayFromInstant(tx.now, actor.zone)
  const [figures, company, waiting, holders, contracts, exceeded, ending, costCentres, spend] =
    await Promise.all([
      readFigures(tx),
      companySettings(tx),
      waitingByDay(tx, actor),
      readHolders(tx, actor, today),
      contractsBy(tx, actor, 'fullest'),
      contractsBy(tx, actor, 'exceeded'),
      endingContracts(tx, today),
      fullestCentres(tx, actor),
      readSpend(tx, actor, today),
    ])
  const { warningDays, hasOrders } = company
  const counts = waiting.map(({ day, count }) => ({ days: daysBetween(day, today), count }))
  return {
    figures,
    warningDays,
    holders,
    contracts,
    exceeded,
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
  const [contracts, costCentres, spend] = await Promise.all([
    contractsBy(tx, actor, 'fullest'),
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

/** Start of the wait of an order `d`: its submission, or its return. */
const since = part`case when d.state = 'returned' then d.updated_at else d.submitted_at end`
/** Condition: the order `d` waits for somebody. */
const waits = part`d.state in ('in_approval', 'blocked', 'returned')`

function waitingByDay(tx: TenantTx, actor: Actor): Promise<{ day: Day; count: number }[]> {
  return tx.all<{ day: Day; count: number }>(sql`
    select (${since} at time zone ${actor.zone})::date as day, count(*)::int as count
    from document d where d.company_id = ${tx.companyId} and ${waits} group by 1`)
}

type HolderRow = {
  user_id: string | null
  name: string | null
  count: number
  oldest_at: string
  oldest_id: string
  project_id: string
}

/**
 * People who keep orders waiting: approvers with open seats of the current turn, requesters of returned orders,
 * and nobody (null) for blocked orders.
 */
async function readHolders(tx: TenantTx, actor: Actor, today: Day): Promise<HolderWire[]> {
  const found = await tx.all<HolderRow>(sql`
    with held as (
      select a.approver_id as user_id, d.id, d.project_id, d.submitted_at as since
      from document d
      join approval a on a.company_id = d.company_id and a.document_id = d.id and a.revision = d.revision
        and a.status = 'pending'
      join approval_stage s on s.company_id = a.company_id and s.document_id = a.document_id
        and s.revision = a.revision and s.stage = a.stage and s.turn = d.turn
      where d.company_id = ${tx.companyId} and d.state = 'in_approval'
      union all
      select case d.state when 'returned' then d.created_by end, d.id, d.project_id, ${since}
      from document d where d.company_id = ${tx.companyId} and d.state in ('returned', 'blocked'))
    select h.*, trim(who.name || ' ' || who.last_name) as name
    from (select distinct on (user_id) user_id, id as oldest_id, project_id, since as oldest_at,
        count(*) over (partition by user_id)::int as count
      from held order by user_id, since, id) h
    left join account who on who.id = h.user_id
    order by h.oldest_at, h.user_id limit ${maxRows}`)
  return found.map(row => ({
    userId: row.user_id,
    name: row.name,
    count: row.count,
    oldestDays: daysBetween(dayFromInstant(row.oldest_at, actor.zone), today),
    oldest: { id: row.oldest_id, projectId: row.project_id },
  }))
}

/** Contracts by the part of their total that is spent, the fullest first. */
async function contractsBy(
  tx: TenantTx,
  actor: Actor,
  which: 'fullest' | 'exceeded',
): Promise<ContractWire[]> {
  const found = await tx.all<{ contract: ContractWire }>(sql`
    select ${contractAsJson} as contract from contract c
    left join (select b.contract_id, sum(b.committed_minor::numeric + b.used_minor) as minor from budget_slot b
      where b.company_id = ${tx.companyId} group by b.contract_id) f on f.contract_id = c.id
    where c.company_id = ${tx.companyId} and ${contractVisibleTo(actor)}
      and ${which === 'fullest' ? part`c.status = 'active'` : part`f.minor > c.total_minor`}
    order by coalesce(f.minor, 0) / c.total_minor desc, c.id limit ${maxRows}`)
  return found.map(row => row.contract)
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
  const found = await tx.all<SpendRow>(sql`
    select d.month, d.type, d.currency, sum(d.amount_minor) as minor
    from ${executedMonths(tx, actor, `${months[0]}-01`)} d
    where d.company_id = ${tx.companyId} and ${documentVisibleTo(tx, actor)}
    group by d.month, d.type, d.currency`)
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
  return part`(
    select m.company_id, null::text collate "C" as id, m.project_id collate "C" as project_id, p.client_id, m.type,
      p.currency, m.month, m.amount_minor
    from execution_month m join project p on p.company_id = m.company_id and p.id = m.project_id
    where m.company_id = ${tx.companyId} and m.month >= ${since}
    union all ${notCounted} ${seatsAlone})`
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
