/**
 * The REST wire of profiles for the official client: a closed grammar; unknown syntax is refused with the code that the
 * client expects.
 */
import { z } from 'zod'
import { roles } from '#kernel/actor.ts'
import { EmailWire, lineWire, UuidWire } from '#kernel/wire.ts'

const profileColumns = [
  'id',
  'name',
  'email',
  'role',
  'active',
  'created_at',
  // A pending address that is not in effect yet.
  'new_email',
] as const
export type ProfileColumn = (typeof profileColumns)[number]

/** Maximum number of rows in an answer. */
export const maxProfiles = 1000

export type ProfileFilter = { readonly column: ProfileColumn } & (
  | { readonly operator: 'eq' | 'neq' | 'ilike'; readonly value: string }
  | { readonly operator: 'in'; readonly values: readonly string[] }
  | { readonly operator: 'is'; readonly value: null | boolean }
)

export type ProfileOrder = {
  readonly column: ProfileColumn
  readonly isDescending: boolean
  readonly nulls: 'first' | 'last' | null
}

export type ProfileQuery = {
  readonly columns: readonly ProfileColumn[]
  readonly filters: readonly ProfileFilter[]
  readonly order: readonly ProfileOrder[]
  readonly limit: number
  readonly offset: number
}

/** The error of a failed request, in the client's format. */
export class RestError extends Error {
  readonly status: number
  readonly code: string
  readonly details: string | null
  constructor(status: number, code: string, message: string, details: string | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

const unparsable = (what: string) => new RestError(400, 'PGRST100', `"${what}" is not understood here`)
const unknownColumn = (name: string) => new RestError(400, '42703', `column profiles.${name} does not exist`)

/** @throws RestError */
export function parseProfileQuery(parameters: URLSearchParams, range: string | undefined): ProfileQuery {
  const filters: ProfileFilter[] = []
  for (const [name, text] of parameters) {
    if (text.length > 4000 || text.includes('\0')) throw unparsable(name)
    if (!reserved.has(name)) filters.push(parseFilter(columnNamed(name), text))
  }
  const [from, to] = parseRange(range)
  const limit = parseCount('limit', parameters) ?? (to === null ? maxProfiles : to - from + 1)
  return {
    columns: parseColumns(parameters.get('select') ?? '*'),
    filters,
    order: parseOrder(parameters.get('order') ?? ''),
    limit: Math.min(limit, maxProfiles),
    offset: parseCount('offset', parameters) ?? from,
  }
}

const reserved = new Set(['select', 'order', 'limit', 'offset'])

function columnNamed(name: string): ProfileColumn {
  const column = profileColumns.find(known => known === name)
  if (column) return column
  const isName = /^[a-z_][a-z0-9_]*$/i.test(name) && !['or', 'and', 'on_conflict', 'columns'].includes(name)
  throw isName ? unknownColumn(name) : unparsable(name)
}

function parseColumns(text: string): readonly ProfileColumn[] {
  const names = text.split(',').map(name => name.trim())
  const columns = names.flatMap(name => (name === '*' ? profileColumns : [columnNamed(name)]))
  return [...new Set(columns)]
}

function parseFilter(column: ProfileColumn, text: string): ProfileFilter {
  const [, operator = '', value = ''] = /^([a-z]+)\.(.*)$/s.exec(text) ?? []
  switch (operator) {
    case 'eq':
    case 'neq':
      return { column, operator, value: parseValue(column, value) }
    case 'ilike':
      if (columnTypes[column] !== 'text')
        throw new RestError(404, '42883', `operator does not exist: ${columnTypes[column]} ~~* unknown`)
      return { column, operator, value }
    case 'in':
      return { column, operator, values: parseList(value).map(item => parseValue(column, item)) }
    case 'is':
      return { column, operator, value: parseIsValue(column, value) }
    default:
      throw unparsable(text)
  }
}

const columnTypes: {
  readonly [column in ProfileColumn]: 'uuid' | 'text' | 'boolean' | 'timestamp with time zone'
} = {
  id: 'uuid',
  name: 'text',
  email: 'text',
  role: 'text',
  new_email: 'text',
  active: 'boolean',
  created_at: 'timestamp with time zone',
}

const isOfType: { readonly [type: string]: (value: string) => boolean } = {
  uuid: value => UuidWire.safeParse(value).success,
  boolean: value => value === 'true' || value === 'false',
  'timestamp with time zone': value => z.iso.datetime({ offset: true }).safeParse(value).success,
}

/** The value as the column has it; @throws RestError when it is none of its type. */
function parseValue(column: ProfileColumn, value: string): string {
  const type = columnTypes[column]
  if (isOfType[type]?.(value) ?? true) return type === 'uuid' ? value.toLowerCase() : value
  throw new RestError(400, '22P02', `invalid input syntax for type ${type}: "${value}"`)
}

/** The items of `(a,b,"c,d")`: an item with a comma or a bracket is quoted. */
function parseList(text: string): string[] {
  const inside = /^\((.*)\)$/s.exec(text)?.[1]
  if (inside === undefined) throw unparsable(text)
  if (inside === '') return []
  const items = [...inside.matchAll(/(?:^|,)(?:"((?:[^"\\]|\\.)*)"|([^,"()]*))(?=,|$)/gs)]
  if (items.map(([whole]) => whole).join('') !== inside) throw unparsable(text)
  return items.map(([, quoted, plain = '']) => quoted?.replace(/\\(.)/gs, '$1') ?? plain)
}

/** The value of `is.null`, `is.true` or `is.false`. */
function parseIsValue(column: ProfileColumn, value: string): null | boolean {
  if (value === 'null') return null
  if (columnTypes[column] !== 'boolean' || (value !== 'true' && value !== 'false'))
    throw unparsable(`is.${value}`)
  return value === 'true'
}

function parseOrder(text: string): ProfileOrder[] {
  if (text === '') return []
  return text.split(',').map(term => {
    const [name = '', ...words] = term.split('.')
    const column = columnNamed(name)
    const [direction, nulls] = /^(asc|desc)$/.test(words[0] ?? '') ? words : ['asc', ...words]
    if (words.length > 2 || !/^(|nullsfirst|nullslast)$/.test(nulls ?? '')) throw unparsable(term)
    const place = nulls === 'nullsfirst' ? 'first' : nulls === 'nullslast' ? 'last' : null
    return { column, isDescending: direction === 'desc', nulls: place }
  })
}

function parseCount(name: 'limit' | 'offset', parameters: URLSearchParams): number | null {
  const text = parameters.get(name)
  if (text === null) return null
  if (!/^\d{1,9}$/.test(text)) throw unparsable(`${name}=${text}`)
  return Number(text)
}

function parseRange(range: string | undefined): [from: number, to: number | null] {
  if (range === undefined) return [0, null]
  const [, from = '', to = ''] = /^(\d{1,9})-(\d{0,9})$/.exec(range) ?? []
  if (from === '') throw unparsable(range)
  if (to !== '' && Number(to) < Number(from))
    throw new RestError(416, 'PGRST103', 'Requested range not satisfiable')
  return [Number(from), to === '' ? null : Number(to)]
}

const ProfileChangeWire = z.object({
  name: lineWire(160, 'Nombre requerido').optional(),
  email: EmailWire.optional(),
  role: z.enum(roles, { error: 'Rol no válido' }).optional(),
  active: z.boolean({ error: 'Elige sí o no' }).optional(),
})
export type ProfileChange = z.output<typeof ProfileChangeWire>

/** The change in a body: only the columns of `ProfileChangeWire` may be written. @throws RestError */
export function parseProfileChange(body: unknown): ProfileChange {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new RestError(400, 'PGRST102', 'Empty or invalid json')
  for (const name of Object.keys(body)) {
    if (Object.hasOwn(ProfileChangeWire.shape, name)) continue
    if (name === 'id' || name === 'created_at')
      throw new RestError(403, '42501', `permission denied for column ${name} of table profiles`)
    const message = `Could not find the '${name.slice(0, 80)}' column of 'profiles' in the schema cache`
    throw new RestError(400, 'PGRST204', message)
  }
  const parsed = ProfileChangeWire.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new RestError(400, issue?.path[0] === 'active' ? '22P02' : '23514', issue?.message ?? '')
}
