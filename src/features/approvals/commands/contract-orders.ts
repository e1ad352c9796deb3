/**
 * The open orders of a contract stop when it takes orders no more, and go on when it takes them again. Orders
 * are locked before their contract, by id: whoever decides one of them meanwhile waits, or goes first.
 */
import { openOrdersAtOnce } from '#features/contracts/rules.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { ordersOfContract } from '#features/documents/store/of-contract.ts'
import { lockDocument, saveState, updateCounters } from '#features/documents/store.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { tell } from '#server/jobs/outbox.ts'

const touchedBy = (isOpen: boolean): 'in_approval' | 'blocked' => (isOpen ? 'blocked' : 'in_approval')

/** Before the contract is locked: its orders that opening or closing it would move. Whether those are all. */
export async function holdOrders(tx: TenantTx, contractId: string, isOpen: boolean): Promise<boolean> {
  const known = await ordersOfContract(tx, contractId, touchedBy(isOpen), openOrdersAtOnce + 1)
  for (const documentId of known.slice(0, openOrdersAtOnce)) await lockDocument(tx, documentId)
  return known.length <= openOrdersAtOnce
}

/** Read again under the contract's lock: what was submitted while it was waited for is there too. */
export async function moveOrders(
  tx: TenantTx,
  contractId: string,
  isOpen: boolean,
  most = openOrdersAtOnce * 2,
): Promise<number> {
  const open = await ordersOfContract(tx, contractId, touchedBy(isOpen), most)
  for (const documentId of open) await move(tx, documentId, isOpen)
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
    updateCounters(tx, document, { ...document, state }),
    record(tx, null, {
      action: goesOn ? 'document.unblocked' : 'document.blocked',
      object: { type: 'document', id: documentId },
      before: { state: document.state, cause: document.blockCause },
      after: { state, cause },
    }),
    tell(tx, goesOn ? 'approval.requested' : 'document.blocked', { documentId }),
  ])
}
