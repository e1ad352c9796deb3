/**
 * Queries of `number`, the numbers of orders, one for each filter that an index can answer: by text, amount, day or approver. A
 * query finds every order that meets its filter, perhaps others, and some twice: the list still asks its filters of each.
 * Of a text that very many orders have, a sample tells as much, so that they are not counted.
 */
import { invoiceKeyFrom } from '#features/documents/rules/duplicates.ts'
import {
  amountsBetween,
  type SoughtAmount,
  type SoughtTerm,
  soughtAmounts,
  soughtTerms,
} from '#features/documents/rules/sought.ts'
import { longestWord, numbersFrom, soughtWords } from '#features/documents/rules/words.ts'
import { numberFromId } from '#features/documents/scope.ts'
import { type DocumentFilters, dayBeginning, dayEnd } from '#features/documents/views/filters.ts'
import type { Actor } from '#kernel/actor.ts'
import { isDisplayId } from '#kernel/ids.ts'
import { containing } from '#kernel/text.ts'
import { nothing, type Part, part } from '#server/database/sql.ts'

type Company = { readonly companyId: string }

/** Most numbers that a query may have to be of use: they are sorted, and rows are read until a page is full. */
export const maxNumbers = 30_000

/** Numbers by one filter; `areTooMany`: expression that is true where a sample shows that they are of no use. */
export type Filtered = { readonly numbers: Part; readonly areTooMany: Part }

/** One query for each filter that is set and that an index can answer. */
export const numbersByFilter = (actor: Actor, filters: DocumentFilters): readonly Filtered[] => [
  ...byText(actor, filters),
  ...[
    ...byCreation(actor, filters),
    ...byApproval(actor, filters),
    ...byAmount(actor, filters),
    ...byExecution(actor, filters),
    ...byDueDay(actor, filters),
    ...byInvoiceDate(actor, filters),
    ...byApprover(actor, filters),
  ].map(numbers => ({ numbers, areTooMany: part`false` })),
]

/** Numbers of the orders that meet a condition on `d`, a row of `document`. */
export const numbersIn = ({ companyId }: Company, condition: Part): Part =>
  part`select d.number from document d where d.company_id = ${companyId} and ${condition}`

export const unionAll = (queries: readonly Part[]): Part =>
  queries.reduce((all, query) => part`${all} union all ${query}`)

const byCreation = (actor: Actor, { createdFrom, createdTo }: DocumentFilters): readonly Part[] =>
  betweenDays(actor, part`d.created_at`, createdFrom, createdTo)

const byApproval = (actor: Actor, { approvedFrom, approvedTo }: DocumentFilters): readonly Part[] =>
  betweenDays(actor, part`d.approved_at`, approvedFrom, approvedTo)

function betweenDays(
  actor: Actor,
  column: Part,
  from: string | undefined,
  to: string | undefined,
): readonly Part[] {
  if (!from && !to) return []
  const isFrom = from ? part`and ${column} >= ${dayBeginning(from, actor)}` : nothing
  const isTo = to ? part`and ${column} < ${dayEnd(to, actor)}` : nothing
  return [numbersIn(actor, part`${column} is not null ${isFrom} ${isTo}`)]
}

const byAmount = (actor: Actor, { amountFrom, amountTo }: DocumentFilters): readonly Part[] =>
  amountFrom || amountTo ? [unionAll(withAmounts(actor, amountsBetween(amountFrom, amountTo)))] : []

const withAmounts = (actor: Actor, amounts: readonly SoughtAmount[]): readonly Part[] =>
  amounts.map(({ from, to }) => numbersIn(actor, part`d.amount_minor between ${from} and ${to}`))

function byExecution({ companyId }: Actor, { executedFrom, executedTo }: DocumentFilters): readonly Part[] {
  if (!executedFrom && !executedTo) return []
  return [
    part`select ${numberFromId(part`e.document_id`)} as number from execution e
      where e.company_id = ${companyId} and e.executed_on >= ${executedFrom ?? '-infinity'}::date
        and e.executed_on <= ${executedTo ?? 'infinity'}::date`,
  ]
}

function byDueDay(actor: Actor, { dueFrom, dueTo }: DocumentFilters): readonly Part[] {
  if (!dueFrom && !dueTo) return []
  return [
    numbersIn(actor, part`d.due_on between ${dueFrom ?? '-infinity'}::date and ${dueTo ?? 'infinity'}::date`),
  ]
}

function byInvoiceDate(actor: Actor, { invoicedFrom, invoicedTo }: DocumentFilters): readonly Part[] {
  if (!invoicedFrom && !invoicedTo) return []
  const [from, to] = [invoicedFrom ?? '-infinity', invoicedTo ?? 'infinity']
  return [numbersIn(actor, part`d.invoice_date between ${from}::date and ${to}::date`)]
}

/** Numbers of the orders with a seat, a decision in another's place or a forced decision of the person. */
function byApprover({ companyId }: Actor, { approverId }: DocumentFilters): readonly Part[] {
  if (!approverId) return []
  const number = numberFromId(part`document_id`)
  return [
    unionAll([
      part`select ${number} as number from approval where company_id = ${companyId} and approver_id = ${approverId}`,
      part`select ${number} from approval where company_id = ${companyId} and decided_by = ${approverId}`,
      part`select ${number} from approval_stage where company_id = ${companyId} and forced_by = ${approverId}`,
    ]),
  ]
}

/** One query for each term of the search, without those that every order may have. */
const byText = (actor: Actor, { q }: DocumentFilters): readonly Filtered[] =>
  q === undefined ? [] : soughtTerms(q).flatMap(term => withTerm(actor, term) ?? [])

/** Numbers of the orders that may have the term: as a whole or, of several words, the longest of them. */
function withTerm(actor: Actor, term: SoughtTerm): Filtered | null {
  const longest = term.reduce((found, word) => (word.length > found.length ? word : found))
  const longestOne = withText(actor, longest)
  const wholeTerm = term.length === 1 ? longestOne : withText(actor, term.join(' '))
  if (!longestOne || !wholeTerm) return null
  const numbers = term.length === 1 ? longestOne : unionAll([wholeTerm, longestOne])
  return { numbers, areTooMany: isFrequent(actor, longest) }
}

/** Numbers of the orders that may have the text, wherever `documentsFiltered` looks for it; null when all may have it. */
function withText(actor: Actor, text: string): Part | null {
  const words = soughtWords(text)
  if (words?.isOfEveryId) return null
  const invoiceKey = invoiceKeyFrom(text)
  const contractId = text.toUpperCase()
  const beginnings = new Set([words?.word, invoiceKey].filter(word => word != null))
  const ids = words?.digits ? numbersFrom(words.digits) : []
  return unionAll([
    ...[...beginnings].map(word => withWord(actor, word)),
    ...ids.map(({ from, to }) => numbersIn(actor, part`d.number between ${from} and ${to}`)),
    withProvider(actor, containing(text)),
    withProject(actor, containing(text)),
    ...(isDisplayId('CTR', contractId) ? [numbersIn(actor, part`d.contract_id = ${contractId}`)] : []),
    ...withAmounts(actor, soughtAmounts(text)),
    notYetIndexed(actor),
  ])
}

/** Orders of a sample; a text that so many of them have is frequent. */
const sample = { orders: 6000, frequent: 120 }

/**
 * Expression: among the first orders of the company, those in the middle and the last that are indexed alike, many have
 * the text, as a word or in their provider's name. False for a company with few orders, whose numbers are soon counted.
 */
function isFrequent(actor: Actor, text: string): Part {
  const { companyId } = actor
  const isInSample = (number: Part) =>
    part`${number} > p.place and ${number} <= p.place + ${sample.orders}::int`
  const withWhole = part`select from document_word w
    where w.company_id = ${companyId} and w.word = ${soughtWords(text)?.word.slice(0, longestWord) ?? ''}
      and ${isInSample(part`w.number`)}`
  const ofProvider = part`select from named v cross join lateral (${numbersIn(
    actor,
    part`d.provider_id = v.id and ${isInSample(part`d.number`)}`,
  )} limit ${sample.frequent}) d`
  return part`(
    with named as materialized (
      select id from provider v where v.company_id = ${companyId} and v.search like ${containing(text)})
    select coalesce(bool_and(x.count = ${sample.frequent}), false)
    from (select until from document_worded where company_id = ${companyId} and until >= 10 * ${sample.orders}::int) u
    cross join lateral unnest(array[0, u.until / 2, u.until - ${sample.orders}::int]) p (place)
    cross join lateral (select count(*) from (${unionAll([withWhole, ofProvider])} limit ${sample.frequent}) x) x)`
}

/** Numbers of the orders with a word that begins so: `\u{10FFFF}` sorts after whatever may follow. */
function withWord({ companyId }: Company, word: string): Part {
  const beginning = word.slice(0, longestWord)
  return part`select number from document_word
    where company_id = ${companyId} and word >= ${beginning} and word < ${`${beginning}\u{10FFFF}`}`
}

/** Numbers of the orders whose provider's name has the text. `coalesce` in a query of its own: see `survivorId`. */
const withProvider = (company: Company, pattern: string): Part => part`
  select d.number from provider p
  cross join lateral (${newestIn(company, part`d.provider_id = (select coalesce(p.merged_into, p.id))`)}) d
  where p.company_id = ${company.companyId} and p.search like ${pattern}`

/** Numbers of the orders whose project's name has the text. */
const withProject = (company: Company, pattern: string): Part => part`
  select d.number from project p
  cross join lateral (${newestIn(company, part`d.project_id = p.id`)}) d
  where p.company_id = ${company.companyId} and p.search like ${pattern}`

const newestIn = (company: Company, condition: Part): Part =>
  part`${numbersIn(company, condition)} order by d.number desc limit ${maxNumbers + 1}`

/**
 * Numbers of the orders that are newer than the index of words. The join with the single row of `max` and the `order by`
 * make PostgreSQL begin here under row level security.
 */
const notYetIndexed = (company: Company): Part => part`(
  select d.number
  from (select coalesce(max(until), 0) as until from document_worded where company_id = ${company.companyId}) u
  cross join lateral (
    ${numbersIn(company, part`d.number > u.until`)} order by d.number limit ${maxNumbers + 1}) d)`
