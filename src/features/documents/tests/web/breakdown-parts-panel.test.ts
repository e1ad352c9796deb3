import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BreakdownPartsPanel } from '#features/documents/web/breakdown-parts-panel.tsx'
import { OpenBreakdownPanel } from '#features/documents/web/open-breakdown-panel.tsx'

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

test('whoever writes a credit note reads the same of it as whoever reads it afterwards', () => {
  const written = (isCredit: boolean) =>
    renderToStaticMarkup(
      createElement(OpenBreakdownPanel, {
        type: 'gasto',
        isCredit,
        amountMinor: '12100',
        breakdown: {
          taxLines: [{ kind: 'iva', rate: 2100, baseMinor: '10000', taxMinor: '2100' }],
          withholding: null,
          disbursementsMinor: '0',
          prepaidMinor: '0',
          roundingMinor: '0',
        },
        currency: 'EUR',
        onChange: () => {},
        fieldError: () => undefined,
      }),
    )
  expect(written(false)).toContain('A pagar')
  expect(written(true)).toContain('A descontar')
  expect(written(true)).not.toContain('A pagar')
})
