// The order that an invoice proposes says what the invoice says, and nothing that it does not.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payableMinor } from '#features/documents/rules/breakdown.ts'
import { proposeOrder } from '#features/invoices/rules/proposed-order.ts'
import { nobody, type ReceivedInvoice, trustAll } from '#features/invoices/rules/received.ts'
import { addDays, dayFrom } from '#kernel/day.ts'

const day = dayFrom('2026-11-03') ?? expect.unreachable()
const invoice: ReceivedInvoice = {
  source: 'ubl',
  trust: trustAll('exact'),
  issuer: nobody,
  recipient: nobody,
  payee: null,
  number: 'F-14',
  issuedOn: day,
  dues: [],
  terms: null,
  currency: 'EUR',
  totalMinor: 12100n,
  breakdown: null,
  unbroken: 'not_in_file',
  payableMinor: null,
  ibans: [],
  otherAccounts: [],
  isCreditNote: false,
  corrects: [],
  lines: [],
  qr: null,
  claims: [],
  signature: null,
}
const propose = (over: Partial<ReceivedInvoice>) => proposeOrder({ ...invoice, ...over })
const line = (description: string) => ({ description, amountMinor: null })

test('a credit note proposes nothing', () => {
  expect(propose({ isCreditNote: true })).toBeNull()
})

test('its name is the number and the first line, on one line that can be seen, of at most 160 characters', () => {
  expect(propose({ lines: [line('Obra\n  de  junio')] })?.name).toBe('Factura F-14: Obra de junio')
  expect(propose({ number: null, lines: [line('Obra')] })?.name).toBe('Obra')
  expect(propose({ number: null })?.name).toBe('')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), text => {
      const { name = '' } = propose({ lines: [line(text)] }) ?? {}
      expect([...name].length).toBeLessThanOrEqual(160)
      expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
    }),
  )
})

test('a number that an order cannot keep is left out, not cut', () => {
  expect(propose({ number: '9'.repeat(61) })?.invoiceNumber).toBeNull()
  expect(propose({ number: '9'.repeat(60) })?.invoiceNumber).toBe('9'.repeat(60))
})

test('an invoice of nothing proposes no amount, nor what it is made of', () => {
  const order = propose({ totalMinor: 0n, dues: [{ on: day, amountMinor: null }] })
  expect(order).toMatchObject({ amountMinor: null, breakdown: null, payments: null })
})

test('one due day is of all that is payable; of several each says its part, or none is proposed', () => {
  const payments = (dues: ReceivedInvoice['dues']) => propose({ dues })?.payments
  const later = addDays(day, 30)
  expect(payments([{ on: later, amountMinor: null }])).toEqual([{ dueOn: later, amountMinor: 12100n }])
  const parts = [
    { on: later, amountMinor: 100n },
    { on: day, amountMinor: 12000n },
  ]
  expect(payments(parts)).toEqual([
    { dueOn: day, amountMinor: 12000n },
    { dueOn: later, amountMinor: 100n },
  ])
  expect(payments([...parts, { on: later, amountMinor: 1n }])).toBeNull()
  expect(payments([{ on: null, amountMinor: null }])).toBeNull()
  expect(
    payments([
      { on: day, amountMinor: null },
      { on: later, amountMinor: null },
    ]),
  ).toBeNull()
})

test('whatever the dues say, the payments that are proposed add up to what is payable', () => {
  const due = fc.record({
    on: fc.option(fc.integer({ min: 0, max: 60 }).map(days => addDays(day, days))),
    amountMinor: fc.option(fc.bigInt({ min: -10n, max: 200n })),
  })
  fc.assert(
    fc.property(fc.array(due, { maxLength: 4 }), fc.bigInt({ min: 1n, max: 400n }), (dues, totalMinor) => {
      const payments = propose({ dues, totalMinor })?.payments
      if (!payments) return
      expect(payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(
        payableMinor(totalMinor, null),
      )
    }),
  )
})
