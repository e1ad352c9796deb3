/** Filters of a list of orders as SQL; they expect `document` as `d`. */
import { centreKnownTo } from '#features/cost-centres/scope.ts'
import { documentList } from '#features/documents/list.ts'
import { invoiceKeyFrom } from '#features/documents/rules/duplicates.ts'
import {
  amountsFrom,
  amountsTo,
  type SoughtAmount,
  type SoughtTerm,
  soughtAmounts,
  soughtTerms,
} from '#features/documents/rules/sought.ts'
import { numbersFrom, type SoughtWords, soughtWords } from '#features/documents/rules/words.ts'
import { type DocumentState, isOpen, mayKnowNames, statesWith } from '#features/documents/rules.ts'
import { survivorId } from '#features/providers/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { isDisplayId } from '#kernel/ids.ts'
import type { FilterValues } from '#kernel/list.ts'
import { containing } from '#kernel/text.ts'
import { filteredBy } from '#server/database/list-filter.ts'
import { nothing, type Part, part } from '#server/database/sql.ts'

export type DocumentFilters = FilterValues<typeof documentList>

/** Fragment `and … and …` of the filters that are set. */
export const documentsFiltered = (actor: Actor, filters: DocumentFilters): Part =>
  filteredBy(documentList, filters, {
    projectId: id => part`d.project_id = ${id}`,
    contractId: id => isCharged(actor, id),
    costCentreId: id => isChargedToCentre(actor, id),
    costCentreYear: year => (/^\d{4}$/.test(year) ? isChargedInYear(actor, Number(year)) : part`false`),
    clientId: id => part`d.client_id = ${id}`,
    providerId: id => part`d.provider_id = ${survivorId(actor.companyId, id)}`,
    requesterId: id => part`d.created_by = ${id}`,
    approverId: id => isApprovedBy(actor, id),
    type: type => part`d.type = ${type}`,
    status: status => isInState(statesWith(status)),
    state: state => part`d.state = ${state}`,
    createdBy: () => part`d.created_by = ${actor.userId}`,
    createdFrom: day => part`d.created_at >= ${dayBeginning(day, actor)}`,
    createdTo: day => part`d.created_at < ${dayEnd(day, actor)}`,
    approvedFrom: day => part`d.approved_at >= ${dayBeginning(day, actor)}`,
    approvedTo: day => part`d.approved_at < ${dayEnd(day, actor)}`,
    executedFrom: () => isExecuted(actor, filters),
    // Both days are asked of one execution: an order paid before them and after them was not paid in between.
    executedTo: () => (filters.executedFrom ? part`true` : isExecuted(actor, filters)),
    dueFrom: day => part`d.due_on >= ${day}::date`,
    dueTo: day => part`d.due_on <= ${day}::date`,
    invoicedFrom: day => part`d.invoice_date >= ${day}::date`,
    invoicedTo: day => part`d.invoice_date <= ${day}::date`,
    undated: () =>
      part`d.due_on is null and d.credited_id is null and ${isInState([...statesWith('approved'), ...statesWith('pending')])}`,
    amountFrom: amount => isOneAmong(amountsFrom(amount)),
    amountTo: amount => isOneAmong(amountsTo(amount)),
    q: typed => hasEveryTerm(actor, ofRow(actor), typed),
  })

/**
 * Predicate: the order may have the text that is searched; it is true of every order that has it. It is asked of an index of the
 * orders of projects alone (migration 0141), before any row is read.
 */
export const mayHaveText = (actor: Actor, typed: string): Part => hasEveryTerm(actor, ofIndex, typed)

/** Filters that many orders meet, whoever lists them. */
const wide = ['type', 'status', 'state']

/** True when no filter but these is set. */
export const isWide = (filters: DocumentFilters): boolean =>
  Object.entries(filters).every(
    ([name, value]) => value === undefined || wide.includes(name) || !(name in documentList.filters),
  )

/** States of the orders that the filters leave; null for any. */
export function statesIn({ status, state }: DocumentFilters): readonly DocumentState[] | null {
  if (state) return [state]
  return status ? statesWith(status) : null
}

/** True when no others are left than those that were rejected or cancelled. */
export const areRejectedSought = (filters: DocumentFilters): boolean =>
  statesIn(filters)?.every(state => state === 'rejected' || state === 'cancelled') === true

/** True when no others are left than open ones. */
export const areOpenSought = (filters: DocumentFilters): boolean => statesIn(filters)?.every(isOpen) === true

/** Predicate: the order is in one of the states. One alone is compared as such: an index then keeps the order of the rows. */
function isInState(states: readonly DocumentState[]): Part {
  const [state] = states
  return states.length === 1 ? part`d.state = ${state}` : part`d.state = any (${[...states]}::text[])`
}

export const dayBeginning = (day: string, { zone }: Actor): Part =>
  part`${day}::date::timestamp at time zone ${zone}`
export const dayEnd = (day: string, { zone }: Actor): Part =>
  part`(${day}::date + 1)::timestamp at time zone ${zone}`

// `limit`, here and below: PostgreSQL asks it of each order left, and does not read every execution or decision.
const isExecuted = (actor: Actor, filters: DocumentFilters): Part =>
  part`(select true from ${executionsWithin(actor, filters)} limit 1) is not null`

/** The executions `e` of an order that are on the days that a list is filtered by, those that came back left out. */
export const executionsWithin = (
  { companyId }: Actor,
  { executedFrom, executedTo }: DocumentFilters,
): Part => part`execution e
  where e.company_id = ${companyId} and e.document_id = d.id and e.returned_at is null
    ${executedFrom ? part`and e.executed_on >= ${executedFrom}::date` : nothing}
    ${executedTo ? part`and e.executed_on <= ${executedTo}::date` : nothing}`

/**
 * Predicate: the person approves the order or did, themselves or in another's place, or forced a decision of it; whoever
 * may not know, finds none.
 */
const isApprovedBy = (actor: Actor, personId: string): Part =>
  mayKnowNames(actor)
    ? part`((select true from approval a where a.company_id = ${actor.companyId} and a.approver_id = ${personId}
          and a.document_id = d.id and a.status <> 'void' limit 1) is not null
        or (select true from approval a where a.company_id = ${actor.companyId} and a.decided_by = ${personId}
          and a.document_id = d.id limit 1) is not null
        or (select true from approval_stage s where s.company_id = ${actor.companyId} and s.forced_by = ${personId}
          and s.document_id = d.id limit 1) is not null)`
    : part`false`

const isOneAmong = (amounts: readonly SoughtAmount[]): Part =>
  part`(false ${amounts.reduce((found, amount) => part`${found} or ${isAmount(amount)}`, nothing)})`

/** How an order is asked for a text: its row knows, an index of orders may leave open what it has not. */
type Asked = {
  readonly hasWords: (words: SoughtWords) => Part
  readonly isCharged: (contractId: string) => Part
  readonly isAmount: (amount: SoughtAmount) => Part
}

const hasEveryTerm = (actor: Actor, asked: Asked, typed: string): Part =>
  all(soughtTerms(typed).map(term => hasTerm(actor, asked, term)))

const all = (conditions: readonly Part[]): Part =>
  part`(true ${conditions.reduce((found, condition) => part`${found} and ${condition}`, nothing)})`

/** Predicate: the term is found in the order as a whole; one of several words, also word by word. */
const hasTerm = (actor: Actor, asked: Asked, term: SoughtTerm): Part =>
  term.length === 1
    ? hasText(actor, asked, term[0])
    : part`(${hasText(actor, asked, term.join(' '))} or ${all(term.map(word => hasText(actor, asked, word)))})`

/**
 * Predicate: the text is in the order's id or name or in its invoice's number, from the beginning of a word; is part of
 * its project's or its provider's names; or is the id of its contract. A figure is also its amount.
 */
function hasText({ companyId }: Actor, asked: Asked, text: string): Part {
  const wanted = containing(text)
  const words = soughtWords(text)
  const invoice = invoiceKeyFrom(text)
  const contractId = text.toUpperCase()
  return part`(${words ? asked.hasWords(words) : part`false`}
    or d.provider_id in (select coalesce(merged_into, id) from provider
      where company_id = ${companyId} and search like ${wanted})
    or d.project_id in (select id from project where company_id = ${companyId} and search like ${wanted})
    ${isDisplayId('CTR', contractId) ? part`or ${asked.isCharged(contractId)}` : nothing}
    ${invoice === null ? nothing : part`or d.invoice_key like ${`${invoice}%`}`}
    ${soughtAmounts(text).reduce((parts, sought) => part`${parts} or ${asked.isAmount(sought)}`, nothing)})`
}

const ofRow = (actor: Actor): Asked => ({
  hasWords,
  isCharged: contractId => isCharged(actor, contractId),
  isAmount,
})

const ofIndex: Asked = {
  hasWords: mayHaveWords,
  isCharged: () => part`true`,
  isAmount: ({ from, to }) => part`d.amount_minor between ${from} and ${to}`,
}

/** Predicate of the order's own texts; the word is looked for first, which costs less than a pattern. */
function hasWords({ word, pattern }: SoughtWords): Part {
  return part`(d.search like ${containing(word)} and d.search ~ ${pattern}
    or d.invoice_key like ${containing(word)} and fold(d.invoice_number) ~ ${pattern})`
}

/** Predicate: a word is somewhere in the name or in the invoice's number, or the id may be sought. */
function mayHaveWords({ word, digits, isOfEveryId }: SoughtWords): Part {
  if (isOfEveryId) return part`true`
  const ids = digits === null ? [] : numbersFrom(digits)
  return part`(d.name_key like ${containing(word)} or d.invoice_key like ${containing(word)}
    ${ids.reduce((parts, { from, to }) => part`${parts} or d.number between ${from} and ${to}`, nothing)})`
}

const isAmount = ({ from, to, currencies }: SoughtAmount) =>
  part`(d.amount_minor between ${from} and ${to} and d.currency = any (${[...currencies]}::text[]))`

/** Predicate: the order charges the contract; a provider may know that only of contracts that it is party to. */
const isCharged = ({ companyId, providerId }: Actor, contractId: string): Part =>
  providerId === null
    ? part`d.contract_id = ${contractId}`
    : part`d.contract_id in (select id from contract
        where company_id = ${companyId} and id = ${contractId} and provider_id = ${providerId})`

/** Predicate: the order is charged to the cost centre, and the person may know it. */
const isChargedInYear = (actor: Actor, year: number): Part => part`(d.cost_centre_year = ${year}
  and exists (select from cost_centre cc where cc.company_id = ${actor.companyId} and cc.id = d.cost_centre_id
    and ${centreKnownTo(actor)}))`

const isChargedToCentre = (
  actor: Actor,
  costCentreId: string,
): Part => part`(d.cost_centre_id = ${costCentreId}
  and exists (select from cost_centre cc where cc.company_id = ${actor.companyId} and cc.id = ${costCentreId}
    and ${centreKnownTo(actor)}))`
