/**
 * Page of orders by due day. Orders without one stand at the end, whatever the direction: the index has them at one end
 * alone, so that a page is made of two, each in the order of an index. In its pieces `d` is a row of `document`.
 */
import { type DocumentState, isOpen } from '#features/documents/rules.ts'
import type { Cursor } from '#kernel/cursor.ts'
import { nothing, type Part, part } from '#server/database/sql.ts'

/** Day that stands for none: the last or the first that a day may be. */
const noDueDay = (isDown: boolean): string => (isDown ? '1900-01-01' : '2200-12-31')

/** Sort key by due day, for a direction. */
export const dueDayKey = (isDown: boolean): Part => part`coalesce(d.due_on, ${noDueDay(isDown)}::date)`

type DuePage = {
  readonly isDown: boolean
  /** Condition of the list. */
  readonly isListed: Part
  readonly keyset: {
    readonly cursor: Cursor | null
    readonly limitPlusOne: Part
    orderBy(): Part
  }
  /** Number of the order in the id of a cursor. */
  readonly numberInId: (id: string) => number
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
  const { isDown, isListed, keyset } = page
  const rows = (isDated: Part): Part => part`(
    select d.* from document d where ${isListed} ${also} and ${isDated}
    order by d.due_on ${direction(page)}, d.number ${direction(page)} limit ${keyset.limitPlusOne})`
  return part`
    select d.*, ${dueDayKey(isDown)} as sorted_by from (
      ${rows(part`d.due_on is not null ${datedAfter(page)}`)}
      union all ${rows(part`d.due_on is null ${undatedAfter(page)}`)}) d
    order by ${keyset.orderBy()} limit ${keyset.limitPlusOne}`
}

const direction = ({ isDown }: DuePage): Part => (isDown ? part`desc` : part`asc`)

const past = ({ isDown }: DuePage): Part => (isDown ? part`<` : part`>`)

function datedAfter(page: DuePage): Part {
  const { cursor } = page.keyset
  return cursor
    ? part`and (d.due_on, d.number) ${past(page)} (${cursor.key}::date, ${page.numberInId(cursor.id)})`
    : nothing
}

function undatedAfter(page: DuePage): Part {
  const { cursor } = page.keyset
  return cursor?.key === noDueDay(page.isDown)
    ? part`and d.number ${past(page)} ${page.numberInId(cursor.id)}`
    : nothing
}
