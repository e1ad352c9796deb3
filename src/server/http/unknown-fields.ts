/**
 * Fields that a request has and its schema does not: to a program they are a misspelt name, and what it meant to say
 * would be lost without a word. A browser may still hold the page of the release before, and is not asked.
 */
import { z } from 'zod'

type Path = readonly (string | number)[]

/** Paths of the unknown fields of a value that the schema accepts, at any depth. */
export function unknownFields(schema: z.ZodType, value: unknown, path: Path = []): readonly Path[] {
  if (schema instanceof z.ZodObject) return ofObject(schema, value, path)
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((item, index) => unknownFields(ofItems(schema), item, [...path, index]))
  if (schema instanceof z.ZodUnion) {
    const taken = schema.options.filter(isType).find(option => option.safeParse(value).success)
    return taken ? unknownFields(taken, value, path) : []
  }
  const inner = innerSchema(schema)
  return inner === null ? [] : unknownFields(inner, value, path)
}

function ofObject(schema: z.ZodObject, value: unknown, path: Path): readonly Path[] {
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    schema.def.catchall !== undefined
  )
    return []
  return Object.entries(value).flatMap(([name, field]) => {
    const own: unknown = Object.hasOwn(schema.shape, name) ? schema.shape[name] : null
    return isType(own) ? unknownFields(own, field, [...path, name]) : [[...path, name]]
  })
}

const isType = (schema: unknown): schema is z.ZodType => schema instanceof z.ZodType

function ofItems({ element }: z.ZodArray): z.ZodType {
  return isType(element) ? element : z.unknown()
}

/** Schema inside another: of an optional one, one with a default, the first step of one that is changed. */
function innerSchema(schema: z.ZodType): z.ZodType | null {
  if (schema instanceof z.ZodPipe) {
    const { in: first, out } = schema.def
    const read = first instanceof z.ZodTransform ? out : first
    return isType(read) ? read : null
  }
  const inner: unknown = 'innerType' in schema.def ? schema.def.innerType : null
  return isType(inner) ? inner : null
}
