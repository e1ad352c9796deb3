/**
 * Daily work: contracts begin and end by their dates in the company's zone, and their open orders continue or stop.
 */
import { lockOpenDocuments, moveDocuments } from '#features/approvals/commands/contract-documents.ts'
import { loadCompany } from '#features/companies/store.ts'
import { isInDates, openDocumentsAtOnce } from '#features/contracts/rules.ts'
import { lockContract } from '#features/contracts/store/life.ts'
import { contractsWithValidityChange, type ValidityChange } from '#features/documents/store/of-contract.ts'
import { dayFromInstant } from '#kernel/day.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'

/**
 * Handles each contract in a transaction of its own: a failure in one delays no other, and all failures are thrown
 * together at the end.
 */
export function applyValidityChanges(db: Db): (companies: readonly string[]) => Promise<void> {
  return async companies => {
    const failures: unknown[] = []
    for (const company of companies)
      try {
        for (const change of await asSystem(db, company, dueValidityChanges))
          await asSystem(db, company, tx => applyValidityChange(tx, change)).catch(error =>
            failures.push(error),
          )
      } catch (error) {
        failures.push(error)
      }
    if (failures.length > 0) throw new AggregateError(failures, 'some contracts did not follow their dates')
  }
}

/** Contracts whose open orders have not followed their dates or status yet, in the company's zone. */
export async function dueValidityChanges(tx: TenantTx): Promise<ValidityChange[]> {
  const { timeZone } = await loadCompany(tx)
  return contractsWithValidityChange(tx, dayFromInstant(tx.now, timeZone))
}

/**
 * Moves at most `openDocumentsAtOnce` orders of one contract; the rest follow the next time. Returns the number moved.
 */
export async function applyValidityChange(
  tx: TenantTx,
  { contractId, isOpen }: ValidityChange,
): Promise<number> {
  const { timeZone } = await loadCompany(tx)
  await lockOpenDocuments(tx, contractId, isOpen)
  const contract = await lockContract(tx, contractId)
  const today = dayFromInstant(tx.now, timeZone)
  const isOpenNow = contract?.status === 'active' && isInDates(contract, today)
  return contract && isOpenNow === isOpen ? moveDocuments(tx, contractId, isOpen, openDocumentsAtOnce) : 0
}
