import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Approvals, DocumentStatus } from '#features/documents/rules.ts'
import { ApprovalsBadge } from '#features/documents/web/approvals-badge.tsx'
import { wordFor } from '#features/documents/web/document-status-badge.tsx'

const shown = (approvals: Approvals, status: DocumentStatus) =>
  renderToStaticMarkup(createElement(ApprovalsBadge, { approvals, status })).replaceAll(/<[^>]+>/g, '')

test.each([
  [{ total: 2, approved: 2, rejected: 0, pending: 0 }, 'approved', 'Completamente Aprobado'],
  [{ total: 3, approved: 1, rejected: 1, pending: 0 }, 'paid', 'Completamente Aprobado'],
  [{ total: 3, approved: 1, rejected: 1, pending: 0 }, 'rejected', 'Rechazado (1/3)'],
  [{ total: 3, approved: 1, rejected: 1, pending: 1 }, 'pending', 'Pendiente (1/3)'],
  [{ total: 3, approved: 1, rejected: 0, pending: 2 }, 'pending', 'Pendiente (1/3)'],
  [{ total: 0, approved: 0, rejected: 0, pending: 0 }, 'pending', 'Pendiente (0/0)'],
] as const)(
  'the badge of a list says how many of all have approved or rejected (%#)',
  (approvals, status, text) => {
    expect(shown(approvals, status)).toBe(text)
  },
)

test.each([
  ['pending', 'gasto', 'Pendiente'],
  ['approved', 'gasto', 'Aprobado'],
  ['paid', 'gasto', 'Pagado'],
  ['paid', 'emision', 'Emitido'],
  ['rejected', 'emision', 'Rechazado'],
] as const)('the status %s of a %s reads %s', (status, type, text) => {
  expect(wordFor({ status, type })).toBe(text)
})
