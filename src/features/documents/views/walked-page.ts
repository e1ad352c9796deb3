/**
 * Page of somebody who sees many orders one by one, outside the projects that they are assigned to: an index of the company
 * has its orders in the order of the list, and is walked past those of others until theirs fill the page. They stand
 * nowhere together, so that to read each of them, only to sort them, costs more.
 */
import type { DocumentSort } from '#features/documents/list.ts'
import { type DocumentState, documentTypes } from '#features/documents/rules.ts'
import { unionAll } from '#features/documents/views/candidate-numbers.ts'
import { datedAfter } from '#features/documents/views/due-page.ts'
import { areRejectedSought, type DocumentFilters, statesIn } from '#features/documents/views/filters.ts'
import type { DocumentKeyset } from '#features/documents/views/keyset.ts'
import { ofEachProvider } from '#features/documents/views/provider-page.ts'
import { nothing, type Part, part, plannedOnce, shaped } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Most orders of the company that are passed: above it, those that the person sees stand far from there. */
const maxPassed = 20_000

type WalkedQuery = DocumentFilters & { readonly sort: DocumentSort }

type Walk = {
  readonly tx: TenantTx
  readonly query: WalkedQuery
  readonly keyset: DocumentKeyset
  /** Query of `number`: the orders that the person sees. */
  readonly seen: Part
  /** Filters of the list, each with its `and`. */
  readonly filters: Part
}

/** True where an index has the orders of the list in its order; by date, those of one's projects are found sooner. */
export function isInOrder(query: WalkedQuery): boolean {
  const by = query.sort.replace('-', '')
  return areRejectedSought(query) ? by === 'date' || by === 'name' : by !== 'date'
}

/** In words: so PostgreSQL knows that the index of rejected orders has them. */
const isRejected: { readonly [state in DocumentState]?: Part } = {
  rejected: part`d.state = 'rejected'`,
  cancelled: part`d.state = 'cancelled'`,
}

/** Numbers of the page's orders; null where the walk ends before the page is full. */
export async function walkedNumbers(walk: Walk): Promise<readonly number[] | null> {
  const { tx, keyset, seen, filters } = walk
  const toward = direction(walk)
  const byKey = walk.query.sort.endsWith('date') ? nothing : part`w.sorted_by ${toward},`
  // `is true`: the numbers are looked up in a table made of them once, and not joined, which would lose the order.
  const asked = shaped`
    select array_agg(number) as numbers, count(*) = ${keyset.limitPlusOne} as is_full from (
      select w.number from (${inOrder(walk)} limit ${maxPassed}) w
      cross join lateral (select from document d
        where d.company_id = ${tx.companyId} and d.number = w.number ${filters} offset 0) d
      where (w.number in (${seen})) is true
      order by ${byKey} w.number ${toward} limit ${keyset.limitPlusOne}) x`
  const found = await tx.one<{ numbers: readonly number[]; is_full: boolean }>(plannedOnce(asked))
  return found?.is_full ? found.numbers : null
}

/** Query of `number` and `sorted_by`: the company's orders from the cursor on, read from an index alone. */
function inOrder(walk: Walk): Part {
  const { tx, query, keyset } = walk
  const isListed = part`d.company_id = ${tx.companyId}`
  if (areRejectedSought(query)) return rejectedInOrder(walk, isListed)
  if (query.sort.endsWith('provider'))
    return ofEachProvider({ tx, query, keyset, isListed }, part`d.number`, nothing)
  // Those without a due day stand at the end, whatever the direction, and an index has them at one end alone.
  if (query.sort.endsWith('due'))
    return part`select d.number, d.due_on as sorted_by from document d
      where ${isListed} and d.due_on is not null ${datedAfter({ isDown: query.sort.startsWith('-'), keyset })}
      order by d.due_on ${direction(walk)}, d.number ${direction(walk)}`
  return part`select d.number, ${keyset.key} as sorted_by from document d
    where ${isListed} ${keyset.afterCursor} order by ${keyset.orderBy()}`
}

/** The rejected ones: an index has those of each type and state by date, another those of each state by name. */
function rejectedInOrder({ query, keyset }: Walk, isListed: Part): Part {
  const states = (statesIn(query) ?? []).flatMap(state => isRejected[state] ?? [])
  const types = (query.type ? [query.type] : documentTypes).map(type => part`and d.type = ${type}`)
  const each = states.flatMap(state =>
    (query.sort.endsWith('date') ? types : [nothing]).map(
      type => part`(select d.number, ${keyset.key} as sorted_by from document d
        where ${isListed} and ${state} ${type} ${keyset.afterCursor} order by ${keyset.orderBy()} limit ${maxPassed})`,
    ),
  )
  return part`select d.* from (${unionAll(each)}) d order by ${keyset.orderBy(part`d.sorted_by`)}`
}

const direction = ({ query }: Walk): Part => (query.sort.startsWith('-') ? part`desc` : part`asc`)
