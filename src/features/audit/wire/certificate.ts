import { z } from 'zod'
import { DocumentParams, DocumentTypeWire } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { DayWire, UuidWire } from '#kernel/wire.ts'

const Text = z.string()
const Maybe = z.string().nullable()

export const CertifiedOrderWire = z.object({
  companyName: Text,
  zone: Text,
  id: Text,
  state: Text,
  type: DocumentTypeWire,
  name: Text,
  description: Maybe,
  revision: z.int(),
  amountMinor: Text,
  currency: Text,
  bankAccount: Maybe,
  project: Text,
  contractId: Text,
  contract: Text,
  client: Text,
  provider: Text,
  requester: Text,
  submittedAt: Text,
})
export type CertifiedOrderWire = z.infer<typeof CertifiedOrderWire>

export const CertifiedSeatWire = z.object({
  stage: z.int(),
  turn: z.int(),
  stageName: Text,
  basis: Text,
  mode: z.enum(['any', 'all', 'quorum']),
  needed: z.int(),
  approver: Text,
  status: Text,
  comment: Maybe,
  decidedAt: Maybe,
  /** Who decided in the approver's place. */
  decidedBy: Maybe,
  /** How a seat that was another's came to its approver. */
  given: z.object({ byName: Text, fromName: Text, reason: Maybe }).nullable().default(null),
})
export type CertifiedSeatWire = z.infer<typeof CertifiedSeatWire>

export const CertifiedBudgetWire = z.object({
  at: Text,
  totalMinor: Text,
  requestedMinor: Text,
  committedMinor: Text,
  usedMinor: Text,
})
export type CertifiedBudgetWire = z.infer<typeof CertifiedBudgetWire>

export const CertifiedExecutionWire = z.object({
  executedOn: Text,
  reference: Text,
  comment: Maybe,
  executor: Text,
  confirmedAt: Text,
  proofName: Maybe,
  proofSha256: Maybe,
})
export type CertifiedExecutionWire = z.infer<typeof CertifiedExecutionWire>

export const CertifiedFileWire = z.object({ name: Text, sha256: Text })
export const CertifiedSealWire = z.object({ sequence: Text, hash: Text })

/** Everything that a Constancia says, as it was when it was issued. */
export const CertifiedWire = z.object({
  order: CertifiedOrderWire,
  seats: z.array(CertifiedSeatWire),
  budget: CertifiedBudgetWire.nullable(),
  execution: CertifiedExecutionWire.nullable(),
  files: z.array(CertifiedFileWire),
  /** Of the last thing that happened to the order. */
  seal: CertifiedSealWire,
  /** Where the company's chain ended. */
  head: CertifiedSealWire,
  issuedBy: Text,
  issuedAt: Text,
})
export type CertifiedWire = z.infer<typeof CertifiedWire>

/** The Constancia that a link leads to. Its code, sealed here, is otherwise on the paper alone. */
export const CertificateLinkWire = z.object({
  certificateId: UuidWire,
  sealedCode: z.string(),
  name: z.string(),
})

export const issueCertificate = endpoint({
  id: 'issueCertificate',
  method: 'POST',
  path: '/api/documents/:documentId/certificates',
  summary:
    'Issues the Constancia of an approved order, and answers an address that serves it for a few minutes.',
  params: DocumentParams,
  response: z.object({ url: z.string(), expiresInSeconds: z.int() }),
  refusals: ['not_approved', 'not_for_provider'],
  idempotent: true,
})

export const checkCertificate = endpoint({
  id: 'checkCertificate',
  method: 'POST',
  path: '/api/certificates/check',
  summary:
    'Whether the code of a Constancia is genuine, whether a file is the one issued with it, and when its order was cancelled. Nothing else.',
  body: z.object({
    /** As somebody types it. What is no code answers as an unknown one. */
    code: z.string().max(4000),
    /** Of the file in hand. */
    fileSha256: z.string().max(4000).optional(),
  }),
  response: z.object({
    isGenuine: z.boolean(),
    isFileGenuine: z.boolean().nullable(),
    /** The day on which its order was cancelled: it is genuine, and no longer in force. */
    cancelledOn: DayWire.nullable(),
  }),
})
