/**
 * Orders of a contract that stops or starts taking orders: they are blocked, or continue. Orders are locked before
 * their contract, by id: a concurrent decision on one of them waits, or goes first.
 */
import { openDocumentsAtOnce } from '#features/contracts/rules.ts'
import { documentFact } from '#features/documents/facts.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { updateCounters } from '#features/documents/store/counters.ts'
import { documentsOfContract } from '#features/documents/store/of-contract.ts'
import { lockDocument, saveState } from '#features/documents/store.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

const touchedBy = (isOpen: boolean): 'in_approval' | 'blocked' => (isOpen ? 'blocked' : 'in_approval')

/**
 * Locks the orders that opening or closing the contract would move, before the contract is locked. Returns false when
 * there are more than may move at once.
 */
export async function lockOpenDocuments(tx: TenantTx, contractId: string, isOpen: boolean): Promise<boolean> {
  const known = await documentsOfContract(tx, contractId, touchedBy(isOpen), openDocumentsAtOnce + 1)
  for (const documentId of known.slice(0, openDocumentsAtOnce)) await lockDocument(tx, documentId)
  return known.length <= openDocumentsAtOnce
}

/**
 * Moves the contract's orders and returns their number. They are read again under the contract's lock, to include
 * orders submitted while it was waited for.
 */
export async function moveDocuments(
  tx: TenantTx,
  contractId: string,
  isOpen: boolean,
  most = openDocumentsAtOnce * 2,
): Promise<number> {
  const open = await documentsOfContract(tx, contractId, touchedBy(isOpen), most)
  for (const documentId of open) await move(tx, documentId, isOpen)
  return open.length
}

/** Blocks an order or lets it continue. Seats and decisions stay, so that an order continues where it stopped. */
async function move(tx: TenantTx, documentId: string, goesOn: boolean): Promise<void> {
  const document = await lockDocument(tx, documentId)
  if (!document) throw new Error(`order ${documentId} is gone`)
  const state: DocumentState = goesOn ? 'in_approval' : 'blocked'
  const cause = goesOn ? null : 'contract_inactive'
  await Promise.all([
    saveState(tx, documentId, { state, blockCause: cause }),
    updateCounters(tx, document, { ...document, state }),
    record(
      tx,
      null,
      documentFact(goesOn ? 'document.unblocked' : 'document.blocked', documentId, {
        before: { state: document.state, cause: document.blockCause },
        after: { state, cause },
      }),
    ),
  ])
}
