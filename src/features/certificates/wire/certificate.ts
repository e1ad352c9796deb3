/** Wire of Constancias: the certified content, which is stored as it was issued. */
import { z } from 'zod'
import { AddedWire, DeputySeatWire, ForcedWire } from '#features/approvals/wire.ts'
import { EndWire } from '#features/certificates/wire/end.ts'
import { ToleratedWire } from '#features/contracts/wire/tolerated.ts'
import { ReadBreakdownWire } from '#features/documents/wire/read-breakdown.ts'
import { DocumentTypeWire } from '#features/documents/wire.ts'
import { ConfirmingStepWire } from '#features/identity/wire/confirming-step.ts'
import { UuidWire } from '#kernel/wire.ts'

const Text = z.string()
const Maybe = z.string().nullable()

export const CertifiedDocumentWire = z.object({
  companyName: Text,
  /** True in a sample company, whose papers have no value. */
  isSample: z.boolean().default(false),
  zone: Text,
  id: Text,
  state: Text,
  type: DocumentTypeWire,
  /** Order that it reduces, of a credit note. */
  creditedId: Maybe.default(null),
  name: Text,
  description: Maybe,
  revision: z.int(),
  amountMinor: Text,
  currency: Text,
  /** Breakdown of the amount, its charge to the contract and the payable amount; null where nobody says them. */
  breakdown: ReadBreakdownWire.nullable().default(null),
  chargeMinor: Maybe.default(null),
  payableMinor: Maybe.default(null),
  /** Planned payments: the day on which each is due, and minor units. */
  payments: z.array(z.object({ dueOn: Text, amountMinor: Text })).default([]),
  /** Payments made of an order of several, and those that came back of any order. */
  paymentsMade: z
    .array(z.object({ payment: z.int(), executedOn: Text, reference: Text, returnedOn: Maybe }))
    .default([]),
  bankAccount: Maybe,
  project: Text,
  contractId: Text,
  contract: Text,
  client: Text,
  provider: Text,
  requester: Text,
  submittedAt: Text,
})
export type CertifiedDocumentWire = z.infer<typeof CertifiedDocumentWire>

export const CertifiedSeatWire = z.object({
  stage: z.int(),
  turn: z.int(),
  stageName: Text,
  basis: Text,
  mode: z.enum(['any', 'all', 'quorum']),
  needed: z.int(),
  /** Outcome of the stage; null in Constancias that were issued before they said it. */
  outcome: z.enum(['pending', 'approved', 'rejected']).nullable().default(null),
  approver: Text,
  status: Text,
  comment: Maybe,
  decidedAt: Maybe,
  /** Name of the delegate who decided for the approver. */
  decidedBy: Maybe,
  /** Way of the decision, where it was the link of a mail; null for any other, and in Constancias that did not say it. */
  through: z.enum(['mail']).nullable().default(null),
  /** Step by which the person confirmed who they are; null where none was asked, and in Constancias that did not say it. */
  confirmedBy: ConfirmingStepWire.nullable().default(null),
  /** The reassignment of the seat to its approver; null for an original one. */
  given: z.object({ byName: Text, fromName: Text, reason: Maybe }).nullable().default(null),
  /** Who added the approver to the order, and why; null for one that its flow asked for. */
  added: AddedWire.nullable().default(null),
  /** Why a deputy was asked, beside the approver who did not decide; null for one who was asked from the beginning. */
  deputy: DeputySeatWire.nullable().default(null),
  /** Who forced the outcome of the stage, when and why; null for a stage that its people decided. */
  forced: ForcedWire.extend({
    /** Step by which they confirmed who they are; null as for seats. */
    confirmedBy: ConfirmingStepWire.nullable().default(null),
  })
    .nullable()
    .default(null),
})
export type CertifiedSeatWire = z.infer<typeof CertifiedSeatWire>

export const CertifiedBudgetWire = z.object({
  at: Text,
  totalMinor: Text,
  requestedMinor: Text,
  committedMinor: Text,
  usedMinor: Text,
  /** Overrun that the approval made within the contract's tolerance; null when it made none. */
  tolerated: ToleratedWire.nullable().default(null),
})
export type CertifiedBudgetWire = z.infer<typeof CertifiedBudgetWire>

export const CertifiedExecutionWire = z.object({
  /** Batch in which it was netted: a payment with its credit notes and what they took of it, or a credit note with its payment. */
  netting: z
    .object({ batchId: Text, orders: z.array(Text), nettedMinor: Maybe })
    .nullable()
    .default(null),
  executedOn: Text,
  reference: Text,
  comment: Maybe,
  executor: Text,
  /** Name of the person in whose place it was executed. */
  executorPrincipal: Maybe.default(null),
  confirmedAt: Text,
  proofName: Maybe,
  proofSha256: Maybe,
})
export type CertifiedExecutionWire = z.infer<typeof CertifiedExecutionWire>

/** The end of an order that was rejected or cancelled: when, by whom, why, and what it gave back to its contract. */
export const CertifiedEndWire = z.object({
  end: EndWire,
  at: Text,
  by: Text,
  /** Name of the approver in whose place it was decided. */
  inPlaceOf: Maybe,
  reason: Maybe,
  /** Amount that the contract reserved for the order until then, and that is free again; null where it reserved none. */
  freedMinor: Maybe,
})
export type CertifiedEndWire = z.infer<typeof CertifiedEndWire>

export const CertifiedFileWire = z.object({ name: Text, sha256: Text })

/** A message of the order's conversation, as it was sealed: whole, or, where the paper has no room, by its digest. */
export const CertifiedCommentWire = z.object({
  kind: z.enum(['comment', 'question', 'answer']),
  at: Text,
  author: Text,
  /** Place in the conversation of the question that it answers. */
  answers: z.int().nullable(),
  text: Maybe,
  /** Digest of a text that is not printed. */
  textSha256: Maybe,
  /** Names of the people whom it mentions. */
  mentioned: z.array(Text),
  files: z.array(CertifiedFileWire),
  /** Number of the files of a message that is not printed. */
  filesLeftOut: z.int(),
})
export type CertifiedCommentWire = z.infer<typeof CertifiedCommentWire>

export const CertifiedSealWire = z.object({ sequence: Text, hash: Text })

/** The certified facts of a Constancia, as they were at its issue. */
export const CertifiedWire = z.object({
  order: CertifiedDocumentWire,
  /** The end that it certifies; null in the Constancia of an approval. */
  ended: CertifiedEndWire.nullable().default(null),
  seats: z.array(CertifiedSeatWire),
  budget: CertifiedBudgetWire.nullable(),
  execution: CertifiedExecutionWire.nullable(),
  files: z.array(CertifiedFileWire),
  /** The conversation, the oldest first; empty in Constancias that were issued before they said it. */
  comments: z.array(CertifiedCommentWire).default([]),
  /** The seal of the order's last event. */
  seal: CertifiedSealWire,
  /** The head of the company's chain at the issue. */
  head: CertifiedSealWire,
  issuedBy: Text,
  issuedAt: Text,
})
export type CertifiedWire = z.infer<typeof CertifiedWire>

/** The payload of a Constancia's link. It carries the code, sealed, which otherwise stands only on the paper. */
export const CertificateLinkWire = z.object({
  certificateId: UuidWire,
  sealedCode: z.string(),
  name: z.string(),
})
