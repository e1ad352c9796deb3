// Answers as one release says them and as another takes them, compared by their JSON Schemas.

type Schema = {
  readonly $ref?: string
  readonly $defs?: { readonly [name: string]: Schema }
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
}

export type Answers = { readonly [id: string]: { readonly said: Schema; readonly taken: Schema } }

/** Places in the answers of calls that both releases have which the one says and the other does not take. */
export function unreadAnswers({ said, taken }: { said: Answers; taken: Answers }): string[] {
  return Object.keys(taken).flatMap(id => {
    const [one, other] = [said[id]?.said, taken[id]?.taken]
    if (one === undefined || other === undefined) return []
    return new Reading(one, other).refused(one, other, id)
  })
}

/** Two whole schemas, into which their references lead. */
class Reading {
  readonly #said: Schema
  readonly #taken: Schema
  readonly #seen = new Set<string>()

  constructor(said: Schema, taken: Schema) {
    this.#said = said
    this.#taken = taken
  }

  refused(said: Schema, taken: Schema, at: string): string[] {
    if (said.$ref !== undefined && taken.$ref !== undefined) {
      const pair = `${said.$ref} ${taken.$ref}`
      if (this.#seen.has(pair)) return []
      this.#seen.add(pair)
    }
    return alternatives(resolved(said, this.#said)).flatMap(one => {
      const others = alternatives(resolved(taken, this.#taken))
      const alike = others.filter(other => isAlike(resolved(one, this.#said), resolved(other, this.#taken)))
      if (alike.length === 0) return [`${at}: ${one.type}`]
      return alike.map(other => this.#unlike(one, other, at)).toSorted((a, b) => a.length - b.length)[0] ?? []
    })
  }

  #unlike(unresolved: Schema, other: Schema, at: string): string[] {
    const [said, taken] = [resolved(unresolved, this.#said), resolved(other, this.#taken)]
    if (taken.anyOf ?? taken.oneOf ?? said.anyOf ?? said.oneOf) return this.refused(said, taken, at)
    return [
      ...this.#values(said, taken, at),
      ...this.#fields(said, taken, at),
      ...(said.items && taken.items ? this.refused(said.items, taken.items, `${at}[]`) : []),
    ]
  }

  #values(said: Schema, taken: Schema, at: string): string[] {
    const [one, other] = [values(said), values(taken)]
    if (other === null) return []
    const strange = one === null ? ['any'] : one.filter(value => !other.includes(value))
    return strange.map(value => `${at}: ${value}`)
  }

  #fields(said: Schema, taken: Schema, at: string): string[] {
    const absent = (taken.required ?? []).filter(name => !said.required?.includes(name))
    const both = Object.entries(taken.properties ?? {}).flatMap(([name, other]) => {
      const one = said.properties?.[name]
      return one === undefined ? [] : this.refused(one, other, `${at}.${name}`)
    })
    return [...absent.map(name => `${at}.${name} is absent`), ...both]
  }
}

const alternatives = (schema: Schema): readonly Schema[] =>
  schema.anyOf ??
  schema.oneOf ??
  (Array.isArray(schema.type) ? schema.type.map((type: string) => ({ ...schema, type })) : [schema])

const isAlike = (said: Schema, taken: Schema): boolean =>
  taken.type === undefined ||
  said.type === undefined ||
  said.type === taken.type ||
  (said.type === 'integer' && taken.type === 'number')

const values = (schema: Schema): readonly unknown[] | null =>
  schema.enum ?? (schema.const === undefined ? null : [schema.const])

function resolved(schema: Schema, whole: Schema): Schema {
  if (schema.$ref === undefined) return schema
  if (schema.$ref === '#') return whole
  return whole.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {}
}
