/** The wire of lists: the query of a page and the body of an export, from the list itself. */
import { z } from 'zod'
import { displayIdWire } from '#kernel/ids.ts'
import { type AnyList, type Filter, isPlainAmount, type SortOf, type ValueOf } from '#kernel/list.ts'
import { pageFields, sortWire } from '#kernel/ordering.ts'
import { DayWire, SearchWire, SheetFormatWire, typedLineWire, UuidWire } from '#kernel/wire.ts'

type FilterField<F extends Filter> = z.ZodOptional<z.ZodType<ValueOf<F>, ValueOf<F>>>

type FilterFields<List extends AnyList, Name extends keyof List['filters']> = {
  -readonly [name in Name]: FilterField<List['filters'][name]>
}

/** A list with one order has no sort to ask for. */
type SortField<List extends AnyList> = List['sorts'] extends readonly [string]
  ? Record<never, never>
  : { sort: z.ZodDefault<z.ZodType<SortOf<List>, SortOf<List>>> }

type PageFields = Pick<ReturnType<typeof pageFields>, 'after' | 'limit'>

type Every<List extends AnyList> = FilterFields<List, keyof List['filters']> & SortField<List>

/** Query of a page of the list: its filters, its sort, the cursor and the size. */
export function listQuery<List extends AnyList>(list: List): z.ZodObject<Every<List> & PageFields>
export function listQuery(list: AnyList): z.ZodObject {
  const { sort, ...page } = pageFields(list)
  return z.object({ ...filterFields(list), ...(list.sorts.length > 1 && { sort }), ...page })
}

/** Body of an export of the list: its filters, its sort and the format of the file. */
export function exportBody<List extends AnyList>(
  list: List,
): z.ZodObject<Every<List> & { format: typeof SheetFormatWire }>
export function exportBody(list: AnyList): z.ZodObject {
  const sort = list.sorts.length > 1 && { sort: sortWire(list) }
  return z.object({ ...filterFields(list), ...sort, format: SheetFormatWire })
}

/** Query of some of the list's filters: of what counts its rows. */
export function filterQuery<List extends AnyList, Name extends keyof List['filters'] & string>(
  list: List,
  names: readonly Name[],
): z.ZodObject<FilterFields<List, Name>>
export function filterQuery(list: AnyList, names: readonly string[]): z.ZodObject {
  return z.object(filterFields(list, name => names.includes(name)))
}

function filterFields({ filters }: AnyList, isWanted = (_: string) => true): { [name: string]: z.ZodType } {
  const wanted = Object.entries(filters).filter(([name]) => isWanted(name))
  return Object.fromEntries(wanted.map(([name, filter]) => [name, filterField(filter).optional()]))
}

function filterField(filter: Filter): z.ZodType {
  switch (filter.kind) {
    case 'choice':
      return z.enum(filter.of)
    case 'displayId':
      return displayIdWire(filter.of)
    case 'uuid':
      return UuidWire
    case 'day':
      return DayWire
    case 'amount':
      return z.string().refine(isPlainAmount, 'Monto no válido')
    case 'words':
      return SearchWire
    case 'line':
      return typedLineWire(filter.max)
  }
}
