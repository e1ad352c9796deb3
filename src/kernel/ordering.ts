/** Ordering of a paged list: its sort keys and their types. */
import { z } from 'zod'

/** Type of a sort key. `id`: the list's natural order, in which the id alone marks a position. */
export type KeyKind = 'id' | 'text' | 'amount' | 'day' | 'instant'

export type ByOf<Sort extends string> = Sort extends `-${infer By}` ? By : Sort

export type Ordering<Sort extends string> = {
  /** Sorts, descending with a leading minus. The first is the default; the first of each key is its initial direction. */
  readonly sorts: readonly [Sort, ...Sort[]]
  readonly keys: { readonly [by in ByOf<Sort>]: KeyKind }
  /** True for text that is the id of a row. */
  readonly isId: (text: string) => boolean
}

/** Query fields of a paged list: `sort`, `after` and `limit`. */
export const pageFields = <Sort extends string>({ sorts }: Pick<Ordering<Sort>, 'sorts'>) => ({
  sort: sortWire({ sorts }),
  /** Cursor: `next` of the previous page, valid in the same sort alone. */
  after: z.string().max(3000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const sortWire = <Sort extends string>({ sorts }: Pick<Ordering<Sort>, 'sorts'>) =>
  z.enum(sorts).default(sorts[0])

export function sortKeyKind<Sort extends string>({ keys }: Ordering<Sort>, sort: Sort): KeyKind {
  return ofSort(keys, sort)
}

/** The entry of a sort's key, ascending or descending. Throws for an unknown sort. */
export function ofSort<T>(byKey: { readonly [by: string]: T }, sort: string): T {
  const found = byKey[sort.replace(/^-/, '')]
  if (found === undefined) throw new Error(`no key for the sort ${sort}`)
  return found
}
