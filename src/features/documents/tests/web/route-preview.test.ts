import { expect, test } from 'vitest'
import { sendingSentence } from '#features/documents/web/route-preview-panel.tsx'

const stage = (turn: number, ...names: string[]) => ({
  turn,
  name: 'Etapa',
  origin: 'general' as const,
  mode: 'all' as const,
  needed: names.length,
  basis: '',
  deputy: null,
  people: names.map(name => ({ userId: name, name })),
})

test.each([
  [[], 'Al guardar, se envía a aprobación.'],
  [[stage(1, 'Ana')], 'Al guardar, se envía a aprobación: lo recibe Ana.'],
  [[stage(1, 'Ana', 'Luis')], 'Al guardar, se envía a aprobación: lo reciben Ana y Luis.'],
  [[stage(1, 'Ana'), stage(1, 'Ana', 'Luis')], 'Al guardar, se envía a aprobación: lo reciben Ana y Luis.'],
  [[stage(2, 'Eva'), stage(1, 'Ana')], 'Al guardar, se envía a aprobación: lo recibe Ana.'],
  [
    [stage(1, 'Ana', 'Luis', 'Eva', 'Teo')],
    'Al guardar, se envía a aprobación: lo reciben Ana, Luis y 2 más.',
  ],
] as const)('the form says to whom it sends an order first (%#)', (stages, sentence) => {
  expect(sendingSentence({ blockedBy: null, missingRate: null, stages: [...stages] })).toBe(sentence)
})

test('and that it will be blocked, or nothing of people before it knows them', () => {
  expect(sendingSentence({ missingRate: null, blockedBy: 'no_approver', stages: [] })).toMatch(
    /bloqueado: hoy nadie puede aprobarlo/,
  )
  expect(sendingSentence(undefined)).toBe('Al guardar, se envía a aprobación.')
})
