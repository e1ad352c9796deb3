/** Corrections of an order: what each revision changed of the one before, for its approvers. */
import { type Changes, changesBetween, type RevisionContent } from '#features/approvals/rules/changes.ts'
import type { RevisionChangesWire } from '#features/approvals/wire/changes.ts'
import { centreKnownTo } from '#features/cost-centres/scope.ts'
import { breakdownFromContent } from '#features/documents/rules/breakdown-content.ts'
import type { RevisionContent as StoredContent } from '#features/documents/rules/content.ts'
import { paymentsFromContent } from '#features/documents/rules/payments-content.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import { breakdownParts } from '#features/documents/text/breakdown.ts'
import { paymentsText } from '#features/documents/text/payments.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { moneyFromText } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = {
  revision: number
  made_by_name: string
  made_at: string
  type: DocumentType
  name: string
  amount_minor: string
  currency: string
  project: string
  provider: string | null
  provider_id: string | null
  project_id: string
  contract: string | null
  cost_centre: string | null
  bank_account: string | null
  invoice_number: string | null
  invoice_date: string | null
  description: string | null
  content: StoredContent
  files: RevisionContent['files']
  decisions: RevisionChangesWire['decisions']
}

type Address = { readonly projectId: string; readonly documentId: string }

/**
 * Changes of each correction, newest first; null when the order does not exist for the person. Of an order that came
 * from another client nothing earlier is shown; a provider is shown no changes and no names of those who returned it.
 */
export async function changes(
  tx: TenantTx,
  actor: Actor,
  { projectId, documentId }: Address,
): Promise<{ items: RevisionChangesWire[] } | null> {
  const found = await tx.all<Row>(sql`
    with r as materialized (${orderRevisions(tx, documentId)})
    select r.revision, trim(who.name || ' ' || who.last_name) as made_by_name, r.made_at, ${contentColumns},
      ${centreText(actor)} as cost_centre, ${filesAsJson} as files, ${decisionsAsJson} as decisions
    from document d
    join r on r.company_id = d.company_id and r.document_id = d.id
    join account who on who.id = r.made_by
    join project p on p.company_id = r.company_id and p.id = r.project_id
    left join provider pv on pv.company_id = r.company_id and pv.id = r.provider_id
    left join contract c on c.company_id = r.company_id and c.id = r.contract_id
    where d.company_id = ${tx.companyId} and d.id = ${documentId} and d.project_id = ${projectId}
      and ${documentVisibleTo(tx, actor)} ${readsWholeCompany(actor.role) ? nothing : part`and p.client_id = d.client_id`}
    order by r.revision desc`)
  if (found.length === 0) return null
  return { items: actor.providerId === null ? found.flatMap(changed) : [] }
}

/**
 * Revisions of the order with the ids that their contents say, read first: under row level security a field of JSON finds
 * no index, and every project, provider and contract of the company would be read.
 */
const orderRevisions = ({ companyId }: TenantTx, documentId: string) => part`
  select company_id, document_id, revision, made_by, made_at, content, content ->> 'projectId' as project_id,
    content ->> 'providerId' as provider_id, content ->> 'contractId' as contract_id
  from document_revision where company_id = ${companyId} and document_id = ${documentId}`

const contentColumns = part`
  r.content ->> 'type' as type, r.content ->> 'name' as name, r.content ->> 'amountMinor' as amount_minor,
  r.content ->> 'currency' as currency, p.name as project, pv.name as provider,
  r.provider_id, r.project_id,
  c.id || ' · ' || c.description as contract, r.content ->> 'bankAccount' as bank_account,
  r.content ->> 'invoiceNumber' as invoice_number, r.content ->> 'invoiceDate' as invoice_date,
  r.content ->> 'description' as description, r.content`

/** Cost centre of the revision `r`, as it was called then; null for none, and for whoever may not know it. */
const centreText = (actor: Actor) => part`
  (select r.content ->> 'costCentreCode' from cost_centre cc where cc.company_id = r.company_id
    and cc.id = (r.content ->> 'costCentreId')::uuid and ${centreKnownTo(actor)})`

const filesAsJson = part`
  (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name) order by t.position), '[]')
    from attachment t join file f on f.company_id = t.company_id and f.id = t.file_id
    where t.company_id = r.company_id and t.document_id = r.document_id and t.revision = r.revision)`

const decisionsAsJson = part`
  (select coalesce(json_agg(json_build_object('approverName', coalesce(a.approver_name, trim(v.name || ' ' || v.last_name)),
      'decidedByName', coalesce(a.decided_by_name, trim(x.name || ' ' || x.last_name)), 'status', a.status, 'comment', a.comment,
      'decidedAt', a.decided_at) order by a.decided_at), '[]')
    from approval a join account v on v.id = a.approver_id left join account x on x.id = a.decided_by
    where a.company_id = r.company_id and a.document_id = r.document_id and a.revision = r.revision
      and a.status in ('approved', 'rejected', 'returned') and a.decided_at is not null)`

/** Compares a revision with the one before it; the first revision has no changes. */
function changed(row: Row, index: number, rows: readonly Row[]): RevisionChangesWire[] {
  const former = rows[index + 1]
  if (former === undefined) return []
  const { amount, texts, added, removed } = changesBetween(toContent(former), toContent(row))
  return [
    {
      revision: row.revision,
      madeByName: row.made_by_name,
      madeAt: row.made_at,
      amount: amountAsWire(amount),
      texts: [...texts],
      added: [...added],
      removed: [...removed],
      decisions: former.decisions,
    },
  ]
}

const amountAsWire = (amount: Changes['amount']): RevisionChangesWire['amount'] =>
  amount && { before: moneyToWire(amount.before), after: moneyToWire(amount.after) }

/** The breakdown in one line; null for a revision without one. */
function breakdownText({ content, currency }: Row): string | null {
  const breakdown = breakdownFromContent(content)
  return (
    breakdown &&
    breakdownParts(breakdown, currencyFrom(currency))
      .map(([label, amounts]) => `${label}: ${amounts}`)
      .join('; ')
  )
}

const toContent = (row: Row): RevisionContent => ({
  type: row.type,
  name: row.name,
  project: row.project,
  provider: row.provider,
  providerId: row.provider_id,
  projectId: row.project_id,
  contract: row.contract,
  costCentre: row.cost_centre,
  description: row.description,
  files: row.files,
  invoiceNumber: row.invoice_number,
  invoiceDate: row.invoice_date,
  bankAccount: row.bank_account,
  breakdown: breakdownText(row),
  payments: paymentsText(paymentsFromContent(row.content), currencyFrom(row.currency)),
  amount: moneyFromText(row.amount_minor, currencyFrom(row.currency)),
})
