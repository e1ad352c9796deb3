/** Simulation of the company's draft flow on the orders of the last months. Read once, never stored. */
import { routeFromInputs } from '#features/approvals/rules/route.ts'
import { mayOwnBudgets } from '#features/approvals/scope.ts'
import type { Tolerance } from '#features/companies/rules/tolerance.ts'
import { loadCompany } from '#features/companies/store.ts'
import type { OverrunPolicy } from '#features/contracts/rules.ts'
import { toleranceInForce } from '#features/contracts/scope.ts'
import { centreNameAsJson } from '#features/cost-centres/scope.ts'
import type { NamedCentreWire } from '#features/cost-centres/wire.ts'
import type { KeptBreakdown } from '#features/documents/rules/breakdown-digits.ts'
import type { DocumentState, DocumentType } from '#features/documents/rules.ts'
import { authorsOfDocument, documentCharge } from '#features/documents/scope.ts'
import { type RateTable, ratesOnDay } from '#features/exchange-rates/rules.ts'
import { rateHistory } from '#features/exchange-rates/store.ts'
import { missingRateWords } from '#features/exchange-rates/text.ts'
import { taxCategoriesIn } from '#features/flows/rules/tax-categories.ts'
import { cumulativeDays } from '#features/flows/rules.ts'
import { currentFlow, preparedFlow } from '#features/flows/store.ts'
import { rolesOfPeople } from '#features/projects/rules.ts'
import { type Appointed, appointedInEach } from '#features/projects/store/people.ts'
import {
  compareRoutes,
  type RouteChange,
  type RoutedOrder,
  simulatedDays,
  simulatedDocuments,
  type TriedRoute,
} from '#features/simulation/rules.ts'
import type { PathWire, SimulatedDocumentWire, SimulationWire } from '#features/simulation/wire.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { type Money, money, moneyFromText, zero } from '#kernel/money.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

/** Most changed orders that the screen lists; all are counted. */
const longestList = 200

/** Result of the simulation, for whoever reads the whole company; null when there is no draft. */
export async function simulateDraft(tx: TenantTx, actor: Actor): Promise<SimulationWire | null> {
  if (!readsWholeCompany(actor.role)) throw commonProblem('forbidden')
  const [orders, appointed, people, published, draft, said, company] = await Promise.all([
    readOrdersToTry(tx, actor),
    appointedInEach(tx),
    readPeople(tx),
    currentFlow(tx),
    preparedFlow(tx),
    rateHistory(tx),
    loadCompany(tx),
  ])
  if (!draft) return null
  const ratesOn = (row: OrderRow) =>
    ratesOnDay(said, company.currency, dayFromInstant(row.submitted_at, company.timeZone))
  const tried = orders
    .slice(0, simulatedDocuments)
    .map(row => ({ row, facts: routeInputsFromRow(row, appointed, people, ratesOn(row)) }))
  const changed = tried.flatMap(({ row, facts }) => {
    const change = compareRoutes(facts, published, draft)
    return change ? [{ row, change }] : []
  })
  const rules = tried.map(({ facts }) => {
    const route = routeFromInputs({ ...facts, flow: draft })
    return isRefusal(route) ? undefined : route.rule?.id
  })
  const names = new Map(people.map(person => [person.userId, person.name]))
  return {
    days: simulatedDays,
    tried: tried.length,
    isCapped: orders.length > simulatedDocuments,
    changed: changed.length,
    taken: draft.rules.map(({ id }) => ({ ruleId: id, count: rules.filter(rule => rule === id).length })),
    items: changed.slice(0, longestList).map(({ row, change }) => changedOrderToWire(row, change, names)),
  }
}

type OrderRow = {
  id: string
  project_id: string
  client_id: string
  name: string
  type: DocumentType
  contract_id: string
  provider_id: string
  provider_name: string
  amount_minor: bigint
  charge_minor: bigint
  currency: string
  submitted_at: string
  state: DocumentState
  author_ids: string[]
  policy: OverrunPolicy
  tolerance: Tolerance
  executor_may_approve: boolean
  total_minor: bigint
  /** Requested, committed and used amounts of the contract together, when the order was sent. */
  charged_minor: bigint
  /**
   * Requested for the payee in the `cumulativeDays` before the order, with it unless it `is_dropped`: minor units by
   * currency.
   */
  requested: { readonly [currency: string]: string } | null
  breakdown: KeptBreakdown | null
  cost_centre: NamedCentreWire | null
  /** True for an order that was rejected, returned or cancelled, and for a credit note. */
  is_dropped: boolean
}

/** Orders of the last months, and older ones that are still open, each with what its route depends on. */
function readOrdersToTry(tx: TenantTx, actor: Actor): Promise<OrderRow[]> {
  return tx.all<OrderRow>(sql`
    select d.id, d.project_id, d.client_id, d.name, d.type, d.contract_id, d.provider_id, pv.name as provider_name,
      d.amount_minor, case when d.credited_id is null then ${documentCharge} else 0 end as charge_minor, d.currency, d.submitted_at, d.state,
      ${authorsOfDocument(part`d`)} as author_ids,
      co.executor_may_approve, coalesce(c.overrun_policy, co.overrun_policy) as policy, ${toleranceInForce} as tolerance,
      coalesce(${totalWhenSent}, c.total_minor) as total_minor,
      coalesce(sent.charged_minor, 0) as charged_minor,
      payee.requested, d.breakdown, ${centreNameAsJson(actor)} as cost_centre, ${isDropped} as is_dropped
    from document d
    join contract c on c.company_id = d.company_id and c.id = d.contract_id
    join company co on co.company_id = d.company_id
    join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
    left join (${requestedForPayee(tx)}) payee on payee.id = d.id
    left join (${chargedWhenSent(tx)}) sent on sent.document_id = d.id
    where d.company_id = ${tx.companyId}
      and (d.state in ('in_approval', 'returned', 'blocked') or d.submitted_at > ${daysAgo(tx, simulatedDays)})
    order by d.submitted_at desc, d.number desc limit ${simulatedDocuments + 1}`)
}

const daysAgo = (tx: TenantTx, days: number) => part`${tx.now}::timestamptz - make_interval(days => ${days})`

/** Condition: the order no longer asks for its amount, or never did, as a credit note; expects `document` as `d`. */
const isDropped = part`(d.state in ('rejected', 'cancelled', 'returned') or d.credited_id is not null)`

/** Total of the contract when the order was sent; null when it has not been amended since. Expects `contract` as `c` and `document` as `d`. */
const totalWhenSent = part`(
  select m.from_minor from contract_amendment m
  where m.company_id = c.company_id and m.contract_id = c.id and m.made_at > d.submitted_at
  order by m.revision limit 1)`

/** Query of `document_id` and `charged_minor`: the sum of the contract's ledger just before the order was last sent. */
const chargedWhenSent = (tx: TenantTx) => part`
  select distinct on (document_id) document_id, charged_minor
  from (
    select document_id, cause, at, coalesce(sum(requested_minor::numeric + committed_minor + used_minor) over (
      partition by contract_id order by at, id rows between unbounded preceding and 1 preceding), 0) as charged_minor
    from budget_entry where company_id = ${tx.companyId}) ledger
  where cause = 'submitted' order by document_id, at desc`

/** Query of `id` and `requested`: the sums requested for the payee of an order up to that order, by currency. */
const requestedForPayee = (tx: TenantTx) => part`
  select id, jsonb_object_agg(currency, requested_minor::text) as requested
  from (
    select d.id, k.currency, coalesce(sum(d.amount_minor) filter (where not ${isDropped} and d.currency = k.currency) over (
      partition by coalesce(pv.tax_key, pv.id), k.currency order by d.submitted_at
      range between make_interval(days => ${cumulativeDays}) preceding and current row), 0) as requested_minor
    from document d
    join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
    cross join (select distinct currency from contract where company_id = ${tx.companyId}) k
    where d.company_id = ${tx.companyId} and d.submitted_at > ${daysAgo(tx, simulatedDays + cumulativeDays)}) summed
  group by id`

type PersonRow = {
  userId: string
  name: string
  clientId: string | null
  isActive: boolean
  isOwner: boolean
}

function readPeople(tx: TenantTx): Promise<PersonRow[]> {
  return tx.all<PersonRow>(sql`
    select m.user_id as "userId", trim(who.name || ' ' || who.last_name) as name, m.client_id as "clientId",
      m.active and who.active as "isActive", o.user_id is not null and ${mayOwnBudgets} as "isOwner"
    from member m join account who on who.id = m.user_id and who.role = any (${rolesOfPeople}::text[])
    left join budget_owner o on o.company_id = m.company_id and o.user_id = m.user_id
    where m.company_id = ${tx.companyId} order by o.created_at, m.user_id`)
}

const nobody: Appointed = { approverIds: [], executorIds: [], named: { approverIds: [], executorIds: [] } }

function routeInputsFromRow(
  row: OrderRow,
  appointedIn: ReadonlyMap<string, Appointed>,
  people: readonly PersonRow[],
  rates: RateTable,
): RoutedOrder {
  const currency = currencyFrom(row.currency)
  const amount = money(row.amount_minor, currency)
  const charge = money(row.charge_minor, currency)
  const appointed = appointedIn.get(row.project_id) ?? nobody
  const isOfClient = ({ clientId }: PersonRow) => clientId === null || clientId === row.client_id
  const active = people.filter(person => person.isActive)
  const balance = { total: money(row.total_minor, currency), requested: money(row.charged_minor, currency) }
  return {
    order: {
      type: row.type,
      clientId: row.client_id,
      projectId: row.project_id,
      providerId: row.provider_id,
      taxCategories: taxCategoriesIn(row.breakdown),
      costCentreId: row.cost_centre?.id ?? null,
      amount,
      charge,
    },
    contract: {
      id: row.contract_id,
      policy: row.policy,
      tolerance: row.tolerance,
      balance: { ...balance, committed: zero(currency), used: zero(currency) },
    },
    isCounted: false,
    recentlyRequested: requestedBefore(row),
    rates,
    appointed,
    eligibleIds: active.filter(isOfClient).map(person => person.userId),
    ownerIds: people.filter(person => person.isOwner).map(person => person.userId),
    authorIds: row.author_ids,
    executorIds: appointed.executorIds,
    executorMayApprove: row.executor_may_approve,
  }
}

/** Sums requested for the payee before the order, without it, by currency. */
function requestedBefore({
  requested,
  currency,
  amount_minor: own,
  is_dropped: isLeftOut,
}: OrderRow): Money[] {
  return Object.entries(requested ?? {}).map(([each, digits]) => {
    const sum = moneyFromText(digits, currencyFrom(each))
    return each === currency && !isLeftOut ? money(sum.minor - own, sum.currency) : sum
  })
}

function changedOrderToWire(
  row: OrderRow,
  change: RouteChange,
  names: ReadonlyMap<string, string>,
): SimulatedDocumentWire {
  const amount = moneyToWire(money(row.amount_minor, currencyFrom(row.currency)))
  return {
    documentId: row.id,
    projectId: row.project_id,
    name: row.name,
    type: row.type,
    amount,
    providerName: row.provider_name,
    submittedAt: row.submitted_at,
    costCentre: row.cost_centre,
    state: row.state,
    inFlight: ['in_approval', 'returned', 'blocked'].includes(row.state),
    before: pathToWire(change.before, names),
    after: pathToWire(change.after, names),
  }
}

function pathToWire(route: TriedRoute, names: ReadonlyMap<string, string>): PathWire {
  if (isRefusal(route))
    return { rule: null, blockedBy: null, missingRate: missingRateWords(route), stages: [] }
  const { rule, blockedBy, stages } = route
  return {
    rule: rule?.name ?? null,
    blockedBy,
    missingRate: null,
    stages: stages.map(({ turn, name, mode, needed, approverIds, deputy }) => ({
      turn,
      name,
      mode,
      needed,
      people: approverIds.map(id => names.get(id) ?? ''),
      deputy: deputy && { name: names.get(deputy.userId) ?? '', afterDays: deputy.afterDays },
    })),
  }
}
