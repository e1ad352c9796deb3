import { text as consumed } from 'node:stream/consumers'
import { createElement } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { expect, test } from 'vitest'
import { noTolerance, type Tolerance } from '#features/companies/rules/tolerance.ts'
import type { OverrunPolicy } from '#features/contracts/rules.ts'
import { BudgetPreviewPanel } from '#features/documents/web/budget-preview-panel.tsx'

const euros = (minor: string) => ({ minor, currency: 'EUR' as const })
const contractOf = (overrunPolicy: OverrunPolicy, tolerance: Tolerance) => ({
  id: 'CTR-001',
  type: 'proveedor' as const,
  description: 'Obra',
  conditions: null,
  clientId: 'c',
  clientName: 'Cliente',
  providerId: 'PRV-001',
  providerName: 'Proveedor',
  startsOn: '2020-01-01',
  endsOn: '2090-12-31',
  status: 'active' as const,
  overrunPolicy,
  tolerance,
  chargeBasis: 'total' as const,
  paymentTerms: null,
  opening: null,
  balance: { total: euros('100000'), requested: euros('20000'), committed: euros('30000'), used: euros('0') },
  revision: 1,
  createdAt: '2020-01-01T00:00:00.000Z',
})

/** Text of the panel once its warning is there, which is loaded apart. */
async function shown(overrunPolicy: OverrunPolicy, chargeMinor: string, tolerance = noTolerance) {
  const contract = contractOf(overrunPolicy, tolerance)
  const { prelude } = await prerenderToNodeStream(
    createElement(BudgetPreviewPanel, { contract, chargeMinor }),
  )
  return (await consumed(prelude))
    .replaceAll(/<!-- -->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test('whoever writes an order reads what it leaves, counting what already waits', async () => {
  expect(await shown('avisar', '10000')).toContain('Tras este pedido quedarían 400 €')
  expect(await shown('bloquear', '50000')).toContain('Tras este pedido quedarían 0 €')
})

test.each([
  ['avisar', 'Puedes enviarlo: quienes aprueban verán esta advertencia.'],
  ['requiere_aprobacion', 'Puedes enviarlo: además tendrá que aprobarlo un responsable de presupuesto.'],
] as const)('past what remains, under %s, they are warned', async (policy, text) => {
  expect(await shown(policy, '50000')).not.toContain('Supera')
  const warned = await shown(policy, '50001')
  expect(warned).toContain('Tras este pedido faltarían 0,01 €')
  expect(warned).toContain(`Supera lo que queda en el contrato ${text}`)
})

test('past what remains, under bloquear, they are told that it does not fit', async () => {
  expect(await shown('bloquear', '50000')).not.toContain('500,01 €')
  const refused = await shown('bloquear', '50001')
  expect(refused).toMatch(/500 €.*500,01 €|500,01 €.*500 €/)
  expect(refused).not.toContain('Puedes enviarlo')
})

test.each(['bloquear', 'requiere_aprobacion'] as const)(
  'within the tolerance, under %s, they are only warned',
  async policy => {
    const tolerance = { ...noTolerance, rate: 1000 }
    expect(await shown(policy, '50000', tolerance)).not.toContain('tolerancia')
    const warned = await shown(policy, '60000', tolerance)
    expect(warned).toContain('Dentro de la tolerancia: 100 € más que el total del contrato')
    expect(warned).toContain('Puedes enviarlo.')
    expect(await shown(policy, '60001', tolerance)).not.toContain('Dentro de la tolerancia')
  },
)
