/**
 * The list: one object per list says its filters, its sorts and its columns. The query on the wire, the cursor, the
 * exported file, the parameters of the address, the saved views and the table are read from it. It is plain data,
 * without schemas, because addresses are read before any schema is loaded.
 */
import { type Address, addressText } from '#kernel/address.ts'
import { dayFrom } from '#kernel/day.ts'
import { type IdKind, isDisplayId, isUuid } from '#kernel/ids.ts'
import type { ByOf, KeyKind, Ordering } from '#kernel/ordering.ts'

/** Longest search text. */
export const longestSearch = 100

/**
 * Filter of a list. `address`: its name in the browser's address, the filter's own name when absent; null for a
 * filter that screens set themselves and no address holds.
 */
export type Filter = (
  | { readonly kind: 'choice'; readonly of: readonly [string, ...string[]] }
  | { readonly kind: 'displayId'; readonly of: IdKind }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'day' }
  /** An amount of no currency, as `1250` or `1250.50`: it is compared with amounts of each. */
  | { readonly kind: 'amount' }
  /** The search: words that a person types. */
  | { readonly kind: 'words' }
  | { readonly kind: 'line'; readonly max: number }
) & { readonly address?: string | null }

export type Column<By extends string = string> = {
  readonly header: string
  /** Sort key of the column; absent when the list cannot be sorted by it. */
  readonly sort?: By
  /** Alignment: amounts and counts end at one edge. */
  readonly align?: 'end'
  /** Column of the exported file: its width in characters, and its header where it differs. Absent: not in the file. */
  readonly file?: { readonly width: number; readonly header?: string }
}

type Filters = { readonly [name: string]: Filter }
type Columns<By extends string> = { readonly [name: string]: Column<By> }
type Tables<Name extends string> = { readonly [table: string]: readonly Name[] }

/** Any list, for what works with all of them. */
export type AnyList = Ordering<string> & {
  readonly filters: Filters
  /** Columns, in the order of the exported file. */
  readonly columns: Columns<string>
  /** Columns of each table, in its order. */
  readonly tables: Tables<string>
  /** Columns that each table can show, in its order, where a person may choose among them. */
  readonly choices?: Tables<string>
  /** Columns that a table with choices always shows. */
  readonly always?: readonly string[]
  /** Names under which views of the list are saved: one for each screen that has it. */
  readonly savedAs: readonly string[]
}

/** Declares a list. A table with a column that is none, or a column with a sort that is none, does not compile. */
export function defineList<
  const F extends Filters,
  const Sorts extends readonly [string, ...string[]],
  const C extends Columns<ByOf<Sorts[number]>>,
  const T extends Tables<keyof C & string>,
  const Saved extends string = never,
  const Choices extends Tables<keyof C & string> = Record<never, never>,
>(list: {
  readonly filters: F
  readonly sorts: Sorts
  readonly keys: { readonly [by in ByOf<Sorts[number]>]: KeyKind }
  readonly isId: (text: string) => boolean
  readonly columns: C
  readonly tables: T
  readonly choices?: Choices
  readonly always?: readonly (keyof C & string)[]
  readonly savedAs: readonly Saved[]
}) {
  return list
}

/** Value of a filter. */
export type ValueOf<F extends Filter> = F extends { of: readonly (infer Value extends string)[] }
  ? Value
  : string

/** Values of the filters that are set, by their names on the wire. */
export type FilterValues<List extends AnyList> = {
  -readonly [name in keyof List['filters']]?: ValueOf<List['filters'][name]> | undefined
}

export type SortOf<List extends AnyList> = List['sorts'][number]

/** Filters that are set, and the sort where it is not the default. */
export type ListFilter<List extends AnyList> = FilterValues<List> & { sort?: SortOf<List> | undefined }

type AddressName<F extends Filter, Name> = F extends { address: infer Given } ? Given : Name

/** Parameters of a list in the browser's address, by their names there; undefined ones are left out. */
export type AddressOf<List extends AnyList> = {
  -readonly [name in keyof List['filters'] as AddressName<List['filters'][name], name> & string]?:
    | ValueOf<List['filters'][name]>
    | undefined
} & { sort?: SortOf<List> | undefined } & (keyof Choices<List> extends never
    ? unknown
    : { columns?: string | undefined })

type Choices<List extends AnyList> = NonNullable<List['choices']>

/** Column in a table of the list, whichever. */
export type ShownColumn<List extends AnyList> =
  | List['tables'][keyof List['tables']][number]
  | Choices<List>[keyof Choices<List>][number]

/** Column of the exported file. */
export type FileColumn<List extends AnyList> = {
  [name in keyof List['columns']]: List['columns'][name] extends { file: object } ? name : never
}[keyof List['columns']] &
  string

const addressName = (name: string, { address }: Filter): string | null =>
  address === undefined ? name : address

/** Names of the parameters that the address of a list has. */
export function addressNames(
  list: Pick<AnyList, 'filters' | 'sorts'> & Partial<Pick<AnyList, 'choices'>>,
): readonly string[] {
  const ofFilters = Object.entries(list.filters).flatMap(([name, filter]) => addressName(name, filter) ?? [])
  return [...ofFilters, ...(list.sorts.length > 1 ? ['sort'] : []), ...(list.choices ? ['columns'] : [])]
}

/** Columns of a table, in its order: those that a text of the address names, or its own where it names none. */
export function columnsIn<List extends AnyList>(
  list: List,
  table: keyof List['tables'] & string,
  text: string | undefined,
): readonly string[]
export function columnsIn(list: AnyList, table: string, text = ''): readonly string[] {
  const { tables, choices, always = [] } = list
  const named = text.split('.')
  const offered = choices?.[table] ?? []
  return offered.some(name => named.includes(name))
    ? offered.filter(name => always.includes(name) || named.includes(name))
    : (tables[table] ?? [])
}

/** Filters that an address sets, and its sort unless it is the default. What is no value of the list is ignored. */
export function filterIn<List extends AnyList>(list: List, address: Address): ListFilter<List>
export function filterIn({ filters, sorts }: AnyList, address: Address): { [name: string]: string } {
  const found = Object.entries(filters).flatMap(([name, filter]) => {
    const key = addressName(name, filter)
    const value = key === null ? null : valueFrom(filter, addressText(address[key]))
    return value === null ? [] : [[name, value] as const]
  })
  const sort = sorts.find(each => each === address.sort)
  return { ...Object.fromEntries(found), ...(sort !== undefined && sort !== sorts[0] && { sort }) }
}

/** True for an amount of no currency: digits, with a point before one or two decimals. */
export const isPlainAmount = (text: string): boolean => /^\d{1,13}(?:\.\d{1,2})?$/.test(text)

/** Value of a filter that a text means; null when it means none. */
function valueFrom(filter: Filter, text: string): string | null {
  const trimmed = text.trim()
  switch (filter.kind) {
    case 'choice':
      return filter.of.find(each => each === text) ?? null
    case 'displayId':
      return isDisplayId(filter.of, text) ? text : null
    case 'uuid':
      return isUuid(text) ? text : null
    case 'day':
      return dayFrom(text)
    case 'amount':
      return isPlainAmount(text) ? text : null
    case 'words':
      return text === '' ? null : text.slice(0, longestSearch)
    case 'line':
      return trimmed === '' ? null : trimmed.slice(0, filter.max)
  }
}

/** Parameters of the address that set no filter: what clears a list. */
export const cleared = ({ filters }: Pick<AnyList, 'filters'>): { [name: string]: undefined } =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) => {
      const key = addressName(name, filter)
      return key === null ? [] : [[key, undefined] as const]
    }),
  )

/** Names of a list's filters, without one of them. */
export function filtersBut<List extends AnyList, Name extends keyof List['filters'] & string>(
  list: List,
  name: Name,
): readonly Exclude<keyof List['filters'] & string, Name>[]
export function filtersBut({ filters }: AnyList, name: string): readonly string[] {
  return Object.keys(filters).filter(each => each !== name)
}

/** Some of the filters that are set. */
export function pickFilters<Set extends object, Name extends keyof Set & string>(
  set: Set,
  names: readonly Name[],
): Pick<Set, Name>
export function pickFilters(set: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(set).filter(([name]) => names.includes(name)))
}
