/** Rows of `recurrence`, `r` in its SQL, and of the orders that each has made. */

import type { KeptBreakdown } from '#features/documents/rules/breakdown-digits.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import type { Period, RecurrenceState, Schedule } from '#features/recurrences/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Day } from '#kernel/day.ts'
import { type Money, money } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { untrustedReasonAt } from '#server/auth/session.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Content and due days of the next orders. */
export type Terms = {
  readonly name: string
  readonly amount: Money
  readonly description: string | null
  readonly schedule: Schedule
}

/** Order from which a recurrence began: who asked for it, and whom it pays by which contract. */
export type Source = {
  readonly documentId: string
  readonly createdBy: string
  readonly creditedId: string | null
  readonly projectId: string
  readonly contractId: string
  /** Its cost centre today; null for none. */
  readonly costCentreId: string | null
  readonly providerId: string
  readonly type: DocumentType
  readonly currency: Money['currency']
  /** Breakdown of its amount; null where it does not say it. */
  readonly breakdown: KeptBreakdown | null
}

/** Progress of a recurrence. `dueCount`: number of due days that have passed, which is the number of the next one. */
export type Progress = {
  readonly state: RecurrenceState
  readonly dueCount: number
  /** Null once ended. */
  readonly nextOn: Day | null
  /** Why the next order could not be made, while stopped. */
  readonly refusal: Refusal | null
}

export type Recurrence = Terms &
  Progress & {
    readonly id: string
    readonly ownerId: string
    readonly revision: number
    readonly source: Source
  }

type SourceRow = {
  document_id: string
  created_by: string
  credited_id: string | null
  project_id: string
  contract_id: string
  cost_centre_id: string | null
  provider_id: string
  type: DocumentType
  currency: string
  breakdown: KeptBreakdown | null
}

type Row = SourceRow & {
  id: string
  owner_id: string
  name: string
  amount_minor: bigint
  description: string | null
  first_on: Day
  every_months: Period
  ends_on: Day | null
  due_count: number
  next_on: Day | null
  state: RecurrenceState
  refusal: Refusal | null
  revision: number
}

const sourceFromRow = (row: SourceRow): Source => ({
  documentId: row.document_id,
  createdBy: row.created_by,
  creditedId: row.credited_id,
  projectId: row.project_id,
  contractId: row.contract_id,
  costCentreId: row.cost_centre_id,
  providerId: row.provider_id,
  type: row.type,
  currency: currencyFrom(row.currency),
  breakdown: row.breakdown,
})

export async function findSource(tx: TenantTx, documentId: string): Promise<Source | null> {
  const row = await tx.one<SourceRow>(sql`
    select id as document_id, created_by, credited_id, project_id, contract_id, cost_centre_id, provider_id, type, currency, breakdown
    from document where company_id = ${tx.companyId} and id = ${documentId}`)
  return row && sourceFromRow(row)
}

/** Locks a recurrence before anything else is locked: only its own commands do. */
export async function lockRecurrence(tx: TenantTx, id: string): Promise<Recurrence | null> {
  const row = await tx.one<Row>(sql`
    select r.id, r.owner_id, r.name, r.amount_minor, r.description, r.first_on, r.every_months, r.ends_on, r.due_count,
      r.next_on, r.state, r.refusal, r.revision, r.document_id, d.created_by, d.credited_id, d.project_id, d.contract_id,
      d.cost_centre_id, d.provider_id, d.type, d.currency, d.breakdown
    from recurrence r join document d on d.company_id = r.company_id and d.id = r.document_id
    where r.company_id = ${tx.companyId} and r.id = ${id} for update of r`)
  if (!row) return null
  const source = sourceFromRow(row)
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    amount: money(row.amount_minor, source.currency),
    description: row.description,
    schedule: { firstOn: row.first_on, everyMonths: row.every_months, endsOn: row.ends_on },
    dueCount: row.due_count,
    nextOn: row.next_on,
    state: row.state,
    refusal: row.refusal,
    revision: row.revision,
    source,
  }
}

/** False when the order has an open recurrence already. */
export async function insertRecurrence(
  tx: TenantTx,
  { id, ownerId, documentId, ...terms }: Terms & { id: string; ownerId: string; documentId: string },
): Promise<boolean> {
  const { firstOn, everyMonths, endsOn } = terms.schedule
  const inserted = await tx.run(sql`
    insert into recurrence (company_id, id, document_id, owner_id, name, amount_minor, description, first_on,
      every_months, ends_on, next_on, state, created_at, updated_at)
    values (${tx.companyId}, ${id}, ${documentId}, ${ownerId}, ${terms.name}, ${terms.amount.minor},
      ${terms.description}, ${firstOn}, ${everyMonths}, ${endsOn}, ${firstOn}, 'active', ${tx.now}, ${tx.now})
    on conflict (company_id, document_id) where state <> 'ended' do nothing`)
  return inserted === 1
}

export function saveTerms(tx: TenantTx, id: string, { name, amount, description, schedule }: Terms) {
  return tx.runOne(sql`
    update recurrence set name = ${name}, amount_minor = ${amount.minor}, description = ${description},
      first_on = ${schedule.firstOn}, every_months = ${schedule.everyMonths}, ends_on = ${schedule.endsOn}
    where company_id = ${tx.companyId} and id = ${id}`)
}

export function saveProgress(tx: TenantTx, id: string, { state, dueCount, nextOn, refusal }: Progress) {
  return tx.runOne(sql`
    update recurrence set state = ${state}, due_count = ${dueCount}, next_on = ${nextOn}, refusal = ${refusal},
      revision = revision + 1, updated_at = ${tx.now}
    where company_id = ${tx.companyId} and id = ${id}`)
}

type MadeOrder = { readonly recurrenceId: string; readonly dueOn: Day; readonly documentId: string }

export function insertMade(tx: TenantTx, { recurrenceId, dueOn, documentId }: MadeOrder): Promise<void> {
  return tx.runOne(sql`
    insert into recurrence_order (company_id, recurrence_id, due_on, document_id, created_at)
    values (${tx.companyId}, ${recurrenceId}, ${dueOn}, ${documentId}, ${tx.now})`)
}

/** Ids of the recurrences with an order due by this day, the longest due first; none while the company is suspended. */
export async function dueRecurrences(tx: TenantTx, today: Day): Promise<string[]> {
  const due = await tx.all<{ id: string }>(sql`
    select r.id from recurrence r join company co on co.company_id = r.company_id and co.status = 'active'
    where r.company_id = ${tx.companyId} and r.state = 'active' and r.next_on <= ${today}
    order by r.next_on, r.id limit 500`)
  return due.map(({ id }) => id)
}

type OwnerRow = {
  name: string
  role: Actor['role']
  client_id: string | null
  provider_id: string | null
  zone: string
  is_suspended: boolean
  untrusted_reason: Actor['untrustedReason'] | null
}

/** The owner as they stand today, without a session; null when they no longer work in the company. */
export async function findOwner(tx: TenantTx, ownerId: string): Promise<Actor | null> {
  const row = await tx.one<OwnerRow>(sql`
    select trim(who.name || ' ' || who.last_name) as name, who.role, m.client_id, m.provider_id, co.time_zone as zone,
      co.status = 'suspended' as is_suspended, ${untrustedReasonAt(tx.now)} as untrusted_reason
    from member m join account who on who.id = m.user_id join company co on co.company_id = m.company_id
    where m.company_id = ${tx.companyId} and m.user_id = ${ownerId} and m.active and who.active`)
  if (!row) return null
  const { untrusted_reason: untrustedReason } = row
  return {
    userId: ownerId,
    sessionId: '',
    companyId: tx.companyId,
    name: row.name,
    role: row.role,
    clientId: row.client_id,
    providerId: row.provider_id,
    zone: row.zone,
    companySuspended: row.is_suspended,
    ...(untrustedReason ? { untrustedReason } : {}),
  }
}
