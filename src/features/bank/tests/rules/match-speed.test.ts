// Time that the matching of a large company's month takes; the figures are printed.
import { expect, test } from 'vitest'
import type { ExpectedIncome, LineToMatch, OpenPayment } from '#features/bank/rules/bank-matching.ts'
import { addDays } from '#kernel/day.ts'
import { otherIban } from '#tests/support/bank-files.ts'
import { batch, line, loose, match, payment, today } from '#tests/support/bank-lines.ts'

const patient = { timeout: 60_000 }
const many = (count: number) => Array.from({ length: count }, (_, index) => index)
const measure = (
  name: string,
  lines: readonly LineToMatch[],
  payments: readonly OpenPayment[],
  incomes: readonly ExpectedIncome[] = [],
) => {
  const before = performance.now()
  const matches = match(lines, payments, incomes)
  const ms = performance.now() - before
  console.info(
    `${name}: ${lines.length} lines, ${payments.length + incomes.length} open: ${Math.round(ms)} ms`,
  )
  expect(ms).toBeLessThan(5000)
  return matches
}

test('ten thousand lines against five thousand payments take less than five seconds', patient, () => {
  const payments = many(5000).map(index =>
    payment(`DOC-${10_000 + index}`, {
      amountMinor: BigInt(index % 700) + 1n,
      dueOn: addDays(today, index % 90),
      payeeName: `Proveedor ${index % 900}`,
    }),
  )
  const lines = many(10_000).map(index =>
    line({
      amountMinor: -BigInt(index % 700) - 1n,
      bookedOn: addDays(today, index % 90),
      ...(index % 3 === 0 ? { references: { endToEndId: `DOC-${10_000 + (index % 5000)}.R-001` } } : {}),
      ...(index % 3 === 1 ? { iban: otherIban } : { name: `PROVEEDOR ${index % 900}` }),
    }),
  )
  expect(measure('of all kinds', lines, payments).some(({ certainty }) => certainty === 'exact')).toBe(true)
})

test('lines that are all alike take no longer', patient, () => {
  const payments = many(5000).map(index => payment(`DOC-${10_000 + index}`, loose))
  measure(
    'one account',
    many(10_000).map(() => line({ iban: otherIban })),
    payments,
  )
  measure(
    'one account, paid by hand',
    many(10_000).map(() => line({ iban: otherIban })),
    [...payments, ...payments.map(each => ({ ...each, state: 'paid' as const, paidOn: today }))],
  )
  const former = { id: 'R-009', messageId: 'cd'.repeat(16), payOn: today, amountMinor: 50_000_000n }
  const sent = payments.map(each => ({ ...each, sentBefore: [former, { ...former, id: 'R-010' }] }))
  measure(
    'one account, sent before',
    many(10_000).map(() => line({ iban: otherIban })),
    [...payments.slice(0, 1), ...sent],
  )
  measure(
    'the sum of a cancelled file',
    many(10_000).map(() => line({ amountMinor: -50_000_000n })),
    [...payments.map(each => ({ ...each, batch })), ...sent],
  )
  measure(
    'one name',
    many(10_000).map(() => line({ name: 'Cristales del Sur' })),
    payments,
  )
  measure(
    'half a name',
    many(10_000).map(() => line({ name: 'Cristales del Norte' })),
    payments,
  )
  const incomes = many(5000).map(index => ({
    documentId: `DOC-${10_000 + index}`,
    amountMinor: 10_000n,
    currency: 'EUR' as const,
    clientName: 'Hoteles Uno',
    invoiceNumber: `F-${index}`,
    dueOn: today,
  }))
  const text = many(140)
    .map(index => `w${index}`)
    .join(' ')
  measure(
    'long texts',
    many(10_000).map(() => line({ amountMinor: 10_000n, text })),
    [],
    incomes,
  )
})
