import { expect, it } from 'vitest'
import { matches } from '#ui/lists/fold.ts'

it.each([
  ['Diseño gráfico', 'diseno', true],
  ['Imprenta Ñandú', 'nandu', true],
  ['Servicio de catering', 'catering servicio', true],
  ['PRJ-001 Obra', 'prj-001', true],
  ['Flete', 'fletes', false],
  ['Flete', '', true],
])('%s is found by "%s": %s', (text, query, found) => {
  expect(matches(text, query)).toBe(found)
})
