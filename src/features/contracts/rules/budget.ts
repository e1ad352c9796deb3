/**
 * Budget of a contract: what is left of it, and whether an amount fits. Up to its tolerance beyond the total an amount only
 * warns, whatever the policy; beyond that the policy holds.
 */
import { allowance, noTolerance, type Tolerance } from '#features/companies/rules/tolerance.ts'
import type { ContractRefusal, OverrunPolicy } from '#features/contracts/rules.ts'
import {
  add,
  basisPoints,
  compare,
  currencyDecimals,
  formatMoney,
  type Money,
  money,
  powerOfTen,
  subtract,
  zero,
} from '#kernel/money.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type Balance = {
  readonly total: Money
  readonly requested: Money
  readonly committed: Money
  readonly used: Money
}

/** Approved or already executed amount. The specification calls it the used amount. */
export const spent = ({ committed, used }: Balance): Money => add(committed, used)

/** Amount that can still be approved; negative when the contract is exceeded. */
export const available = (balance: Balance): Money => subtract(balance.total, spent(balance))

/** Amount that would be available if everything that waits for approval were approved too; negative past the total. */
export const availableAfterRequests = (balance: Balance): Money =>
  subtract(available(balance), balance.requested)

export type Consumption = {
  /** Hundredths of a percent of the total, not capped. */
  readonly basisPoints: number
  readonly level: 'normal' | 'warning' | 'exceeded'
  /** Amount still available, or the amount by which the contract is exceeded: never negative. */
  readonly difference: Money
}

/**
 * Level of consumption: normal up to 90 % of the total, warning above, exceeded when more than the total is
 * spent.
 */
export function consumption(balance: Balance): Consumption {
  const points = basisPoints(spent(balance), balance.total) ?? 0
  const left = available(balance)
  if (left.minor < 0n)
    return {
      basisPoints: points,
      level: 'exceeded',
      difference: money(-left.minor, left.currency),
    }
  const isTight = spent(balance).minor * 10n > balance.total.minor * 9n
  return { basisPoints: points, level: isTight ? 'warning' : 'normal', difference: left }
}

/** Amount that an order asks of its contract; a credit note asks nothing. */
export const claim = (order: { readonly charge: Money; readonly creditedId: string | null }): Money =>
  order.creditedId === null ? order.charge : zero(order.charge.currency)

/** Policy and tolerance that an order meets when it exceeds its contract. */
export type Overrun = { readonly policy: OverrunPolicy; readonly tolerance: Tolerance }

/** Room for an amount: in the contract's total, in the tolerance beyond it, or nowhere. */
export type Room = 'total' | 'tolerance' | 'none'

/** Room beside everything spent and everything already requested; nothing always fits. */
export const requestRoom = (balance: Balance, amount: Money, tolerance: Tolerance): Room =>
  roomIn(availableAfterRequests(balance), amount, allowance(tolerance, balance.total))

/** Room beside everything spent: requested amounts do not count. */
export const commitRoom = (balance: Balance, amount: Money, tolerance: Tolerance): Room =>
  roomIn(available(balance), amount, allowance(tolerance, balance.total))

function roomIn(left: Money, amount: Money, allowed: Money): Room {
  if (amount.minor <= 0n || compare(amount, left) <= 0) return 'total'
  return compare(amount, add(left, allowed)) <= 0 ? 'tolerance' : 'none'
}

/** True when an amount no longer fits in the total beside everything spent and requested, within the tolerance or not. */
export const exceeds = (balance: Balance, amount: Money): boolean =>
  requestRoom(balance, amount, noTolerance) !== 'total'

/** True when an approval would spend more than the contract's total, within the tolerance or not. */
export const overspends = (balance: Balance, amount: Money): boolean =>
  commitRoom(balance, amount, noTolerance) !== 'total'

/** Digits before the decimals that an order's amount may have, whatever its currency's decimals. */
export const orderDigits = 12
/** Most minor units that may be asked of one contract: the sum of sixteen slots still fits in a bigint. */
const maxAsked = 10n ** 17n

/**
 * Refuses a request that is too large, or that under `bloquear` finds no room beside everything spent and
 * requested.
 */
export function mayRequest(
  balance: Balance,
  amount: Money,
  { policy, tolerance }: Overrun,
): true | Refusal<ContractRefusal> {
  const digits = orderDigits + currencyDecimals(amount.currency)
  if (amount.minor >= powerOfTen(digits)) return refuse('amount_too_large', { digits: orderDigits })
  const asked = add(add(spent(balance), balance.requested), amount)
  if (asked.minor > maxAsked) return refuse('beyond_counting')
  if (policy !== 'bloquear' || requestRoom(balance, amount, tolerance) !== 'none') return true
  return overBudget(availableAfterRequests(balance), amount, allowance(tolerance, balance.total))
}

/** Refuses an approval that under `bloquear` finds no room; requested amounts do not count. */
export function mayCommit(
  balance: Balance,
  amount: Money,
  { policy, tolerance }: Overrun,
): true | Refusal<ContractRefusal> {
  if (policy !== 'bloquear' || commitRoom(balance, amount, tolerance) !== 'none') return true
  return overBudget(available(balance), amount, allowance(tolerance, balance.total))
}

/** True when an approval needs a budget owner's: under `requiere_aprobacion`, when it finds no room. */
export const needsOwners = (balance: Balance, amount: Money, { policy, tolerance }: Overrun): boolean =>
  policy === 'requiere_aprobacion' && commitRoom(balance, amount, tolerance) === 'none'

/**
 * Overrun that an approval makes within the tolerance, where the policy does more than warn: by how much more than the
 * total is spent then, and how much is allowed. Null for any other approval.
 */
export function toleratedOverrun(
  balance: Balance,
  amount: Money,
  { policy, tolerance }: Overrun,
): { readonly over: Money; readonly allowed: Money } | null {
  if (policy === 'avisar' || commitRoom(balance, amount, tolerance) !== 'tolerance') return null
  return { over: subtract(amount, available(balance)), allowed: allowance(tolerance, balance.total) }
}

/** The same of a request, beside everything that is requested: what would be spent once all of it is approved. */
export const toleratedRequest = (balance: Balance, amount: Money, overrun: Overrun) =>
  toleratedOverrun({ ...balance, committed: add(balance.committed, balance.requested) }, amount, overrun)

/** The refusal, with what is left of the contract, its tolerance included: of what is spent alone, or requested too. */
const overBudget = (left: Money, amount: Money, allowed: Money): Refusal<ContractRefusal> =>
  refuse('over_budget', {
    left: formatMoney(add(left, allowed)),
    amount: formatMoney(amount),
    ...(allowed.minor > 0n ? { allowed: formatMoney(allowed) } : {}),
  })

/** True when no more is spent than the total and its tolerance. */
const isWithin = (balance: Balance, tolerance: Tolerance): boolean =>
  compare(spent(balance), add(balance.total, allowance(tolerance, balance.total))) <= 0

/**
 * Refuses an amendment without a change, and under `bloquear` a total that with its tolerance is below what is spent;
 * otherwise that only warns.
 */
export function mayAmend(
  balance: Balance,
  total: Money,
  { policy, tolerance }: Overrun,
): true | Refusal<ContractRefusal> {
  if (compare(total, balance.total) === 0) return refuse('same_total')
  if (policy !== 'bloquear' || isWithin({ ...balance, total }, tolerance)) return true
  return refuse('below_spent', { spent: formatMoney(spent(balance)), total: formatMoney(total) })
}

/** Refuses `bloquear` for a contract that is exceeded beyond the tolerance. */
export function mayFollow(balance: Balance, { policy, tolerance }: Overrun): true | Refusal<ContractRefusal> {
  return policy !== 'bloquear' || isWithin(balance, tolerance)
    ? true
    : refuse('already_spent', { spent: formatMoney(spent(balance)) })
}

/** Refuses settings of a company under which contracts that follow it would be exceeded and block. */
export function mayBlock(exceeded: readonly string[]): true | Refusal<'contracts_exceeded'> {
  if (exceeded.length === 0) return true
  return refuse('contracts_exceeded', { count: exceeded.length, contracts: exceeded.slice(0, 10).join(', ') })
}
