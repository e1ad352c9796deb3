/** The certified facts of an order, read in one transaction: the order, its decisions, the budget, the execution. */

import { addedAsJson } from '#features/approvals/views/added.ts'
import { deputyAsJson } from '#features/approvals/views/deputies.ts'
import { forcedAsJson } from '#features/approvals/views/forced.ts'
import { reassignedAsJson } from '#features/approvals/views/reassigned.ts'
import type { End } from '#features/certificates/rules/ends.ts'
import type {
  CertifiedBudgetWire,
  CertifiedDocumentWire,
  CertifiedExecutionWire,
  CertifiedSeatWire,
} from '#features/certificates/wire/certificate.ts'
import { CertifiedWire } from '#features/certificates/wire/certificate.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import { plannedAsJson } from '#features/documents/views/documents.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFromInstant, type TimeZone } from '#kernel/day.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** The order, locked until the transaction ends; null when this person may not see it. */
export async function certifiedDocument(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<CertifiedDocumentWire | null> {
  return tx.one<CertifiedDocumentWire>(sql`
    select co.name as "companyName", co.sample_of is not null as "isSample", co.time_zone as zone, d.id, d.state, d.type, d.name, d.description, d.revision,
      d.amount_minor::text as "amountMinor", d.currency, d.breakdown - 'amountMinor' as breakdown,
      d.charge_minor::text as "chargeMinor", d.payable_minor::text as "payableMinor", d.bank_account as "bankAccount",
      ${plannedAsJson} as payments, ${paymentsMadeAsJson} as "paymentsMade",
      p.id || ' · ' || p.name as project, c.id as "contractId", c.id || coalesce(' · ' || c.description, '') as contract,
      k.name as client, pv.id || ' · ' || pv.name as provider, trim(who.name || ' ' || who.last_name) as requester,
      d.submitted_at as "submittedAt", d.credited_id as "creditedId"
    from document d
    join company co on co.company_id = d.company_id
    join project p on p.company_id = d.company_id and p.id = d.project_id
    join contract c on c.company_id = d.company_id and c.id = d.contract_id
    join client k on k.company_id = d.company_id and k.id = d.client_id
    join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
    join account who on who.id = d.created_by
    where d.company_id = ${tx.companyId} and d.id = ${documentId} and ${documentVisibleTo(tx, actor)}
    for share of d`)
}

/** Payments made of the order `d`, as JSON: of an order that is paid once only those that came back. */
const paymentsMadeAsJson = part`
  (select coalesce(json_agg(json_build_object('payment', x.payment, 'executedOn', x.executed_on, 'reference', x.reference,
      'returnedOn', x.returned_on) order by x.confirmed_at), '[]')
    from execution x where x.company_id = d.company_id and x.document_id = d.id
      and (d.payments is not null or x.returned_at is not null))`

/** Every seat of the revision, by stage; delegates are taken from the events. */
export function certifiedSeats(
  tx: TenantTx,
  { id, revision }: CertifiedDocumentWire,
): Promise<CertifiedSeatWire[]> {
  return tx.all<CertifiedSeatWire>(sql`
    select s.stage, s.turn, s.name as "stageName", s.basis, s.mode, s.needed, s.outcome,
      coalesce(a.approver_name, trim(who.name || ' ' || who.last_name)) as approver, a.status, a.comment, a.decided_at as "decidedAt",
      (select coalesce(a.decided_by_name, e.actor_name, trim(b.name || ' ' || b.last_name)) from event e join account b on b.id = e.actor_id
        where e.company_id = ${tx.companyId} and e.object_type = 'document' and e.object_id = ${id}
          and e.action = 'approval.decided' and e.on_behalf_of = a.approver_id and e.at = a.decided_at
        order by e.number desc limit 1) as "decidedBy", ${factOfDecision('through')} as through, ${factOfDecision('confirmedBy')} as "confirmedBy", ${reassignedAsJson} as given, ${addedAsJson} as added, ${forcedAsJson}::jsonb || ${forcedConfirmation} as forced,
      ${deputyAsJson} as deputy
    from approval a
    join approval_stage s on s.company_id = a.company_id and s.document_id = a.document_id
      and s.revision = a.revision and s.stage = a.stage
    join account who on who.id = a.approver_id
    where a.company_id = ${tx.companyId} and a.document_id = ${id} and a.revision = ${revision}
    order by s.turn, s.stage, a.decided_at nulls last, a.id`)
}

/** Fact of the decision of the seat `a`, as its event says it: one that was undone is of another instant. */
const factOfDecision = (name: 'through' | 'confirmedBy') => part`(select e.after ->> ${name} from event e
  where e.company_id = a.company_id and e.object_type = 'document' and e.object_id = a.document_id
    and e.action = 'approval.decided' and e.after ->> 'seatId' = a.id::text and e.at = a.decided_at
  order by e.number desc limit 1)`

/** Step by which whoever forced the outcome of the stage `s` confirmed who they are, as its event says it. */
const forcedConfirmation = part`jsonb_build_object('confirmedBy', (select e.after ->> 'confirmedBy' from event e
  where e.company_id = s.company_id and e.object_type = 'document' and e.object_id = s.document_id
    and e.action = 'approval.decided' and e.after ->> 'forced' = 'true' and e.at = s.forced_at))`

/**
 * The contract's balance at the last approval: the ledger and the amendments up to that event. Their order is that of
 * the numbers of their events, never of instants; only a row without an event is placed by its instant.
 */
export function budgetAtDecision(
  tx: TenantTx,
  { id, contractId }: CertifiedDocumentWire,
): Promise<CertifiedBudgetWire | null> {
  return tx.one<CertifiedBudgetWire>(sql`
    select e.at, e.tolerated, coalesce(
        (select m.to_minor from contract_amendment m where m.company_id = e.company_id
          and m.contract_id = ${contractId} and ${amendedUntil} order by m.revision desc limit 1),
        (select m.from_minor from contract_amendment m where m.company_id = e.company_id
          and m.contract_id = ${contractId} and not ${amendedUntil} order by m.revision limit 1),
        c.total_minor)::text as "totalMinor",
      coalesce(sum(b.requested_minor), 0)::text as "requestedMinor",
      coalesce(sum(b.committed_minor), 0)::text as "committedMinor",
      coalesce(sum(b.used_minor), 0)::text as "usedMinor"
    from (select company_id, at, number, after -> 'tolerated' as tolerated from event where company_id = ${tx.companyId} and object_type = 'document'
        and object_id = ${id} and action = 'approval.decided' and after ->> 'state' = 'approved'
      order by number desc limit 1) e
    join contract c on c.company_id = e.company_id and c.id = ${contractId}
    left join budget_entry b on b.company_id = e.company_id and b.contract_id = c.id and ${movedUntil}
    group by e.company_id, e.at, e.number, e.tolerated, c.total_minor`)
}

/** True when the amendment `m` was written before the event `e`. */
const amendedUntil = part`coalesce((select min(n.number) from event n where n.company_id = m.company_id
  and n.object_type = 'contract' and n.object_id = m.contract_id and n.action = 'contract.amended'
  and n.at = m.made_at) <= e.number, m.made_at <= e.at)`

/** True when the ledger entry `b` was written before or with the event `e`: each cause has its events. */
const movedUntil = part`coalesce((select min(n.number) from event n where n.company_id = b.company_id
  and n.object_type = 'document' and n.object_id = b.document_id and n.at = b.at
  and case b.cause when 'submitted' then n.action in ('document.submitted', 'document.resubmitted')
    when 'approved' then n.action = 'approval.decided' and n.after ->> 'state' = 'approved'
    when 'taken_back' then n.action = 'approval.taken_back'
    when 'executed' then n.action = 'execution.confirmed' when 'credited' then n.action = 'execution.confirmed'
    when 'returned' then n.action = 'execution.payment_returned'
    when 'recharged' then n.action = 'execution.credit_reopened'
    when 'refunded' then n.action = 'execution.payment_returned' when 'cancelled' then n.action = 'document.cancelled'
    else n.action in ('approval.decided', 'document.withdrawn', 'document.sent_back') end) <= e.number, b.at <= e.at)`

/** Netting of the execution `x`, as JSON: of a payment with its credit notes, or of a credit note with its payment. */
const nettingAsJson = part`(select json_build_object('batchId', c.batch_id, 'nettedMinor', x.netted_minor::text, 'orders',
    json_agg(case when c.document_id = x.document_id then c.credit_note_id else c.document_id end order by c.credit_note_id))
  from netted_credit_note c
  left join payment_batch_order o on o.company_id = c.company_id and o.batch_id = c.batch_id and o.document_id = c.document_id
  where c.company_id = x.company_id and c.released_at is null
    and (c.credit_note_id = x.document_id or c.document_id = x.document_id and o.payment = x.payment)
  group by c.batch_id)`

export function certifiedExecution(
  tx: TenantTx,
  { id }: CertifiedDocumentWire,
): Promise<CertifiedExecutionWire | null> {
  return tx.one<CertifiedExecutionWire>(sql`
    select x.executed_on as "executedOn", x.reference, x.comment, x.confirmed_at as "confirmedAt",
      trim(who.name || ' ' || who.last_name) as executor, trim(z.name || ' ' || z.last_name) as "executorPrincipal", ${nettingAsJson} as netting, f.name as "proofName", f.sha256 as "proofSha256"
    from execution x join account who on who.id = x.executed_by left join account z on z.id = x.executed_for
    left join file f on f.company_id = x.company_id and f.id = x.proof_file_id
    where x.company_id = ${tx.companyId} and x.document_id = ${id} and x.is_last`)
}

export function certifiedFiles(
  tx: TenantTx,
  { id, revision }: CertifiedDocumentWire,
): Promise<CertifiedWire['files']> {
  return tx.all<CertifiedWire['files'][number]>(sql`
    select f.name, f.sha256 from attachment a join file f on f.company_id = a.company_id and f.id = a.file_id
    where a.company_id = ${tx.companyId} and a.document_id = ${id} and a.revision = ${revision} order by a.position`)
}

/** The seal of the order's last event, and the number of its sealed events. */
export function certifiedSeal(
  tx: TenantTx,
  { id }: CertifiedDocumentWire,
): Promise<CertifiedWire['seal'] | null> {
  return tx.one<CertifiedWire['seal']>(sql`
    select s.sequence::text as sequence, s.hash from event_seal s
    join event e on e.company_id = s.company_id and e.id = s.event_id
    where s.company_id = ${tx.companyId} and e.object_type = 'document' and e.object_id = ${id}
    order by s.sequence desc limit 1`)
}

/** The facts of an issued Constancia; null for a person who may no longer see its order. */
export async function issuedFacts(
  tx: TenantTx,
  actor: Actor,
  certificateId: string,
): Promise<CertifiedWire | null> {
  const found = await tx.one<{ facts: string }>(sql`
    select c.facts from certificate c join document d on d.company_id = c.company_id and d.id = c.document_id
    where c.company_id = ${tx.companyId} and c.id = ${certificateId} and ${documentVisibleTo(tx, actor)}`)
  return actor.providerId === null && found ? CertifiedWire.parse(JSON.parse(found.facts)) : null
}

/**
 * The days, in the company's time zone, from which an approval is no longer in force; null while it is. `ended`: the end
 * that the Constancia certifies, which is absent when it certifies an approval.
 */
export type Lapsed = {
  readonly cancelledOn: Day | null
  readonly takenBackOn: Day | null
  readonly ended?: { readonly end: End; readonly on: Day }
}

const CertifiedEnding = CertifiedWire.pick({ ended: true })

/** When a Constancia's order was cancelled, when the approval that it certifies was taken back, or which end it certifies. */
export async function lapsed(tx: TenantTx, certificateId: string): Promise<Lapsed> {
  const found = await tx.one<LapsedRow>(sql`
    select co.time_zone as zone, c.facts,
      (select max(e.at) from event e where d.state = 'cancelled' and e.company_id = c.company_id
        and e.object_type = 'document' and e.object_id = c.document_id and e.action = 'document.cancelled') as cancelled,
      (select min(e.at) from event e where e.company_id = c.company_id and e.object_type = 'document'
        and e.object_id = c.document_id and e.action = 'approval.taken_back' and e.number > i.number) as taken_back
    from certificate c
    join document d on d.company_id = c.company_id and d.id = c.document_id
    join company co on co.company_id = c.company_id
    join event i on i.company_id = c.company_id and i.object_type = 'document' and i.object_id = c.document_id
      and i.action = 'document.certified' and i.after ->> 'certificateId' = c.id::text
    where c.company_id = ${tx.companyId} and c.id = ${certificateId}`)
  if (!found) return { cancelledOn: null, takenBackOn: null }
  const day = (at: string | null) => (at === null ? null : dayFromInstant(at, found.zone))
  const { ended } = CertifiedEnding.parse(JSON.parse(found.facts))
  return {
    cancelledOn: day(found.cancelled),
    takenBackOn: day(found.taken_back),
    ...(ended && { ended: { end: ended.end, on: dayFromInstant(ended.at, found.zone) } }),
  }
}

type LapsedRow = { facts: string; cancelled: string | null; taken_back: string | null; zone: TimeZone }
