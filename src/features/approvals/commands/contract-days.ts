/** Each day contracts end and begin: their open orders stop, or go on, in the company's zone. */
import { holdOrders, moveOrders } from '#features/approvals/commands/contract-orders.ts'
import { loadCompany } from '#features/companies/store.ts'
import { isInDates, openOrdersAtOnce } from '#features/contracts/rules.ts'
import { lockContract } from '#features/contracts/store/life.ts'
import { contractsToTurn, type Turned } from '#features/documents/store/of-contract.ts'
import { dayOf } from '#kernel/day.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'

/** Each contract in a transaction of its own; what goes wrong in one keeps no other waiting. */
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

export async function toTurn(tx: TenantTx): Promise<Turned[]> {
  const { timeZone } = await loadCompany(tx)
  return contractsToTurn(tx, dayOf(tx.now, timeZone))
}

/** Of many open orders some at a time: the others follow by the next turn. Answers how many moved. */
export async function turn(tx: TenantTx, { contractId, isOpen }: Turned): Promise<number> {
  const { timeZone } = await loadCompany(tx)
  await holdOrders(tx, contractId, isOpen)
  const contract = await lockContract(tx, contractId)
  const today = dayOf(tx.now, timeZone)
  const isOpenNow = contract?.status === 'active' && isInDates(contract, today)
  return contract && isOpenNow === isOpen ? moveOrders(tx, contractId, isOpen, openOrdersAtOnce) : 0
}
