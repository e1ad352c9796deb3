/** Words for fields that mean the same wherever they stand, where no comment of the wire says more. */
import { byName, displayIds } from '#app/description/field-table.ts'
import type { Json } from '#server/openapi/schemas.ts'

/** Description and examples of a field, as far as its name or the pattern of its id says. */
export function wordsOfField(name: string, field: Json): Json {
  const pattern = /^\^([A-Z]+)-\[0-9\]/.exec(String(field.pattern ?? ''))?.[1]
  if (pattern !== undefined) return { ...displayIds[pattern] }
  if (isDay(name, field)) return { ...byName[name], format: 'date', examples: ['2026-03-15'] }
  const words = byName[name]
  if (!words) return {}
  const { description, examples = [] } = words
  const isClosed = field.enum !== undefined || field.const !== undefined || field.format !== undefined
  const fits =
    examples.length > 0 &&
    !isClosed &&
    examples.every(example => schemaTypes(field).includes(exampleType(example)))
  return { description, ...(fits ? { examples } : {}) }
}

/** Days are called so by their end (`dueOn`), or by these names. */
const dayNames: ReadonlySet<string> = new Set(['day', 'today', 'from', 'until', 'coolsUntil'])

const isDay = (name: string, field: Json): boolean =>
  (name.endsWith('On') || dayNames.has(name)) &&
  field.format === undefined &&
  field.type !== undefined &&
  schemaTypes(field).every(type => type === 'string' || type === 'null')

const schemaTypes = ({ type }: Json): readonly unknown[] => [type].flat()

/** Type of an example in JSON Schema; numbers among the examples are integers. */
function exampleType(example: unknown): string {
  if (Array.isArray(example)) return 'array'
  return typeof example === 'number' ? 'integer' : typeof example
}
