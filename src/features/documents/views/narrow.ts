/**
 * Orders that a filter leaves, where they are few. PostgreSQL expects a page soon wherever it walks, and so walks a
 * million orders past the few that have a word or an amount: these few are found first, by their index.
 */
import { invoiceKeyFrom } from '#features/documents/rules/duplicates.ts'
import {
  amountSpan,
  amountsFrom,
  amountsTo,
  type SoughtTerm,
  soughtAmounts,
  soughtTerms,
} from '#features/documents/rules/sought.ts'
import { longestWord, numbersFrom, soughtWords } from '#features/documents/rules/words.ts'
import { type DocumentFilters, dayBeginning, dayEnd } from '#features/documents/views/filters.ts'
import type { Actor } from '#kernel/actor.ts'
import { isDisplayId } from '#kernel/ids.ts'
import { containing } from '#kernel/text.ts'
import { nothing, type Part, part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Most orders that are read one by one and then sorted. */
const few = 2000

/**
 * Orders that the narrowest filter leaves, to be read instead of `document`; null where no filter leaves few. Each still
 * has to pass every filter. At once null where no filter can: a list without filters is read in one round trip.
 */
export function narrowed(tx: TenantTx, actor: Actor, filters: DocumentFilters): Promise<Part | null> | null {
  const [first, ...others] = [...searched(actor, filters), ...between(actor, filters)].map(
    numbers => part`select array(select number from (${numbers}) x limit ${few + 1}) as numbers`,
  )
  if (!first) return null
  tx.readInSteps()
  return narrowest(
    tx,
    others.reduce((all, range) => part`${all} union all ${range}`, first),
  )
}

async function narrowest(tx: TenantTx, ranges: Part): Promise<Part | null> {
  const found = await tx.all<{ numbers: number[] }>(search`${ranges}`)
  const [least] = found.map(({ numbers }) => numbers).toSorted((a, b) => a.length - b.length)
  if (!least || least.length > few) return null
  // `offset`: PostgreSQL reads these first, whatever else is asked of them.
  return part`(select d.* from document d where d.company_id = ${tx.companyId} and d.number = any (${least}) offset 0)`
}

/** Numbers of the orders that a filter leaves, and perhaps of others: as a query that an index answers. */
type Numbers = Part

const numbers = ({ companyId }: Actor, condition: Part): Numbers =>
  part`select d.number from document d where d.company_id = ${companyId} and ${condition}`

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
  const least = amountSpan(amountFrom ? amountsFrom(amountFrom) : [])?.from ?? 0n
  const greatest = amountSpan(amountTo ? amountsTo(amountTo) : [])?.to ?? null
  return [
    ...days(part`d.created_at`, createdFrom, createdTo),
    ...days(part`d.approved_at`, approvedFrom, approvedTo),
    ...(amountFrom || amountTo
      ? [
          numbers(
            actor,
            part`d.amount_minor >= ${least} ${greatest === null ? nothing : part`and d.amount_minor <= ${greatest}`}`,
          ),
        ]
      : []),
    ...executed(actor, filters),
  ]
}

function executed(actor: Actor, { executedFrom, executedTo }: DocumentFilters): readonly Numbers[] {
  if (!executedFrom && !executedTo) return []
  return [
    part`select d.number from execution e join document d on d.company_id = e.company_id and d.id = e.document_id
      where e.company_id = ${actor.companyId} and e.executed_on >= ${executedFrom ?? '-infinity'}::date
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
    ...[words?.word ?? null, invoice].flatMap(word => (word === null ? [] : [withWord(companyId, word)])),
    ...(words?.digits ? numbersFrom(words.digits) : []).map(({ from, to }) =>
      numbers(actor, part`d.number between ${from} and ${to}`),
    ),
    ...named(actor, containing(text)),
    ...(isDisplayId('CTR', contractId) ? [numbers(actor, part`d.contract_id = ${contractId}`)] : []),
    ...soughtAmounts(text).map(({ from, to }) =>
      numbers(actor, part`d.amount_minor between ${from} and ${to}`),
    ),
    // Orders whose words are not written yet.
    numbers(
      actor,
      part`d.number > coalesce((select until from document_worded where company_id = ${companyId}), 0)`,
    ),
  ]
  return queries.reduce((all, query) => part`${all} union all ${query}`)
}

/** Numbers of the orders with a word that begins so: `\u{10FFFF}` sorts after whatever may follow. */
const withWord = (companyId: string, word: string): Numbers => part`
  select number from document_word where company_id = ${companyId} and word >= ${word.slice(0, longestWord)}
    and word < ${`${word.slice(0, longestWord)}\u{10FFFF}`}`

/** Numbers of the orders of the providers and of the projects whose names have the text. */
const named = (actor: Actor, pattern: string): readonly Numbers[] => {
  const matching = part`where company_id = ${actor.companyId} and search like ${pattern}`
  return [
    numbers(actor, part`d.provider_id = any (array(select id from provider ${matching}))`),
    numbers(actor, part`d.project_id = any (array(select id from project ${matching}))`),
  ]
}
