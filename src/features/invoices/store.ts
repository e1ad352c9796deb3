/** Rows of `received_invoice`, `r` in its SQL. */
import type { TrayAsks, TrayState, WaitingOfSender } from '#features/invoices/rules/tray.ts'
import { isPaidAlready, receivedAsks } from '#features/invoices/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Day } from '#kernel/day.ts'
import type { Currency } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type NewReceived = {
  readonly id: string
  readonly fileId: string
  readonly sha256: string
  readonly clientId: string | null
  readonly senderProviderId: string | null
  /** Null: it came by mail, from the address beside it. */
  readonly sentBy: string | null
  readonly mailedFrom?: string
}

/** Holds the company's tray, so that two files of one sender are counted one after the other. */
export async function lockTray(tx: TenantTx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}:received`}, 0))`)
}

/** Number of invoices of a provider that ask for something, and that nobody has settled. */
const openFrom = (tx: TenantTx, providerId: string | null): Part => part`(
  select count(*)::int from received_invoice r join file f on f.company_id = r.company_id and f.id = r.file_id
  where r.company_id = ${tx.companyId} and r.state in ('waiting', 'read', 'unreadable') and not ${isPaidAlready}
    and r.sender_provider_id = ${providerId})`

export async function waitingOfSender(
  tx: TenantTx,
  { userId, providerId }: Pick<Actor, 'userId' | 'providerId'>,
): Promise<WaitingOfSender> {
  const found = await tx.one<WaitingOfSender>(sql`
    select (select count(*)::int from received_invoice r
        where r.company_id = ${tx.companyId} and r.state = 'waiting' and r.sent_by = ${userId}) as unread,
      ${openFrom(tx, providerId)} as "openOfProvider"`)
  return found ?? { unread: 0, openOfProvider: 0 }
}

/** Invoices that people of a provider, or its address, sent and nobody has settled. */
export async function countOpenFrom(tx: TenantTx, providerId: string): Promise<number> {
  const found = await tx.one<{ count: number }>(sql`select ${openFrom(tx, providerId)} as count`)
  return found?.count ?? 0
}

/** False when the same file lies there already. Its sender's provider may have been merged since the person signed in. */
export async function insertReceived(tx: TenantTx, received: NewReceived): Promise<boolean> {
  const sender = await tx.one<{ id: string }>(sql`
    select coalesce(merged_into, id) as id from provider
    where company_id = ${tx.companyId} and id = ${received.senderProviderId} for key share`)
  const inserted = await tx.run(sql`
    insert into received_invoice (company_id, id, file_id, sha256, client_id, sender_provider_id, sent_by, mailed_from,
      created_at, read_after)
    values (${tx.companyId}, ${received.id}, ${received.fileId}, ${received.sha256}, ${received.clientId},
      ${sender?.id ?? null}, ${received.sentBy}, ${received.mailedFrom ?? null}, ${tx.now}, ${tx.now})
    on conflict do nothing`)
  return inserted === 1
}

export type HeldReceived = {
  readonly id: string
  readonly fileId: string
  readonly clientId: string | null
  readonly senderProviderId: string | null
  /** Active provider with the issuer's tax id. */
  readonly issuerProviderId: string | null
  readonly state: TrayState
  readonly asks: TrayAsks
  readonly revision: number
}

export function lockReceived(tx: TenantTx, id: string): Promise<HeldReceived | null> {
  return tx.one<HeldReceived>(sql`
    select r.id, r.file_id as "fileId", r.client_id as "clientId", r.sender_provider_id as "senderProviderId",
      r.provider_id as "issuerProviderId", r.state, ${receivedAsks} as asks, r.revision
    from received_invoice r join file f on f.company_id = r.company_id and f.id = r.file_id
    where r.company_id = ${tx.companyId} and r.id = ${id} for update of r`)
}

type Settled =
  | { readonly state: 'ordered'; readonly documentId: string }
  | { readonly state: 'refused'; readonly reason: string }

export function settleReceived(tx: TenantTx, id: string, by: Actor, settled: Settled): Promise<void> {
  return tx.runOne(sql`
    update received_invoice set state = ${settled.state},
      document_id = ${settled.state === 'ordered' ? settled.documentId : null},
      reason = ${settled.state === 'refused' ? settled.reason : null},
      settled_by = ${by.userId}, settled_at = ${tx.now}, revision = revision + 1
    where company_id = ${tx.companyId} and id = ${id}`)
}

/** True when the person may order in all projects of their client. */
export async function ordersEverywhere(tx: TenantTx, { userId }: Actor): Promise<boolean> {
  const found = await tx.one<{ permission: string }>(sql`
    select x.permission from member_permission x
    where x.company_id = ${tx.companyId} and x.user_id = ${userId} and x.permission in ('edit', 'all') limit 1`)
  return found !== null
}

export type Leased = {
  readonly id: string
  readonly fileId: string
  readonly size: number
  readonly sha256: string
  readonly tries: number
  /** Of the company and of its clients: those who may be billed. */
  readonly ownTaxIds: readonly string[]
}

/** Takes the oldest waiting file for `seconds`, so that no other node reads it meanwhile; null for none. */
export function leaseWaiting(tx: TenantTx, seconds: number): Promise<Leased | null> {
  const until = new Date(tx.now.getTime() + seconds * 1000)
  return tx.one<Leased>(sql`
    update received_invoice r set read_after = ${until}, tries = r.tries + 1
    from file f
    where r.company_id = ${tx.companyId} and f.company_id = r.company_id and f.id = r.file_id
      and r.id = (select waiting.id from received_invoice waiting
        where waiting.company_id = ${tx.companyId} and waiting.state = 'waiting' and waiting.read_after <= ${tx.now}
        order by waiting.read_after, waiting.id limit 1 for update skip locked)
    returning r.id, r.file_id as "fileId", f.size, f.sha256, r.tries,
      array(select co.tax_id from company co where co.company_id = r.company_id and co.tax_id is not null
        union select c.tax_id from client c where c.company_id = r.company_id and c.tax_id is not null
          and c.status = 'active' and (r.client_id is null or c.id = r.client_id)) as "ownTaxIds"`)
}

export type SavedReading = {
  readonly source: string
  readonly issuerName: string | null
  readonly issuerKey: string | null
  readonly recipientKey: string | null
  readonly number: string | null
  readonly invoiceKey: string | null
  readonly issuedOn: Day | null
  readonly totalMinor: bigint | null
  readonly currency: Currency
  readonly isCreditNote: boolean
}

/**
 * Keeps what a file says, with the active provider that issued it. One that lay in the company's tray moves to that of
 * the active client whom it bills. Nobody makes a provider meanwhile, who would not find it.
 */
export async function saveReading(tx: TenantTx, id: string, said: SavedReading): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(hashtextextended(${`${tx.companyId}:payees`}, 0))`)
  const issuer = await tx.one<{ id: string }>(sql`
    select id from provider where company_id = ${tx.companyId} and tax_key = ${said.issuerKey} and status = 'active'
    order by id limit 1 for key share`)
  await tx.run(sql`
    update received_invoice r set state = 'read', source = ${said.source}, issuer_name = ${said.issuerName},
      issuer_key = ${said.issuerKey}, number = ${said.number}, invoice_key = ${said.invoiceKey},
      issued_on = ${said.issuedOn}, total_minor = ${said.totalMinor}, currency = ${said.currency},
      is_credit_note = ${said.isCreditNote},
      provider_id = ${issuer?.id ?? null},
      client_id = coalesce(r.client_id, (select c.id from client c where c.company_id = r.company_id
        and c.tax_key = ${said.recipientKey} and c.status = 'active' limit 1)),
      revision = revision + 1
    where r.company_id = ${tx.companyId} and r.id = ${id} and r.state = 'waiting'`)
}

export async function saveUnreadable(tx: TenantTx, id: string, why: Refusal): Promise<void> {
  await tx.run(sql`
    update received_invoice set state = 'unreadable', unreadable = ${why}, revision = revision + 1
    where company_id = ${tx.companyId} and id = ${id} and state = 'waiting'`)
}

/** Gives a file back, to be read again later: the machine or the store of files failed, and not the file. */
export async function giveBackLease(tx: TenantTx, id: string, seconds: number): Promise<void> {
  const next = new Date(tx.now.getTime() + seconds * 1000)
  await tx.run(sql`
    update received_invoice set read_after = ${next}, tries = greatest(tries - 1, 0)
    where company_id = ${tx.companyId} and id = ${id} and state = 'waiting'`)
}
