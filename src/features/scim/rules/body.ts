/** Bodies of requests: attributes by lower-cased name, and what of them is kept here. */
import { attributeNamed } from '#features/scim/rules/attributes.ts'
import { badValue, ScimError } from '#features/scim/rules/scim-error.ts'

export type Attributes = ReadonlyMap<string, unknown>

export const longestExternalId = 255

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields of an object by lower-cased name. @throws ScimError `invalidSyntax` for whatever is none. */
export function readFields(value: unknown): Attributes {
  if (!isObject(value)) throw new ScimError(400, 'invalidSyntax', 'Se espera un objeto JSON.')
  return new Map(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), inner]))
}

/** Attributes of a user, each by the name that `attributeNamed` gives it; unknown ones are left out. */
export function userAttributes(value: unknown): Attributes {
  const named = [...readFields(value)].flatMap(([name, inner]): [string, unknown][] => {
    const attribute = attributeNamed(name)
    return attribute === null ? [] : [[attribute, inner]]
  })
  return new Map(named)
}

/** @throws ScimError when the body does not say that it is what the schema describes. */
export function mustHaveSchema(schema: string, fields: Attributes): void {
  const schemas = fields.get('schemas')
  const isNamed =
    Array.isArray(schemas) &&
    schemas.some(each => typeof each === 'string' && each.toLowerCase() === schema.toLowerCase())
  if (!isNamed) throw new ScimError(400, 'invalidSyntax', `En «schemas» falta ${schema}.`)
}

/** A text without what PostgreSQL does not hold and nobody types; undefined for none. @throws ScimError `invalidValue`. */
export function readText(value: unknown, name: string, longest: number): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw badValue(`«${name}» debe ser un texto.`)
  if (value.length > longest) throw badValue(`«${name}» tiene más de ${longest} caracteres.`)
  if (/[\p{Cc}\p{Cs}]/u.test(value)) throw badValue(`«${name}» lleva caracteres que no se admiten.`)
  return value
}

/** State of the person, true for active: a boolean, or its word in a text, also in a list of one value, as Entra says it. */
export function activityFrom(value: unknown): boolean {
  const [only] = Array.isArray(value) ? value : [value]
  const said = isObject(only) ? readFields(only).get('value') : only
  const word = typeof said === 'string' ? said.toLowerCase() : said
  if (word === true || word === 'true') return true
  if (word === false || word === 'false') return false
  throw badValue('«active» debe ser true o false.')
}

/** Values of an attribute that has several: each with its value and whether it is the first. */
export function readValues(list: unknown, name: string): readonly string[] {
  if (list === undefined || list === null) return []
  const all = Array.isArray(list) ? list : [list]
  if (all.length > 20) throw badValue(`«${name}» tiene demasiados valores.`)
  return all.flatMap(each => {
    const text = readText(isObject(each) ? readFields(each).get('value') : each, name, 254)
    return text === undefined ? [] : [text]
  })
}

/** Texts of a person as the directory says them; their forms are the wire's to judge. */
export type Said = {
  readonly userName: string
  readonly givenName: string
  readonly familyName: string
  readonly externalId: string | undefined
  readonly active: boolean | undefined
  readonly addresses: readonly string[]
  readonly roles: readonly string[]
}

/** Fields of a body that a directory decides: whether somebody is active, and its own id of them. @throws ScimError. */
export function keptSaid(attributes: Attributes): Pick<Said, 'externalId' | 'active'> {
  const active = attributes.get('active')
  return {
    externalId: readText(attributes.get('externalid'), 'externalId', longestExternalId),
    active: active === undefined || active === null ? undefined : activityFrom(active),
  }
}

/** Person as a body describes them. @throws ScimError. */
export function personSaid(attributes: Attributes): Said {
  const userName = readText(attributes.get('username'), 'userName', 254)
  if (userName === undefined) throw badValue('Falta «userName»: la dirección de correo de la persona.')
  return {
    userName,
    ...namesSaid(attributes, userName),
    ...keptSaid(attributes),
    addresses: readValues(attributes.get('emails'), 'emails'),
    roles: readValues(attributes.get('roles'), 'roles'),
  }
}

/** First and last name; of a single text the first word is the first name, and without any it is in the address. */
function namesSaid(
  attributes: Attributes,
  userName: string,
): { readonly givenName: string; readonly familyName: string } {
  const name = isObject(attributes.get('name')) ? readFields(attributes.get('name')) : new Map()
  const given = readText(name.get('givenname'), 'name.givenName', 200)
  const family = readText(name.get('familyname'), 'name.familyName', 200)
  if (given !== undefined) return { givenName: given, familyName: family ?? '' }
  const whole =
    readText(name.get('formatted'), 'name.formatted', 200) ??
    readText(attributes.get('displayname'), 'displayName', 200) ??
    family ??
    userName.split('@')[0] ??
    userName
  const [first = whole, ...rest] = whole.trim().split(/\s+/)
  return { givenName: first, familyName: rest.join(' ') }
}
