/** Wire of sending an order, in a module of its own, so that only its form loads the content's schema. */
import { chargeRefusals } from '#features/cost-centres/wire/refusals.ts'
import { DocumentContentWire } from '#features/documents/wire/content.ts'
import { DocumentParams, RevisionWire, SubmittedWire } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'

/** Refusals of an order that is sent. */
export const submitRefusals = [
  'company_suspended',
  'plan_limit',
  'project_inactive',
  'provider_inactive',
  'provider_not_of_client',
  'contract_not_of_project',
  'contract_not_of_provider',
  'contract_inactive',
  'contract_out_of_dates',
  'over_budget',
  'amount_too_large',
  'beyond_counting',
  'file_not_yours',
  'possible_duplicate',
  'rate_missing',
  ...chargeRefusals,
] as const

export const submitDocument = endpoint({
  id: 'submitDocument',
  method: 'POST',
  path: '/api/documents',
  summary: 'Makes an order and asks for its approval.',
  body: DocumentContentWire,
  response: SubmittedWire,
  refusals: [...submitRefusals, 'not_found', 'alarm_unexplained'],
  idempotent: true,
})

export const resubmitDocument = endpoint({
  id: 'resubmitDocument',
  method: 'PUT',
  path: '/api/documents/:documentId',
  summary: 'Corrects a returned order: a new revision, whose approval starts again.',
  params: DocumentParams,
  body: DocumentContentWire.safeExtend({ revision: RevisionWire }),
  response: SubmittedWire,
  refusals: [
    ...submitRefusals,
    'alarm_unexplained',
    'stale_revision',
    'not_returned',
    'not_of_credited',
    'not_creditable',
  ],
  idempotent: true,
})
