import { expect, test, vi } from 'vitest'
import { sayDecided } from '#features/approvals/web/text.ts'
import { notify } from '#ui/toast.ts'

const order = { id: 'DOC-037', name: 'Cemento', amount: { minor: '125050', currency: 'EUR' as const } }

vi.mock('#ui/toast.ts', () => ({ notify: { success: vi.fn(), error: vi.fn(), info: vi.fn() } }))

test.each([
  ['approve', 'success', 'Documento aprobado', 'Has aprobado este documento correctamente'],
  ['reject', 'error', 'Documento rechazado', 'Has rechazado este documento'],
  ['return', 'info', 'Documento devuelto', 'Has devuelto este documento para cambios'],
] as const)('a decision is told: %s as %s', (decision, kind, title, description) => {
  sayDecided(decision, order)
  expect(notify[kind]).toHaveBeenCalledExactlyOnceWith(title, {
    description: `${description}\nDOC-037 · Cemento · 1.250,50\u00a0€`,
    group: 'decisions',
  })
})

test('an approval that can be taken back says how', () => {
  const run = vi.fn()
  sayDecided('approve', order, run)
  const action = { label: 'Deshacer', run }
  expect(notify.success).toHaveBeenLastCalledWith('Documento aprobado', expect.objectContaining({ action }))
})
