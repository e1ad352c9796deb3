/** Executions, with the sums of their months, and the files that providers deliver. */

import { executedAmount } from '#features/documents/scope.ts'
import { type Day, dayFromInstant, type TimeZone } from '#kernel/day.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type NewExecution = {
  readonly documentId: string
  readonly executedBy: string
  /** In whose place; null for their own. */
  readonly executedFor: string | null
  readonly executedOn: string
  readonly reference: string
  readonly comment: string | null
  readonly proofFileId: string | null
  /** Number of the payment that it makes, and how often it was made before and came back. */
  readonly payment: number
  /** Its shares of the charge and of what is billed; null for the whole order. */
  readonly share: { readonly chargeMinor: bigint; readonly billedMinor: bigint } | null
  /** Minor units that credit notes took of the payment; null for none. */
  readonly nettedMinor: bigint | null
  /** True when the order is executed with it. */
  readonly isLast: boolean
}

/** Writes the execution. No payment has two that did not come back: see the index `execution_standing`. */
export async function insertExecution(tx: TenantTx, execution: NewExecution): Promise<void> {
  const attempt = await nextAttempt(tx, execution)
  await tx.runOne(sql`
    insert into execution (company_id, document_id, payment, attempt, charge_minor, billed_minor,
      netted_minor, is_last, executed_by, executed_for, executed_on, reference, comment, proof_file_id, confirmed_at)
    values (${tx.companyId}, ${execution.documentId}, ${execution.payment}, ${attempt},
      ${execution.share?.chargeMinor ?? null}, ${execution.share?.billedMinor ?? null}, ${execution.nettedMinor}, ${execution.isLast}, ${execution.executedBy}, ${execution.executedFor}, ${execution.executedOn},
      ${execution.reference}, ${execution.comment}, ${execution.proofFileId}, ${tx.now})`)
}

/** Of a payment of a locked order. By itself, because a cluster takes no subquery among the values of a new row. */
async function nextAttempt(tx: TenantTx, { documentId, payment }: NewExecution): Promise<number> {
  const last = await tx.one<{ attempt: number }>(sql`
    select e.attempt from execution e
    where e.company_id = ${tx.companyId} and e.document_id = ${documentId} and e.payment = ${payment}
    order by e.attempt desc limit 1`)
  return (last?.attempt ?? 0) + 1
}

/** Execution that has not come back. */
export type StandingExecution = {
  readonly payment: number
  readonly attempt: number
  readonly executedOn: Day
  readonly confirmedAt: string
  readonly isLast: boolean
}

/** Executions of a locked order that have not come back, by payment. */
export function standingExecutions(tx: TenantTx, documentId: string): Promise<StandingExecution[]> {
  return tx.all<StandingExecution>(sql`
    select e.payment, e.attempt, e.executed_on as "executedOn", e.confirmed_at as "confirmedAt", e.is_last as "isLast"
    from execution e
    where e.company_id = ${tx.companyId} and e.document_id = ${documentId} and e.returned_at is null
    order by e.payment`)
}

export type NewReturn = {
  readonly documentId: string
  readonly payment: number
  readonly attempt: number
  readonly returnedBy: string
  readonly returnedOn: Day
  readonly reason: string
}

/**
 * Writes that a payment came back: its execution stays, and no longer stands. The order's other executions complete
 * nothing any more either, and the month of the payment counts it no more.
 */
export async function saveReturn(tx: TenantTx, came: NewReturn): Promise<void> {
  const { documentId, payment, attempt } = came
  await uncountExecution(tx, came)
  await tx.run(sql`update execution set is_last = false
    where company_id = ${tx.companyId} and document_id = ${documentId} and is_last`)
  await tx.runOne(sql`
    update execution set returned_at = ${tx.now}, returned_by = ${came.returnedBy}, returned_on = ${came.returnedOn},
      return_reason = ${came.reason}
    where company_id = ${tx.companyId} and document_id = ${documentId} and payment = ${payment}
      and attempt = ${attempt}`)
}

/** Takes a payment out of its month, where `countExecutions` has added it; it waits for whoever counts meanwhile. */
async function uncountExecution(tx: TenantTx, { documentId, payment, attempt }: NewReturn): Promise<void> {
  await tx.run(sql`select from execution_counted where company_id = ${tx.companyId} for update`)
  await tx.run(sql`
    update execution_month m set count = m.count - 1, amount_minor = m.amount_minor - x.amount
    from (select d.project_id, d.type, date_trunc('month', e.executed_on::timestamp)::date as month, ${executedAmount} as amount
      from execution e join document d on d.company_id = e.company_id and d.id = e.document_id
      join execution_counted u on u.company_id = e.company_id and e.confirmed_at < u.until
      where e.company_id = ${tx.companyId} and e.document_id = ${documentId} and e.payment = ${payment}
        and e.attempt = ${attempt}) x
    where m.company_id = ${tx.companyId} and (m.project_id, m.type, m.month) = (x.project_id, x.type, x.month)`)
}

/**
 * Adds some executions, those confirmed first, to the sums of their months; true when there are more. Only what was
 * confirmed before `settled` is counted, when no transaction of that time is still open.
 */
export async function countExecutions(tx: TenantTx, settled: Date, most: number): Promise<boolean> {
  await tx.run(sql`insert into execution_counted (company_id, until) values (${tx.companyId}, '-infinity')
    on conflict (company_id) do nothing`)
  // Two that count at once: the second waits here, and goes on where the first one ended.
  const from = await tx.one<{ until: string }>(sql`
    select until::text from execution_counted where company_id = ${tx.companyId} for update`)
  const notCounted = part`e.company_id = ${tx.companyId} and e.returned_at is null
    and e.confirmed_at >= ${from?.until}::timestamptz`
  // Just after the last execution that this call may count; null when fewer are left.
  const latestUntil = part`(
    select e.confirmed_at + interval '1 microsecond' from execution e where ${notCounted}
    order by e.confirmed_at offset ${most - 1} limit 1)`
  const next = await tx.one<{ until: string; more: boolean }>(sql`
    select least(x.until, ${settled})::text as until, coalesce(x.until < ${settled}, false) as more
    from (select ${latestUntil} as until) x`)
  await tx.run(sql`
    insert into execution_month as m (company_id, project_id, type, month, count, amount_minor)
    select e.company_id, d.project_id, d.type, date_trunc('month', e.executed_on::timestamp)::date as month, count(*),
      sum(${executedAmount})
    from execution e join document d on d.company_id = e.company_id and d.id = e.document_id
    where ${notCounted} and e.confirmed_at < ${next?.until}::timestamptz
    group by e.company_id, d.project_id, d.type, 4 order by 2, 3, 4
    on conflict (company_id, project_id, type, month) do update
      set count = m.count + excluded.count, amount_minor = m.amount_minor + excluded.amount_minor`)
  await tx.run(sql`update execution_counted set until = greatest(until, ${next?.until}::timestamptz)
    where company_id = ${tx.companyId}`)
  return next?.more ?? false
}

export type NewDelivery = {
  readonly documentId: string
  readonly fileId: string
  readonly note: string | null
  readonly deliveredBy: string
}

export async function insertDelivery(tx: TenantTx, delivery: NewDelivery): Promise<void> {
  const { documentId, fileId, note, deliveredBy } = delivery
  await tx.runOne(sql`
    insert into delivery (company_id, document_id, file_id, note, delivered_by, delivered_at)
    values (${tx.companyId}, ${documentId}, ${fileId}, ${note}, ${deliveredBy}, ${tx.now})`)
}

/** Ids of the files that the provider sent for an order. */
export async function deliveredFiles(tx: TenantTx, documentId: string): Promise<string[]> {
  const found = await tx.all<{ file_id: string }>(sql`
    select file_id from delivery where company_id = ${tx.companyId} and document_id = ${documentId}`)
  return found.map(row => row.file_id)
}

/** Day of the last approval of the current revision, in the company's zone; null without approvals. */
export async function findApprovalDay(tx: TenantTx, documentId: string, zone: TimeZone): Promise<Day | null> {
  const found = await tx.one<{ at: string | null }>(sql`
    select max(a.decided_at) as at from approval a
    join document d on d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision
    where a.company_id = ${tx.companyId} and a.document_id = ${documentId} and a.status = 'approved'`)
  return found?.at ? dayFromInstant(found.at, zone) : null
}

/** SHA-256 of a file that the provider sent for the order; null when it sent no such file. */
export async function deliveredFile(
  tx: TenantTx,
  documentId: string,
  fileId: string,
): Promise<string | null> {
  const found = await tx.one<{ sha256: string }>(sql`
    select f.sha256 from delivery v join file f on f.company_id = v.company_id and f.id = v.file_id
    where v.company_id = ${tx.companyId} and v.document_id = ${documentId} and v.file_id = ${fileId}`)
  return found?.sha256 ?? null
}
