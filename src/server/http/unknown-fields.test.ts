import { expect, test } from 'vitest'
import { z } from 'zod'
import { unknownFields } from '#server/http/unknown-fields.ts'

const line = z.object({ base: z.string(), rate: z.string().optional() })
const schema = z
  .object({
    name: z.string().trim(),
    lines: z.array(line).nullable(),
    terms: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('days'), days: z.int() }),
      z.object({ kind: z.literal('none') }),
    ]),
    extra: z.record(z.string(), z.string()).default({}),
    day: z.preprocess(value => value, z.object({ on: z.string() }).optional()),
  })
  .transform(({ name }) => name)

test('fields that a schema does not know are found at any depth, and no others', () => {
  const good = { name: 'a', lines: [{ base: '1' }], terms: { kind: 'none' }, extra: { any: 'x' } }
  expect(unknownFields(schema, good)).toEqual([])
  expect(unknownFields(schema, { ...good, lines: null, day: { on: 'x' } })).toEqual([])
  const wrong = {
    ...good,
    nmae: 'b',
    lines: [{ base: '1' }, { base: '2', rte: '3' }],
    terms: { kind: 'none', days: 3 },
    day: { on: 'x', zone: 'y' },
  }
  expect(unknownFields(schema, wrong)).toEqual([
    ['lines', 1, 'rte'],
    ['terms', 'days'],
    ['nmae'],
    ['day', 'zone'],
  ])
})

test('what every object has by birth is no known field', () => {
  expect(unknownFields(z.object({}), JSON.parse('{"__proto__":1,"constructor":2}'))).toEqual([
    ['__proto__'],
    ['constructor'],
  ])
})
