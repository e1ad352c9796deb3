/** Columns and joins of an order's row, for every list that shows orders. */
import {
  type DocumentState,
  type DocumentType,
  type Receipt,
  statusFromState,
} from '#features/documents/rules.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, type MoneyWire, moneyToWire } from '#kernel/wire.ts'
import { part } from '#server/database/sql.ts'

/**
 * Columns of an order's row; expects `document` as `d` and the aliases of `documentJoins`: project `p`,
 * provider `pv`, creator's account `who`.
 */
export const documentColumns = part`
  d.id, d.number, d.project_id, p.name as project_name, d.name, d.type, d.provider_id, pv.name as provider_name,
  d.amount_minor, d.charge_minor, d.payable_minor, d.currency, d.state, d.block_cause, d.revision, d.approvals_total, d.approvals_approved,
  d.approvals_rejected, d.approvals_pending, d.created_by, trim(who.name || ' ' || who.last_name) as created_by_name,
  d.created_at, d.updated_at, d.receipt, coalesce(d.payment_batch_id, d.netted_batch_id) as payment_batch_id, d.payments, d.payments_made, d.due_on, d.credited_id,
  pv.status <> 'active' as provider_off`

export const documentJoins = part`
  join project p on p.company_id = d.company_id and p.id = d.project_id
  join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
  join account who on who.id = d.created_by`

export type DocumentRow = {
  id: string
  number: number
  project_id: string
  project_name: string
  name: string
  type: DocumentType
  provider_id: string
  provider_name: string
  amount_minor: bigint
  charge_minor: bigint | null
  payable_minor: bigint | null
  currency: string
  state: DocumentState
  block_cause: 'budget' | 'no_approver' | 'contract_inactive' | null
  revision: number
  approvals_total: number
  approvals_approved: number
  approvals_rejected: number
  approvals_pending: number
  created_by: string
  created_by_name: string
  created_at: string
  updated_at: string
  receipt: Receipt | null
  payment_batch_id: string | null
  payments: number | null
  payments_made: number | null
  due_on: string | null
  credited_id: string | null
  provider_off: boolean
}

export function documentRow(row: DocumentRow): DocumentRowWire {
  const currency = currencyFrom(row.currency)
  return {
    id: row.id,
    projectId: row.project_id,
    projectName: row.project_name,
    name: row.name,
    type: row.type,
    providerId: row.provider_id,
    providerName: row.provider_name,
    amount: moneyToWire(money(row.amount_minor, currency)),
    payable: row.payable_minor === null ? null : moneyToWire(money(row.payable_minor, currency)),
    state: row.state,
    blockCause: row.block_cause,
    status: statusFromState(row.state),
    revision: row.revision,
    approvals: {
      total: row.approvals_total,
      approved: row.approvals_approved,
      rejected: row.approvals_rejected,
      pending: row.approvals_pending,
    },
    createdById: row.created_by,
    createdByName: row.created_by_name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    receipt: row.receipt,
    paymentBatchId: row.payment_batch_id,
    payments: row.payments === null ? null : { count: row.payments, made: row.payments_made ?? 0 },
    dueOn: row.due_on,
    creditedId: row.credited_id,
    providerOff: row.provider_off,
  }
}

/** Amount that the order takes from its contract. */
export const chargeFromRow = (row: DocumentRow): MoneyWire =>
  moneyToWire(money(row.charge_minor ?? row.amount_minor, currencyFrom(row.currency)))

/** Planned payments of an order, as JSON; expects `document` as `d`. */
export const plannedAsJson = part`
  (select coalesce(json_agg(json_build_object('dueOn', y.due_on, 'amountMinor', y.amount_minor::text) order by y.number), '[]')
    from payment y where y.company_id = d.company_id and y.document_id = d.id)`

/** Attachments of an order in its current revision, as JSON; expects `document` as `d`. */
export const attachmentsAsJson = part`
  (select coalesce(json_agg(json_build_object('fileId', f.id, 'name', f.name, 'mediaType', f.media_type,
      'size', f.size) order by t.position), '[]')
    from attachment t join file f on f.company_id = t.company_id and f.id = t.file_id
    where t.company_id = d.company_id and t.document_id = d.id and t.revision = d.revision)`
