import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  ContractConsumptionPanel,
  ExceededAlert,
} from '#features/contracts/web/contract-consumption-panel.tsx'

const contractOf = (used: string) => {
  const zero = { minor: '0', currency: 'EUR' as const }
  const balance = { total: { ...zero, minor: '100000' }, requested: zero, committed: zero }
  return { id: 'CTR-001', balance: { ...balance, used: { ...zero, minor: used } } }
}

const readable = (markup: string) => markup.replaceAll(/<[^>]+>/g, '').replaceAll(/\s/g, ' ')

function shown(used: string) {
  const contract = contractOf(used)
  const bar = renderToStaticMarkup(createElement(ContractConsumptionPanel, { contract }))
  const alert = renderToStaticMarkup(createElement(ExceededAlert, { contract }))
  return {
    bar: readable(bar),
    share: /aria-valuenow="([^"]+)"/.exec(bar)?.[1],
    look: /bg-(positive|caution|negative)-solid/.exec(bar)?.[1],
    alert: readable(alert),
  }
}

test('what is left of a contract is said, green up to 90 % and amber above', () => {
  expect(shown('90000')).toMatchObject({ share: '90', look: 'positive', alert: '' })
  expect(shown('90000').bar).toContain('Disponible: 100 €')
  expect(shown('90001')).toMatchObject({ look: 'caution', alert: '' })
  expect(shown('100000')).toMatchObject({ share: '100', look: 'caution', alert: '' })
})

test('a contract that is exceeded says by how much, red and never beyond 100 %', () => {
  const { bar, share, look, alert } = shown('125050')
  expect({ share, look }).toEqual({ share: '100', look: 'negative' })
  expect(bar).toContain('Excedido por 250,50 €')
  // Printed, too: 125,05 % is said by nothing.
  expect(bar).toMatch(/\b100 %/)
  expect(bar).not.toMatch(/125/)
  expect(alert).toContain('Límite excedido')
  expect(alert).toContain('El consumo ha superado el monto total del contrato por 250,50 €.')
})
