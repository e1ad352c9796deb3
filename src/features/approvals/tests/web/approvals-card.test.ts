import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApprovalsCard } from '#features/approvals/web/approvals-card.tsx'
import type { StageWire } from '#features/approvals/wire.ts'

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
  basis: 'Flujo general',
  seats: [seat('Ana', 'approved'), seat('Luis', 'pending')],
}

test('the history of approvals is summed up, names everybody and is at most 15rem high', () => {
  const approvals = { total: 2, approved: 1, rejected: 0, pending: 1 }
  const amount = { minor: '100', currency: 'EUR' as const }
  const order = { id: 'DOC-001', revision: 1, amount, contract: null, mySeatId: 'Luis' }
  const document = { ...order, approvals, stages: [stage], state: 'in_approval' as const }
  const markup = renderToStaticMarkup(createElement(ApprovalsCard, { document }))
  // Tailwind's 60 quarters of a rem.
  expect(/<section aria-label="Aprobaciones"[^>]*class="([^"]*)"/.exec(markup)?.[1]?.split(' ')).toEqual(
    expect.arrayContaining(['max-h-60', 'overflow-y-auto']),
  )
  const read = markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(read).toMatch(
    /Total 2 Aprobadas 1 Rechazadas 0 Pendientes 1|2 Total 1 Aprobadas 0 Rechazadas 1 Pend/,
  )
  expect(read).toMatch(/Flujo general.*Ana Aprobado.* Luis · te toca Pendiente/)
})
