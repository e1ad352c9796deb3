/** Wire of the bank's desk: its files, and its lines with what each is of. */
import { z } from 'zod'
import { deskTabs, linesOfPage } from '#features/bank/rules/desk.ts'
import { bankFormats } from '#features/bank/rules/statement.ts'
import { unreadableKinds } from '#features/bank/rules/unreadable.ts'
import { DocumentId } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, InstantWire, lineWire, MoneyWire, UuidWire } from '#kernel/wire.ts'

const maxPaymentsSettled = 500

const matchKinds = ['paid', 'batch', 'returned', 'rejected', 'income'] as const
const MatchKindWire = z.enum(matchKinds)

export const MatchedPaymentWire = z.object({
  documentId: z.string(),
  payment: z.int(),
  projectId: z.string(),
  name: z.string(),
  /** Payee of a payment; client of an income. */
  party: z.string(),
})

export const BankLineWire = z.object({
  id: z.string(),
  /** The bank's file, and the number of the line in it. */
  fileId: z.string(),
  fileName: z.string(),
  place: z.int(),
  format: z.enum(bankFormats),
  /** Null for the rejection of a transfer, which is told without a day. */
  bookedOn: z.string().nullable(),
  valueOn: z.string().nullable(),
  /** Below zero the money left the account; null for a rejection. */
  amount: MoneyWire.nullable(),
  text: z.string(),
  counterparty: z.string().nullable(),
  /** Ending of the other party's account. */
  counterpartyAccount: z.string().nullable(),
  /** Identifier by which the payment went to the bank. */
  endToEndId: z.string().nullable(),
  /** Why the bank sent the money back, or rejected the transfer; null for any other line. */
  returnReason: z.string().nullable(),
})

export const OpenLineWire = BankLineWire.extend({
  certainty: z.enum(['exact', 'proposed', 'none']),
  /** Kind of the match; null for a line that is like nothing. */
  kind: MatchKindWire.nullable(),
  /** Reason of the match, or of its absence, in words. */
  why: z.string(),
  payments: z.array(MatchedPaymentWire),
  can: z.object({ settle: AbilityWire }),
})
export type OpenLineWire = z.infer<typeof OpenLineWire>

export const DecidedLineWire = BankLineWire.extend({
  kind: MatchKindWire.nullable(),
  payments: z.array(MatchedPaymentWire),
  explanation: z.string().nullable(),
  byName: z.string(),
  at: InstantWire,
})
export type DecidedLineWire = z.infer<typeof DecidedLineWire>

export const bankDesk = endpoint({
  id: 'bankDesk',
  method: 'GET',
  path: '/api/bank/lines',
  summary:
    'Lines of the bank that wait, the surest first, each with what it is of: for those who execute everywhere.',
  query: z.object({
    /** Place of the last line of the previous page. */
    after: z
      .string()
      .regex(/^[012]-[0-9a-f-]{36}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(linesOfPage).default(linesOfPage),
  }),
  response: z.object({
    items: z.array(OpenLineWire),
    next: z.string().nullable(),
    /** Lines that wait, by how sure it is what they are. */
    counts: z.object({ exact: z.int(), proposed: z.int(), none: z.int() }),
    can: z.object({ import: AbilityWire, explain: AbilityWire }),
  }),
})

export const decidedBankLines = endpoint({
  id: 'decidedBankLines',
  method: 'GET',
  path: '/api/bank/lines/decided',
  summary: 'Lines of the bank that were settled or put aside, the latest first.',
  query: z.object({
    tab: z.enum(deskTabs).exclude(['open']).default('settled'),
    /** Id of the last line of the previous page. */
    after: UuidWire.optional(),
    limit: z.coerce.number().int().min(1).max(linesOfPage).default(linesOfPage),
  }),
  response: z.object({
    items: z.array(DecidedLineWire),
    next: z.string().nullable(),
    can: z.object({ explain: AbilityWire }),
  }),
})

export const importBankFile = endpoint({
  id: 'importBankFile',
  method: 'POST',
  path: '/api/bank/files',
  summary:
    'Reads an uploaded file of the bank and keeps the lines of the company’s account; what other files told is not added again. Where the company has said so, lines that can be no other are settled in the name of the person.',
  body: z.object({ fileId: UuidWire }),
  response: z.object({
    id: z.string(),
    format: z.enum(bankFormats),
    /** Lines of the file, and those that no other file had told. */
    lines: z.int(),
    fresh: z.int(),
    /** Accounts of the file that are not the company's, with their movements: nothing of them is kept. */
    leftOut: z.array(z.object({ iban: z.string(), lines: z.int() })).default([]),
    /** Lines settled at once, because they can be no other and the company wants it so. */
    settled: z.int().default(0),
  }),
  refusals: [
    'forbidden',
    'company_suspended',
    'untrusted_account',
    'file_not_yours',
    'already_imported',
    'account_not_ours',
    'no_company_account',
    ...unreadableKinds,
  ],
  idempotent: true,
})

const ToSettleWire = z.object({
  lineId: UuidWire,
  kind: MatchKindWire,
  payments: z
    .array(z.object({ documentId: DocumentId, payment: z.int().min(1).max(24) }))
    .min(1, 'Elige de qué es el movimiento')
    .max(500, 'Máximo 500 pagos por movimiento'),
})
export type ToSettleWire = z.infer<typeof ToSettleWire>

export const settleBankLines = endpoint({
  id: 'settleBankLines',
  method: 'POST',
  path: '/api/bank/lines/settlement',
  summary:
    'Settles lines with what they are of, as the person saw it: each payment is confirmed, or comes back, with its line as proof.',
  body: z.object({
    lines: z
      .array(ToSettleWire)
      .min(1, 'Elige al menos un movimiento')
      .max(linesOfPage, `Máximo ${linesOfPage} movimientos a la vez`)
      .refine(
        lines => new Set(lines.map(({ lineId }) => lineId)).size === lines.length,
        'Un movimiento está repetido',
      )
      .refine(
        lines => lines.reduce((sum, { payments }) => sum + payments.length, 0) <= maxPaymentsSettled,
        `Máximo ${maxPaymentsSettled} pagos a la vez`,
      ),
  }),
  response: z.object({ items: z.array(z.object({ lineId: z.string(), settled: AbilityWire })) }),
  refusals: ['forbidden', 'untrusted_account'],
  idempotent: true,
})

const Params = z.object({ lineId: UuidWire })
const deciding = ['forbidden', 'not_found', 'untrusted_account'] as const

export const explainBankLine = endpoint({
  id: 'explainBankLine',
  method: 'POST',
  path: '/api/bank/lines/:lineId/explanation',
  summary: 'Puts a line aside that is of no order, with what it is.',
  params: Params,
  body: z.object({ explanation: lineWire(500, 'Di qué es') }),
  response: z.object({ id: z.string() }),
  refusals: [...deciding, 'line_decided'],
  idempotent: true,
})

export const reopenBankLine = endpoint({
  id: 'reopenBankLine',
  method: 'POST',
  path: '/api/bank/lines/:lineId/reopening',
  summary: 'Takes back that a line was put aside.',
  params: Params,
  response: z.object({ id: z.string() }),
  refusals: [...deciding, 'line_not_explained'],
  idempotent: true,
})
