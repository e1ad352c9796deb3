// The sentence of what somebody is about to do, above the confirmation that it asks for.
import { expect, test } from 'vitest'
import { movingText } from '#features/step-up/web/text.ts'

/** With plain spaces. */
const told = (facts: Parameters<typeof movingText>[0]) => movingText(facts).replaceAll('\u00a0', ' ')

const first = { id: 'DOC-007', amountMinor: '1500000', currency: 'EUR' }

test('one order is named with its amount', () => {
  expect(told({ ...first, what: 'approval' })).toBe('Vas a aprobar el pedido DOC-007, de 15.000 €.')
})

test('several at once are counted, and summed for each currency', () => {
  const several = { ...first, count: 3, totals: '2100000 EUR, 50000 USD' }
  expect(told({ ...several, what: 'approval' })).toBe(
    'Vas a aprobar 3 pedidos, por 21.000 € y 500 US$ en total.',
  )
  expect(told({ ...several, what: 'payment', totals: '2100000 EUR' })).toBe(
    'Vas a confirmar 3 pagos, por 21.000 € en total.',
  )
})
