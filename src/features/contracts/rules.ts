/**
 * Contracts carry the budget. Every order charges exactly one contract, in the contract's currency: requested
 * while it waits for approval, committed once approved, used once executed. Available is the total less
 * committed and used; a requested amount only warns, or blocks.
 */
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import type { Day } from '#kernel/day.ts'
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type ContractType = 'cliente' | 'proveedor'
export const contractStatuses = ['active', 'completed', 'inactive'] as const
export type ContractStatus = (typeof contractStatuses)[number]
/** Effect of exceeding the total: a warning, an approval by a budget owner of the company, or a refusal. */
export type OverrunPolicy = 'avisar' | 'requiere_aprobacion' | 'bloquear'

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
  if (readsWholeCompany(actor.role)) return true
  if (actor.role === 'client') return actor.clientId === contract.clientId
  return actor.providerId === null ? holdsInItsProject : actor.providerId === contract.providerId
}
