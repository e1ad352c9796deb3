/**
 * Daily work: contracts begin and end by their dates in the company's zone, and their open orders continue or stop.
 */
import { holdOrders, moveOrders } from '#features/approvals/commands/contract-orders.ts'
import { loadCompany } from '#features/companies/store.ts'
import { isInDates, openOrdersAtOnce } from '#features/contracts/rules.ts'
import { lockContract } from '#features/contracts/store/life.ts'
import { contractsToTurn, type Turned } from '#features/documents/store/of-contract.ts'
import { dayOf } from '#kernel/day.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'

/**
 * Handles each contract in a transaction of its own: a failure in one delays no other, and all failures are thrown
 * together at the end.
 */
export function turnContracts(db: Db): (companies: readonly string[]) => Promise<void> {
  return async companies => {
    const failures: unknown[] = []
    for (const company of companies)
      try {
        for (const turned of await asSystem(db, company, toTurn))
          await asSystem(db, company, tx => turn(tx, turned)).catch(error => failures.push(error))
      } catch (error) {
        failures.push(error)
      }
    if (failures.length > 0) throw new AggregateError(failures, 'some contracts were not turned')
  }
}

/** Contracts whose open orders have not followed their dates or status yet, in the company's zone. */
export async function toTurn(tx: TenantTx): Promise<Turned[]> {
  const { timeZone } = await loadCompany(tx)
  return contractsToTurn(tx, dayOf(tx.now, timeZone))
}

/**
 * Moves at most `openOrdersAtOnce` orders of one contract; the rest follow the next time. Returns the number moved.
 */
export async function turn(tx: TenantTx, { contractId, isOpen }: Turned): Promise<number> {
  const { timeZone } = await loadCompany(tx)
  await holdOrders(tx, contractId, isOpen)
  const contract = await lockContract(tx, contractId)
  const today = dayOf(tx.now, timeZone)
  const isOpenNow = contract?.status === 'active' && isInDates(contract, today)
  return contract && isOpenNow === isOpen ? moveOrders(tx, contractId, isOpen, openOrdersAtOnce) : 0
}
