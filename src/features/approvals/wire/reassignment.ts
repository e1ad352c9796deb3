import { z } from 'zod'
import { ApprovalsWire, DocumentId, RevisionWire } from '#features/documents/wire.ts'
import { roles } from '#kernel/actor.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { textWire, UuidWire, uuidWire } from '#kernel/wire.ts'

const params = z.object({ documentId: DocumentId, seatId: UuidWire })

/** Person who could have a seat instead of its approver. */
export const ReplacementWire = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
})
export type ReplacementWire = z.infer<typeof ReplacementWire>

export const listEligibleReplacements = endpoint({
  id: 'listHeirs',
  method: 'GET',
  path: '/api/documents/:documentId/approvals/:seatId/candidates',
  summary: 'Who could have this seat of an order instead of its approver, for the company’s administrators.',
  params,
  response: z.object({
    items: z.array(ReplacementWire),
    /** True when the person who asks could have the seat, but not by their own action. */
    isYours: z.boolean(),
  }),
})

export const reassignSeat = endpoint({
  id: 'reassignSeat',
  method: 'POST',
  path: '/api/documents/:documentId/approvals/:seatId/reassignment',
  summary: 'Gives one open seat of an order to somebody else.',
  params,
  body: z.object({
    revision: RevisionWire,
    userId: uuidWire('Elige a una persona'),
    reason: textWire(500).pipe(z.string('Indica el motivo')),
  }),
  response: z.object({ id: z.string(), revision: z.int(), approvals: ApprovalsWire }),
  refusals: [
    'stale_revision',
    'company_suspended',
    'not_in_approval',
    'seat_not_open',
    'person_not_eligible',
    'substitute_is_author',
    'substitute_has_seat',
    'executor_cannot_approve',
    'own_hand',
    'untrusted_account',
  ],
  idempotent: true,
})
