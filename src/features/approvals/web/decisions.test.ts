import { expect, test, vi } from 'vitest'
import { sayDecided } from '#features/approvals/web/text.ts'
import { notify } from '#ui/toast.ts'

vi.mock('#ui/toast.ts', () => ({ notify: { success: vi.fn(), error: vi.fn(), info: vi.fn() } }))

test.each([
  ['approve', 'success', 'Documento aprobado', 'Has aprobado este documento correctamente'],
  ['reject', 'error', 'Documento rechazado', 'Has rechazado este documento'],
  ['return', 'info', 'Documento devuelto', 'Has devuelto este documento para cambios'],
] as const)('a decision is told: %s as %s', (decision, kind, title, description) => {
  sayDecided(decision)
  expect(notify[kind]).toHaveBeenCalledExactlyOnceWith(title, { description })
})

test('an approval that can be taken back says how', () => {
  const run = vi.fn()
  sayDecided('approve', run)
  const action = { label: 'Deshacer', run }
  expect(notify.success).toHaveBeenLastCalledWith('Documento aprobado', expect.objectContaining({ action }))
})
