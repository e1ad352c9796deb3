/** Contract and project that a received invoice is proposed for. A proposal is marked until somebody confirms it. */
import type { Currency } from '#kernel/money.ts'

export type ContractOffer = {
  readonly contractId: string
  readonly currency: Currency
  readonly isActive: boolean
  /** Projects that the contract is tied to. */
  readonly projectIds: readonly string[]
}

/** Order of the provider, the latest first. */
export type PastOrder = { readonly contractId: string; readonly projectId: string }

export type Proposal = {
  readonly contractId: string
  /** Null when several projects would do and no order says which. */
  readonly projectId: string | null
  readonly why: 'only_contract' | 'last_order'
}

/** `currency`: of the invoice. Contracts in another one are proposed only when there is no other. */
export function proposeContract(
  currency: Currency,
  contracts: readonly ContractOffer[],
  orders: readonly PastOrder[],
): Proposal | null {
  const active = contracts.filter(({ isActive }) => isActive)
  const same = active.filter(each => each.currency === currency)
  const fitting = same.length > 0 ? same : active
  const [only] = fitting
  if (only && fitting.length === 1)
    return { contractId: only.contractId, projectId: proposeProject(only, orders), why: 'only_contract' }
  const last = orders.find(order => fitting.some(({ contractId }) => contractId === order.contractId))
  return last ? { contractId: last.contractId, projectId: last.projectId, why: 'last_order' } : null
}

function proposeProject(
  { contractId, projectIds }: ContractOffer,
  orders: readonly PastOrder[],
): string | null {
  if (projectIds.length === 1) return projectIds[0] ?? null
  const last = orders.find(order => order.contractId === contractId && projectIds.includes(order.projectId))
  return last?.projectId ?? null
}
