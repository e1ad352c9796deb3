import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Approvals, DocumentState } from '#features/documents/rules.ts'
import { statusText } from '#features/documents/text/kinds.ts'
import { ApprovalsBadge } from '#features/documents/web/approvals-badge.tsx'
import { statusNote } from '#features/documents/web/document-status-badge.tsx'

const shown = (approvals: Approvals, state: DocumentState) =>
  renderToStaticMarkup(createElement(ApprovalsBadge, { approvals, state })).replaceAll(/<[^>]+>/g, '')

test.each([
  [{ total: 2, approved: 2, rejected: 0, pending: 0 }, 'approved', 'Completamente Aprobado'],
  [{ total: 3, approved: 1, rejected: 1, pending: 0 }, 'executed', 'Completamente Aprobado'],
  [{ total: 3, approved: 1, rejected: 1, pending: 0 }, 'cancelled', '-'],
  [{ total: 3, approved: 1, rejected: 1, pending: 0 }, 'rejected', 'Rechazado (1/3)'],
  [{ total: 3, approved: 1, rejected: 1, pending: 1 }, 'in_approval', 'Rechazado (1/3)'],
  [{ total: 3, approved: 1, rejected: 0, pending: 2 }, 'in_approval', 'Pendiente (1/3)'],
  [{ total: 3, approved: 0, rejected: 0, pending: 0 }, 'returned', 'Pendiente (0/3)'],
  [{ total: 0, approved: 0, rejected: 0, pending: 0 }, 'returned', 'Sin aprobaciones'],
  [{ total: 0, approved: 0, rejected: 0, pending: 0 }, 'blocked', 'Sin aprobaciones'],
] as const)(
  'the badge of a list says how many of all have approved or rejected, or that nobody is asked (%#)',
  (approvals, state, text) => {
    expect(shown(approvals, state)).toBe(text)
  },
)

test.each([
  ['pending', 'gasto', 'Pendiente'],
  ['approved', 'gasto', 'Aprobado'],
  ['paid', 'gasto', 'Pagado'],
  ['paid', 'emision', 'Emitido'],
  ['rejected', 'emision', 'Rechazado'],
] as const)('the status %s of a %s reads %s', (status, type, text) => {
  expect(statusText({ status, type })).toBe(text)
})

test('a credit note is settled, not paid', () => {
  const creditNote = { type: 'gasto', creditedId: 'DOC-007' } as const
  expect(statusText({ ...creditNote, status: 'paid' })).toBe('Abonado')
  expect(statusText({ ...creditNote, status: 'approved' })).toBe('Aprobado')
})

const calm = { blockCause: null, receipt: null, paymentBatchId: null } as const
test.each([
  [{ ...calm, state: 'in_approval' }, null],
  [{ ...calm, state: 'returned' }, 'Devuelto'],
  [{ ...calm, state: 'blocked', blockCause: 'budget' }, 'Bloqueado: sin presupuesto disponible'],
  [{ ...calm, state: 'blocked', blockCause: 'no_approver' }, 'Bloqueado: nadie puede aprobarlo'],
  [
    { ...calm, state: 'blocked', blockCause: 'contract_inactive' },
    'Bloqueado: el contrato no admite pedidos',
  ],
  [{ ...calm, state: 'execution_rejected' }, 'Ejecución rechazada'],
  [{ ...calm, state: 'cancelled' }, 'Anulado'],
  [{ ...calm, state: 'approved', paymentBatchId: 'R-001' }, 'En remesa R-001'],
  [{ ...calm, state: 'executed', receipt: 'disputed' }, 'En disputa'],
  [{ ...calm, state: 'executed', receipt: 'received' }, null],
] as const)('what a status does not say of %j is added to it', (document, note) => {
  expect(statusNote(document)).toBe(note)
})
