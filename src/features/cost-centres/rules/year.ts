/**
 * Budget of a centre in one year: the rules of a contract's budget, with the refusals of a centre. A year without a budget
 * has no limit; it is counted all the same.
 */
import { noTolerance, type Tolerance } from '#features/companies/rules/tolerance.ts'
import {
  type Balance,
  commitRoom,
  mayAmend,
  mayCommit,
  mayRequest,
  needsOwners,
  type Overrun,
  overspends,
  requestRoom,
  toleratedOverrun,
} from '#features/contracts/rules/budget.ts'
import type { ContractRefusal, OverrunPolicy } from '#features/contracts/rules.ts'
import type { ChargeRefusal } from '#features/cost-centres/rules/charge.ts'
import type { CentreRefusal, Told } from '#features/cost-centres/rules.ts'
import { dayFromInstant, type TimeZone } from '#kernel/day.ts'
import { type Money, subtract, zero } from '#kernel/money.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type CentreYear = Omit<Balance, 'total'> & {
  readonly year: number
  /** Budget; null for none. */
  readonly total: Money | null
}

/** A centre in the year that an order is charged to, with the policy that holds. */
export type ChargedCentre = {
  readonly id: string
  readonly code: string
  readonly clientId: string | null
  readonly policy: OverrunPolicy
  readonly tolerance: Tolerance
  readonly balance: CentreYear
}

/** Year of an instant in the company's time zone. */
export const yearAt = (instant: Date, zone: TimeZone): number =>
  Number(dayFromInstant(instant, zone).slice(0, 4))

/** Balance and overrun as the rules of a contract's budget take them: nothing exceeds a year without a budget. */
function limited({ balance, policy, tolerance }: ChargedCentre): Overrun & { readonly balance: Balance } {
  const { total } = balance
  if (total === null) {
    const unlimited = { ...balance, total: zero(balance.used.currency) }
    return { balance: unlimited, policy: 'avisar', tolerance: noTolerance }
  }
  return { balance: { ...balance, total }, policy, tolerance }
}

/** Refuses a request that under `bloquear` finds no room in the year beside everything spent and requested. */
export function mayRequestOfCentre(
  centre: ChargedCentre,
  amount: Money,
  told: Told,
): true | Refusal<ChargeRefusal> {
  const { balance, ...overrun } = limited(centre)
  return ofCentre(mayRequest(balance, amount, overrun), centre, told)
}

/** Refuses an approval that under `bloquear` finds no room in the year; requested amounts do not count. */
export function mayCommitToCentre(
  centre: ChargedCentre,
  amount: Money,
  told: Told,
): true | Refusal<ChargeRefusal> {
  const { balance, ...overrun } = limited(centre)
  return ofCentre(mayCommit(balance, amount, overrun), centre, told)
}

/** The contract's answer as the centre's, with no more of the centre than the person may be told. */
function ofCentre(
  answer: true | Refusal<ContractRefusal>,
  { code, balance }: ChargedCentre,
  told: Told,
): true | Refusal<ChargeRefusal> {
  if (answer === true) return true
  if (answer.refused !== 'over_budget') return refuse('cost_centre_uncountable')
  if (told === 'nothing') return refuse('cost_centre_exceeded')
  const named = { centre: code, year: balance.year }
  return refuse('cost_centre_exceeded', told === 'budgets' ? { ...named, ...answer.facts } : named)
}

/** True when an approval needs a budget owner's: under `requiere_aprobacion`, when the year has no room for it. */
export function asksOwners(centre: ChargedCentre, amount: Money): boolean {
  const { balance, ...overrun } = limited(centre)
  return needsOwners(balance, amount, overrun)
}

/** Overrun of the year that an approval makes within the tolerance, as `toleratedOverrun` says it of a contract. */
export function toleratedInCentre(centre: ChargedCentre, amount: Money) {
  const { balance, ...overrun } = limited(centre)
  return toleratedOverrun(balance, amount, overrun)
}

/**
 * True when a request needs a budget owner's approval: under `requiere_aprobacion`, when the year has no room for it beside
 * everything spent and requested. `isCounted`: what is requested counts it already.
 */
export function requestAsksOwners(centre: ChargedCentre, amount: Money, isCounted: boolean): boolean {
  const { balance, policy, tolerance } = limited(centre)
  const requested = isCounted ? subtract(balance.requested, amount) : balance.requested
  return (
    policy === 'requiere_aprobacion' && requestRoom({ ...balance, requested }, amount, tolerance) === 'none'
  )
}

/** Overrun that an approval would make, within the tolerance or beyond it; null where it fits. */
export function overrunBy(centre: ChargedCentre, amount: Money): 'tolerated' | 'exceeded' | null {
  const { total } = centre.balance
  if (total === null) return null
  const balance = { ...centre.balance, total }
  if (!overspends(balance, amount)) return null
  return commitRoom(balance, amount, centre.tolerance) === 'none' ? 'exceeded' : 'tolerated'
}

/**
 * Refuses a budget without a change, and under `bloquear` one that with the tolerance is below what is spent of its year.
 */
export function maySetBudget(
  { balance, policy, tolerance }: Pick<ChargedCentre, 'balance' | 'policy' | 'tolerance'>,
  total: Money | null,
): true | Refusal<CentreRefusal> {
  if (total === null) return balance.total === null ? refuse('same_total') : true
  if (balance.total?.minor === total.minor) return refuse('same_total')
  // Of a year without a budget, any is a change.
  const before = balance.total ?? zero(total.currency)
  const may = mayAmend({ ...balance, total: before }, total, { policy, tolerance })
  return may === true ? true : refuse('below_spent', may.facts)
}
