import { beforeEach, expect, test, vi } from 'vitest'
import { sayConfirmed } from '#features/executions/web/text.ts'
import { notify } from '#ui/toast.ts'

vi.mock('#ui/toast.ts', () => ({ notify: { success: vi.fn() } }))

beforeEach(() => vi.clearAllMocks())

test.each([
  ['gasto', true, 'Pago Confirmado', 'Se ha registrado la confirmación de pago.'],
  ['gasto', false, 'Pago Confirmado', 'Se ha registrado la confirmación de pago.'],
  ['emision', true, 'Emisión Confirmada', 'Se subió el comprobante de factura emitida.'],
  ['emision', false, 'Emisión Confirmada', 'Se ha registrado la emisión, sin comprobante.'],
] as const)(
  'a confirmation is told by what it confirms: %s, with a proof: %s',
  (type, hasProof, title, description) => {
    const order = {
      id: 'DOC-012',
      type,
      name: 'Climatización',
      amount: { minor: '4500000', currency: 'EUR' },
    } as const
    sayConfirmed(order, hasProof, 'page')
    expect(notify.success).toHaveBeenCalledExactlyOnceWith(title, { description })
    sayConfirmed(order, hasProof, 'queue')
    expect(notify.success).toHaveBeenLastCalledWith('Ejecución confirmada', {
      description: `${title}. ${description}\nDOC-012 · Climatización · 45.000\u00a0€`,
      group: 'executions',
    })
  },
)
