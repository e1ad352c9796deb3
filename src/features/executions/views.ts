/** Executions for the screens: the queue of an executor, and the execution of one order. */
import { type Deciders, findDeciders } from '#features/approvals/store/deciders.ts'
import type { Principal } from '#features/delegations/rules.ts'
import { executingForAsJson } from '#features/delegations/scope.ts'
import { type DocumentState, mayKnowNames, type Receipt } from '#features/documents/rules.ts'
import { authorsOfDocument, documentVisibleTo } from '#features/documents/scope.ts'
import {
  type DocumentRow,
  documentColumns,
  documentJoins,
  documentRow,
} from '#features/documents/views/documents.ts'
import {
  type ExecutionFacts,
  executionAbilities,
  mayDeliver,
  principalFor,
} from '#features/executions/rules.ts'
import { isApprovedInReach, mayExecute } from '#features/executions/scope.ts'
import { nextPayment } from '#features/executions/store/payable.ts'
import { receiptFacts } from '#features/executions/store/receipts.ts'
import { findApprovalDay } from '#features/executions/store.ts'
import { executionAbility } from '#features/executions/text/refusals.ts'
import { readPayments } from '#features/executions/views/made.ts'
import { type PayeeRow, payeeColumns, payeeFor } from '#features/executions/views/payee.ts'
import { readReceiptAnswers, toReceipt } from '#features/executions/views/receipt.ts'
import type { DeliveryWire, ExecutionStatusWire, executionQueue } from '#features/executions/wire.ts'
import { type ProjectWithStanding, projectOfDocument } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant, daysBetween } from '#kernel/day.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Most rows in one answer: as many as somebody confirms before asking for more. */
const most = 200

type QueueRow = DocumentRow & { next_payment: number | null; next_minor: bigint | null }

/**
 * Approved orders that this person executes, oldest first. `offset 0`: PostgreSQL sorts those of their projects, and asks
 * of one after the other whether they may execute it, until the answer is full.
 */
export async function queue(tx: TenantTx, actor: Actor): Promise<ResponseOf<typeof executionQueue>> {
  const [found, company] = await Promise.all([
    tx.all<QueueRow>(sql`
      select ${documentColumns}, y.number as next_payment, y.amount_minor as next_minor
      from (select d.* from (select d.* from document d where ${isApprovedInReach(tx, actor)}
          order by d.updated_at, d.number offset 0) d
        where ${mayExecute(tx, actor)} order by d.updated_at, d.number limit ${most + 1}) d
      ${documentJoins} left join lateral (${nextPayment}) y on true
      order by d.updated_at, d.number`),
    tx.one<{ required: boolean }>(
      sql`select proof_required as required from company where company_id = ${tx.companyId}`,
    ),
  ])
  const today = dayFromInstant(tx.now, actor.zone)
  return {
    proofRequired: company?.required ?? false,
    hasMore: found.length > most,
    items: found.slice(0, most).map(row => ({
      document: documentRow(row),
      payment: row.next_payment ?? 1,
      payable: moneyToWire(
        money(row.next_minor ?? row.payable_minor ?? row.amount_minor, currencyFrom(row.currency)),
      ),
      approvedDays: daysBetween(dayFromInstant(row.updated_at, actor.zone), today),
    })),
  }
}

type StateRow = PayeeRow & {
  state: DocumentState
  author_ids: string[]
  provider_id: string
  receipt: Receipt | null
  payment_batch_id: string | null
  credited_id: string | null
  stands_in_for: Principal[]
}

/** Execution of the order, with this person's permissions; null when the order does not exist for them. */
export async function executionStatus(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<ExecutionStatusWire | null> {
  const [row, project, deciders, execution, rejection, deliveries, answers, answered, approvedOn, paid] =
    await Promise.all([
      tx.one<StateRow>(sql`
      select d.state, ${authorsOfDocument(part`d`)} as author_ids, d.provider_id, d.receipt,
        coalesce(d.payment_batch_id, d.netted_batch_id) as payment_batch_id, d.credited_id, ${executingForAsJson(tx, actor, part`d`)} as stands_in_for,
        ${payeeColumns(tx, actor)}
      from document d
      join document_revision r on r.company_id = d.company_id and r.document_id = d.id and r.revision = d.revision
      join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
      join company co on co.company_id = d.company_id
      where d.company_id = ${tx.companyId} and d.id = ${documentId} and ${documentVisibleTo(tx, actor)}`),
      projectOfDocument(tx, actor, documentId),
      findDeciders(tx, documentId),
      readExecution(tx, actor, documentId),
      lastRejection(tx, documentId),
      readDeliveries(tx, documentId),
      readReceiptAnswers(tx, actor, documentId),
      receiptFacts(tx, documentId),
      findApprovalDay(tx, documentId, actor.zone),
      readPayments(tx, actor, documentId),
    ])
  if (!row || !project) return null
  const facts = toFacts(row, project, deciders, paid.made)
  const can = executionAbilities(actor, facts, project.standing)
  const answer = { ...row, ...answered, providerId: row.provider_id, creditedId: row.credited_id }
  return {
    execution,
    ...paid,
    rejection: row.state === 'execution_rejected' ? toRejection(actor, rejection) : null,
    deliveries,
    proofRequired: project.policies.proofRequired,
    approvedOn,
    receipt:
      row.state === 'executed' && row.credited_id === null
        ? toReceipt(actor, answer, project.standing, answers)
        : null,
    onBehalfOf: principalFor(actor, facts, project.standing)?.name ?? null,
    payee: row.credited_id === null ? payeeFor(tx, actor, row, can) : null,
    can: {
      deliver: executionAbility(mayDeliver(actor, { state: row.state, providerId: row.provider_id })),
      confirm: executionAbility(can.confirm),
      reject: executionAbility(can.reject),
      retry: executionAbility(can.retry),
      giveBack: executionAbility(can.giveBack),
    },
  }
}

const toRejection = (actor: Actor, rejection: RejectionRow | null): ExecutionStatusWire['rejection'] =>
  rejection && { ...rejection, byName: mayKnowNames(actor) ? rejection.byName : null }

const toFacts = (
  row: StateRow,
  { policies }: ProjectWithStanding,
  deciders: Deciders,
  made: ExecutionStatusWire['made'],
): ExecutionFacts => ({
  state: row.state,
  type: row.type,
  hasPaid: made.some(({ returned }) => returned === null),
  authorIds: row.author_ids,
  ...deciders,
  executorMayApprove: policies.executorMayApprove,
  paymentBatchId: row.payment_batch_id,
  isCreditNote: row.credited_id !== null,
  standsInFor: row.stands_in_for,
})

type ExecutionRow = {
  executed_by: string
  executed_by_name: string
  executed_for_name: string | null
  executed_on: string
  reference: string
  comment: string | null
  confirmed_at: string
  file_id: string | null
  file_name: string
  media_type: string
  size: number
  sha256: string | null
  also_in: { documentId: string; projectId: string }[]
}

/** Execution of the order, with the other orders that this person sees and whose proof is the same file. */
async function readExecution(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<ExecutionStatusWire['execution']> {
  const row = await tx.one<ExecutionRow>(sql`
    select e.executed_by, trim(who.name || ' ' || who.last_name) as executed_by_name,
      trim(z.name || ' ' || z.last_name) as executed_for_name, e.executed_on, e.reference,
      e.comment, e.confirmed_at, f.id as file_id, f.name as file_name, f.media_type, f.size, f.sha256,
      coalesce(${documentsWithSameProof(tx, actor)}, '[]') as also_in
    from execution e
    join document executed on executed.company_id = e.company_id and executed.id = e.document_id
    join account who on who.id = e.executed_by left join account z on z.id = e.executed_for
    left join file f on f.company_id = e.company_id and f.id = e.proof_file_id
    where e.company_id = ${tx.companyId} and e.document_id = ${documentId} and e.is_last`)
  if (!row) return null
  return {
    executedById: mayKnowNames(actor) ? row.executed_by : null,
    executedByName: mayKnowNames(actor) ? row.executed_by_name : null,
    executedForName: mayKnowNames(actor) ? row.executed_for_name : null,
    executedOn: row.executed_on,
    reference: row.reference,
    comment: row.comment,
    confirmedAt: row.confirmed_at,
    proof: row.file_id
      ? { fileId: row.file_id, name: row.file_name, mediaType: row.media_type, size: row.size }
      : null,
    proofSha256: row.sha256,
    proofAlsoIn: row.also_in,
  }
}

/** Batch that paid the order, or that netted it: a credit note is executed with the payment that it reduces. */
const batchWith = (order: Part) => part`coalesce(${order}.payment_batch_id, (
  select c.batch_id from netted_credit_note c
  where c.company_id = ${order}.company_id and c.credit_note_id = ${order}.id and c.released_at is null))`

/**
 * Other orders that the actor sees and whose proof has the content of the file `f`, as JSON; null for none. Without those
 * in the batch of the order `executed`: one batch has one proof.
 */
const documentsWithSameProof = (tx: TenantTx, actor: Actor) => part`(
  select json_agg(json_build_object('documentId', d.id, 'projectId', d.project_id))
  from file same
  join execution other on other.company_id = same.company_id and other.proof_file_id = same.id
  join document d on d.company_id = other.company_id and d.id = other.document_id
  where same.company_id = executed.company_id and same.sha256 = f.sha256 and d.id <> executed.id
    and (${batchWith(part`d`)} is null or ${batchWith(part`d`)} is distinct from ${batchWith(part`executed`)})
    and ${documentVisibleTo(tx, actor)})`

type RejectionRow = { reason: string; byName: string; at: string }

function lastRejection(tx: TenantTx, documentId: string): Promise<RejectionRow | null> {
  return tx.one<RejectionRow>(sql`
    select e.reason, trim(who.name || ' ' || who.last_name) as "byName", e.at
    from event e join account who on who.id = e.actor_id
    where e.company_id = ${tx.companyId} and e.object_type = 'document' and e.object_id = ${documentId}
      and e.action = 'execution.rejected'
    order by e.number desc limit 1`)
}

function readDeliveries(tx: TenantTx, documentId: string): Promise<DeliveryWire[]> {
  return tx.all<DeliveryWire>(sql`
    select f.id as "fileId", f.name, f.media_type as "mediaType", f.size, v.note, v.delivered_at as at
    from delivery v join file f on f.company_id = v.company_id and f.id = v.file_id
    where v.company_id = ${tx.companyId} and v.document_id = ${documentId} order by v.delivered_at, f.id`)
}
