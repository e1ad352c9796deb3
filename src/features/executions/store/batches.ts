/** Rows of `payment_batch`, `b` in its SQL, and of `payment_batch_order`, `o`: the payments of a batch. */

import { companysToday } from '#features/delegations/scope.ts'
import type { Progress } from '#features/executions/rules/batch.ts'
import type { Format } from '#features/executions/rules/credit-transfer.ts'
import type { Release, ReleaseHand } from '#features/executions/rules/release.ts'
import { executesEvery, letsHandle, ordersOfBatch } from '#features/executions/scope/release.ts'
import { type BatchCreditNote, creditNotesAsJson, nettedIds } from '#features/executions/store/netting.ts'
import { handColumns } from '#features/executions/store/release.ts'
import { minorFromText } from '#kernel/money.ts'
import { isTrustedMember } from '#server/auth/session.ts'
import { part, rows, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type NewBatch = {
  readonly id: string
  readonly number: number
  readonly format: Format
  readonly messageId: string
  readonly payOn: string
  readonly debtor: { readonly name: string; readonly iban: string; readonly bic: string | null }
  readonly amountMinor: bigint
  readonly content: string
  readonly sha256: string
  readonly madeBy: string
  /** In whose place; null for their own. */
  readonly madeFor: string | null
  readonly needsRelease: boolean
  readonly documents: readonly BatchDocument[]
}

export type BatchDocument = {
  readonly documentId: string
  readonly payment: number
  /** Amount of its transfer, and what credit notes took of the payment before; null for none. */
  readonly amountMinor: bigint
  readonly nettedMinor: bigint | null
  readonly name: string
  readonly iban: string
  readonly bic: string | null
  readonly endToEndId: string
}

/** Writes the batch. The constraint `payment_batch_order_live` refuses an order that is in another batch. */
export async function insertBatch(tx: TenantTx, batch: NewBatch): Promise<void> {
  const { id, debtor, documents } = batch
  await tx.runOne(sql`
    insert into payment_batch (company_id, id, number, format, message_id, pay_on, debtor_name, debtor_iban,
      debtor_bic, orders, amount_minor, content, sha256, made_by, made_for, made_at, needs_release)
    values (${tx.companyId}, ${id}, ${batch.number}, ${batch.format}, ${batch.messageId}, ${batch.payOn},
      ${debtor.name}, ${debtor.iban}, ${debtor.bic}, ${documents.length}, ${batch.amountMinor}, ${batch.content},
      ${batch.sha256}, ${batch.madeBy}, ${batch.madeFor}, ${tx.now}, ${batch.needsRelease})`)
  const listed = documents.map((document, index) => [
    tx.companyId,
    id,
    document.documentId,
    document.payment,
    index + 1,
    document.amountMinor,
    document.nettedMinor,
    document.name,
    document.iban,
    document.bic,
    document.endToEndId,
  ])
  await tx.run(sql`
    insert into payment_batch_order (company_id, batch_id, document_id, payment, position, amount_minor, netted_minor, creditor_name,
      creditor_iban, creditor_bic, end_to_end_id) values ${rows(listed)}`)
}

/** True when the payment `o` of the order `d` still waits in its batch. */
export const isWaiting = part`(o.released_at is null and d.state <> 'executed' and d.payment_batch_id = o.batch_id)`

/** True when the payment `o` of the order `d` was made in its batch: an order leaves one when others remain to be made. */
export const isExecuted = part`(o.released_at is null
  and (d.state = 'executed' or d.payment_batch_id is distinct from o.batch_id))`

/** A batch with its orders and progress, regarding one person. */
export type Batch = Progress &
  Hand & {
    /** People who downloaded its file. */
    readonly downloaderIds: readonly string[]
    /** True when somebody other than the person could cancel it today, even though its file was downloaded. */
    readonly hasOtherHand: boolean
    readonly id: string
    readonly sha256: string
    readonly madeBy: string
    readonly amountMinor: bigint
    /** Credit notes that reduce its payments, removed ones included. */
    readonly creditNotes: readonly BatchCreditNote[]
    /** All orders, removed ones included, in the file's sequence. */
    readonly documentIds: readonly string[]
    /** Orders that are neither executed nor returned by the bank. */
    readonly waitingIds: readonly string[]
    /** Number of the payment that it makes of each order. */
    readonly paymentNumbers: { readonly [documentId: string]: number }
    readonly projectIds: readonly string[]
  }

/** Part that the person has in the batch, and who else could release it. */
type Hand = Pick<
  ReleaseHand,
  'isMaker' | 'isAuthor' | 'isDecider' | 'isForcer' | 'executorMayApprove' | 'releasers'
>

type BatchRow = Hand & {
  id: string
  made_by: string
  amount_minor: bigint
  release: Release
  sha256: string
  cancelled_at: string | null
  downloaded_at: string | null
  pay_on: string
  downloader_ids: string[]
  has_other_hand: boolean
  waiting: number
  executed: number
  returned: number
  document_ids: string[]
  waiting_ids: string[] | null
  payment_numbers: { [documentId: string]: number }
  credit_notes: (Omit<BatchCreditNote, 'amountMinor'> & { amountMinor: string })[]
  project_ids: string[]
}

/** Ids of the people who downloaded the file of the batch `b`, and of those in whose place they did. */
export const batchDownloaders = part`array(select distinct hand from event e
  cross join unnest(array[e.actor_id, e.on_behalf_of]) hand where hand is not null and e.company_id = b.company_id
  and e.object_type = 'payment_batch' and e.object_id = b.id and e.action = 'batch.downloaded')`

/**
 * True when somebody other than this person could cancel the batch `b` today: see `batchAbilities`. Whoever stands in for
 * somebody who has the file could not.
 */
export const otherHandFor = (tx: TenantTx, userId: string) => part`exists (
  select from member m join account who on who.id = m.user_id
  where m.company_id = b.company_id and m.user_id <> ${userId} and ${isTrustedMember(tx.now)}
    and m.user_id <> all (${batchDownloaders})
    and (who.role = 'admin' or ${executesEvery(part`m.user_id`)} or exists (
      select from delegation g where g.company_id = b.company_id and g.to_user = m.user_id
        and ${letsHandle(companysToday(tx))} and g.from_user <> all (${batchDownloaders}))))`

/** Release of the batch `b`: `Release`. */
export const releaseState = part`case when not b.needs_release then 'none' when b.released_at is null then 'pending'
  else 'released' end`

/** Reads a batch without a lock; null when the company has none of that id. A command calls `lockBatch` before. */
export async function loadBatch(tx: TenantTx, userId: string, batchId: string): Promise<Batch | null> {
  const row = await tx.one<BatchRow>(sql`
    select b.id, b.sha256, b.cancelled_at, b.downloaded_at, b.pay_on, ${batchDownloaders} as downloader_ids,
      ${otherHandFor(tx, userId)} as has_other_hand, b.made_by, b.amount_minor, ${releaseState} as release,
      ${handColumns(tx, userId)},
      count(*) filter (where ${isWaiting})::int as waiting,
      count(*) filter (where ${isExecuted})::int as executed,
      count(*) filter (where o.released_at is not null)::int as returned,
      array_agg(d.id order by o.position) filter (where ${isWaiting}) as waiting_ids,
      json_object_agg(d.id, o.payment) as payment_numbers, ${creditNotesAsJson} as credit_notes,
      array_agg(d.id order by o.position) as document_ids, array(select distinct bd.project_id from ${ordersOfBatch} bo
        join document bd on bd.company_id = bo.company_id and bd.id = bo.document_id) as project_ids
    from payment_batch b
    join payment_batch_order o on o.company_id = b.company_id and o.batch_id = b.id
    join document d on d.company_id = o.company_id and d.id = o.document_id
    join company co on co.company_id = b.company_id
    where b.company_id = ${tx.companyId} and b.id = ${batchId} group by b.company_id, b.id, co.company_id`)
  return (
    row && {
      id: row.id,
      sha256: row.sha256,
      madeBy: row.made_by,
      amountMinor: row.amount_minor,
      release: row.release,
      isMaker: row.isMaker,
      isAuthor: row.isAuthor,
      isDecider: row.isDecider,
      isForcer: row.isForcer,
      executorMayApprove: row.executorMayApprove,
      releasers: row.releasers,
      isCancelled: row.cancelled_at !== null,
      isDownloaded: row.downloaded_at !== null,
      payOn: row.pay_on,
      downloaderIds: row.downloader_ids,
      hasOtherHand: row.has_other_hand,
      waiting: row.waiting,
      executed: row.executed,
      returned: row.cancelled_at === null ? row.returned : 0,
      documentIds: row.document_ids,
      waitingIds: row.waiting_ids ?? [],
      paymentNumbers: row.payment_numbers,
      creditNotes: row.credit_notes.map(({ amountMinor, ...note }) => ({
        ...note,
        amountMinor: minorFromText(amountMinor),
      })),
      projectIds: row.project_ids,
    }
  )
}

/**
 * Locks orders by id, with all of the batches that any of them is in, as `lockBatch` does of one, and their credit notes.
 */
export async function lockOrders(tx: TenantTx, documentIds: readonly string[]): Promise<void> {
  const ids = [...documentIds]
  const held = part`(select held.batch_id from payment_batch_order held where held.company_id = ${tx.companyId}
    and held.document_id = any (${ids}::text[]) and held.released_at is null)`
  await tx.run(sql`select from document d where d.company_id = ${tx.companyId} and (d.id = any (${ids}::text[])
      or d.id in (select o.document_id from payment_batch_order o
        where o.company_id = ${tx.companyId} and o.batch_id in ${held})
      or d.id in ${nettedIds(tx, part`c.batch_id in ${held}`)})
    order by d.id for update`)
}

/** Locks the orders of a batch by id, its credit notes and what they reduce included, and then the batch. */
export async function lockBatch(tx: TenantTx, batchId: string): Promise<void> {
  await tx.run(sql`select from document d where d.company_id = ${tx.companyId} and (d.id in (
      select o.document_id from payment_batch_order o where o.company_id = ${tx.companyId} and o.batch_id = ${batchId})
      or d.id in ${nettedIds(tx, part`c.batch_id = ${batchId}`)})
    order by d.id for update`)
  await tx.run(
    sql`select from payment_batch where company_id = ${tx.companyId} and id = ${batchId} for no key update`,
  )
}

/** Batch in which a payment of an order is or was made; null for one made by hand. */
export async function batchOfPayment(
  tx: TenantTx,
  documentId: string,
  payment: number,
): Promise<string | null> {
  const found = await tx.one<{ batch_id: string }>(sql`
    select o.batch_id from payment_batch_order o
    where o.company_id = ${tx.companyId} and o.document_id = ${documentId} and o.payment = ${payment}
      and o.released_at is null`)
  return found?.batch_id ?? null
}

/** Removes the orders from the batch, so that another may pay them; their credit notes, so that another may net them. */
export async function releaseDocuments(
  tx: TenantTx,
  batchId: string,
  documentIds: readonly string[],
): Promise<void> {
  await tx.run(sql`update payment_batch_order set released_at = ${tx.now},
      netted_released_at = case when netted_minor is not null then ${tx.now}::timestamptz end
    where company_id = ${tx.companyId} and batch_id = ${batchId} and document_id = any (${[...documentIds]}::text[])
      and released_at is null`)
  await tx.run(sql`update netted_credit_note set released_at = ${tx.now}
    where company_id = ${tx.companyId} and batch_id = ${batchId} and document_id = any (${[...documentIds]}::text[])
      and released_at is null`)
}

/** Writes that the batch is cancelled: not before its release, which another clock may have told. */
export async function markCancelled(tx: TenantTx, batchId: string): Promise<void> {
  await tx.runOne(sql`update payment_batch set cancelled_at = greatest(${tx.now}::timestamptz, released_at)
    where company_id = ${tx.companyId} and id = ${batchId}`)
}

/** Writes the time of the first download: from then on the bank may have the file. */
export async function markDownloaded(tx: TenantTx, batchId: string): Promise<void> {
  await tx.runOne(sql`update payment_batch set downloaded_at = coalesce(downloaded_at, ${tx.now}::timestamptz)
    where company_id = ${tx.companyId} and id = ${batchId}`)
}
