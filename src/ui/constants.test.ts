// Numbers of the interface that the specification, section 9, sets.
import { createElement, isValidElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '#ui/api.ts'
import { Tooltip } from '#ui/dialogs/tooltip.tsx'
import { queryClient } from '#ui/query-client.ts'

const rendered = vi.hoisted((): unknown[] => [])

vi.mock('react-dom/client', () => ({
  createRoot: () => ({ render: (element: unknown) => void rendered.push(element) }),
}))

vi.mock('sonner', () => ({ Toaster: 'div', toast: { success: () => {} } }))

afterEach(() => vi.unstubAllGlobals())

const propsOf = (element: unknown) => (isValidElement<object>(element) ? element.props : {})

test('notices close after 4 s, three at a time, 14 px apart, at the bottom right, and alt+T leads to them', async () => {
  vi.stubGlobal('document', {
    body: { appendChild: (child: object) => child },
    createElement: () => ({ addEventListener() {} }),
  })
  const { showToast } = await import('#ui/toaster.tsx')
  showToast('success', 'Hecho', {})
  expect(propsOf(rendered[0])).toMatchObject({
    duration: 4000,
    visibleToasts: 3,
    gap: 14,
    position: 'bottom-right',
    hotkey: ['altKey', 'KeyT'],
  })
})

test('a tooltip opens after 700 ms', () => {
  vi.stubGlobal('document', { querySelector: () => null, body: null })
  const { children } = Object.assign(
    { children: [] },
    propsOf(Tooltip({ text: 'Cerrar', children: createElement('span') })),
  )
  expect(propsOf([children].flat()[0])).toMatchObject({ delay: 700 })
})

test('what was read is kept for five minutes, and a read that failed is tried three times more', () => {
  const { gcTime, retry } = queryClient.getDefaultOptions().queries ?? {}
  expect(gcTime).toBe(5 * 60_000)
  const again = (failures: number, error: Error) => typeof retry === 'function' && retry(failures, error)
  expect([0, 1, 2, 3].map(failures => again(failures, new Error('network')))).toEqual([
    true,
    true,
    true,
    false,
  ])
  const refused = new ApiProblem({ type: 'urn:refused', title: 'No', status: 409 })
  expect(again(0, refused), 'an answer is not asked for again').toBe(false)
})
