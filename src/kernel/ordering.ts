/** A list that is read page by page in a chosen order: by what it may be sorted. */
import { z } from 'zod'

/** What a list is sorted by. `id`: the list's own order, in which an id alone says the place. */
export type KeyKind = 'id' | 'text' | 'amount' | 'day' | 'instant'

export type ByOf<Sort extends string> = Sort extends `-${infer By}` ? By : Sort

export type Ordering<Sort extends string> = {
  /** Downwards behind a minus. First: the usual order; and of each key, the direction in which one begins. */
  readonly sorts: readonly [Sort, ...Sort[]]
  readonly keys: { readonly [by in ByOf<Sort>]: KeyKind }
  readonly id: z.ZodType<string>
}

/** `sort`, `after` and `limit` of the query of a list. */
export const pageFields = <Sort extends string>({ sorts }: Pick<Ordering<Sort>, 'sorts'>) => ({
  sort: sortWire({ sorts }),
  /** `next` of the page before, in the same order. */
  after: z.string().max(3000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const sortWire = <Sort extends string>({ sorts }: Pick<Ordering<Sort>, 'sorts'>) =>
  z.enum(sorts).default(sorts[0])

export function kindOf<Sort extends string>({ keys }: Ordering<Sort>, sort: Sort): KeyKind {
  return ofSort(keys, sort)
}

/** What belongs to the key of a sort, in whichever direction. */
export function ofSort<T>(byKey: { readonly [by: string]: T }, sort: string): T {
  const found = byKey[sort.replace(/^-/, '')]
  if (found === undefined) throw new Error(`no key for the sort ${sort}`)
  return found
}
