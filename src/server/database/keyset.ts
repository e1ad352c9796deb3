/** Keyset pagination: no row is lost or repeated, whatever is inserted or deleted between two pages. */
import { type Cursor, readCursor, writeCursor } from '#kernel/cursor.ts'
import { type ByOf, type Ordering, ofSort, sortKeyKind } from '#kernel/ordering.ts'
import { nothing, type Part, part, written } from '#server/database/sql.ts'
import { commonProblem } from '#server/problems.ts'

export type PageQuery<Sort extends string> = {
  readonly sort: Sort
  readonly after?: string | null | undefined
  readonly limit: number
}

type Columns<Sort extends string> = {
  /** Sort expressions: never null; unique together with the id. */
  readonly keys: { readonly [by in ByOf<Sort>]: Part }
  readonly id: Part
  /** Converts an id of the wire to the type of the column `id`; the identity when absent. */
  readonly idValue?: (id: string) => string | number
}

type Found = { readonly id: string; readonly sort_key: string }

/**
 * The fragments of a page's query.
 *
 * A query alone: `select …, ${page.cursorText(page.key)} as sort_key … where … ${page.afterCursor} order by
 * ${page.orderBy()} limit ${page.limitPlusOne}`.
 *
 * A query that finds the page, as `x`, within one that joins what its rows show: the inner selects `${page.key} as
 * sorted_by`, with the clauses above; the outer selects `${page.cursorText(part`x.sorted_by`)} as sort_key` and orders by
 * `${page.orderBy(part`x.sorted_by`)}`. The two columns have two names, because a distributed database would sort by
 * the text of `sort_key` if the key had its name.
 *
 * @throws ProblemError `invalid` for an `after` that is no cursor of this list.
 */
export function keysetPage<Sort extends string>(
  ordering: Ordering<Sort>,
  { sort, after, limit }: PageQuery<Sort>,
  { keys, id, idValue = identity }: Columns<Sort>,
) {
  const isDown = sort.startsWith('-')
  const kind = sortKeyKind(ordering, sort)
  const key: Part = ofSort(keys, sort)
  const cursor = after == null ? null : (readCursor(ordering, sort, after) ?? refuseCursor())
  const operator = isDown ? part`<` : part`>`
  const orderBy = (sortKey: Part = key): Part => {
    const inId = isDown ? part`${id} desc` : id
    return kind === 'id' ? inId : isDown ? part`${sortKey} desc, ${inId}` : part`${sortKey}, ${inId}`
  }
  const afterCursor = (): Part => {
    if (cursor === null) return nothing
    if (kind === 'id') return part`and ${id} ${operator} ${idValue(cursor.id)}`
    const value =
      kind === 'instant'
        ? part`timestamptz 'epoch' + ${cursor.key}::bigint * interval '1 microsecond'`
        : part`${cursor.key}`
    return part`and (${key}, ${id}) ${operator} (${value}, ${idValue(cursor.id)})`
  }
  return {
    key: kind === 'id' ? id : key,
    cursor,
    orderBy,
    /** Condition that leaves out the rows of earlier pages, with its `and`. */
    afterCursor: afterCursor(),
    /** One row more than the page holds: its presence tells that there is a next page. */
    limitPlusOne: written(limit + 1),
    /** The sort key as the cursor keeps it. */
    cursorText: (sortKey: Part): Part =>
      kind === 'instant'
        ? part`(extract(epoch from ${sortKey}) * 1000000)::bigint::text`
        : part`${sortKey}::text`,
    cutPage<Row extends Found>(found: readonly Row[]): { rows: readonly Row[]; next: string | null } {
      const last = found.length > limit ? found[limit - 1] : undefined
      const next = last ? writeCursor(ordering, sort, { id: last.id, key: last.sort_key }) : null
      return { rows: found.slice(0, limit), next }
    },
  }
}

const identity = (id: string): string => id

/** Reports a bad cursor at its field, as a schema would: the browser need not know the shape of a cursor. */
function refuseCursor(): Cursor {
  const message = 'No es un lugar de esta lista'
  throw commonProblem('invalid', { issues: [{ pointer: '/query/after', code: 'custom', message }] })
}
