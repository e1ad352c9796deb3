import { expect, test } from 'vitest'
import { readPayDays, readTermParts, readTerms, termsFrom } from '#features/imports/rules/terms-cells.ts'
import { paymentTermsText } from '#features/providers/text/payment-terms.ts'

const whole = (days: number) => [{ share: 10_000, days }]

test.each([
  ['30', whole(30)],
  ['30 días', whole(30)],
  ['A 30 DÍAS', whole(30)],
  ['30d', whole(30)],
  ['60 días fecha factura', whole(60)],
  ['30 días f.f.', whole(30)],
  ['30 ff', whole(30)],
  ['Al contado', whole(0)],
  ['contado', whole(0)],
  ['0', whole(0)],
  ['100 % a 45 días', whole(45)],
  [
    '30/60',
    [
      { share: 5000, days: 30 },
      { share: 5000, days: 60 },
    ],
  ],
  [
    '30, 60 y 90 días',
    [
      { share: 3333, days: 30 },
      { share: 3333, days: 60 },
      { share: 3334, days: 90 },
    ],
  ],
  [
    '30-60-90',
    [
      { share: 3333, days: 30 },
      { share: 3333, days: 60 },
      { share: 3334, days: 90 },
    ],
  ],
  [
    '25 % al contado y 75 % a 60 días',
    [
      { share: 2500, days: 0 },
      { share: 7500, days: 60 },
    ],
  ],
  [
    '33,33% 30 días, 33,33% 60 días, 33,34% 90 días',
    [
      { share: 3333, days: 30 },
      { share: 3333, days: 60 },
      { share: 3334, days: 90 },
    ],
  ],
])('«%s» is read as people mean it', (text, parts) => {
  expect(readTermParts(text)).toEqual({ value: parts, fault: null })
})

test.each([
  ['a la entrega', /por ejemplo/],
  ['30 y pico', /por ejemplo/],
  ['-30', /por ejemplo/],
  ['30/60/', /por ejemplo/],
  ['50 % a 30 días', /sumar el 100 %/],
  ['60/30', /por orden/],
  ['50 % a 30 días y 60', /sumar el 100 %/],
  ['366 días', /365 días como máximo/],
])('«%s» is a fault, and says what can be written', (text, words) => {
  expect(readTermParts(text)).toEqual({ value: null, fault: expect.stringMatching(words) })
})

test('what the product itself writes is read back', () => {
  for (const parts of [
    whole(0),
    whole(1),
    whole(30),
    [
      { share: 5050, days: 15 },
      { share: 4950, days: 60 },
    ],
  ])
    expect(readTermParts(paymentTermsText({ parts, payDays: [] })).value).toEqual(parts)
})

test.each([
  ['10 y 25', [10, 25]],
  ['25, 10', [10, 25]],
  ['los días 5 y 20', [5, 20]],
  ['día 10', [10]],
  ['15 y fin de mes', [15, 31]],
  ['10/10', [10]],
])('payment days «%s»', (text, days) => {
  expect(readPayDays(text)).toEqual({ value: days, fault: null })
})

test.each(['32', '0', 'lunes', '1, 2, 3, 4, 5', '10 y'])('payment days «%s» are a fault', text => {
  expect(readPayDays(text)).toMatchObject({ value: null, fault: expect.any(String) })
})

test('an empty cell is no terms, and payment days alone are a fault', () => {
  expect(termsFrom(readTerms('', ' '))).toBe(null)
  expect(readTerms(' ', '10').payDays.fault).toMatch(/plazo de pago/)
  expect(termsFrom(readTerms('30', '10'))).toEqual({ parts: whole(30), payDays: [10] })
  expect(termsFrom(readTerms('30', '40'))).toBe(null)
})
