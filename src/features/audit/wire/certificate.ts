/**
 * Wire of Constancias: the certified content, which is stored as it was issued, and the call that
 * checks one.
 */
import { z } from 'zod'
import { AddedWire, DeputySeatWire, ForcedWire } from '#features/approvals/wire.ts'
import { ends } from '#features/audit/rules/ends.ts'
import { ToleratedWire } from '#features/contracts/wire/tolerated.ts'
import { ReadBreakdownWire } from '#features/documents/wire/read-breakdown.ts'
import { DocumentTypeWire } from '#features/documents/wire.ts'
import { ConfirmingStepWire } from '#features/identity/wire/confirming-step.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { DayWire, InstantWire, UuidWire } from '#kernel/wire.ts'

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
  end: z.enum(ends),
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

export const checkCertificate = endpoint({
  id: 'checkCertificate',
  method: 'POST',
  path: '/api/certificates/check',
  summary:
    'Whether the code of a Constancia is genuine, whether a file is the one issued with it, when its order was cancelled or its approval taken back, and whether it certifies a rejection or a cancellation instead of an approval. Of the digest of a closed month, or of an archive of Constancias: whose, which and when. Nothing else.',
  body: z.object({
    /** The code as typed. Text that is no code is answered as an unknown one. */
    code: z.string().max(4000),
    /** SHA-256 of the file to check. */
    fileSha256: z.string().max(4000).optional(),
  }),
  response: z.object({
    isGenuine: z.boolean(),
    isFileGenuine: z.boolean().nullable(),
    /** The day on which the order was cancelled: a genuine Constancia, of what is no longer in force. */
    cancelledOn: DayWire.nullable(),
    /** The day on which the approval that it certifies was taken back. */
    takenBackOn: DayWire.nullable(),
    /** The end that it certifies, and its day: it certifies no approval. Absent for the Constancia of an approval. */
    ended: z.object({ end: z.enum(ends), on: DayWire }).optional(),
    /** The closed month whose archive has this digest; absent for a Constancia. */
    closing: z
      .object({
        companyName: z.string(),
        isSample: z.boolean(),
        month: z.string(),
        version: z.int(),
        closedAt: InstantWire,
        isOfClient: z.boolean(),
        /** False when the month was closed again. */
        isLast: z.boolean(),
      })
      .optional(),
    /** The archive of Constancias that has this digest; absent for anything else. */
    archive: z
      .object({
        companyName: z.string(),
        isSample: z.boolean(),
        madeAt: InstantWire,
        /** Constancias in it. */
        orders: z.int(),
      })
      .optional(),
  }),
})
