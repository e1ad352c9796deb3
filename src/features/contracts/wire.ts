import { z } from 'zod'
import type { Balance } from '#features/contracts/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { displayIdWire } from '#kernel/ids.ts'
import type { Money } from '#kernel/money.ts'
import {
  AbilityWire,
  AmountMinorWire,
  CurrencyWire,
  DayWire,
  InstantWire,
  lineWire,
  MoneyWire,
  moneyFromWire,
  textWire,
  UuidWire,
} from '#kernel/wire.ts'

export const ContractId = displayIdWire('CTR')
export const ContractTypeWire = z.enum(['cliente', 'proveedor'], { error: 'Tipo de contrato requerido' })
export const ContractStatusWire = z.enum(['active', 'completed', 'inactive'])
export const OverrunPolicyWire = z.enum(['avisar', 'bloquear'])

export const BalanceWire = z.object({
  total: MoneyWire,
  requested: MoneyWire,
  committed: MoneyWire,
  used: MoneyWire,
})

export const ContractWire = z.object({
  id: z.string(),
  type: ContractTypeWire,
  description: z.string(),
  conditions: z.string().nullable(),
  clientId: z.string(),
  clientName: z.string(),
  providerId: z.string().nullable(),
  providerName: z.string().nullable(),
  startsOn: z.string(),
  endsOn: z.string(),
  status: ContractStatusWire,
  /** The contract's own policy, or the company's. */
  overrunPolicy: OverrunPolicyWire,
  balance: BalanceWire,
  createdAt: InstantWire,
})
export type ContractWire = z.infer<typeof ContractWire>

export const NewContractWire = z
  .object({
    type: ContractTypeWire,
    clientId: z.guid('Cliente requerido'),
    /** Required for `proveedor`: whom the contract lets pay. */
    providerId: displayIdWire('PRV').nullish(),
    description: lineWire(200, 'Descripción requerida'),
    conditions: textWire(4000),
    totalMinor: AmountMinorWire,
    currency: CurrencyWire,
    startsOn: DayWire,
    endsOn: DayWire,
    overrunPolicy: OverrunPolicyWire.nullish(),
  })
  .refine(contract => contract.endsOn >= contract.startsOn, {
    path: ['endsOn'],
    message: 'La fecha de fin debe ser igual o posterior a la de inicio',
  })
  .refine(contract => contract.type === 'cliente' || contract.providerId, {
    path: ['providerId'],
    message: 'Proveedor requerido en un contrato de proveedor',
  })

export const listContracts = endpoint({
  id: 'listContracts',
  method: 'GET',
  path: '/api/contracts',
  summary: 'Contracts the person may see, newest first; `q` finds id, client or description.',
  query: z.object({ q: z.string().max(100).optional(), clientId: UuidWire.optional() }),
  response: z.object({ items: z.array(ContractWire), can: z.object({ create: AbilityWire }) }),
})

export const getContract = endpoint({
  id: 'getContract',
  method: 'GET',
  path: '/api/contracts/:contractId',
  summary: 'One contract with its balance.',
  params: z.object({ contractId: ContractId }),
  response: ContractWire,
})

export const createContract = endpoint({
  id: 'createContract',
  method: 'POST',
  path: '/api/contracts',
  summary: 'Creates a contract of the company with one of its clients.',
  body: NewContractWire,
  response: z.object({ id: z.string() }),
  refusals: ['company_suspended', 'client_inactive', 'provider_inactive'],
  idempotent: true,
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
