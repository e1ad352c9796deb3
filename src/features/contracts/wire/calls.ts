/** Calls on one contract: made, read with its file, corrected, amended, closed, and its attachments. */
import { z } from 'zod'
import { ContractToleranceWire, ToleranceWire } from '#features/companies/wire/tolerance.ts'
import { ChargeBasisWire } from '#features/companies/wire.ts'
import { RecordedChangeWire } from '#features/contracts/wire/history.ts'
import {
  ContractId,
  ContractStatusWire,
  ContractTypeWire,
  ContractWire,
  OverrunPolicyWire,
} from '#features/contracts/wire.ts'
import { ChangedTermsWire } from '#features/providers/wire/payment-terms.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { displayIdWire } from '#kernel/ids.ts'
import {
  AbilityWire,
  AmountMinorWire,
  CurrencyWire,
  DayWire,
  InstantWire,
  lineWire,
  textWire,
  UuidWire,
  uuidWire,
} from '#kernel/wire.ts'

/** True for the digits of the larger amount. What is no amount is compared too: its own field refuses it. */
const isMore = (digits: string, other: string): boolean =>
  digits.length > other.length || (digits.length === other.length && digits > other)

const endsAfterItBegins = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }) => endsOn >= startsOn
const endsTooEarly = {
  path: ['endsOn'],
  message: 'La fecha de fin debe ser igual o posterior a la de inicio',
}

export const NewContractWire = z
  .object({
    type: ContractTypeWire,
    clientId: uuidWire('Cliente requerido'),
    /**
     * Required for `proveedor`: the only provider that the contract pays. A contract with a client names none.
     */
    providerId: displayIdWire('PRV').nullish(),
    description: lineWire(200, 'Descripción requerida'),
    /** Conditions of the contract, in free words. */
    conditions: textWire(4000),
    totalMinor: AmountMinorWire,
    /** Part of the total that was spent before the contract came here, elsewhere. Null or absent: none. */
    openingMinor: AmountMinorWire.nullish(),
    currency: CurrencyWire,
    startsOn: DayWire,
    endsOn: DayWire,
    overrunPolicy: OverrunPolicyWire.nullish(),
    /** Null or absent: the company's. */
    tolerance: ContractToleranceWire.nullish(),
    /** Absent: the company's. */
    chargeBasis: ChargeBasisWire.nullish(),
    paymentTerms: ChangedTermsWire,
  })
  .refine(endsAfterItBegins, endsTooEarly)
  .refine(({ openingMinor, totalMinor }) => !openingMinor || !isMore(openingMinor, totalMinor), {
    path: ['openingMinor'],
    message: 'No puede superar el monto total',
  })
  .refine(contract => contract.type === 'cliente' || contract.providerId, {
    path: ['providerId'],
    message: 'Proveedor requerido en un contrato de proveedor',
  })
  .refine(contract => contract.type === 'proveedor' || !contract.providerId, {
    path: ['providerId'],
    message: 'Un contrato con un cliente no lleva proveedor',
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

const ContractParams = z.object({ contractId: ContractId })
const revision = z.int().positive()

export const ContractDossierWire = z.object({
  /** Current revision, which a change has to name. */
  revision: z.int(),
  /** The contract's own policy; null where it follows the company's. */
  overrunPolicy: OverrunPolicyWire.nullable(),
  /** The contract's own tolerance; null where it follows the company's. */
  tolerance: ToleranceWire.nullable().default(null),
  attachments: z.array(
    z.object({
      fileId: z.string(),
      name: z.string(),
      mediaType: z.string(),
      size: z.int(),
      addedAt: InstantWire,
    }),
  ),
  /** True once an order was sent on it: from then on each order's charge is fixed. */
  isCharged: z.boolean(),
  /** Changes, newest first; empty for anybody but the company's administrators. */
  history: z.array(RecordedChangeWire),
  can: z.object({
    change: AbilityWire,
    complete: AbilityWire,
    deactivate: AbilityWire,
    reactivate: AbilityWire,
  }),
})
export type ContractDossierWire = z.infer<typeof ContractDossierWire>

export const getContractDossier = endpoint({
  id: 'getContractDossier',
  method: 'GET',
  path: '/api/contracts/:contractId/dossier',
  summary: 'A contract’s files, its history and what the person may do with it.',
  params: ContractParams,
  response: ContractDossierWire,
})

export const ContractTermsWire = z
  .object({
    revision,
    description: lineWire(200, 'Descripción requerida'),
    /** Conditions of the contract, in free words. */
    conditions: textWire(4000),
    startsOn: DayWire,
    endsOn: DayWire,
    overrunPolicy: OverrunPolicyWire.nullish(),
    /** Null: the company's. Absent: as it is. */
    tolerance: ContractToleranceWire.nullish(),
    /** Absent: as it is. */
    chargeBasis: ChargeBasisWire.nullish(),
    paymentTerms: ChangedTermsWire,
  })
  .refine(endsAfterItBegins, endsTooEarly)

const SavedContractWire = z.object({ id: z.string(), revision: z.int() })

export const changeContract = endpoint({
  id: 'changeContract',
  method: 'PUT',
  path: '/api/contracts/:contractId',
  summary: 'Changes what a contract says: description, conditions, dates and policy, not its total.',
  params: ContractParams,
  body: ContractTermsWire,
  response: SavedContractWire.extend({
    /** Number of open orders that the new dates blocked or unblocked. */
    orders: z.int(),
  }),
  refusals: ['company_suspended', 'stale_revision', 'already_spent', 'already_charged', 'too_many_open'],
})

export const amendContract = endpoint({
  id: 'amendContract',
  method: 'POST',
  path: '/api/contracts/:contractId/amendments',
  summary: 'Changes a contract’s total, with a reason that stays beside it.',
  params: ContractParams,
  body: z.object({ revision, totalMinor: AmountMinorWire, reason: lineWire(500, 'Motivo requerido') }),
  response: SavedContractWire,
  refusals: ['company_suspended', 'stale_revision', 'same_total', 'below_spent'],
  idempotent: true,
})

export const changeContractStatus = endpoint({
  id: 'changeContractStatus',
  method: 'POST',
  path: '/api/contracts/:contractId/status',
  summary: 'Completes, deactivates or reactivates a contract; its open orders stop, or go on.',
  params: ContractParams,
  body: z.object({ revision, status: ContractStatusWire, reason: lineWire(500, 'Motivo requerido') }),
  response: SavedContractWire.extend({
    /** Number of open orders that the change blocked or unblocked. */
    orders: z.int(),
  }),
  refusals: ['company_suspended', 'stale_revision', 'wrong_status', 'too_many_open'],
  idempotent: true,
})

export const attachToContract = endpoint({
  id: 'attachToContract',
  method: 'POST',
  path: '/api/contracts/:contractId/attachments',
  summary: 'Hangs a file that this person uploaded from a contract.',
  params: ContractParams,
  body: z.object({ fileId: UuidWire }),
  response: z.object({ fileId: z.string() }),
  refusals: ['company_suspended', 'file_not_yours', 'too_many_files'],
})

export const detachFromContract = endpoint({
  id: 'detachFromContract',
  method: 'DELETE',
  path: '/api/contracts/:contractId/attachments/:fileId',
  summary: 'Takes a file off a contract.',
  params: ContractParams.extend({ fileId: UuidWire }),
  response: z.object({ fileId: z.string() }),
  refusals: ['company_suspended'],
})
