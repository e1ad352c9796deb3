/**
 * Page of orders by due day. Orders without one stand at the end, whatever the direction: the index has them at one end
 * alone, so that a page is made of two, each in the order of an index. In its pieces `d` is a row of `document`.
 */
import { type DocumentState, isOpen } from '#features/documents/rules.ts'
import { type DocumentKeyset, noDueDay, numberInId } from '#features/documents/views/keyset.ts'
import { nothing, type Part, part } from '#server/database/sql.ts'

type DuePage = {
  readonly isDown: boolean
  readonly keyset: DocumentKeyset
  /** Condition of the list. */
  readonly isListed: Part
}

/** Query of the page's orders; open ones are found state by state. */
export function pageByDueDay(page: DuePage, states: readonly DocumentState[] | null): Part {
  if (!states?.every(isOpen)) return duePage(page, nothing)
  // The states stand in words too: so PostgreSQL knows that the index has them all.
  const inState = part`and d.state = s.state
    and d.state in ('in_approval', 'returned', 'blocked', 'approved', 'execution_rejected')`
  return part`
    select d.* from unnest(${[...states]}::text[]) s (state) cross join lateral (${duePage(page, inState)}) d
    order by d.sorted_by ${direction(page)}, d.number ${direction(page)} limit ${page.keyset.limitPlusOne}`
}

function duePage(page: DuePage, also: Part): Part {
  const { isListed, keyset } = page
  const rows = (isDated: Part): Part => part`(
    select d.* from document d where ${isListed} ${also} and ${isDated}
    order by d.due_on ${direction(page)}, d.number ${direction(page)} limit ${keyset.limitPlusOne})`
  return part`
    select d.*, ${keyset.key} as sorted_by from (
      ${rows(part`d.due_on is not null ${datedAfter(page)}`)}
      union all ${rows(part`d.due_on is null ${undatedAfter(page)}`)}) d
    order by ${keyset.orderBy()} limit ${keyset.limitPlusOne}`
}

const direction = ({ isDown }: Pick<DuePage, 'isDown'>): Part => (isDown ? part`desc` : part`asc`)

const past = ({ isDown }: Pick<DuePage, 'isDown'>): Part => (isDown ? part`<` : part`>`)

/** Condition on orders with a due day: they come after the cursor, with its `and`. */
export function datedAfter(page: Pick<DuePage, 'isDown' | 'keyset'>): Part {
  const { cursor } = page.keyset
  return cursor
    ? part`and (d.due_on, d.number) ${past(page)} (${cursor.key}::date, ${numberInId(cursor.id)})`
    : nothing
}

function undatedAfter(page: DuePage): Part {
  const { cursor } = page.keyset
  return cursor?.key === noDueDay(page.isDown)
    ? part`and d.number ${past(page)} ${numberInId(cursor.id)}`
    : nothing
}
