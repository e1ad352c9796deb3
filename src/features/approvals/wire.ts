import { z } from 'zod'
import { places } from '#features/approvals/rules/added.ts'
import { AttentionWire } from '#features/approvals/wire/bulk.ts'
import { ContractWire } from '#features/contracts/wire.ts'
import { NamedCentreWire } from '#features/cost-centres/wire.ts'
import { CreditedWire, CreditNoteWire } from '#features/documents/wire/credit-notes.ts'
import { DuplicatesWire } from '#features/documents/wire/duplicates.ts'
import { ReadBreakdownWire } from '#features/documents/wire/read-breakdown.ts'
import {
  ApprovalsWire,
  AttachmentWire,
  DocumentId,
  DocumentParams,
  DocumentRowWire,
  DocumentStateWire,
  RevisionWire,
  SubmittedWire,
} from '#features/documents/wire.ts'
import { ProjectId } from '#features/projects/wire.ts'
import { SharedAccountWire } from '#features/providers/wire/shared-account.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, InstantWire, MoneyWire, textWire } from '#kernel/wire.ts'

export const SeatStatusWire = z.enum(['pending', 'approved', 'rejected', 'returned', 'skipped', 'void'])

/** Reassignment of a seat: by whom, from whom, and why. */
export const ReassignedWire = z.object({
  byName: z.string(),
  fromName: z.string(),
  reason: z.string().nullable(),
})

/** Why a deputy has the seat: the approver who did not decide, and after how many days it was given. */
export const DeputySeatWire = z.object({ forName: z.string(), afterDays: z.int() })

export const SeatWire = z.object({
  id: z.string(),
  approverId: z.string(),
  approverName: z.string(),
  /** Name of the substitute who decided in the approver's place; null when the approver did. */
  decidedByName: z.string().nullable(),
  status: SeatStatusWire,
  comment: z.string().nullable(),
  decidedAt: InstantWire.nullable(),
  reassigned: ReassignedWire.nullable(),
  /** Why a deputy has it, beside the approver who did not decide; null for a seat that was asked from the beginning. */
  deputy: DeputySeatWire.nullable().default(null),
  can: z.object({ reassign: AbilityWire }),
})
export type SeatWire = z.infer<typeof SeatWire>

/** Addition of an approver: by whom, why, and whether beside the stage in which that person sat or before it. */
export const AddedWire = z.object({ byName: z.string(), reason: z.string(), place: z.enum(places) })

/** Forced decision of a stage: by which administrator, when and why. */
export const ForcedWire = z.object({ byName: z.string(), at: InstantWire, reason: z.string() })

export const StageWire = z.object({
  stage: z.int(),
  turn: z.int(),
  /** Reason for the stage: the general flow, a rule of the company's flow, or an order that exceeds its contract. */
  origin: z.enum(['general', 'rule', 'overrun']),
  name: z.string(),
  mode: z.enum(['any', 'all', 'quorum']),
  needed: z.int(),
  outcome: z.enum(['pending', 'approved', 'rejected']),
  /** Sentence that explains the choice of approvers: the rule and the condition that named them. */
  basis: z.string(),
  /** Who added the approver of this stage to the order; null for a stage that its flow asks for. */
  added: AddedWire.nullable().default(null),
  /** Who forced the outcome of this stage; its open seats were skipped. Null for a stage that its people decided. */
  forced: ForcedWire.nullable().default(null),
  /** Who is asked too when one of its approvals has waited for more than these days; null: nobody. */
  deputy: z.object({ name: z.string(), afterDays: z.int() }).nullable().default(null),
  seats: z.array(SeatWire),
})
export type StageWire = z.infer<typeof StageWire>

export const DocumentVerbsWire = z.object({
  approve: AbilityWire,
  reject: AbilityWire,
  return: AbilityWire,
  /** Adding one more approver to this revision of it. */
  addApprover: AbilityWire,
  edit: AbilityWire,
  withdraw: AbilityWire,
  cancel: AbilityWire,
  /** Asking for a credit note, which reduces it. */
  credit: AbilityWire,
  /** Making another order like it in its project. */
  duplicate: AbilityWire,
  /** Deciding in the place of all who are still asked. */
  force: AbilityWire,
  /** Undo of the person's approval: until the next turn opens; of the last one, for some minutes. */
  undo: AbilityWire,
})

/** Everything about an order that its approver needs on one screen. */
export const DocumentDetailWire = DocumentRowWire.extend({
  clientId: z.string(),
  clientName: z.string(),
  description: z.string().nullable(),
  /** The provider's tax id, and the end of the account to be paid, both as the revision says them. */
  providerTaxId: z.string().nullable(),
  account: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  /** Breakdown of the amount; null for an order without one. */
  breakdown: ReadBreakdownWire.nullable(),
  /** Planned payments: days, and digits of minor units; none for an order that plans none. */
  planned: z.array(z.object({ dueOn: z.string(), amountMinor: z.string() })),
  /** yyyy-mm-dd */
  invoiceDate: z.string().nullable(),
  /** Sender's reason for the order not being a duplicate; a provider reads only its own. */
  duplicateReason: z.string().nullable(),
  /** Possible duplicates, older or newer; always none for a provider. */
  duplicates: DuplicatesWire,
  /** Credit notes of the order, oldest first, and what they leave of its amount. */
  creditNotes: z.array(CreditNoteWire),
  left: MoneyWire,
  /** Order that it reduces, of a credit note. */
  credited: CreditedWire.nullable(),
  submittedAt: InstantWire,
  /** The order's contract, and the amount that it takes from it; null for a provider that is not party to it. */
  contract: ContractWire.nullable(),
  charge: MoneyWire.nullable(),
  /** Cost centre that it is charged to; null for none, and for whoever may not know it. */
  costCentre: NamedCentreWire.nullable().default(null),
  attachments: z.array(AttachmentWire),
  /** Stages of the current revision; empty for a provider. */
  stages: z.array(StageWire),
  /** Id of the seat that this person can decide now. */
  mySeatId: z.string().nullable(),
  /** Name of the principal, when the seat is decided by a substitute. */
  onBehalfOf: z.string().nullable(),
  rejectionCommentRequired: z.boolean(),
  /** Reason for which the system returned the order, when no person did; null for the provider. */
  sentBackBecause: z.string().nullable(),
  /** Days since the provider's bank account changed, if recently; null for the provider. */
  bankChangedDays: z.int().nullable(),
  /** True when the provider's account is another than the one that is paid; always false for the provider. */
  paysFormerAccount: z.boolean().default(false),
  sharedAccount: SharedAccountWire,
  /** True when the client has paid nothing to this provider yet; always false for the provider. */
  isFirstPayment: z.boolean(),
  /** Instant from which the last approval is final; null when this person cannot take it back. */
  undoUntil: InstantWire.nullable(),
  can: DocumentVerbsWire,
})
export type DocumentDetailWire = z.infer<typeof DocumentDetailWire>

export const InboxItemWire = z.object({
  seatId: z.string(),
  /** Name of the principal in whose place the person would decide; null for their own seat. */
  onBehalfOf: z.string().nullable(),
  stageName: z.string(),
  basis: z.string(),
  reassigned: ReassignedWire.nullable(),
  added: AddedWire.nullable().default(null),
  deputy: DeputySeatWire.nullable().default(null),
  /** Whole days since submission, in the company's zone. */
  pendingDays: z.int(),
  document: DocumentRowWire,
  contract: ContractWire,
  /** Amount that the order takes from its contract. */
  charge: MoneyWire,
  attachmentsCount: z.int(),
  /** Number of possible duplicates. */
  duplicatesCount: z.int(),
  /** Reasons to decide it on its own; empty when it may be approved with others. */
  attention: z.array(AttentionWire),
})
export type InboxItemWire = z.infer<typeof InboxItemWire>

export const decisionRefusals = [
  'stale_revision',
  'not_in_approval',
  'no_seat',
  'already_decided',
  'not_your_turn',
  'seat_of_same_stage',
  'own_document',
  'executor_cannot_approve',
  'comment_required',
  'provider_off',
  'over_budget',
  'cost_centre_exceeded',
  'no_budget_owner',
  'contract_inactive',
  'contract_out_of_dates',
  'no_longer_eligible',
  'overrun_is_of_company',
  'untrusted_account',
] as const

export const approvalInbox = endpoint({
  id: 'approvalInbox',
  method: 'GET',
  path: '/api/approvals/pending',
  summary: 'What waits for this person’s decision, oldest first: at most 200, and whether there is more.',
  query: z.object({ projectId: ProjectId.optional() }),
  response: z.object({
    items: z.array(InboxItemWire),
    hasMore: z.boolean(),
    /** True when the company asks a reason of every rejection. */
    rejectionCommentRequired: z.boolean(),
  }),
})

export const getDocument = endpoint({
  id: 'getDocument',
  method: 'GET',
  path: '/api/projects/:projectId/documents/:documentId',
  summary: 'One order with its contract, attachments, stages and what this person may do with it.',
  params: z.object({ projectId: ProjectId, documentId: DocumentId }),
  response: DocumentDetailWire,
})

export const DecidedWire = z.object({
  id: z.string(),
  state: DocumentStateWire,
  revision: z.int(),
  approvals: ApprovalsWire,
  /** True when it was an approval that its person can still undo. */
  canUndo: z.boolean().default(false),
})

export const DecisionBodyWire = z.object({
  revision: RevisionWire,
  decision: z.enum(['approve', 'reject', 'return']),
  comment: textWire(2000),
})

export const decideDocument = endpoint({
  id: 'decideDocument',
  method: 'POST',
  path: '/api/documents/:documentId/decision',
  summary: 'Approves, rejects or returns for changes, in the name of the person’s open seat.',
  params: DocumentParams,
  body: DecisionBodyWire,
  response: DecidedWire,
  refusals: decisionRefusals,
  idempotent: true,
})

export const undoApproval = endpoint({
  id: 'undoApproval',
  method: 'POST',
  path: '/api/documents/:documentId/undoing',
  summary:
    'Takes back the person’s own approval, until the next turn opens; the last one, for some minutes while nothing was done with the order.',
  params: DocumentParams,
  body: z.object({ revision: RevisionWire }),
  response: DecidedWire,
  refusals: [
    'stale_revision',
    'not_in_approval',
    'nothing_to_undo',
    'next_stage_open',
    'acted_on',
    'undo_time_over',
    'contract_inactive',
    'contract_out_of_dates',
    'untrusted_account',
  ],
  idempotent: true,
})

export const withdrawDocument = endpoint({
  id: 'withdrawDocument',
  method: 'POST',
  path: '/api/documents/:documentId/withdrawal',
  summary: 'The requester takes the order back before the first decision.',
  params: DocumentParams,
  body: z.object({ revision: RevisionWire }),
  response: SubmittedWire,
  refusals: ['stale_revision', 'wrong_state', 'already_decided'],
  idempotent: true,
})

export const cancelDocument = endpoint({
  id: 'cancelDocument',
  method: 'POST',
  path: '/api/documents/:documentId/cancellation',
  summary: 'The company’s administrator cancels an approved order that has not been executed.',
  params: DocumentParams,
  body: z.object({ revision: RevisionWire, reason: textWire(2000).pipe(z.string('Indica el motivo')) }),
  response: SubmittedWire,
  refusals: ['stale_revision', 'not_approved', 'in_payment_batch'],
  idempotent: true,
})
