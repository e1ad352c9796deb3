/**
 * Contracts carry the budget. Every order charges exactly one contract, in the contract's currency:
 * requested while it waits for approval, committed once approved, used once executed.
 * What is available is the total less committed and used; what is requested only warns, or blocks.
 */
import type { Actor } from '#kernel/actor.ts'
import type { Day } from '#kernel/day.ts'
import {
  add,
  basisPoints,
  compare,
  decimalsOf,
  formatMoney,
  type Money,
  money,
  subtract,
} from '#kernel/money.ts'
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type ContractType = 'cliente' | 'proveedor'
export type ContractStatus = 'active' | 'completed' | 'inactive'
/** What happens past the total: a warning, the leave of the company's budget owners, or nothing at all. */
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
  | 'same_total'
  | 'wrong_status'
  | 'too_many_open'
  | 'too_many_files'
  | 'file_not_yours'

/** What is spoken for: approved or already executed. The specification calls it the used amount. */
export const spent = ({ committed, used }: Balance): Money => add(committed, used)

/** What can still be approved; negative when the contract is exceeded. */
export const available = (balance: Balance): Money => subtract(balance.total, spent(balance))

/** What would be available if everything waiting for approval were approved too. */
export const remaining = (balance: Balance): Money => subtract(available(balance), balance.requested)

export type Consumption = {
  /** Hundredths of a percent of the total, not capped. */
  readonly basisPoints: number
  readonly level: 'normal' | 'warning' | 'exceeded'
  /** How much is left, or by how much it is exceeded: never negative. */
  readonly difference: Money
}

/** Green up to 90 % of the total, amber above, red when what is spent exceeds the total. */
export function consumption(balance: Balance): Consumption {
  const points = basisPoints(spent(balance), balance.total) ?? 0
  const left = available(balance)
  if (left.minor < 0n)
    return { basisPoints: points, level: 'exceeded', difference: money(-left.minor, left.currency) }
  const isTight = spent(balance).minor * 10n > balance.total.minor * 9n
  return { basisPoints: points, level: isTight ? 'warning' : 'normal', difference: left }
}

type Dates = { readonly startsOn: string; readonly endsOn: string }

/** The first and the last day of a contract are its own. */
export const isInDates = ({ startsOn, endsOn }: Dates, today: Day): boolean =>
  startsOn <= today && today <= endsOn

/** An order can be charged to a contract that is active and in its dates, and to no other. */
export function mayCharge(contract: ChargeableContract, today: Day): true | Refusal<ContractRefusal> {
  if (contract.status !== 'active') return refuse('contract_inactive', { status: contract.status })
  if (!isInDates(contract, today)) {
    return refuse('contract_out_of_dates', { startsOn: contract.startsOn, endsOn: contract.endsOn })
  }
  return true
}

/** Whether an amount no longer fits beside everything spent and everything already requested. */
export const exceeds = (balance: Balance, amount: Money): boolean => compare(amount, remaining(balance)) > 0

/** An order asks for less than a million million units, whatever its currency's decimals. */
export const orderDigits = 12
/** Beyond this many minor units asked of one contract nothing more is asked: sixteen slots of a bigint hold it. */
const mostAsked = 10n ** 17n

/** Under `bloquear`, a request must fit beside everything spent and everything already requested. */
export function mayRequest(
  balance: Balance,
  amount: Money,
  policy: OverrunPolicy,
): true | Refusal<ContractRefusal> {
  const digits = orderDigits + decimalsOf(amount.currency)
  if (amount.minor >= 10n ** BigInt(digits)) return refuse('amount_too_large', { digits: orderDigits })
  const asked = add(add(spent(balance), balance.requested), amount)
  if (asked.minor > mostAsked) return refuse('beyond_counting')
  return policy === 'bloquear' && exceeds(balance, amount) ? overBudget(remaining(balance), amount) : true
}

/** Under `bloquear`, an approval must fit in what is available; what is only requested does not count. */
export function mayCommit(
  balance: Balance,
  amount: Money,
  policy: OverrunPolicy,
): true | Refusal<ContractRefusal> {
  return policy === 'bloquear' && overspends(balance, amount) ? overBudget(available(balance), amount) : true
}

/** Whether an approval would spend more than the contract's total. */
export const overspends = (balance: Balance, amount: Money): boolean =>
  compare(amount, available(balance)) > 0

function overBudget(left: Money, amount: Money): Refusal<ContractRefusal> {
  return refuse('over_budget', { available: formatMoney(left), amount: formatMoney(amount) })
}

/** What an order does to its contract's budget when it moves. */
export type Movement = 'submitted' | 'released' | 'approved' | 'executed' | 'cancelled'
export type Entry = { readonly requested: bigint; readonly committed: bigint; readonly used: bigint }

export function entryFor(movement: Movement, { minor }: Money): Entry {
  switch (movement) {
    case 'submitted':
      return { requested: minor, committed: 0n, used: 0n }
    case 'released':
      return { requested: -minor, committed: 0n, used: 0n }
    case 'approved':
      return { requested: -minor, committed: minor, used: 0n }
    case 'executed':
      return { requested: 0n, committed: -minor, used: minor }
    case 'cancelled':
      return { requested: 0n, committed: -minor, used: 0n }
  }
}

/** Only the company's administrators make contracts, and not while the company is suspended. */
export function abilities(actor: Actor): Abilities<'create', ContractRefusal> {
  if (actor.role !== 'admin') return { create: refuse('forbidden') }
  return { create: actor.companySuspended ? refuse('company_suspended') : true }
}

export type ContractVerb = 'change' | 'complete' | 'deactivate' | 'reactivate'

/** Which status each of the three verbs leads to, and from which. */
const ways = {
  complete: { from: ['active', 'inactive'], to: 'completed' },
  deactivate: { from: ['active'], to: 'inactive' },
  reactivate: { from: ['completed', 'inactive'], to: 'active' },
} as const satisfies {
  readonly [verb in Exclude<ContractVerb, 'change'>]: {
    readonly from: readonly ContractStatus[]
    readonly to: ContractStatus
  }
}

/** What an administrator may do with a contract; while the company is suspended, only close it. */
export function lifeOf(
  actor: Actor,
  { status }: { readonly status: ContractStatus },
): Abilities<ContractVerb, ContractRefusal> {
  const may = actor.role === 'admin' ? true : refuse<ContractRefusal>('forbidden')
  const mayOpen = firstRefusal(may, actor.companySuspended ? refuse('company_suspended') : true)
  const inTime = (verb: keyof typeof ways) =>
    ways[verb].from.some(from => from === status) ? true : refuse<ContractRefusal>('wrong_status', { status })
  return {
    change: mayOpen,
    complete: firstRefusal(may, inTime('complete')),
    deactivate: firstRefusal(may, inTime('deactivate')),
    reactivate: firstRefusal(mayOpen, inTime('reactivate')),
  }
}

/** The verb that leads to a status. */
export const verbTo = {
  active: 'reactivate',
  completed: 'complete',
  inactive: 'deactivate',
} as const satisfies { readonly [status in ContractStatus]: ContractVerb }

/** A save speaks of the contract it saw; if it has changed since, it must be looked at again. */
export function sameRevision(
  contract: { readonly revision: number },
  seen: number,
): true | Refusal<ContractRefusal> {
  return contract.revision === seen ? true : refuse('stale_revision', { revision: contract.revision, seen })
}

/** Under `bloquear` a total is never less than what is spent of it; otherwise that only warns. */
export function mayAmend(
  balance: Balance,
  total: Money,
  policy: OverrunPolicy,
): true | Refusal<ContractRefusal> {
  if (compare(total, balance.total) === 0) return refuse('same_total')
  if (policy !== 'bloquear' || compare(total, spent(balance)) >= 0) return true
  return refuse('below_spent', { spent: formatMoney(spent(balance)), total: formatMoney(total) })
}

/** A contract that is already exceeded cannot start to block. */
export function mayFollow(balance: Balance, policy: OverrunPolicy): true | Refusal<ContractRefusal> {
  return policy !== 'bloquear' || available(balance).minor >= 0n
    ? true
    : refuse('already_spent', { spent: formatMoney(spent(balance)) })
}

/** Nor can a company, while contracts that follow it are. */
export function mayBlock(exceeded: readonly string[]): true | Refusal<'contracts_exceeded'> {
  if (exceeded.length === 0) return true
  return refuse('contracts_exceeded', { count: exceeded.length, contracts: exceeded.slice(0, 10).join(', ') })
}

/** Closing or opening a contract touches each of its open orders at once: no more than these. */
export const openOrdersAtOnce = 500
export const filesPerContract = 50

/** The type of contract an order of each kind is charged to unless the person chooses another. */
export const usualContractType = { gasto: 'proveedor', emision: 'cliente' } as const

/** Whom an order is for. Null while nobody has been chosen. */
export type ChargedFor = {
  readonly providerId: string | null
  /** The provider asks with its own hand: what the company has with its client is none of its business. */
  readonly isByProvider: boolean
}

type Tied = { readonly id: string; readonly type: ContractType; readonly providerId: string | null }

/** A provider’s contract pays its provider and nobody else; a client’s, any provider that does not ask itself. */
export function admits(contract: Tied, { providerId, isByProvider }: ChargedFor): boolean {
  if (contract.type === 'cliente') return !isByProvider
  return providerId === null || contract.providerId === providerId
}

/** The contract an order charges, of those its project is tied to, main first: the chosen one, or the usual. */
export function chargedOf<Contract extends Tied>(
  tied: readonly Contract[],
  order: ChargedFor & { readonly type: 'gasto' | 'emision'; readonly contractId?: string | null | undefined },
): Contract | undefined {
  const admitted = tied.filter(contract => admits(contract, order))
  if (order.contractId) return admitted.find(contract => contract.id === order.contractId)
  return admitted.find(contract => contract.type === usualContractType[order.type]) ?? admitted[0]
}

/**
 * Contracts are the company's administrators' to see, their client's, their provider's, and of whoever holds anything
 * in a project that is tied to them.
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
