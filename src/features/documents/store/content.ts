/** Content of an order as it is sent: written into its row of `document`, and kept by each revision. */
import type { OrderCentre } from '#features/cost-centres/rules/charge.ts'
import { breakdownContent } from '#features/documents/rules/breakdown-content.ts'
import type { RevisionContent } from '#features/documents/rules/content.ts'
import { invoiceKeyFrom } from '#features/documents/rules/duplicates.ts'
import type { Payment } from '#features/documents/rules/payments.ts'
import { paymentsContent } from '#features/documents/rules/payments-content.ts'
import type { BlockCause, DocumentContent } from '#features/documents/rules.ts'
import { breakdownColumns } from '#features/documents/store/breakdown.ts'
import { paymentColumns, savePayments } from '#features/documents/store/payments.ts'
import { saveWords } from '#features/documents/store/words.ts'
import { type Money, minorToText } from '#kernel/money.ts'
import { type Part, part, rows, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type NewDocument = DocumentContent & {
  readonly id: string
  readonly number: number
  readonly clientId: string
  readonly bankAccount: string | null
  /**
   * BIC of `bankAccount` when the order was made: only the revision keeps it, like the provider's name and tax
   * id.
   */
  readonly bankBic: string | null
  readonly providerName: string
  readonly providerTaxId: string | null
  readonly amount: Money
  /** Amount that it takes from its contract. */
  readonly charge: Money
  /** Cost centre and year that it is charged to; null for none. */
  readonly costCentre: OrderCentre | null
  /** Planned payments; none for an order that plans nothing. */
  readonly payments: readonly Payment[]
  readonly state: 'in_approval' | 'blocked'
  readonly blockCause: BlockCause | null
  readonly total: number
  /** Version of the company's flow that approves it; null for the general flow. */
  readonly flowVersion: number | null
  readonly authorId: string
  /** Person to whom the order belongs. */
  readonly requesterId: string
  /**
   * Person who is an author beside whoever writes: who made the token of a service, or whom an order is written for; null
   * for none.
   */
  readonly responsibleId: string | null
  /** Reason why it repeats none of the orders it looks like; null where there are none. */
  readonly duplicateReason: string | null
  readonly duplicateIds: readonly string[]
  /** Order that it reduces, of a credit note; null for every other order. */
  readonly creditedId: string | null
  /** SHA-256 of its content and files: see `rules/content.ts`. */
  readonly contentDigest: string
}

export async function insertDocument(tx: TenantTx, document: NewDocument): Promise<void> {
  const { kept, charge, payable } = breakdownColumns(document)
  const { count, made, dueOn, planned } = paymentColumns(document.payments)
  await tx.runOne(sql`
    insert into document (company_id, id, number, project_id, contract_id, client_id, provider_id, type, name,
      description, amount_minor, currency, bank_account, state, block_cause, revision, flow_version, approvals_total,
      approvals_pending, created_by, changed_by, created_at, submitted_at, updated_at, invoice_number, invoice_key,
      invoice_date, content_digest, breakdown, charge_minor, payable_minor, payments, payments_made, due_on,
      planned_minor, credited_id, credit_state, cost_centre_id, cost_centre_year, cost_centre_state)
    values (${tx.companyId}, ${document.id}, ${document.number}, ${document.projectId}, ${document.contractId}, ${document.clientId},
      ${document.providerId}, ${document.type}, ${document.name}, ${document.description}, ${document.amount.minor},
      ${document.amount.currency}, ${document.bankAccount}, ${document.state}, ${document.blockCause}, 1,
      ${document.flowVersion}, ${document.total},
      ${document.total}, ${document.requesterId}, ${document.authorId}, ${tx.now}, ${tx.now}, ${tx.now}, ${document.invoiceNumber},
      ${invoiceKeyFrom(document.invoiceNumber)}, ${document.invoiceDate}, ${document.contentDigest},
      ${kept}, ${charge}, ${payable}, ${count}, ${made}, ${dueOn}, ${planned},
      ${document.creditedId}, ${document.creditedId === null ? null : document.state}, ${document.costCentre?.id ?? null},
      ${document.costCentre?.year ?? null}, ${document.costCentre && document.state})`)
}

/** Corrects a returned order: writes its new content under the next revision. */
export async function reviseDocument(tx: TenantTx, document: NewDocument, revision: number): Promise<void> {
  const { kept, charge, payable } = breakdownColumns(document)
  const { count, made, dueOn, planned } = paymentColumns(document.payments)
  await tx.runOne(sql`
    update document set project_id = ${document.projectId}, contract_id = ${document.contractId},
      client_id = ${document.clientId}, provider_id = ${document.providerId}, type = ${document.type}, name = ${document.name},
      description = ${document.description}, amount_minor = ${document.amount.minor}, currency = ${document.amount.currency},
      bank_account = ${document.bankAccount}, previous_state = state, state = ${document.state},
      block_cause = ${document.blockCause}, revision = ${revision}, flow_version = ${document.flowVersion}, turn = 1, approvals_total = ${document.total},
      approvals_approved = 0, approvals_rejected = 0, approvals_pending = ${document.total}, approvals_skipped = 0,
      changed_by = ${document.authorId}, submitted_at = ${tx.now}, updated_at = ${tx.now},
      invoice_number = ${document.invoiceNumber}, invoice_key = ${invoiceKeyFrom(document.invoiceNumber)},
      invoice_date = ${document.invoiceDate}, content_digest = ${document.contentDigest},
      breakdown = ${kept}, charge_minor = ${charge}, payable_minor = ${payable},
      payments = ${count}, payments_made = ${made}, due_on = ${dueOn}, planned_minor = ${planned},
      credit_state = case when credited_id is not null then ${document.state} end,
      cost_centre_id = ${document.costCentre?.id ?? null}, cost_centre_year = ${document.costCentre?.year ?? null},
      cost_centre_state = ${document.costCentre && document.state}
    where company_id = ${tx.companyId} and id = ${document.id}`)
  await saveWords(tx, [document])
}

/** Columns of an order, `d`, beside the same in the content of its revision, `r`, where both are one text. */
export const columnsBesideContent: readonly (readonly [column: Part, kept: Part])[] = [
  [part`d.project_id`, part`r.content ->> 'projectId'`],
  [part`d.contract_id`, part`r.content ->> 'contractId'`],
  [part`d.type`, part`r.content ->> 'type'`],
  [part`d.name`, part`r.content ->> 'name'`],
  [part`d.description`, part`r.content ->> 'description'`],
  [part`d.bank_account`, part`r.content ->> 'bankAccount'`],
  [part`d.amount_minor::text`, part`r.content ->> 'amountMinor'`],
  [part`d.currency`, part`r.content ->> 'currency'`],
  [part`d.invoice_number`, part`r.content ->> 'invoiceNumber'`],
  [part`d.invoice_date::text`, part`r.content ->> 'invoiceDate'`],
  [part`d.credited_id`, part`r.content ->> 'creditedId'`],
  [part`d.cost_centre_id::text`, part`r.content ->> 'costCentreId'`],
  [part`d.cost_centre_year::text`, part`r.content ->> 'costCentreYear'`],
]

/** Content of an order's next revision, as it is stored and sealed. */
export function toRevisionContent(
  document: Omit<NewDocument, 'id' | 'number' | 'contentDigest'>,
): RevisionContent {
  return {
    projectId: document.projectId,
    contractId: document.contractId,
    type: document.type,
    name: document.name,
    providerId: document.providerId,
    providerName: document.providerName,
    providerTaxId: document.providerTaxId,
    description: document.description,
    bankAccount: document.bankAccount,
    bankBic: document.bankBic,
    amountMinor: minorToText(document.amount.minor),
    currency: document.amount.currency,
    invoiceNumber: document.invoiceNumber,
    invoiceDate: document.invoiceDate,
    duplicateReason: document.duplicateReason,
    duplicateIds: document.duplicateIds,
    ...breakdownContent({ ...document, chargeMinor: document.charge.minor }),
    ...paymentsContent(document.payments),
    // The digest of an order that is no credit note stays as it always was.
    ...(document.creditedId === null ? {} : { creditedId: document.creditedId }),
    ...centreContent(document.costCentre),
  }
}

/** Cost centre as a revision keeps it; nothing of an order without one, whose digest stays as it always was. */
const centreContent = (centre: OrderCentre | null): RevisionContent =>
  centre === null
    ? {}
    : { costCentreId: centre.id, costCentreCode: centre.code, costCentreYear: String(centre.year) }

/**
 * Stores the content of a revision with its attachments, so that a decision can always be shown beside what it
 * decided on.
 */
export async function insertRevision(tx: TenantTx, document: NewDocument, revision: number): Promise<void> {
  const content = toRevisionContent(document)
  await tx.runOne(sql`
    insert into document_revision (company_id, document_id, revision, content, made_by, made_for, made_at)
    values (${tx.companyId}, ${document.id}, ${revision}, ${content}, ${document.authorId}, ${document.responsibleId},
      ${tx.now})`)
  await savePayments(tx, document, revision)
  if (document.fileIds.length === 0) return
  await tx.run(sql`insert into attachment (company_id, document_id, revision, file_id, position)
    values ${rows(document.fileIds.map((fileId, index) => [tx.companyId, document.id, revision, fileId, index]))}`)
}
