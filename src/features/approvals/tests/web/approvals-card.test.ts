import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApprovalsCard } from '#features/approvals/web/approvals-card.tsx'
import { foldAt, foldWords } from '#features/approvals/web/text.ts'
import type { StageWire } from '#features/approvals/wire.ts'
import { noTolerance } from '#features/companies/rules/tolerance.ts'

type Seat = StageWire['seats'][number]

const seat = (approverName: string, status: Seat['status']): Seat => ({
  id: approverName,
  approverId: approverName,
  approverName,
  status,
  comment: null,
  decidedAt: null,
  decidedByName: null,
  reassigned: null,
  deputy: null,
  can: { reassign: { refused: 'forbidden', text: '' } as const },
})

const stage: StageWire = {
  stage: 1,
  turn: 1,
  origin: 'general',
  name: 'Aprobación del proyecto',
  mode: 'all',
  needed: 2,
  outcome: 'pending',
  added: null,
  forced: null,
  deputy: null,
  basis: 'Flujo general',
  seats: [seat('Ana', 'approved'), seat('Luis', 'pending')],
}

test('the history of approvals is summed up, names everybody, and is at most 15rem high without scrolling', () => {
  const approvals = { total: 2, approved: 1, rejected: 0, pending: 1 }
  const order = { id: 'DOC-001', revision: 1, charge: null, contract: null, mySeatId: 'Luis' }
  const document = { ...order, approvals, stages: [stage], state: 'in_approval' as const }
  const markup = renderToStaticMarkup(createElement(ApprovalsCard, { document }))
  // Tailwind's 60 quarters of a rem.
  expect(/<section aria-label="Aprobaciones"[^>]*class="([^"]*)"/.exec(markup)?.[1]?.split(' ')).toEqual(
    expect.arrayContaining(['max-h-60', 'overflow-hidden']),
  )
  const read = markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(read).toMatch(
    /Total 2 Aprobadas 1 Rechazadas 0 Pendientes 1|2 Total 1 Aprobadas 0 Rechazadas 1 Pend/,
  )
  expect(read).toMatch(/Flujo general.*Ana Aprobado.* Luis · te toca Pendiente/)
})

const eur = (minor: string) => ({ minor, currency: 'EUR' as const })

test('the excess over a contract is that of the charge, not of what the order asks for', () => {
  const order = { id: 'DOC-001', revision: 1, mySeatId: null, state: 'in_approval' as const }
  const approvals = { total: 1, approved: 0, rejected: 0, pending: 1 }
  const balance = { total: eur('10000'), requested: eur('0'), committed: eur('8000'), used: eur('0') }
  const document = {
    ...order,
    approvals,
    stages: [{ ...stage, origin: 'overrun' as const }],
    charge: eur('2500'),
    amount: eur('3025'),
    contract: { ...contract, balance },
  }
  const read = renderToStaticMarkup(createElement(ApprovalsCard, { document })).replaceAll(/<[^>]+>/g, '')
  expect(read).toContain('El contrato quedaría excedido por 5\u00a0€')
})

const contract = {
  id: 'CTR-001',
  type: 'proveedor' as const,
  description: 'Obra',
  conditions: null,
  clientId: 'c',
  clientName: 'Norte',
  providerId: 'PRV-001',
  providerName: 'Sur',
  startsOn: '2026-01-01',
  endsOn: '2026-12-31',
  status: 'active' as const,
  overrunPolicy: 'requiere_aprobacion' as const,
  tolerance: noTolerance,
  chargeBasis: 'base' as const,
  paymentTerms: null,
  opening: null,
  revision: 1,
  createdAt: '2026-01-01T00:00:00Z',
}

test('a list of steps is folded where the last one that fits ends, and says how many are behind', () => {
  const step = (bottom: number, ...seats: number[]) => ({ bottom, seats })
  expect(foldAt([step(100, 90), step(240, 230)], 240)).toBeNull()
  const two = foldAt([step(100, 90), step(241, 230), step(300, 290)], 240)
  expect(two).toEqual({ height: 100, steps: 2, people: 0 })
  expect(foldWords({ steps: 2, people: 0 })).toBe('y 2 pasos más')
  const crowd = foldAt([step(500, 120, 200, 280, 360), step(600, 590)], 240)
  expect(crowd).toEqual({ height: 200, steps: 1, people: 2 })
  expect(foldWords({ steps: 1, people: 2 })).toBe('y 2 personas y 1 paso más')
  // A comment of many lines: its person at least is shown.
  expect(foldAt([step(500, 420, 490)], 240)).toEqual({ height: 420, steps: 0, people: 1 })
})
