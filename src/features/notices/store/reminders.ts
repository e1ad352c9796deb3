/** Waiting orders by person, and the record of reminders sent. */
import { hasPartInStage } from '#features/approvals/scope.ts'
import { letsExecute, letsSubstituteDecide } from '#features/delegations/scope.ts'
import { documentPayable, isAuthor } from '#features/documents/scope.ts'
import { isApart } from '#features/executions/scope.ts'
import type { MailKind } from '#features/notices/rules/reminders.ts'
import { isOnlyReader, isReachable } from '#features/people/scope.ts'
import { holders } from '#features/projects/scope.ts'
import type { Role } from '#kernel/actor.ts'
import { type Money, money } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { part, search, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Time zone of the company, and the days it lets an order wait. */
export type ReminderSettings = { readonly zone: string; readonly warningDays: number }

export function reminderSettings(tx: TenantTx): Promise<ReminderSettings | null> {
  return tx.one<ReminderSettings>(sql`
    select time_zone as zone, pending_warning_days as "warningDays" from company where company_id = ${tx.companyId}`)
}

/**
 * True when this transaction may send the day's reminders; of two nodes the second waits for the first and gets
 * false.
 */
export async function claimDay(tx: TenantTx, day: string): Promise<boolean> {
  const taken = await tx.run(sql`
    insert into digest (company_id, day, mails, created_at) values (${tx.companyId}, ${day}, 0, ${tx.now})
    on conflict do nothing`)
  return taken === 1
}

export function saveMailCount(tx: TenantTx, day: string, mails: number): Promise<void> {
  return tx.runOne(
    sql`update digest set mails = ${mails} where company_id = ${tx.companyId} and day = ${day}`,
  )
}

type WaitingRow = {
  user_id: string
  email: string
  person: string
  role: Role
  id: string
  project_id: string
  name: string
  type: 'gasto' | 'emision'
  provider_name: string
  amount_minor: bigint
  payable_minor: bigint
  currency: string
  due_on: string | null
  task: 'approve' | 'execute'
  since: string
}

export type Waiting = {
  readonly userId: string
  readonly person: { readonly email: string; readonly name: string; readonly role: Role }
  readonly order: {
    readonly id: string
    readonly projectId: string
    readonly name: string
    readonly type: 'gasto' | 'emision'
    readonly providerName: string
    readonly amount: Money
    readonly payable: Money
    readonly dueOn: string | null
    readonly task: 'approve' | 'execute'
  }
  readonly since: string
}

/**
 * Orders that wait for anybody who has not muted the digest, one line per person and order, oldest first. `since`: when the
 * order was sent; for its execution, when it last changed, because an approved order changes only with its execution.
 */
export async function waitingOrders(tx: TenantTx, day: string): Promise<Waiting[]> {
  const found = await tx.all<WaitingRow>(sql`
    with waiting as (${waitingForApprovers(tx)} union ${waitingForSubstitutes(tx, day)} union ${waitingForExecutors(tx)}
      union ${waitingForTheirSubstitutes(tx, day)})
    select distinct waiting.user_id, account.email, trim(account.name) as person, account.role, d.id, d.project_id,
      d.name, d.type, pv.name as provider_name, d.amount_minor, ${documentPayable} as payable_minor, d.currency,
      d.due_on, waiting.task,
      case waiting.task when 'approve' then d.submitted_at else d.updated_at end as since, d.number
    from waiting
    join document d on d.company_id = ${tx.companyId} and d.id = waiting.document_id
    join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
    join member m on m.company_id = d.company_id and m.user_id = waiting.user_id and m.active
    join account on account.id = m.user_id and account.active
    where not 'digest' = any (m.muted_mails) and not ${isOnlyReader(part`account`)} and ${isReachable(part`account`)}
      and not ${isAuthor(part`waiting.user_id`, part`d`)}
    order by since, d.number`)
  return found.map(row => ({
    userId: row.user_id,
    person: { email: row.email, name: row.person, role: row.role },
    order: {
      id: row.id,
      projectId: row.project_id,
      name: row.name,
      type: row.type,
      providerName: row.provider_name,
      task: row.task,
      amount: money(row.amount_minor, currencyFrom(row.currency)),
      payable: money(row.payable_minor, currencyFrom(row.currency)),
      dueOn: row.due_on,
    },
    since: row.since,
  }))
}

/**
 * Open seats of the current turn; expects to follow `from`, and gives the orders as `d` and the seats as `a`.
 */
const openSeats = (tx: TenantTx) => part`document d
  join approval a on a.company_id = d.company_id and a.document_id = d.id and a.revision = d.revision
    and a.status = 'pending'
  join approval_stage s on s.company_id = a.company_id and s.document_id = a.document_id
    and s.revision = a.revision and s.stage = a.stage and s.turn = d.turn
  where d.company_id = ${tx.companyId} and d.state = 'in_approval'`

/** Query of `user_id`, `document_id` and `task`: approvers with an open seat. */
const waitingForApprovers = (tx: TenantTx) =>
  part`select a.approver_id as user_id, d.id as document_id, 'approve' as task from ${openSeats(tx)}`

/** Query of `user_id`, `document_id` and `task`: substitutes who may decide an open seat; `seat` has the columns of its order too. */
const waitingForSubstitutes = (tx: TenantTx, day: string) => part`
  select g.to_user, seat.document_id, 'approve' from delegation g
  join (select a.approver_id, a.stage, a.document_id, d.* from ${openSeats(tx)}) seat on seat.approver_id = g.from_user
  join member m on m.company_id = g.company_id and m.user_id = g.to_user
  join account who on who.id = m.user_id
  where g.company_id = ${tx.companyId}
    and ${letsSubstituteDecide(part`${day}::date`, { member: part`m`, account: part`who` }, part`seat`)}
    and not ${hasPartInStage(part`g.to_user`, part`seat`)}`

/** Query of `user_id`, `document_id` and `task`: executors with an approved order. */
const waitingForExecutors = (tx: TenantTx) => part`
  select executor.user_id, d.id, 'execute' from document d
  join (${holders(tx.companyId, 'execute')}) executor on executor.project_id = d.project_id
  where d.company_id = ${tx.companyId} and d.state = 'approved'`

/** Query of `user_id`, `document_id` and `task`: substitutes of executors with an approved order. */
const waitingForTheirSubstitutes = (tx: TenantTx, day: string) => part`
  select g.to_user, d.id, 'execute' from delegation g
  join document d on d.company_id = g.company_id and d.state = 'approved'
  where g.company_id = ${tx.companyId} and ${letsExecute(part`${day}::date`, part`d`)}
    and ${isApart(part`g.from_user`)} and ${isApart(part`g.to_user`)}`

export type Unescalated = {
  readonly documentId: string
  readonly revision: number
  readonly since: string
  /** Names of the people for whom it waits. */
  readonly holders: string
}

/**
 * Orders in approval without an escalation of their current revision, with the names of the people they wait
 * for.
 */
export function unescalatedOrders(tx: TenantTx): Promise<Unescalated[]> {
  return tx.all<Unescalated>(sql`
    select seat.id as "documentId", seat.revision, seat.submitted_at as since,
      string_agg(distinct trim(who.name || ' ' || who.last_name), ', ') as holders
    from (select a.approver_id, d.id, d.revision, d.submitted_at, d.company_id from ${openSeats(tx)}) seat
    join account who on who.id = seat.approver_id
    where not exists (select from escalation e where e.company_id = seat.company_id and e.document_id = seat.id
      and e.revision = seat.revision)
    group by seat.id, seat.revision, seat.submitted_at order by seat.submitted_at, seat.id`)
}

export async function insertEscalations(tx: TenantTx, overdue: readonly Unescalated[]): Promise<void> {
  await tx.insert(
    overdue.map(({ documentId, revision }) => [tx.companyId, documentId, revision, tx.now]),
    escalations => search`
    insert into escalation (company_id, document_id, revision, told_at) values ${escalations}`,
  )
}

type ConcernedRow = Omit<WaitingRow, 'user_id' | 'task' | 'payable_minor'> & { total: number }

export type Concerned = {
  readonly person: Waiting['person']
  /** Number of orders; `orders` has the oldest of them. */
  readonly total: number
  readonly orders: readonly (Omit<Waiting['order'], 'task' | 'payable'> & { readonly since: string })[]
}

/**
 * People who would be notified of these orders (the audience of `approval.overdue` in rules.ts: requester, client,
 * administrators) and have not muted the digest, each with their `most` oldest orders. A client's id is the user id of
 * its main account.
 */
export async function peopleConcerned(
  tx: TenantTx,
  documentIds: readonly string[],
  most: number,
): Promise<Concerned[]> {
  const found = await tx.all<ConcernedRow>(sql`
    select * from (
      select account.email, trim(account.name) as person, account.role, d.id, d.project_id, d.name, d.type,
        pv.name as provider_name, d.amount_minor, d.currency, d.due_on, d.submitted_at as since,
        count(*) over (partition by account.id)::int as total,
        row_number() over (partition by account.id order by d.submitted_at, d.number) as place
      from document d
      join member m on m.company_id = d.company_id and m.active and not 'digest' = any (m.muted_mails)
      join account on account.id = m.user_id and account.active and not ${isOnlyReader(part`account`)} and ${isReachable(part`account`)}
      join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
      where d.company_id = ${tx.companyId} and d.id = any (${documentIds}::text[])
        and (m.user_id in (d.created_by, d.client_id) or account.role = 'admin')) concerned
    where place <= ${most} order by email, place`)
  return [...Map.groupBy(found, row => row.email).values()].flatMap(rows => {
    const [first] = rows
    if (!first) return []
    const { email, person: name, role, total } = first
    return [{ person: { email, name, role }, total, orders: rows.map(orderConcerning) }]
  })
}

const orderConcerning = (row: ConcernedRow) => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  type: row.type,
  providerName: row.provider_name,
  since: row.since,
  amount: money(row.amount_minor, currencyFrom(row.currency)),
  dueOn: row.due_on,
})

export type MailReader = Waiting['person'] & { readonly userId: string }

/** The people among these who want this kind of mail, have entered and can still sign in. */
export function findMailReaders(
  tx: TenantTx,
  userIds: readonly string[],
  kind: MailKind,
): Promise<MailReader[]> {
  return tx.all<MailReader>(sql`
    select who.id as "userId", who.email, trim(who.name) as name, who.role from member m join account who on who.id = m.user_id
    where m.company_id = ${tx.companyId} and m.user_id = any (${userIds}::uuid[]) and m.active and who.active
      and ${isReachable(part`who`)} and not ${kind} = any (m.muted_mails)`)
}

type OrderRow = Omit<WaitingRow, 'user_id' | 'email' | 'person' | 'role' | 'task' | 'since'> & {
  credited_id: string | null
  project_name: string
  requester_name: string
  invoice_number: string | null
  decide_by: string
}

/** The order as a mail shows it; `decideBy` is the last day on which a decision is in time, counted from the submission. */
export async function documentForMail(tx: TenantTx, documentId: string) {
  const row = await tx.one<OrderRow>(sql`
    select d.id, d.project_id, d.name, d.type, d.credited_id, pv.name as provider_name, d.amount_minor,
      ${documentPayable} as payable_minor, d.currency, d.due_on, p.name as project_name,
      trim(who.name || ' ' || who.last_name) as requester_name, d.invoice_number,
      ((d.submitted_at at time zone co.time_zone)::date + co.pending_warning_days)::text as decide_by
    from document d join company co on co.company_id = d.company_id
    join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
    join project p on p.company_id = d.company_id and p.id = d.project_id
    join account who on who.id = d.created_by
    where d.company_id = ${tx.companyId} and d.id = ${documentId}`)
  if (!row) throw new Error(`order ${documentId} is gone`)
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    type: row.type,
    providerName: row.provider_name,
    amount: money(row.amount_minor, currencyFrom(row.currency)),
    payable: money(row.payable_minor, currencyFrom(row.currency)),
    dueOn: row.due_on,
    creditedId: row.credited_id,
    projectName: row.project_name,
    requesterName: row.requester_name,
    invoiceNumber: row.invoice_number,
    decideBy: row.decide_by,
  }
}

export function saveMutedMails(tx: TenantTx, userId: string, kinds: readonly MailKind[]): Promise<void> {
  return tx.runOne(sql`update member set muted_mails = ${[...kinds]}::text[]
    where company_id = ${tx.companyId} and user_id = ${userId}`)
}
