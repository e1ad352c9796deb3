/** One order with everything that its approver needs to decide it. */
import { mayUndo, type UndoFacts, undoEnd } from '#features/approvals/rules/undo.ts'
import { decidableSeat } from '#features/approvals/rules.ts'
import {
  type LastApprovalRow,
  lastApprovalAsJson,
  lastApprovalFrom,
} from '#features/approvals/store/last-approval.ts'
import { approvalAbility } from '#features/approvals/text.ts'
import { isPaidBefore } from '#features/approvals/views/bulk.ts'
import { orderAbilities, toDecisionFacts } from '#features/approvals/views/document-abilities.ts'
import { forcingColumns } from '#features/approvals/views/forced.ts'
import { type SeatRow, seatsAsJson, toStages } from '#features/approvals/views/stages.ts'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { contractAsJson } from '#features/contracts/views.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import { centreNameAsJson } from '#features/cost-centres/scope.ts'
import type { NamedCentreWire } from '#features/cost-centres/wire.ts'
import type { Mandate } from '#features/delegations/rules.ts'
import { findMandates } from '#features/delegations/store.ts'
import type { KeptBreakdown } from '#features/documents/rules/breakdown-digits.ts'
import { authorsOfDocument, documentVisibleTo } from '#features/documents/scope.ts'
import {
  type CreditedJson,
  type CreditNoteJson,
  creditedAsJson,
  creditedToWire,
  creditNotesAsJson,
  creditNoteToWire,
  leftFrom,
} from '#features/documents/views/credit-notes.ts'
import {
  attachmentsAsJson,
  chargeFromRow,
  type DocumentRow,
  documentColumns,
  documentJoins,
  documentRow,
  plannedAsJson,
} from '#features/documents/views/documents.ts'
import { duplicatesOfDocument, noDuplicates } from '#features/documents/views/duplicates.ts'
import type { DuplicatesWire } from '#features/documents/wire/duplicates.ts'
import type { AttachmentWire } from '#features/documents/wire.ts'
import { projectFromRow, type StandingRow, standingAsJson } from '#features/projects/store/standing.ts'
import { sharedAccount } from '#features/providers/rules/payee-shield.ts'
import { recentBankChange } from '#features/providers/rules.ts'
import { accountTwinsAsJson } from '#features/providers/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFromInstant } from '#kernel/day.ts'
import { ibanTail } from '#kernel/iban.ts'
import { minorToText } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type DocumentDetailRow = DocumentRow & {
  approvals_skipped: number
  breakdown: KeptBreakdown | null
  credit_notes: CreditNoteJson[]
  credited: CreditedJson | null
  planned: DocumentDetailWire['planned']
  bank_account: string | null
  provider_tax_id: string | null
  changed_by: string
  forcing_by: string | null
  forcing_at: string | null
  author_ids: string[]
  client_id: string
  client_name: string
  contract_provider_id: string | null
  description: string | null
  invoice_number: string | null
  invoice_date: string | null
  duplicate_reason: string | null
  sent_back_because: string | null
  submitted_at: string
  bank_changed_at: string | null
  pays_former: boolean
  account_twins: { id: string; name: string }[]
  is_paid_before: boolean
  last_approval: LastApprovalRow | null
  contract: ContractWire
  cost_centre: NamedCentreWire | null
  project: StandingRow
  seats: SeatRow[]
  attachments: AttachmentWire[]
}

/**
 * One order with everything its approver needs; null unless the project of the address is the order's own and the
 * person sees the order.
 */
export async function readDocument(
  tx: TenantTx,
  actor: Actor,
  { projectId, documentId }: { readonly projectId: string; readonly documentId: string },
): Promise<DocumentDetailWire | null> {
  const [duplicates, row, mandates] = await Promise.all([
    actor.providerId === null ? duplicatesOfDocument(tx, actor, documentId) : noDuplicates,
    documentDetailRow(tx, actor, projectId, documentId),
    findMandates(tx, actor, documentId),
  ])
  return row && documentDetail(actor, row, duplicates, mandates, tx.now)
}

function documentDetailRow(
  tx: TenantTx,
  actor: Actor,
  projectId: string,
  documentId: string,
): Promise<DocumentDetailRow | null> {
  return tx.one<DocumentDetailRow>(sql`
    select ${documentColumns}, d.approvals_skipped, d.changed_by, ${forcingColumns}, ${authorsOfDocument(part`d`)} as author_ids, d.client_id, k.name as client_name, d.description, d.submitted_at,
      d.invoice_number, d.invoice_date, d.breakdown, d.bank_account, ${plannedAsJson} as planned,
      ${creditNotesAsJson} as credit_notes, ${creditedAsJson} as credited,
      r.content ->> 'providerTaxId' as provider_tax_id, r.content ->> 'duplicateReason' as duplicate_reason,
      (select e.reason from event e where d.state = 'returned' and e.company_id = d.company_id
        and e.object_type = 'document' and e.object_id = d.id and e.action = 'document.sent_back'
        and (e.after ->> 'revision')::int = d.revision order by e.number desc limit 1) as sent_back_because,
      case when d.type = 'gasto' and d.credited_id is null then pv.bank_changed_at end as bank_changed_at,
      coalesce(d.bank_account <> pv.iban, false) as pays_former,
      ${accountTwinsAsJson(tx, actor, part`d.bank_account`, part`d.provider_id`)} as account_twins,
      ${isPaidBefore} as is_paid_before, c.provider_id as contract_provider_id, ${contractAsJson} as contract, ${centreNameAsJson(actor)} as cost_centre, ${standingAsJson(actor)} as project,
      ${attachmentsAsJson} as attachments, ${seatsAsJson} as seats, ${lastApprovalAsJson} as last_approval
    from document d ${documentJoins}
    join company co on co.company_id = d.company_id
    join client k on k.company_id = d.company_id and k.id = d.client_id
    join contract c on c.company_id = d.company_id and c.id = d.contract_id
    join document_revision r on r.company_id = d.company_id and r.document_id = d.id and r.revision = d.revision
    where d.company_id = ${tx.companyId} and d.id = ${documentId} and d.project_id = ${projectId}
      and ${documentVisibleTo(tx, actor)}`)
}

function documentDetail(
  actor: Actor,
  row: DocumentDetailRow,
  duplicates: DuplicatesWire,
  mandates: readonly Mandate[],
  now: Date,
): DocumentDetailWire {
  const today = dayFromInstant(now, actor.zone)
  const project = projectFromRow(row.project)
  const isProvider = actor.providerId !== null
  const stages = toStages(actor, row.state, row.seats)
  const facts = toDecisionFacts(
    actor,
    row,
    project,
    stages.map(({ stage }) => stage),
    mandates,
  )
  const undoFacts = {
    ...facts,
    lastApproval: lastApprovalFrom(row.last_approval),
    undoMinutes: project.policies.undoMinutes,
  }
  const undo = mayUndo(actor, undoFacts, now)
  const mine = row.state === 'in_approval' ? decidableSeat(actor.userId, facts) : null
  const currency = currencyFrom(row.currency)
  const left = leftFrom(digitsFrom(row), row.credit_notes, currency)
  const isPayment = row.type === 'gasto' && row.credited_id === null
  const hidesContract = isProvider && row.contract_provider_id !== actor.providerId
  return {
    ...documentRow(row),
    clientId: row.client_id,
    clientName: row.client_name,
    description: row.description,
    invoiceNumber: row.invoice_number,
    invoiceDate: row.invoice_date,
    providerTaxId: row.provider_tax_id,
    account: row.bank_account === null ? null : ibanTail(row.bank_account),
    breakdown: row.breakdown,
    planned: row.planned,
    duplicateReason: isProvider && row.changed_by !== actor.userId ? null : row.duplicate_reason,
    duplicates,
    creditNotes: row.credit_notes.map(creditNoteToWire(currency)),
    left,
    credited: row.credited && creditedToWire(row.credited, row.id, currency),
    submittedAt: row.submitted_at,
    contract: hidesContract ? null : row.contract,
    charge: hidesContract ? null : chargeFromRow(row),
    costCentre: row.cost_centre,
    attachments: row.attachments,
    stages: isProvider ? [] : stages.map(({ wire }) => wire),
    sentBackBecause: isProvider ? null : row.sent_back_because,
    mySeatId: mine?.id ?? null,
    onBehalfOf: mine && mine.approverId !== actor.userId ? holderName(row, mine.id) : null,
    rejectionCommentRequired: project.policies.rejectionCommentRequired,
    bankChangedDays: isProvider ? null : recentDays(row.bank_changed_at, actor, today),
    paysFormerAccount: !isProvider && row.pays_former,
    sharedAccount: isPayment ? sharedAccount(actor, row.account_twins) : null,
    isFirstPayment: !isProvider && isPayment && !row.is_paid_before,
    undoUntil: undo === true ? undoEndText(undoFacts) : null,
    can: { ...orderAbilities(actor, row, project, { facts, left }), undo: approvalAbility(undo) },
  }
}

/** Name of the approver whose seat it is. */
const holderName = ({ seats }: DocumentDetailRow, seatId: string): string | null =>
  seats.find(seat => seat.id === seatId)?.approver_name ?? null

const recentDays = (changedAt: string | null, { zone }: Actor, today: Day): number | null =>
  changedAt === null ? null : recentBankChange(dayFromInstant(changedAt, zone), today)

const undoEndText = ({ lastApproval, undoMinutes }: UndoFacts): string | null =>
  lastApproval && undoEnd(lastApproval, undoMinutes).toISOString()

const digitsFrom = (row: DocumentDetailRow) => ({
  amountMinor: minorToText(row.amount_minor),
  chargeMinor: minorToText(row.charge_minor ?? row.amount_minor),
})
