/**
 * Closing a contract stops its open orders, opening it lets them go on, all in one transaction. Orders are
 * locked before their contract, by id: whoever decides one of them meanwhile waits, or goes first.
 */
import {
  type ContractRefusal,
  type ContractStatus,
  lifeOf,
  openOrdersAtOnce,
  sameRevision,
  verbTo,
} from '#features/contracts/rules.ts'
import { type LockedContract, lockContract, saveStatus } from '#features/contracts/store/life.ts'
import type { changeContractStatus } from '#features/contracts/wire.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { ordersOfContract } from '#features/documents/store/of-contract.ts'
import { lockDocument, saveState, tally } from '#features/documents/store.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/journal.ts'
import { tell } from '#server/outbox.ts'
import type { TenantTx } from '#server/tenant.ts'

type Asked = BodyOf<typeof changeContractStatus>

export async function changeStatus(
  tx: TenantTx,
  actor: Actor,
  contractId: string,
  { revision, status, reason }: Asked,
): Promise<ResponseOf<typeof changeContractStatus> | Refusal<ContractRefusal>> {
  if (actor.role !== 'admin') return refuse('forbidden')
  const known = await ordersOfContract(tx, contractId, touchedBy(status), openOrdersAtOnce + 1)
  if (known.length > openOrdersAtOnce) return refuse('too_many_open')
  for (const documentId of known) await lockDocument(tx, documentId)
  const contract = await lockContract(tx, contractId)
  if (!contract) return refuse('not_found')
  const may = firstRefusal(sameRevision(contract, revision), lifeOf(actor, contract)[verbTo[status]])
  if (may !== true) return may
  await saveStatus(tx, contract.id, status)
  const orders = await moveOrders(tx, contract, status)
  await record(tx, actor, {
    action: 'contract.status_changed',
    object: { type: 'contract', id: contract.id },
    before: { status: contract.status },
    after: { status, orders },
    reason,
  })
  return { id: contract.id, revision: revision + 1, orders }
}

const touchedBy = (status: ContractStatus): 'in_approval' | 'blocked' =>
  status === 'active' ? 'blocked' : 'in_approval'

/** Read again under the contract's lock: what was submitted while it was waited for is there too. */
async function moveOrders(tx: TenantTx, contract: LockedContract, status: ContractStatus): Promise<number> {
  const open = await ordersOfContract(tx, contract.id, touchedBy(status), openOrdersAtOnce * 2)
  for (const documentId of open) await move(tx, documentId, status === 'active')
  return open.length
}

/** Seats and decisions stay: an order that goes on does so where it stopped. */
async function move(tx: TenantTx, documentId: string, goesOn: boolean): Promise<void> {
  const document = await lockDocument(tx, documentId)
  if (!document) throw new Error(`order ${documentId} is gone`)
  const state: DocumentState = goesOn ? 'in_approval' : 'blocked'
  const cause = goesOn ? null : 'contract_inactive'
  await Promise.all([
    saveState(tx, documentId, { state, blockCause: cause }),
    tally(tx, document, { ...document, state }),
    record(tx, null, {
      action: goesOn ? 'document.unblocked' : 'document.blocked',
      object: { type: 'document', id: documentId },
      before: { state: document.state, cause: document.blockCause },
      after: { state, cause },
    }),
    tell(tx, goesOn ? 'approval.requested' : 'document.blocked', { documentId }),
  ])
}
