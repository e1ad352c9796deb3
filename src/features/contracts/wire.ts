/** Wire of a contract: what lists and orders say of it. */
import { z } from 'zod'
import { ToleranceInForceWire } from '#features/companies/wire/tolerance.ts'
import { ChargeBasisWire } from '#features/companies/wire.ts'
import type { Balance, Overrun } from '#features/contracts/rules/budget.ts'
import { contractStatuses } from '#features/contracts/rules.ts'
import { ReadTermsWire } from '#features/providers/wire/payment-terms.ts'
import { displayIdWire } from '#kernel/ids.ts'
import type { Money } from '#kernel/money.ts'
import { InstantWire, MoneyWire, moneyFromWire, moneyToWire, SumWire } from '#kernel/wire.ts'

export const ContractId = displayIdWire('CTR')
export const ContractTypeWire = z.enum(['cliente', 'proveedor'], { error: 'Tipo de contrato requerido' })
export const ContractStatusWire = z.enum(contractStatuses)
export const OverrunPolicyWire = z.enum(['avisar', 'requiere_aprobacion', 'bloquear'])

export const BalanceWire = z.object({
  total: MoneyWire,
  requested: SumWire,
  committed: SumWire,
  used: SumWire,
})

export const ContractWire = z.object({
  id: z.string(),
  type: ContractTypeWire,
  description: z.string(),
  /** Conditions of the contract, in free words. */
  conditions: z.string().nullable(),
  clientId: z.string(),
  clientName: z.string(),
  providerId: z.string().nullable(),
  providerName: z.string().nullable(),
  startsOn: z.string(),
  endsOn: z.string(),
  status: ContractStatusWire,
  /** Policy in force: the contract's own, or the company's. */
  overrunPolicy: OverrunPolicyWire,
  /** Tolerance in force: the contract's own, or the company's. */
  tolerance: ToleranceInForceWire,
  chargeBasis: ChargeBasisWire,
  /** Its own payment terms; null where it follows its provider's. */
  paymentTerms: ReadTermsWire.nullable(),
  balance: BalanceWire,
  /** Part of `used` that was spent before the contract came here; null where nothing was. */
  opening: MoneyWire.nullable().default(null),
  /** Current revision, which a change has to name. */
  revision: z.int(),
  createdAt: InstantWire,
})
export type ContractWire = z.infer<typeof ContractWire>

export const balanceToWire = ({
  total,
  requested,
  committed,
  used,
}: Balance): z.infer<typeof BalanceWire> => ({
  total: moneyToWire(total),
  requested: moneyToWire(requested),
  committed: moneyToWire(committed),
  used: moneyToWire(used),
})

export const overrunFromWire = (contract: Pick<ContractWire, 'overrunPolicy' | 'tolerance'>): Overrun => ({
  policy: contract.overrunPolicy,
  tolerance: contract.tolerance,
})

export function balanceFromWire(wire: z.infer<typeof BalanceWire>): Balance {
  const read = (name: keyof Balance): Money => moneyFromWire(wire[name])
  return {
    total: read('total'),
    requested: read('requested'),
    committed: read('committed'),
    used: read('used'),
  }
}
