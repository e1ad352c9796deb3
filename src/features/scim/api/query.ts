/** Parameters of reading: the filter, the page, and which attributes are told (RFC 7644, sections 3.4.2 and 3.9). */
import { mustHaveSchema, readFields } from '#features/scim/rules/body.ts'
import { type Filter, parseFilter } from '#features/scim/rules/filter.ts'
import { badValue } from '#features/scim/rules/scim-error.ts'
import { mostResults } from '#features/scim/wire/discovery.ts'

const usualResults = 100

export type Query = URLSearchParams

/** Parameters of an address: whatever follows its first question mark. */
export const queryIn = (url: string): Query =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

const searchSchema = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'

/** Parameters that a search sends in its body (section 3.4.3), as an address would say them. @throws ScimError. */
export function queryFrom(body: unknown): Query {
  const fields = readFields(body)
  mustHaveSchema(searchSchema, fields)
  const query = new URLSearchParams()
  for (const name of ['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes']) {
    const value = fields.get(name.toLowerCase())
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return query
}

export function filterIn(query: Query): Filter | null {
  const text = query.get('filter')
  return text === null || text.trim() === '' ? null : parseFilter(text)
}

/** The page that is asked for: a place below 1 counts as 1, a negative length as 0, as the standard says. */
export function pageIn(query: Query): { readonly startIndex: number; readonly count: number } {
  const startIndex = Math.min(Math.max(wholeIn(query, 'startIndex', 1), 1), 1_000_000_000)
  const count = Math.min(Math.max(wholeIn(query, 'count', usualResults), 0), mostResults)
  return { startIndex, count }
}

function wholeIn(query: Query, name: string, usual: number): number {
  const text = query.get(name)
  if (text === null || text === '') return usual
  if (!/^[+-]?[0-9]{1,15}$/.test(text)) throw badValue(`«${name}» debe ser un número entero.`)
  return Number(text)
}

const namesIn = (query: Query, name: string): readonly string[] | null => {
  const text = query.get(name)
  if (text === null || text.trim() === '') return null
  return text
    .slice(0, 2000)
    .split(',')
    .map(each =>
      each
        .trim()
        .toLowerCase()
        .replace(/^urn:ietf:params:scim:schemas:core:2\.0:user:/, ''),
    )
}

/** Told whatever is asked for. */
const always: ReadonlySet<string> = new Set(['schemas', 'id'])

/** The resource with the attributes that are asked for: `attributes`, or all but `excludedAttributes`. */
export function chosenIn(query: Query, resource: object): object {
  const [wanted, left] = [namesIn(query, 'attributes'), namesIn(query, 'excludedAttributes')]
  if (wanted === null && left === null) return resource
  const isTold = (name: string) =>
    always.has(name) || (wanted !== null ? wanted.some(each => isWithin(each, name)) : !left?.includes(name))
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isTold(name.toLowerCase())))
}

/** True for an attribute, and for one of which a part is asked: it is told whole. */
const isWithin = (asked: string, name: string): boolean => asked === name || asked.startsWith(`${name}.`)
