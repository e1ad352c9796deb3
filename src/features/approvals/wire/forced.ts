/** Decisions that an administrator forces. */
import { z } from 'zod'
import { forcedDecisions } from '#features/approvals/rules/forced.ts'
import { ApprovalsWire, DocumentParams, DocumentStateWire, RevisionWire } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { textWire } from '#kernel/wire.ts'

export const forceDecision = endpoint({
  id: 'forceDecision',
  method: 'POST',
  path: '/api/documents/:documentId/forced-decision',
  summary:
    'Approves or rejects an order in the place of all who are still asked, by an administrator whose company allows it.',
  params: DocumentParams,
  body: z.object({
    revision: RevisionWire,
    decision: z.enum(forcedDecisions, 'Elige aprobar o rechazar'),
    /** Why the decision is forced: at least ten characters. */
    reason: textWire(500).pipe(
      z.string('Indica el motivo').min(10, 'Explica el motivo con al menos 10 caracteres'),
    ),
  }),
  response: z.object({
    id: z.string(),
    state: DocumentStateWire,
    revision: z.int(),
    approvals: ApprovalsWire,
  }),
  refusals: [
    'stale_revision',
    'forcing_off',
    'company_suspended',
    'not_in_approval',
    'own_document',
    'executor_cannot_approve',
    'own_hand',
    'untrusted_account',
    'provider_off',
    'over_budget',
    'cost_centre_exceeded',
    'no_budget_owner',
    'contract_inactive',
    'contract_out_of_dates',
  ],
  idempotent: true,
})
