// Number and sum below a list: of a number that is not known for sure, no sum is shown.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DocumentSumPanel } from '#features/documents/web/document-sum-panel.tsx'

const shown = (hasMore: boolean) => {
  const totals = [
    {
      status: 'paid',
      amount: { minor: '123456', currency: 'EUR' },
      remaining: null,
      executed: null,
    } as const,
  ]
  const counts = { pending: 0, approved: 0, paid: 1234, rejected: 0, hasMore, totals }
  const markup = renderToStaticMarkup(
    createElement(DocumentSumPanel, { counts, status: undefined, type: undefined }),
  )
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

test('of orders that were counted in part alone the least number is told, and no sum', () => {
  expect(shown(false)).toBe('1.234 pedidos 1.234,56 €')
  expect(shown(true)).toBe('Al menos 1.234 pedidos')
})
