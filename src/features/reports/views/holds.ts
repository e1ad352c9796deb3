/** Holds of a contract: approved orders wait for their executors, the others for a decision. */
import { contractVisibleTo } from '#features/contracts/scope.ts'
import { companysToday, executesInPlace } from '#features/delegations/scope.ts'
import type { DocumentState, DocumentType } from '#features/documents/rules.ts'
import {
  authorsOfDocument,
  documentCharge,
  documentVisibleTo,
  openCharge,
} from '#features/documents/scope.ts'
import { executesIn, ofDocument } from '#features/projects/scope.ts'
import type { ContractHoldsWire, HoldWire } from '#features/reports/wire/holds.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Currency, money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Most orders that are listed one by one; the others are counted. */
const maxListed = 50

type Held = 'used' | HoldWire['held']
type SumRow = { held: Held; is_visible: boolean; count: number; minor: bigint }
type HoldRow = {
  id: string
  project_id: string
  project_name: string
  name: string
  type: DocumentType
  state: DocumentState
  charge_minor: bigint
  currency: string
  held: HoldWire['held']
  since: string
  waits_for: string[]
}

/**
 * Part of the balance that an order holds, in the words of the contract's balance; expects `document` as `d`.
 */
const held = part`case when d.state = 'executed' then 'used' when d.state in ('approved', 'execution_rejected')
  then 'committed' else 'requested' end`
/** Predicate: the order holds a part of the balance that it may still give back; no credit note does. Expects `document` as `d`. */
const holding = part`d.credited_id is null and d.state in ('in_approval', 'blocked', 'approved', 'execution_rejected')`

/**
 * Holds of a contract: one sum for each part of the balance, and the largest orders that the person sees. Null when they
 * do not see the contract.
 */
export async function contractHolds(
  tx: TenantTx,
  actor: Actor,
  contractId: string,
): Promise<ContractHoldsWire | null> {
  const [contract, sums, rows] = await Promise.all([
    tx.one<{ currency: string }>(sql`
      select c.currency from contract c
      where c.company_id = ${tx.companyId} and c.id = ${contractId} and ${contractVisibleTo(actor)}`),
    tx.all<SumRow>(sql`
      select ${held} as held, ${documentVisibleTo(tx, actor)} as is_visible, count(*)::int as count,
        sum(case when d.credited_id is not null then -${documentCharge} when d.state = 'executed' then ${documentCharge}
          else ${openCharge} end) as minor
      from document d where d.company_id = ${tx.companyId} and d.contract_id = ${contractId}
        and (${holding} or d.state = 'executed') group by 1, 2
      union all
      select 'used', ${documentVisibleTo(tx, actor)}, count(*)::int, sum(${documentCharge} - ${openCharge})
      from document d where d.company_id = ${tx.companyId} and d.contract_id = ${contractId}
        and d.payments_made > 0 and d.state <> 'executed' group by 2`),
    largest(tx, actor, contractId),
  ])
  if (!contract) return null
  const currency = currencyFrom(contract.currency)
  const sumWhere = (isWanted: (row: SumRow) => boolean) => summed(sums.filter(isWanted), currency)
  const visible = sumWhere(row => row.is_visible && row.held !== 'used')
  return {
    used: sumWhere(row => row.held === 'used'),
    committed: sumWhere(row => row.held === 'committed'),
    requested: sumWhere(row => row.held === 'requested'),
    items: rows.map(toHold),
    more: visible.count - rows.length,
    others: sumWhere(row => !row.is_visible && row.held !== 'used'),
  }
}

/** The largest orders that hold a part of the balance and that the person sees, each with the instant since when. */
function largest(tx: TenantTx, actor: Actor, contractId: string): Promise<HoldRow[]> {
  return tx.all<HoldRow>(sql`
    select d.id, d.project_id, p.name as project_name, d.name, d.type, d.state, ${openCharge} as charge_minor, d.currency,
      ${held} as held, ${actor.providerId === null ? waitsFor(tx) : part`'{}'::text[]`} as waits_for,
      case when ${held} = 'requested' then d.submitted_at else coalesce((select max(e.at) from budget_entry e
        where e.company_id = d.company_id and e.document_id = d.id and e.cause = 'approved'), d.updated_at) end as since
    from document d join project p on p.company_id = d.company_id and p.id = d.project_id
    where d.company_id = ${tx.companyId} and d.contract_id = ${contractId} and ${holding} and ${documentVisibleTo(tx, actor)}
    order by ${openCharge} desc, d.number limit ${maxListed}`)
}

/**
 * Names of the people who can act on the order now: its open seats, or its project's executors and who stands in for
 * them; expects
 * `document` as `d` and `project` as `p`.
 */
const waitsFor = (tx: TenantTx) => part`
  case when d.state = 'in_approval' then array(
    select trim(who.name || ' ' || who.last_name) from approval a
    join approval_stage s on s.company_id = a.company_id and s.document_id = a.document_id
      and s.revision = a.revision and s.stage = a.stage and s.turn = d.turn
    join account who on who.id = a.approver_id
    where a.company_id = d.company_id and a.document_id = d.id and a.revision = d.revision and a.status = 'pending'
    order by 1)
  when d.state = 'approved' then array(
    select trim(who.name || ' ' || who.last_name) from member m join account who on who.id = m.user_id
    where m.company_id = d.company_id and m.active and who.active and m.user_id <> all (${authorsOfDocument(part`d`)})
      and (${executesIn(part`m.user_id`, ofDocument(part`d`))}
        or ${executesInPlace(companysToday(tx), part`m.user_id`, part`d`)})
    order by 1)
  else '{}'::text[] end`

const summed = (rows: readonly SumRow[], currency: Currency) => ({
  count: rows.reduce((count, row) => count + row.count, 0),
  amount: moneyToWire(
    money(
      rows.reduce((minor, row) => minor + row.minor, 0n),
      currency,
    ),
  ),
})

const toHold = (row: HoldRow): HoldWire => ({
  id: row.id,
  projectId: row.project_id,
  projectName: row.project_name,
  name: row.name,
  type: row.type,
  state: row.state,
  held: row.held,
  since: row.since,
  waitsFor: row.waits_for,
  amount: moneyToWire(money(row.charge_minor, currencyFrom(row.currency))),
})
