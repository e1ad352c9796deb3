/**
 * Orders that a filter leaves, where they are few. PostgreSQL expects a page soon wherever it walks, and so walks a
 * million orders past the few that have a word or an amount: these few are found first, by their index.
 */

import { standingIn } from '#features/delegations/scope.ts'
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

/** Most orders that are read one by one and then sorted. */
const few = 2000

/** Most orders of an approver that are read before the company's, past which theirs may come last. */
const mostOwn = 20_000

/** The same as a share of the company's orders: of more than one in so many, a page is soon full. */
const ownShare = 50

/** Most orders whose numbers are sorted, to be read one by one until a page is full. */
const many = 30_000

/** Orders that the narrowest filter leaves; each still has to pass every filter. */
export type Narrowed = {
  /** Rows of numbers, `number`, in which some may stand twice. */
  readonly numbers: Part
  /** The orders, to be read whole instead of `document`; null where they are more than a few. */
  readonly orders: Part | null
}

/**
 * Null where every filter may leave more than many. At once null for a list without filters, which is read in one round
 * trip: but for an approver's by name or by provider.
 */
export function narrowed(
  tx: TenantTx,
  actor: Actor,
  filters: DocumentFilters,
  sort: DocumentSort = '-date',
): Promise<Narrowed | null> | null {
  const filtered = [...searched(actor, filters), ...between(actor, filters)]
  const isByName = sort.endsWith('name') || sort.endsWith('provider')
  const isApprover = visibleProjects(actor).kind === 'assigned'
  if (filtered.length === 0 && !(isByName && isApprover)) return null
  tx.readInSteps()
  return narrowest(tx, actor, filtered, isApprover)
}

async function narrowest(
  tx: TenantTx,
  actor: Actor,
  filtered: readonly Numbers[],
  isApprover: boolean,
): Promise<Narrowed | null> {
  const least = await shortest(tx, filtered)
  if (least && least.count <= few) return { numbers: least.numbers, orders: whole(tx, least.numbers) }
  const own = isApprover ? await ownOrders(tx, actor) : null
  if (own && !(least && least.count < own.count)) {
    return { numbers: own.numbers, orders: whole(tx, own.numbers) }
  }
  return least && { numbers: least.numbers, orders: null }
}

type Counted = { readonly numbers: Numbers; readonly count: number }

/** The shortest of these; null where each is more than many. */
async function shortest(tx: TenantTx, ranges: readonly Numbers[]): Promise<Counted | null> {
  if (ranges.length === 0) return null
  const counted = ranges.map(
    (numbers, place) =>
      part`select ${place}::int as place, (select count(*)::int from (${numbers} limit ${many + 1}) x) as count`,
  )
  const found = await tx.all<{ place: number; count: number }>(
    search`${counted.reduce((all, one) => part`${all} union all ${one}`)} order by 2`,
  )
  const [least] = found
  const numbers = least && ranges[least.place]
  return numbers && least.count <= many ? { numbers, count: least.count } : null
}

/** The orders that the person sees by projects and seats, where these are a small share of the company's. */
async function ownOrders(tx: TenantTx, actor: Actor): Promise<Counted | null> {
  const most = part`(select least(${mostOwn}, number / ${ownShare}) from document
    where company_id = ${tx.companyId} order by number desc limit 1)`
  const cut = part`limit ${most} + 1`
  const found = await tx.one<{ count: number; most: number }>(search`
    select (select count(*)::int from (${seen(tx, actor, cut)} ${cut}) x) as count, ${most} as most`)
  if (!found || found.count > (found.most ?? 0)) return null
  return { numbers: seen(tx, actor, nothing), count: found.count }
}

// `offset`: PostgreSQL reads these first, whatever else is asked of them.
const whole = (tx: TenantTx, numbers: Numbers): Part => part`(select d.* from document d
  where d.company_id = ${tx.companyId} and d.number = any (array(select number from (${numbers}) x)) offset 0)`

/** Numbers of the orders that a person sees by projects and seats, each kind `cut`: `documentVisibleTo`. */
function seen(tx: TenantTx, actor: Actor, cut: Part): Numbers {
  const ofId = part`substr(s.document_id, 5)::int`
  return part`select d.number from unnest(array(${assignedTo(actor)})) p (id)
      cross join lateral (select d.number from document d where d.company_id = ${tx.companyId}
        and d.project_id = p.id order by d.number desc ${cut}) d
    union all select ${ofId} from (select s.document_id from approval s where s.company_id = ${tx.companyId}
      and s.approver_id = ${actor.userId} ${cut}) s
    union all select ${ofId} from (${standingIn(tx, actor)}) s`
}

/** Numbers of the orders that a filter leaves, and perhaps of others: as a query that an index answers. */
type Numbers = Part

const numbers = ({ companyId }: Actor, condition: Part): Numbers =>
  part`select d.number from document d where d.company_id = ${companyId} and ${condition}`

const amongAmounts = (actor: Actor, amounts: readonly SoughtAmount[]): Numbers =>
  unionAll(amounts.map(({ from, to }) => numbers(actor, part`d.amount_minor between ${from} and ${to}`)))

const unionAll = (queries: readonly Numbers[]): Numbers =>
  queries.reduce((all, query) => part`${all} union all ${query}`)

/** One query for each filter by amount or day. */
function between(actor: Actor, filters: DocumentFilters): readonly Numbers[] {
  const { amountFrom, amountTo, createdFrom, createdTo, approvedFrom, approvedTo } = filters
  const days = (column: Part, from: string | undefined, to: string | undefined): readonly Numbers[] =>
    from || to
      ? [
          numbers(
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

function executed(actor: Actor, { executedFrom, executedTo }: DocumentFilters): readonly Numbers[] {
  if (!executedFrom && !executedTo) return []
  return [
    part`select substr(e.document_id, 5)::int as number from execution e where e.company_id = ${actor.companyId} and e.executed_on >= ${executedFrom ?? '-infinity'}::date
        and e.executed_on <= ${executedTo ?? 'infinity'}::date`,
  ]
}

/** One query for each term of a search that may be found by words. */
const searched = (actor: Actor, { q }: DocumentFilters): readonly Numbers[] =>
  q === undefined ? [] : soughtTerms(q).flatMap(term => termNumbers(actor, term) ?? [])

/** Numbers of the orders that may have the term as a whole or, of several words, the longest of them. */
function termNumbers(actor: Actor, term: SoughtTerm): Numbers | null {
  const whole = textNumbers(actor, term.join(' '))
  if (term.length === 1 || whole === null) return whole
  const longest = textNumbers(
    actor,
    term.reduce((found, word) => (word.length > found.length ? word : found)),
  )
  return longest && part`${whole} union all ${longest}`
}

/** Numbers of the orders that may have the text; null when these may be all. */
function textNumbers(actor: Actor, text: string): Numbers | null {
  const { companyId } = actor
  const words = soughtWords(text)
  if (words?.isOfEveryId) return null
  const invoice = invoiceKeyFrom(text)
  const contractId = text.toUpperCase()
  const queries = [
    ...[...new Set([words?.word, invoice])].flatMap(word => (word ? [withWord(companyId, word)] : [])),
    ...(words?.digits ? numbersFrom(words.digits) : []).map(({ from, to }) =>
      numbers(actor, part`d.number between ${from} and ${to}`),
    ),
    ...named(actor, containing(text)),
    ...(isDisplayId('CTR', contractId) ? [numbers(actor, part`d.contract_id = ${contractId}`)] : []),
    ...soughtAmounts(text).map(({ from, to }) =>
      numbers(actor, part`d.amount_minor between ${from} and ${to}`),
    ),
    unwritten(companyId),
  ]
  return unionAll(queries)
}

/**
 * Numbers of the orders whose words are not written yet. Joined to a row (`max`) and in the order of an index: under row
 * level security PostgreSQL begins with these only so.
 */
const unwritten = (companyId: string): Numbers => part`(
  select d.number from (select coalesce(max(until), 0) as until from document_worded where company_id = ${companyId}) u
  cross join lateral (select d.number from document d where d.company_id = ${companyId} and d.number > u.until
    order by d.number limit ${many + 1}) d)`

/** Numbers of the orders with a word that begins so: `\u{10FFFF}` sorts after whatever may follow. */
const withWord = (companyId: string, word: string): Numbers => part`
  select number from document_word where company_id = ${companyId} and word >= ${word.slice(0, longestWord)}
    and word < ${`${word.slice(0, longestWord)}\u{10FFFF}`}`

/** Numbers of the orders of the providers and of the projects whose names have the text. */
function named({ companyId }: Actor, pattern: string): readonly Numbers[] {
  const each = (table: Part, column: Part): Numbers => part`
    select d.number from ${table} s cross join lateral (select d.number from document d
      where d.company_id = ${companyId} and ${column} = s.id order by d.number desc limit ${many + 1}) d
    where s.company_id = ${companyId} and s.search like ${pattern}`
  return [each(part`provider`, part`d.provider_id`), each(part`project`, part`d.project_id`)]
}
