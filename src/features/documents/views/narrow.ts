/**
 * Orders that a filter leaves, where they are few. Under `limit` PostgreSQL assumes that matches come early, and reads a
 * million orders to find the few that have a word or an amount: these few are found first, by their index.
 */
import { ordersAsSubstitute } from '#features/delegations/scope.ts'
import type { DocumentSort } from '#features/documents/list.ts'
import { invoiceKeyFrom } from '#features/documents/rules/duplicates.ts'
import {
  amountsBetween,
  type SoughtAmount,
  type SoughtTerm,
  soughtAmounts,
  soughtTerms,
} from '#features/documents/rules/sought.ts'
import { longestWord, numbersFrom, soughtWords } from '#features/documents/rules/words.ts'
import { type DocumentFilters, dayBeginning, dayEnd } from '#features/documents/views/filters.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import { assignedTo } from '#features/projects/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { isDisplayId } from '#kernel/ids.ts'
import { containing } from '#kernel/text.ts'
import { nothing, type Part, part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Most orders whose rows are read whole and then sorted. */
const maxReadWhole = 2000

/** Most orders whose numbers are sorted; their rows are then read one by one until a page is full. */
const maxSorted = 30_000

/** Most orders of an approver that are looked for by their projects and seats. */
const maxOwn = 20_000

/** An approver of more than one in so many of the company's orders fills a page quickly without that. */
const ownOneIn = 50

/** A query of order numbers, `number`, in which some may stand twice. An index answers it. */
type NumbersQuery = Part

/** Orders that the narrowest filter leaves; each still has to pass every filter. */
export type Narrowed = {
  readonly numbers: NumbersQuery
  /** Their rows, to be read instead of `document`; null where they are more than are read whole. */
  readonly orders: Part | null
}

/**
 * Looks for a filter that leaves few orders. Null without a promise where there is nothing to look for: no filter that an
 * index answers, and no list of an approver by name or by provider, in which theirs may come last. Such a list is read in
 * one round trip. The promise gives null where every filter leaves more than `maxSorted`.
 */
export function narrowed(
  tx: TenantTx,
  actor: Actor,
  filters: DocumentFilters,
  sort: DocumentSort = '-date',
): Promise<Narrowed | null> | null {
  const queries = [...searched(actor, filters), ...between(actor, filters)]
  const isByName = sort.endsWith('name') || sort.endsWith('provider')
  const seesOnlyAssigned = visibleProjects(actor).kind === 'assigned'
  if (queries.length === 0 && !(isByName && seesOnlyAssigned)) return null
  tx.readInSteps()
  return narrowest(tx, actor, queries, seesOnlyAssigned)
}

async function narrowest(
  tx: TenantTx,
  actor: Actor,
  queries: readonly NumbersQuery[],
  seesOnlyAssigned: boolean,
): Promise<Narrowed | null> {
  const filtered = await shortest(tx, queries)
  if (filtered && filtered.count <= maxReadWhole) {
    return { numbers: filtered.numbers, orders: fullRows(tx, filtered.numbers) }
  }
  const own = seesOnlyAssigned ? await ownOrders(tx, actor) : null
  if (own && !(filtered && filtered.count < own.count)) {
    return { numbers: own.numbers, orders: fullRows(tx, own.numbers) }
  }
  return filtered && { numbers: filtered.numbers, orders: null }
}

type Counted = { readonly numbers: NumbersQuery; readonly count: number }

/** The query with the fewest numbers; null where each has more than `maxSorted`. */
async function shortest(tx: TenantTx, queries: readonly NumbersQuery[]): Promise<Counted | null> {
  if (queries.length === 0) return null
  const counts = queries.map(
    (query, place) =>
      part`select ${place}::int as place, (select count(*)::int from (${query} limit ${maxSorted + 1}) x) as count`,
  )
  const [least] = await tx.all<{ place: number; count: number }>(search`${unionAll(counts)} order by 2`)
  const numbers = least && queries[least.place]
  return numbers && least.count <= maxSorted ? { numbers, count: least.count } : null
}

/** The orders that the person sees by projects and seats; null where these are not a small share of the company's. */
async function ownOrders(tx: TenantTx, actor: Actor): Promise<Counted | null> {
  // The last number stands for how many orders the company has.
  const most = part`(select least(${maxOwn}, number / ${ownOneIn}) from document
    where company_id = ${tx.companyId} order by number desc limit 1)`
  const limit = part`limit ${most} + 1`
  const found = await tx.one<{ count: number; most: number | null }>(search`
    select (select count(*)::int from (${ownNumbers(tx, actor, limit)} ${limit}) x) as count, ${most} as most`)
  if (!found || found.count > (found.most ?? 0)) return null
  return { numbers: ownNumbers(tx, actor, nothing), count: found.count }
}

/** Numbers of the orders that a person sees by projects, seats and delegations, as `documentVisibleTo` says. */
function ownNumbers(tx: TenantTx, actor: Actor, limit: Part): NumbersQuery {
  const number = numberFromId(part`s.document_id`)
  return part`select d.number from unnest(array(${assignedTo(actor)})) p (id)
      cross join lateral (select d.number from document d where d.company_id = ${tx.companyId}
        and d.project_id = p.id order by d.number desc ${limit}) d
    union all select ${number} from (select s.document_id from approval s where s.company_id = ${tx.companyId}
      and s.approver_id = ${actor.userId} ${limit}) s
    union all select ${number} from (${ordersAsSubstitute(tx, actor)}) s`
}

/** Rows of these orders. `offset 0`: PostgreSQL reads them first, whatever else is asked of them. */
const fullRows = (tx: TenantTx, numbers: NumbersQuery): Part => part`(select d.* from document d
  where d.company_id = ${tx.companyId} and d.number = any (array(select number from (${numbers}) x)) offset 0)`

/** Number of an order from its id: what follows `DOC-`. */
const numberFromId = (id: Part): Part => part`substr(${id}, 5)::int`

/** Numbers of the orders with this condition; expects `document` as `d`. */
const numbersWhere = ({ companyId }: Actor, condition: Part): NumbersQuery =>
  part`select d.number from document d where d.company_id = ${companyId} and ${condition}`

const amongAmounts = (actor: Actor, amounts: readonly SoughtAmount[]): NumbersQuery =>
  unionAll(amounts.map(({ from, to }) => numbersWhere(actor, part`d.amount_minor between ${from} and ${to}`)))

const unionAll = (queries: readonly Part[]): Part =>
  queries.reduce((all, query) => part`${all} union all ${query}`)

/** One query for each filter by amount or day. */
function between(actor: Actor, filters: DocumentFilters): readonly NumbersQuery[] {
  const { amountFrom, amountTo, createdFrom, createdTo, approvedFrom, approvedTo } = filters
  const days = (column: Part, from: string | undefined, to: string | undefined): readonly NumbersQuery[] =>
    from || to
      ? [
          numbersWhere(
            actor,
            part`${column} is not null ${from ? part`and ${column} >= ${dayBeginning(from, actor)}` : nothing}
              ${to ? part`and ${column} < ${dayEnd(to, actor)}` : nothing}`,
          ),
        ]
      : []
  return [
    ...days(part`d.created_at`, createdFrom, createdTo),
    ...days(part`d.approved_at`, approvedFrom, approvedTo),
    ...(amountFrom || amountTo ? [amongAmounts(actor, amountsBetween(amountFrom, amountTo))] : []),
    ...executed(actor, filters),
  ]
}

function executed(actor: Actor, { executedFrom, executedTo }: DocumentFilters): readonly NumbersQuery[] {
  if (!executedFrom && !executedTo) return []
  return [
    part`select ${numberFromId(part`e.document_id`)} as number from execution e where e.company_id = ${actor.companyId} and e.executed_on >= ${executedFrom ?? '-infinity'}::date
        and e.executed_on <= ${executedTo ?? 'infinity'}::date`,
  ]
}

/** One query for each term of a search that may be found by words. */
const searched = (actor: Actor, { q }: DocumentFilters): readonly NumbersQuery[] =>
  q === undefined ? [] : soughtTerms(q).flatMap(term => termNumbers(actor, term) ?? [])

/** Numbers of the orders that may have the term as a whole or, of several words, the longest of them. */
function termNumbers(actor: Actor, term: SoughtTerm): NumbersQuery | null {
  const wholeTerm = textNumbers(actor, term.join(' '))
  if (term.length === 1 || wholeTerm === null) return wholeTerm
  const longestOne = textNumbers(
    actor,
    term.reduce((found, word) => (word.length > found.length ? word : found)),
  )
  return longestOne && part`${wholeTerm} union all ${longestOne}`
}

/** Numbers of the orders that may have the text; null when these may be all. */
function textNumbers(actor: Actor, text: string): NumbersQuery | null {
  const { companyId } = actor
  const words = soughtWords(text)
  if (words?.isOfEveryId) return null
  const invoice = invoiceKeyFrom(text)
  const contractId = text.toUpperCase()
  const queries = [
    ...[...new Set([words?.word, invoice])].flatMap(word => (word ? [withWord(companyId, word)] : [])),
    ...(words?.digits ? numbersFrom(words.digits) : []).map(({ from, to }) =>
      numbersWhere(actor, part`d.number between ${from} and ${to}`),
    ),
    ...named(actor, containing(text)),
    ...(isDisplayId('CTR', contractId) ? [numbersWhere(actor, part`d.contract_id = ${contractId}`)] : []),
    ...soughtAmounts(text).map(({ from, to }) =>
      numbersWhere(actor, part`d.amount_minor between ${from} and ${to}`),
    ),
    notYetIndexed(companyId),
  ]
  return unionAll(queries)
}

/**
 * Numbers of the orders that are newer than the index of words. The join with the single row of `max` and the `order by`
 * make PostgreSQL begin here under row level security.
 */
const notYetIndexed = (companyId: string): NumbersQuery => part`(
  select d.number from (select coalesce(max(until), 0) as until from document_worded where company_id = ${companyId}) u
  cross join lateral (select d.number from document d where d.company_id = ${companyId} and d.number > u.until
    order by d.number limit ${maxSorted + 1}) d)`

/** Numbers of the orders with a word that begins so: `\u{10FFFF}` sorts after whatever may follow. */
const withWord = (companyId: string, word: string): NumbersQuery => part`
  select number from document_word where company_id = ${companyId} and word >= ${word.slice(0, longestWord)}
    and word < ${`${word.slice(0, longestWord)}\u{10FFFF}`}`

/** Numbers of the orders of the providers and of the projects whose names have the text. */
function named({ companyId }: Actor, pattern: string): readonly NumbersQuery[] {
  const each = (table: Part, column: Part): NumbersQuery => part`
    select d.number from ${table} s cross join lateral (select d.number from document d
      where d.company_id = ${companyId} and ${column} = s.id order by d.number desc limit ${maxSorted + 1}) d
    where s.company_id = ${companyId} and s.search like ${pattern}`
  return [each(part`provider`, part`d.provider_id`), each(part`project`, part`d.project_id`)]
}
