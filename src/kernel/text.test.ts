import { expect, test } from 'vitest'
import { counted, countText } from '#kernel/text.ts'

test('a count agrees with its word: one is one, none and several are many', () => {
  expect([0, 1, 2].map(count => counted(count, 'día'))).toEqual(['0 días', '1 día', '2 días'])
  expect(counted(1, 'documento pendiente', 'documentos pendientes')).toBe('1 documento pendiente')
  expect(counted(12_500, 'pedido')).toBe('12.500 pedidos')
  // Beside '1.391,50 €' a count of four digits is grouped too, which Spanish does not do by itself.
  expect(counted(1_137, 'pago')).toBe('1.137 pagos')
  expect(countText(1_137)).toBe('1.137')
})
