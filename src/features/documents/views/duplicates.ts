/** Duplicates of an order, limited to what the person may know. */

import {
  type Comparable,
  deadStates,
  duplicateDays,
  findLikenesses,
  invoiceKeyFrom,
} from '#features/documents/rules/duplicates.ts'
import type { DocumentState, DocumentType } from '#features/documents/rules.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import { samePayee } from '#features/documents/store/payees.ts'
import type { DuplicatesWire, possibleDuplicates } from '#features/documents/wire/duplicates.ts'
import { mayOrder, sees } from '#features/projects/rules.ts'
import { readProjectWithStanding } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import { type Money, money, moneyFromText } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { part, plannedOnce, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export const noDuplicates: DuplicatesWire = { items: [], hidden: 0 }

/** Order to compare: one that is being made, or under correction. */
export type Sought = Omit<Comparable, 'state' | 'payee'> & {
  readonly projectId: string
  readonly providerId: string
}

/** Most duplicates that an answer names. */
const maxNamed = 20

/**
 * Orders `d` that look like order `o` and that the person may know of, the SQL twin of `findLikenesses`. Whoever sees
 * `d` learns which order it is; others, but for providers, only how many there are of the client of `o`. Of another
 * client's orders they learn nothing, though the provider be the same.
 */
const joinAlike = (tx: TenantTx, actor: Actor) => part`cross join lateral (
    ${ordersOfPayee} and d.invoice_key = o.invoice_key
    union all
    ${ordersOfPayee} and d.amount_minor = o.amount_minor and d.currency = o.currency
      and d.submitted_at between o.submitted_at - make_interval(hours => ${duplicateDays * 24}::int)
        and o.submitted_at + make_interval(hours => ${duplicateDays * 24}::int)
      and (d.invoice_key = o.invoice_key) is not true) d
  where d.type = o.type and (d.credited_id is null) = (o.credited_id is null) and d.id is distinct from o.id
    and d.state <> all (${deadStates}::text[]) and o.state <> all (${deadStates}::text[])
    and (${documentVisibleTo(tx, actor)} or ${actor.providerId === null ? part`d.client_id = o.client_id` : part`false`})`

/** Orders of the payee of `o`. An array: PostgreSQL finds the payee of `o` alone, and these orders by an index. */
const ordersOfPayee = part`select d.* from document d where d.company_id = o.company_id
  and d.provider_id = any (array${samePayee(part`o.company_id`, part`o.provider_id`)})`

type Row = {
  id: string
  project_id: string
  name: string
  type: DocumentType
  provider_id: string
  amount_minor: bigint
  currency: string
  state: DocumentState
  invoice_number: string | null
  invoice_key: string | null
  submitted_at: string
  is_credit_note: boolean
  is_seen: boolean
  own_id: string | null
  own_minor: bigint | null
  own_currency: string | null
  own_key: string | null
  own_at: string
}

/** Candidates that look like order `document`, newest first, a hundred at most; `findLikenesses` judges each. */
function findCandidates(tx: TenantTx, actor: Actor, document: ReturnType<typeof part>): Promise<Row[]> {
  return tx.all<Row>(
    plannedOnce(sql`
    select d.id, d.project_id, d.name, d.type, d.provider_id, d.amount_minor, d.currency, d.state, d.invoice_number,
      d.invoice_key, d.submitted_at, d.credited_id is not null as is_credit_note,
      ${documentVisibleTo(tx, actor)} as is_seen,
      o.id as own_id, o.amount_minor as own_minor, o.currency as own_currency, o.invoice_key as own_key, o.submitted_at as own_at
    from ${document} o ${joinAlike(tx, actor)} order by d.number desc limit 100`),
  )
}

/** Duplicates of an existing order, made before or after it. */
export async function duplicatesOfDocument(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<DuplicatesWire> {
  const document = part`(select * from document where company_id = ${tx.companyId} and id = ${documentId})`
  return duplicatesFrom(await findCandidates(tx, actor, document))
}

/** Duplicates of an order that is being written. */
export async function findDraftDuplicates(
  tx: TenantTx,
  actor: Actor,
  sought: Sought,
): Promise<DuplicatesWire> {
  const { id, projectId, providerId, type, amount, invoiceKey, isCreditNote, submittedAt } = sought
  // A row of `document` that there is not yet; `credited_id` says only whether it is a credit note.
  const document = part`(select ${tx.companyId}::uuid as company_id, ${id}::text collate "C" as id,
    (select client_id from project where company_id = ${tx.companyId} and id = ${projectId}) as client_id,
    ${providerId}::text collate "C" as provider_id, ${type}::text as type,
    ${amount?.minor ?? null}::bigint as amount_minor, ${amount?.currency ?? null}::text as currency,
    ${invoiceKey}::text collate "C" as invoice_key, 'in_approval'::text as state,
    case when ${isCreditNote}::boolean then '' end as credited_id, ${submittedAt}::timestamptz as submitted_at)`
  return duplicatesFrom(await findCandidates(tx, actor, document))
}

function duplicatesFrom(rows: readonly Row[]): DuplicatesWire {
  const alikeRows = rows.flatMap(row => {
    const likenesses = [...findLikenesses(toOwn(row), toOther(row))]
    return likenesses.length === 0 ? [] : [{ row, likenesses }]
  })
  const visible = alikeRows.filter(({ row }) => row.is_seen)
  return {
    items: visible.slice(0, maxNamed).map(({ row, likenesses }) => ({
      id: row.id,
      projectId: row.project_id,
      name: row.name,
      state: row.state,
      likenesses,
      amount: moneyToWire(money(row.amount_minor, currencyFrom(row.currency))),
      invoiceNumber: row.invoice_number,
      submittedAt: row.submitted_at,
    })),
    hidden: alikeRows.length - visible.length,
  }
}

/** Placeholder payee: `joinAlike` has already excluded orders of any other payee. */
const samePayeeKey = 'same'

const toOther = (row: Row): Comparable => ({
  id: row.id,
  type: row.type,
  payee: samePayeeKey,
  state: row.state,
  invoiceKey: row.invoice_key,
  isCreditNote: row.is_credit_note,
  amount: toAmount(row.amount_minor, row.currency),
  submittedAt: new Date(row.submitted_at),
})

/** The order itself. It is open: `joinAlike` finds nothing like one that is dead. */
const toOwn = (row: Row): Comparable => ({
  id: row.own_id,
  type: row.type,
  payee: samePayeeKey,
  state: 'in_approval',
  invoiceKey: row.own_key,
  isCreditNote: row.is_credit_note,
  amount: toAmount(row.own_minor, row.own_currency),
  submittedAt: new Date(row.own_at),
})

const toAmount = (minor: bigint | null, currency: string | null): Money | null =>
  minor === null || currency === null ? null : money(minor, currencyFrom(currency))

/** Number of orders that look like order `d`, for a list of orders; expects `document` as `d`. */
export const countAlike = (tx: TenantTx, actor: Actor) => part`
  (select count(*)::int from (select d.company_id, d.id, d.client_id, d.provider_id, d.type, d.state, d.invoice_key,
      d.amount_minor, d.currency, d.submitted_at, d.credited_id) o ${joinAlike(tx, actor)})`

/**
 * Duplicates of what a form says so far. Null when the person does not see the project; orders they do
 * not see are counted only if they may make this order.
 */
export async function duplicatesWhileWriting(
  tx: TenantTx,
  actor: Actor,
  query: QueryOf<typeof possibleDuplicates>,
): Promise<DuplicatesWire | null> {
  const { projectId, type, providerId, amountMinor, currency, invoiceNumber, documentId } = query
  if (projectId === undefined || type === undefined || providerId === undefined) return noDuplicates
  const [project, rows] = await Promise.all([
    readProjectWithStanding(tx, actor, projectId),
    findDraftDuplicates(tx, actor, {
      id: documentId ?? null,
      projectId,
      providerId,
      type,
      submittedAt: tx.now,
      isCreditNote: false,
      amount: amountMinor && currency ? moneyFromText(amountMinor, currency) : null,
      invoiceKey: type === 'gasto' ? invoiceKeyFrom(invoiceNumber) : null,
    }),
  ])
  if (!project || !sees(actor, project.standing)) return null
  return mayOrder(actor, project.standing, { type, providerId }) === true ? rows : { ...rows, hidden: 0 }
}
