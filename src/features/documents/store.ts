/** Rows of `document`, an order as it is now: it is locked, and moves from state to state. */
import type { CentreCharge } from '#features/cost-centres/rules/charge.ts'
import type { BlockCause, DocumentState, DocumentType, Receipt } from '#features/documents/rules.ts'
import { shadowedState } from '#features/documents/store/credit-notes.ts'
import type { TimeZone } from '#kernel/day.ts'
import { type Money, money } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Order whose row is locked for change. */
export type LockedDocument = {
  readonly id: string
  readonly number: number
  readonly projectId: string
  readonly contractId: string
  readonly clientId: string
  readonly providerId: string
  readonly type: DocumentType
  readonly name: string
  readonly amount: Money
  /** Amount that it takes from its contract. */
  readonly charge: Money
  /** Cost centre and year that it is charged to; null for none. */
  readonly costCentre: CentreCharge | null
  readonly state: DocumentState
  readonly blockCause: BlockCause | null
  readonly revision: number
  /** Number of its payments and of those made; null of an order that is paid once. */
  readonly payments: { readonly count: number; readonly made: number } | null
  /** True when it says when it is paid. */
  readonly isPlanned: boolean
  readonly createdBy: string
  /** Authors of any of its revisions. */
  readonly authorIds: readonly string[]
  readonly decisions: number
  readonly receipt: Receipt | null
  /** Batch of payments that contains the order; null outside one. */
  readonly paymentBatchId: string | null
  /** Order that it reduces, of a credit note; null for every other order. */
  readonly creditedId: string | null
  /** Digest of its current revision; null for a revision older than the sealing of contents. */
  readonly contentDigest: string | null
}

export type Counters = {
  readonly total: number
  readonly approved: number
  readonly rejected: number
  readonly pending: number
  readonly skipped: number
}

type Row = {
  id: string
  number: number
  project_id: string
  contract_id: string
  client_id: string
  provider_id: string
  type: DocumentType
  name: string
  amount_minor: bigint
  charge_minor: bigint
  currency: string
  state: DocumentState
  block_cause: BlockCause | null
  revision: number
  created_by: string
  decisions: number
  receipt: Receipt | null
  payment_batch_id: string | null
  credited_id: string | null
  content_digest: string | null
  payments: number | null
  payments_made: number | null
  due_on: string | null
  cost_centre_id: string | null
  cost_centre_year: number | null
}

/**
 * Locks the order's row: concurrent decisions, confirmations and corrections of the order wait for it. Null
 * when the company has no such order.
 */
export async function lockDocument(tx: TenantTx, documentId: string): Promise<LockedDocument | null> {
  // Sent together, run in this order on one connection: a revision written while this lock waited is found too.
  const [row, written] = await Promise.all([
    tx.one<Row>(sql`
    select id, number, project_id, contract_id, client_id, provider_id, type, name, amount_minor, currency, state,
      coalesce(charge_minor, amount_minor) as charge_minor, block_cause, revision, created_by, 
      approvals_approved + approvals_rejected + approvals_skipped as decisions, receipt,
      coalesce(payment_batch_id, netted_batch_id) as payment_batch_id, credited_id, content_digest, payments, payments_made, due_on, cost_centre_id, cost_centre_year
    from document where company_id = ${tx.companyId} and id = ${documentId} for update`),
    tx.all<{ made_by: string; made_for: string | null }>(sql`
      select distinct made_by, made_for from document_revision
      where company_id = ${tx.companyId} and document_id = ${documentId}`),
  ])
  return (
    row && {
      id: row.id,
      number: row.number,
      projectId: row.project_id,
      contractId: row.contract_id,
      clientId: row.client_id,
      providerId: row.provider_id,
      type: row.type,
      name: row.name,
      amount: money(row.amount_minor, currencyFrom(row.currency)),
      charge: money(row.charge_minor, currencyFrom(row.currency)),
      costCentre: centreFromRow(row),
      state: row.state,
      blockCause: row.block_cause,
      revision: row.revision,
      payments: paymentsFromRow(row),
      isPlanned: row.due_on !== null,
      createdBy: row.created_by,
      authorIds: written.flatMap(({ made_by: author, made_for: responsible }) =>
        responsible === null ? [author] : [author, responsible],
      ),
      decisions: row.decisions,
      receipt: row.receipt,
      paymentBatchId: row.payment_batch_id,
      creditedId: row.credited_id,
      contentDigest: row.content_digest,
    }
  )
}

const centreFromRow = ({ cost_centre_id: id, cost_centre_year: year }: Row): CentreCharge | null =>
  id === null || year === null ? null : { id, year }

/** Number of an order's payments and of those made; null of an order that is paid once. */
export const paymentsFromRow = (row: {
  readonly payments: number | null
  readonly payments_made: number | null
}): LockedDocument['payments'] =>
  row.payments === null ? null : { count: row.payments, made: row.payments_made ?? 0 }

export type StateChange = {
  readonly state: DocumentState
  readonly blockCause?: BlockCause | null
  readonly turn?: number
  readonly counters?: Counters
  /** Undefined: the order keeps its version. */
  readonly flowVersion?: number | null
}

/** Moves an order to its next state; the database refuses a transition that the rules do not allow. */
export async function saveState(tx: TenantTx, documentId: string, change: StateChange): Promise<void> {
  const { state, blockCause = null, turn = null, counters } = change
  const isPinned = change.flowVersion === undefined
  await tx.runOne(sql`
    update document set previous_state = state, state = ${state}, ${shadowedState(state)}, block_cause = ${blockCause},
      turn = coalesce(${turn}::int, turn),
      flow_version = case when ${isPinned} then flow_version else ${change.flowVersion ?? null}::int end,
      approvals_total = coalesce(${counters?.total ?? null}::int, approvals_total),
      approvals_approved = coalesce(${counters?.approved ?? null}::int, approvals_approved),
      approvals_rejected = coalesce(${counters?.rejected ?? null}::int, approvals_rejected),
      approvals_pending = coalesce(${counters?.pending ?? null}::int, approvals_pending),
      approvals_skipped = coalesce(${counters?.skipped ?? null}::int, approvals_skipped), updated_at = ${tx.now}
    where company_id = ${tx.companyId} and id = ${documentId}`)
}

/** Saves the latest receipt of an executed order. */
export function saveReceipt(tx: TenantTx, documentId: string, receipt: Receipt): Promise<void> {
  return tx.runOne(sql`update document set previous_state = state, receipt = ${receipt}, updated_at = ${tx.now}
    where company_id = ${tx.companyId} and id = ${documentId}`)
}

/**
 * Puts orders into a batch of payments, or takes them out with null; throws when fewer orders than ids were
 * written. `nettedIds`: those of them whose payment credit notes reduce.
 */
export async function savePaymentBatch(
  tx: TenantTx,
  documentIds: readonly string[],
  batchId: string | null,
  nettedIds: readonly string[] = [],
): Promise<void> {
  const written = await tx.run(sql`update document set previous_state = state, payment_batch_id = ${batchId},
      netted_batch_id = case when id = any (${[...nettedIds]}::text[]) then ${batchId} end
    where company_id = ${tx.companyId} and id = any (${[...documentIds]}::text[])`)
  if (written !== documentIds.length)
    throw new Error(`expected ${documentIds.length} orders, found ${written}`)
}

/**
 * Number of orders made since the first of the month in the company's time zone, counted no further than `cap`.
 */
export async function documentsThisMonth(tx: TenantTx, zone: TimeZone, cap: number): Promise<number> {
  const found = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from (select from document where company_id = ${tx.companyId}
      and created_at >= date_trunc('month', ${tx.now}::timestamptz at time zone ${zone}) at time zone ${zone}
      limit ${cap}) d`)
  return found?.count ?? 0
}
