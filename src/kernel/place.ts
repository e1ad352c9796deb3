/** A list that is read page by page in a chosen order: by what it may be sorted, and where a page of it ends. */
import { z } from 'zod'
import { dayFrom } from '#kernel/day.ts'

/** What a list is sorted by. `id`: the list's own order, in which an id alone says the place. */
export type KeyKind = 'id' | 'text' | 'amount' | 'day' | 'instant'

export type ByOf<Sort extends string> = Sort extends `-${infer By}` ? By : Sort

export type Ordering<Sort extends string> = {
  /** Downwards behind a minus. First: the usual order; and of each key, the direction in which one begins. */
  readonly sorts: readonly [Sort, ...Sort[]]
  readonly keys: { readonly [by in ByOf<Sort>]: KeyKind }
  readonly id: z.ZodType<string>
}

/** Where a page ends: what its last row is sorted by, as it was then, and its id. */
export type Place = { readonly key: string; readonly id: string }

/** `sort`, `after` and `limit` of the query of a list; its refinement is `placedIn`. */
export const pageFields = <Sort extends string>({ sorts }: Pick<Ordering<Sort>, 'sorts'>) => ({
  sort: sortWire({ sorts }),
  /** `next` of the page before, in the same order. */
  after: z.string().max(3000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const sortWire = <Sort extends string>({ sorts }: Pick<Ordering<Sort>, 'sorts'>) =>
  z.enum(sorts).default(sorts[0])

type Asked<Sort extends string> = { readonly sort: Sort; readonly after?: string | undefined }

/** `z.object({ ...filters, ...pageFields(ordering) }).refine(...placedIn(ordering))` */
export function placedIn<Sort extends string>(ordering: Ordering<Sort>) {
  const isPlaced = ({ sort, after }: Asked<Sort>): boolean =>
    after === undefined || placeOf(ordering, sort, after) !== null
  const otherwise: { path: string[]; error: string } = {
    path: ['after'],
    error: 'No es un lugar de esta lista',
  }
  return [isPlaced, otherwise] as const
}

/** Null when it is no place in a list of this order. */
export function placeOf<Sort extends string>(
  ordering: Ordering<Sort>,
  sort: Sort,
  written: string,
): Place | null {
  const [id = '', coded, ...rest] = written.split('~')
  if (rest.length > 0 || !ordering.id.safeParse(id).success) return null
  const kind = kindOf(ordering, sort)
  if (kind === 'id') return coded === undefined ? { key: '', id } : null
  const text = coded === undefined ? null : textOf(coded)
  if (!text?.startsWith(`${sort} `)) return null
  const key = text.slice(sort.length + 1)
  return isKey[kind](key) ? { key, id } : null
}

/** Of one order alone: a place in another is none in this. */
export function placeAfter<Sort extends string>(
  ordering: Ordering<Sort>,
  sort: Sort,
  { key, id }: Place,
): string {
  return kindOf(ordering, sort) === 'id' ? id : `${id}~${codeOf(`${sort} ${key}`)}`
}

export function kindOf<Sort extends string>({ keys }: Ordering<Sort>, sort: Sort): KeyKind {
  return ofSort(keys, sort)
}

/** What belongs to the key of a sort, in whichever direction. */
export function ofSort<T>(byKey: { readonly [by: string]: T }, sort: string): T {
  const found = byKey[sort.replace(/^-/, '')]
  if (found === undefined) throw new Error(`no key for the sort ${sort}`)
  return found
}

const isKey: { readonly [kind in Exclude<KeyKind, 'id'>]: (key: string) => boolean } = {
  text: key => !key.includes('\0'),
  amount: key => /^[0-9]{1,18}$/.test(key),
  day: key => dayFrom(key) !== null,
  // Microseconds since 1970: an instant is as fine in the database.
  instant: key => /^[0-9]{1,16}$/.test(key),
}

/** Base64 for addresses, of UTF-8: what browsers and the server both have. */
function codeOf(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function textOf(code: string): string | null {
  if (!/^[A-Za-z0-9_-]+$/.test(code)) return null
  try {
    const bytes = atob(code.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, letter => letter.charCodeAt(0)),
    )
  } catch {
    return null
  }
}
