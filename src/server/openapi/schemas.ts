/**
 * JSON Schemas of the wire as named components. A schema that is read otherwise than it is written (with defaults, or
 * trimmed) has two: `Money`, and `MoneyInput` of requests.
 */
import { z } from 'zod'
import type { Comments } from '#server/openapi/comments.ts'

export type Json = { [key: string]: unknown }

/** Name of a schema, and what else its component says: its description, format and examples. */
export type Named = { readonly id: string } & { readonly [keyword: string]: unknown }

type ByName = { readonly [name: string]: Json }
type Direction = 'input' | 'output'

/** Schemas of requests or of answers that have no name of their own get that of their call. */
export type Roots = ReadonlyMap<z.ZodType, string>

export type SchemaParts = {
  readonly named: ReadonlyMap<z.ZodType, Named>
  readonly sent: Roots
  readonly answered: Roots
  /** Comments by the name of the component; of a root's fields, of what its endpoint says. */
  readonly comments: ReadonlyMap<string, Comments>
  /** Describes what no comment describes: a field by its name, an id by its pattern. */
  readonly wordsOf: (name: string, field: Json) => Json
}

export type Schemas = {
  /** The schema as a request, or an answer, uses it: a reference, or the schema itself where it has no fields. */
  readonly sent: (schema: z.ZodType) => Json
  readonly answered: (schema: z.ZodType) => Json
  /** Fields of a query or of a path, by name. */
  readonly fields: (schema: z.ZodType) => { readonly [name: string]: { schema: Json; isRequired: boolean } }
  /** The components that these parts of a document refer to, and those to which they refer. */
  readonly componentsOf: (document: unknown) => ByName
}

export function openSchemas(parts: SchemaParts): Schemas {
  const requests = withWords(jsonSchemas('input', parts.named, parts.sent), parts)
  const answers = withWords(jsonSchemas('output', parts.named, parts.answered), parts)
  const used = namesReachedFrom(
    [...parts.answered].map(([schema, name]) => parts.named.get(schema)?.id ?? name),
    answers,
  )
  const unlike = namesThatDiffer(requests, answers)
  const inputName = (name: string) => (unlike.has(name) && used.has(name) ? `${name}Input` : name)
  const renamed = Object.entries(requests).map(([name, schema]) => [
    inputName(name),
    withReferences(schema, inputName),
  ])
  const all: ByName = { ...answers, ...Object.fromEntries(renamed) }
  const announcedName = (schema: z.ZodType, roots: Roots): string => {
    const name = parts.named.get(schema)?.id ?? roots.get(schema)
    if (name === undefined) throw new Error('a schema of the API was not announced')
    return name
  }
  const use = (name: string): Json => (hasName(all[name]) ? { $ref: referenceTo(name) } : { ...all[name] })
  return {
    sent: schema => use(inputName(announcedName(schema, parts.sent))),
    answered: schema => use(announcedName(schema, parts.answered)),
    fields: schema => schemaFields(all[inputName(announcedName(schema, parts.sent))] ?? {}),
    componentsOf: document => {
      const reached = [...namesReachedFrom(referencesIn(document), all)].toSorted()
      return Object.fromEntries(reached.map(name => [name, all[name] ?? {}]))
    },
  }
}

export const referenceTo = (name: string): string => `#/components/schemas/${name}`

function jsonSchemas(io: Direction, named: SchemaParts['named'], roots: Roots): ByName {
  const registry = z.registry<Named>()
  for (const [schema, meta] of named) registry.add(schema, meta)
  for (const [schema, id] of roots) if (!named.has(schema)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: referenceTo,
    metadata: registry,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (!(zodSchema instanceof z.ZodObject)) return
      // An answer may have further fields one day: no client should refuse them.
      if (io === 'output' && zodSchema.def.catchall === undefined) delete jsonSchema.additionalProperties
      if (io === 'input') requireWhatIsAsked(zodSchema, jsonSchema)
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, '~standard': _, ...schema }]) => [name, schema]),
  )
}

/** A rule may ask for a field whose type is optional: it is required when its absence, or null, is refused. */
function requireWhatIsAsked(
  { shape }: z.ZodObject,
  object: { required?: string[]; properties?: Json },
): void {
  const refuses = (name: string, value: unknown) => !z.safeParse(shape[name] ?? z.never(), value).success
  const required = Object.keys(shape).filter(name => refuses(name, undefined))
  if (required.length > 0) object.required = required
  for (const name of required.filter(name => refuses(name, null))) {
    const field: Json = Object(object.properties?.[name])
    const options = Array.isArray(field.anyOf) ? field.anyOf.filter(option => option.type !== 'null') : []
    const [only, ...others] = options
    if (only === undefined || others.length > 0) continue
    delete field.anyOf
    Object.assign(field, only)
  }
}

/** Objects and choices among objects are components; a bare list, text or empty object says more where it is used. */
function hasName(schema: Json | undefined): boolean {
  if (schema === undefined) return false
  if (schema.$ref !== undefined || schema.type === 'array') return false
  return schema.type !== 'object' || Object.keys(Object(schema.properties)).length > 0
}

function schemaFields(schema: Json): ReturnType<Schemas['fields']> {
  const required = Array.isArray(schema.required) ? schema.required : []
  const entries = Object.entries<Json>(Object(schema.properties))
  return Object.fromEntries(
    entries.map(([name, field]) => [name, { schema: field, isRequired: required.includes(name) }]),
  )
}

/** Names of which both directions have a schema that is not the same, or refers to one that is not. */
function namesThatDiffer(requests: ByName, answers: ByName): ReadonlySet<string> {
  const both = Object.keys(requests).filter(name => Object.hasOwn(answers, name))
  const unlike = new Set(
    both.filter(name => JSON.stringify(requests[name]) !== JSON.stringify(answers[name])),
  )
  for (let before = -1; before < unlike.size; ) {
    before = unlike.size
    for (const name of both)
      if (referencesIn(requests[name]).some(other => unlike.has(other))) unlike.add(name)
  }
  return unlike
}

/** Names of these components, and of those to which they refer. */
function namesReachedFrom(names: readonly string[], all: ByName): ReadonlySet<string> {
  const reached = new Set<string>()
  const queue = [...names]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (reached.has(name)) continue
    reached.add(name)
    queue.push(...referencesIn(all[name]))
  }
  return reached
}

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? nameIn(inner) : referencesIn(inner),
  )
}

const nameIn = (reference: string): string[] =>
  reference.startsWith(referenceTo('')) ? [reference.slice(referenceTo('').length)] : []

function withReferences(value: Json, rename: (name: string) => string): Json {
  const text = JSON.stringify(value, (key, inner) =>
    key === '$ref' && typeof inner === 'string'
      ? nameIn(inner).map(name => referenceTo(rename(name)))[0]
      : inner,
  )
  return JSON.parse(text)
}

/** The schemas with their comments, and with words for what has none. */
function withWords(schemas: ByName, { comments, wordsOf }: SchemaParts): ByName {
  for (const [name, schema] of Object.entries(schemas)) {
    const said = comments.get(name)
    if (said?.whole && schema.description === undefined) schema.description = said.whole
    for (const [path, text] of said?.fields ?? []) describeField(schema, path.split('.'), text)
    describeRest(schema, wordsOf)
  }
  return schemas
}

/** Sets the description of the field at a path, through lists and choices. */
function describeField(schema: Json, [name = '', ...rest]: readonly string[], text: string): void {
  for (const object of objectsIn(schema)) {
    const found = Object(object.properties)[name]
    if (found === undefined) continue
    if (rest.length === 0) found.description = text
    else describeField(found, rest, text)
  }
}

/** The schema itself, the members of its choices and the items of its lists, without what is referred to. */
function objectsIn(schema: Json): readonly Json[] {
  const parts = [schema.items, schema.anyOf, schema.oneOf, schema.allOf].flat()
  const inner = parts.filter(part => typeof part === 'object' && part !== null)
  return [schema, ...inner.flatMap(part => objectsIn(Object(part)))]
}

function describeRest(schema: Json, wordsOf: SchemaParts['wordsOf']): void {
  for (const object of objectsIn(schema))
    for (const [name, field] of Object.entries<Json>(Object(object.properties))) {
      if (Object.keys(field).join() !== '$ref') Object.assign(field, { ...wordsOf(name, field), ...field })
      describeRest(field, wordsOf)
    }
}
