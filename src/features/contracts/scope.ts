/**
 * Contracts that a person sees, as an SQL predicate, which `scope.test.ts` holds against `seesContract`, and the tolerance
 * of a contract as JSON.
 */
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { type Part, part } from '#server/database/sql.ts'

/** Predicate: the person sees the contract; expects `contract` as `c`. */
export function contractVisibleTo(actor: Actor): Part {
  if (readsWholeCompany(actor.role)) return part`true`
  if (actor.role === 'client') return part`c.client_id = ${actor.clientId}`
  if (actor.providerId !== null) return part`c.provider_id = ${actor.providerId}`
  return part`exists (select from project_contract pc where pc.company_id = c.company_id and pc.contract_id = c.id
    and (exists (select from project_approver a where a.company_id = pc.company_id
        and a.project_id = pc.project_id and a.user_id = ${actor.userId})
      or exists (select from project_permission x where x.company_id = pc.company_id
        and x.project_id = pc.project_id and x.user_id = ${actor.userId})
      or exists (select from member_permission g where g.company_id = pc.company_id
        and g.user_id = ${actor.userId} and ${actor.role === 'approver' ? part`true` : part`c.client_id = ${actor.clientId}`})))`
}

/** A contract's own tolerance as JSON; null where it follows its company. Expects `contract` as `c`. */
export const ownTolerance = part`case when c.tolerance_rate is not null or c.tolerance_minor is not null then
  jsonb_build_object('rate', c.tolerance_rate, 'amountMinor', c.tolerance_minor::text,
    'currency', case when c.tolerance_minor is not null then c.currency end) end`

/** True once an order was sent on the contract; its opening balance is no order. Expects `contract` as `c`. */
export const wasCharged = part`exists (select from budget_entry e
  where e.company_id = c.company_id and e.contract_id = c.id and e.cause <> 'opening')`

/** The company's tolerance as JSON; expects `company` as `co`. */
export const companyTolerance = part`jsonb_build_object('rate', co.tolerance_rate,
  'amountMinor', co.tolerance_minor::text, 'currency', co.tolerance_currency)`

/** Tolerance in force, as JSON: `toleranceInForce` in SQL. Expects `contract` as `c` and `company` as `co`. */
export const toleranceInForce = part`coalesce(${ownTolerance}, ${companyTolerance})`
