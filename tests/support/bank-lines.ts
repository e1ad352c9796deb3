// Lines of the bank and the payments that they may be of, with what matters in a test said and the rest alike.
import {
  type ExpectedIncome,
  type LineToMatch,
  type Match,
  matchLines,
  type OpenPayment,
} from '#features/bank/rules/bank-matching.ts'
import type { LineReferences } from '#features/bank/rules/statement.ts'
import { dayFrom } from '#kernel/day.ts'
import { otherIban } from '#tests/support/bank-files.ts'

export const on = (text: string) => {
  const day = dayFrom(text)
  if (day === null) throw new Error(text)
  return day
}
export const today = on('2026-11-10')
export const messageId = 'ab'.repeat(16)
export const batch = { id: 'R-001', messageId, payOn: today }

export const payment = (documentId: string, over: Partial<OpenPayment> = {}): OpenPayment => ({
  documentId,
  payment: 1,
  endToEndId: `${documentId}.R-001`,
  batch,
  sentBefore: [],
  amountMinor: 10_000n,
  currency: 'EUR',
  iban: otherIban,
  payeeName: 'Cristales del Sur, S.L.',
  dueOn: today,
  state: 'waiting',
  paidOn: null,
  returnedOn: null,
  hasLine: false,
  hasReturnLine: false,
  ...over,
})
export const loose = { endToEndId: null, batch: null }

export type Said = Partial<Omit<LineToMatch, 'references' | 'counterparty'>> & {
  readonly references?: Partial<LineReferences>
  readonly name?: string
  readonly iban?: string
}
export const line = ({ references, name = '', iban = '', ...over }: Said = {}): LineToMatch => ({
  place: 1,
  part: null,
  bookedOn: today,
  valueOn: null,
  amountMinor: -10_000n,
  currency: 'EUR',
  references: {
    endToEndId: null,
    messageId: null,
    paymentInfoId: null,
    bankReference: null,
    document: null,
    first: null,
    second: null,
    ...references,
  },
  counterparty: { name: name || null, iban: iban || null },
  text: '',
  returned: null,
  ...over,
})
export const named = (endToEndId: string, over: Said = {}) => line({ ...over, references: { endToEndId } })
export const back = { amountMinor: 10_000n, returned: { code: 'AC04' } }

export const match = (
  lines: readonly LineToMatch[],
  payments: readonly OpenPayment[] = [],
  incomes: readonly ExpectedIncome[] = [],
) => matchLines(lines, { payments, incomes })
export const brief = ({ certainty, kind, why, payments }: Match) =>
  [certainty, kind, why, ...payments.map(({ documentId }) => documentId)].join(' ')
export const briefly = (...some: Parameters<typeof match>) => match(...some).map(brief)
