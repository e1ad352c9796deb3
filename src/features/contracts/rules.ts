/**
 * Contracts carry the budget. Every order charges exactly one contract, in the contract's currency: requested
 * while it waits for approval, committed once approved, used once executed. Available is the total less
 * committed and used; a requested amount only warns, or blocks.
 */
import type { Actor } from '#kernel/actor.ts'
import type { Day } from '#kernel/day.ts'
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
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type ContractType = 'cliente' | 'proveedor'
export const contractStatuses = ['active', 'completed', 'inactive'] as const
export type ContractStatus = (typeof contractStatuses)[number]
/** Effect of exceeding the total: a warning, an approval by a budget owner of the company, or a refusal. */
export type OverrunPolicy = 'avisar' | 'requiere_aprobacion' | 'bloquear'

export type Balance = {
  readonly total: Money
  readonly requested: Money
  readonly committed: Money
  readonly used: Money
}

export type ChargeableContract = {
  readonly status: ContractStatus
  readonly startsOn: Day
  readonly endsOn: Day
}

export type ContractRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'client_inactive'
  | 'provider_inactive'
  | 'contract_inactive'
  | 'contract_out_of_dates'
  | 'over_budget'
  | 'amount_too_large'
  | 'beyond_counting'
  | 'stale_revision'
  | 'below_spent'
  | 'already_spent'
  | 'already_charged'
  | 'same_total'
  | 'wrong_status'
  | 'too_many_open'
  | 'too_many_files'
  | 'file_not_yours'

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

type Dates = { readonly startsOn: string; readonly endsOn: string }

/** True from the first to the last day of a contract, both included. */
export const isInDates = ({ startsOn, endsOn }: Dates, today: Day): boolean =>
  startsOn <= today && today <= endsOn

/** Refuses an order on a contract that is not active or not in its dates. */
export function mayCharge(contract: ChargeableContract, today: Day): true | Refusal<ContractRefusal> {
  if (contract.status !== 'active') return refuse('contract_inactive', { status: contract.status })
  if (!isInDates(contract, today)) {
    return refuse('contract_out_of_dates', { startsOn: contract.startsOn, endsOn: contract.endsOn })
  }
  return true
}

/** Amount that an order asks of its contract; a credit note asks nothing. */
export const claim = (order: { readonly charge: Money; readonly creditedId: string | null }): Money =>
  order.creditedId === null ? order.charge : zero(order.charge.currency)

/** True when an amount no longer fits beside everything spent and everything already requested; nothing always fits. */
export const exceeds = (balance: Balance, amount: Money): boolean =>
  amount.minor > 0n && compare(amount, availableAfterRequests(balance)) > 0

/** Digits before the decimals that an order's amount may have, whatever its currency's decimals. */
export const orderDigits = 12
/** Most minor units that may be asked of one contract: the sum of sixteen slots still fits in a bigint. */
const mostAsked = 10n ** 17n

/**
 * Refuses a request that is too large, or that under `bloquear` does not fit beside everything spent and
 * requested.
 */
export function mayRequest(
  balance: Balance,
  amount: Money,
  policy: OverrunPolicy,
): true | Refusal<ContractRefusal> {
  const digits = orderDigits + currencyDecimals(amount.currency)
  if (amount.minor >= powerOfTen(digits)) return refuse('amount_too_large', { digits: orderDigits })
  const asked = add(add(spent(balance), balance.requested), amount)
  if (asked.minor > mostAsked) return refuse('beyond_counting')
  if (policy !== 'bloquear' || !exceeds(balance, amount)) return true
  return overBudget({ left: availableAfterRequests(balance), amount })
}

/** Refuses an approval that under `bloquear` exceeds the available amount; requested amounts do not count. */
export function mayCommit(
  balance: Balance,
  amount: Money,
  policy: OverrunPolicy,
): true | Refusal<ContractRefusal> {
  if (policy !== 'bloquear' || !overspends(balance, amount)) return true
  return overBudget({ left: available(balance), amount })
}

/** True when an approval would spend more than the contract's total; nothing never does. */
export const overspends = (balance: Balance, amount: Money): boolean =>
  amount.minor > 0n && compare(amount, available(balance)) > 0

/** The refusal, with what is left of the contract: of the total alone, or after what is requested of it. */
const overBudget = ({ left, amount }: { left: Money; amount: Money }): Refusal<ContractRefusal> =>
  refuse('over_budget', { left: formatMoney(left), amount: formatMoney(amount) })

/** Ability to make contracts: only the company's administrators, and not while the company is suspended. */
export function contractAbilities(actor: Actor): Abilities<'create', ContractRefusal> {
  if (actor.role !== 'admin') return { create: refuse('forbidden') }
  return { create: actor.companySuspended ? refuse('company_suspended') : true }
}

export type ContractVerb = 'change' | 'complete' | 'deactivate' | 'reactivate'

/** Status that each verb leads to, and the statuses it starts from. */
const statusChanges = {
  complete: { from: ['active', 'inactive'], to: 'completed' },
  deactivate: { from: ['active'], to: 'inactive' },
  reactivate: { from: ['completed', 'inactive'], to: 'active' },
} as const satisfies {
  readonly [verb in Exclude<ContractVerb, 'change'>]: {
    readonly from: readonly ContractStatus[]
    readonly to: ContractStatus
  }
}

/**
 * Abilities over an existing contract: only an administrator's; while the company is suspended, only to close
 * it.
 */
export function existingContractAbilities(
  actor: Actor,
  { status }: { readonly status: ContractStatus },
): Abilities<ContractVerb, ContractRefusal> {
  const may = actor.role === 'admin' ? true : refuse<ContractRefusal>('forbidden')
  const mayOpen = firstRefusal(may, actor.companySuspended ? refuse('company_suspended') : true)
  const inTime = (verb: keyof typeof statusChanges) =>
    statusChanges[verb].from.some(from => from === status)
      ? true
      : refuse<ContractRefusal>('wrong_status', { status })
  return {
    change: mayOpen,
    complete: firstRefusal(may, inTime('complete')),
    deactivate: firstRefusal(may, inTime('deactivate')),
    reactivate: firstRefusal(mayOpen, inTime('reactivate')),
  }
}

/** Verb that leads to a status. */
export const verbTo = {
  active: 'reactivate',
  completed: 'complete',
  inactive: 'deactivate',
} as const satisfies { readonly [status in ContractStatus]: ContractVerb }

/**
 * Refuses a change of a revision that is no longer the current one: the person must look at the contract again.
 */
export function sameRevision(
  contract: { readonly revision: number },
  seenRevision: number,
): true | Refusal<ContractRefusal> {
  return contract.revision === seenRevision
    ? true
    : refuse('stale_revision', { revision: contract.revision, seen: seenRevision })
}

/**
 * Refuses an amendment without a change, and under `bloquear` a total below what is spent; otherwise that only
 * warns.
 */
export function mayAmend(
  balance: Balance,
  total: Money,
  policy: OverrunPolicy,
): true | Refusal<ContractRefusal> {
  if (compare(total, balance.total) === 0) return refuse('same_total')
  if (policy !== 'bloquear' || compare(total, spent(balance)) >= 0) return true
  return refuse('below_spent', { spent: formatMoney(spent(balance)), total: formatMoney(total) })
}

/** Refuses `bloquear` for a contract that is already exceeded. */
export function mayFollow(balance: Balance, policy: OverrunPolicy): true | Refusal<ContractRefusal> {
  return policy !== 'bloquear' || available(balance).minor >= 0n
    ? true
    : refuse('already_spent', { spent: formatMoney(spent(balance)) })
}

/** Refuses `bloquear` for a company while contracts that follow its policy are exceeded. */
export function mayBlock(exceeded: readonly string[]): true | Refusal<'contracts_exceeded'> {
  if (exceeded.length === 0) return true
  return refuse('contracts_exceeded', { count: exceeded.length, contracts: exceeded.slice(0, 10).join(', ') })
}

/** Most open orders that closing or opening a contract may touch, because it touches all at once. */
export const openDocumentsAtOnce = 500
export const filesPerContract = 50

/** Type of contract that orders of each type are charged to unless the person chooses another. */
export const usualContractType = { gasto: 'proveedor', emision: 'cliente' } as const

/** Recipient of an order; null while none is chosen. */
export type ChargedFor = {
  readonly providerId: string | null
  /**
   * True when a provider asks with its own account: the company's contracts with its client are none of its
   * business.
   */
  readonly isByProvider: boolean
}

type Tied = { readonly id: string; readonly type: ContractType; readonly providerId: string | null }

/**
 * True when a contract may pay the recipient: a provider’s contract pays its provider and nobody else; a
 * client’s contract, any provider that does not ask itself.
 */
export function admits(contract: Tied, { providerId, isByProvider }: ChargedFor): boolean {
  if (contract.type === 'cliente') return !isByProvider
  return providerId === null || contract.providerId === providerId
}

/**
 * Contract that an order charges, of those its project is tied to (main first): the chosen one, or the usual
 * one. Undefined when none admits the order.
 */
export function chargedContract<Contract extends Tied>(
  tied: readonly Contract[],
  document: ChargedFor & {
    readonly type: 'gasto' | 'emision'
    readonly contractId?: string | null | undefined
  },
): Contract | undefined {
  const admitted = tied.filter(contract => admits(contract, document))
  if (document.contractId) return admitted.find(contract => contract.id === document.contractId)
  return admitted.find(contract => contract.type === usualContractType[document.type]) ?? admitted[0]
}

/**
 * True when the person sees the contract: the company's administrators, its client, its provider, and whoever
 * holds a permission in a project tied to it.
 */
export function seesContract(
  actor: Pick<Actor, 'role' | 'clientId' | 'providerId'>,
  contract: { readonly clientId: string; readonly providerId: string | null },
  holdsInItsProject: boolean,
): boolean {
  if (actor.role === 'admin') return true
  if (actor.role === 'client') return actor.clientId === contract.clientId
  return actor.providerId === null ? holdsInItsProject : actor.providerId === contract.providerId
}
