/** Approvers whom somebody adds to one order. */
import { z } from 'zod'
import { places } from '#features/approvals/rules/added.ts'
import { ReplacementWire } from '#features/approvals/wire/reassignment.ts'
import { ApprovalsWire, DocumentParams, RevisionWire } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, textWire, uuidWire } from '#kernel/wire.ts'

export const PlaceWire = z.enum(places, 'Elige cuándo aprueba')

export const listApproverCandidates = endpoint({
  id: 'listApproverCandidates',
  method: 'GET',
  path: '/api/documents/:documentId/approvers/candidates',
  summary: 'Who could be added to an order as one more approver, for whoever can decide it now.',
  params: DocumentParams,
  response: z.object({
    items: z.array(ReplacementWire),
    /** True when somebody may still be asked before the open stage. */
    can: z.object({ before: AbilityWire }),
  }),
})

export const addApprover = endpoint({
  id: 'addApprover',
  method: 'POST',
  path: '/api/documents/:documentId/approvers',
  summary: 'Adds one more approver to this revision of an order, by whoever can decide it now.',
  params: DocumentParams,
  body: z.object({
    revision: RevisionWire,
    userId: uuidWire('Elige a una persona'),
    /** `beside`: asked at once with the open stage; `before`: the open stage waits until the person approves. */
    place: PlaceWire,
    reason: textWire(500).pipe(z.string('Indica el motivo')),
  }),
  response: z.object({ id: z.string(), revision: z.int(), approvals: ApprovalsWire }),
  refusals: [
    'stale_revision',
    'company_suspended',
    'not_in_approval',
    'no_seat',
    'already_decided',
    'not_your_turn',
    'seat_of_same_stage',
    'own_document',
    'executor_cannot_approve',
    'no_longer_eligible',
    'overrun_is_of_company',
    'untrusted_account',
    'too_many_added',
    'step_begun',
    'already_asked',
    'person_not_eligible',
    'own_hand',
  ],
  idempotent: true,
})
