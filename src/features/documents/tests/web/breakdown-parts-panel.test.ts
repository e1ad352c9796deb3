import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BreakdownPartsPanel } from '#features/documents/web/breakdown-parts-panel.tsx'

const drawn = (isCredit: boolean) =>
  renderToStaticMarkup(
    createElement(BreakdownPartsPanel, {
      type: 'gasto',
      breakdown: {
        taxLines: [{ kind: 'iva', rate: 2100, baseMinor: '10000', taxMinor: '2100' }],
        withholding: null,
        disbursementsMinor: '0',
        prepaidMinor: '0',
        roundingMinor: '0',
      },
      payable: { minor: '12100', currency: 'EUR' },
      isCredit,
    }),
  )

test('what an order asks for is to be paid, and what its credit note says reduces that', () => {
  expect(drawn(false)).toContain('A pagar')
  expect(drawn(true)).toContain('A descontar')
  expect(drawn(true)).not.toContain('A pagar')
})
