/** The filters of a list as SQL. A view that lacks the predicate of a filter does not compile. */
import type { AnyList, FilterValues, ValueOf } from '#kernel/list.ts'
import { nothing, type Part, part } from '#server/database/sql.ts'

/** Predicate of each filter, for the value that it is set to. Words arrive trimmed. */
export type Predicates<List extends AnyList> = {
  readonly [name in keyof List['filters']]: (value: ValueOf<List['filters'][name]>) => Part
}

/** Fragment `and … and …` with the predicates of the filters that are set; empty when none is. */
export function filteredBy<List extends AnyList>(
  list: List,
  values: FilterValues<List>,
  predicates: Predicates<List>,
): Part
export function filteredBy(
  { filters }: AnyList,
  values: { readonly [name: string]: string | undefined },
  predicates: { readonly [name: string]: ((value: string) => Part) | undefined },
): Part {
  return Object.keys(filters).reduce((parts, name) => {
    const value = values[name]?.trim()
    const predicate = predicates[name]
    return value && predicate ? part`${parts} and ${predicate(value)}` : parts
  }, nothing)
}
