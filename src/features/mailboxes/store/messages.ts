/** Rows of `mailbox_message`, `g` in its SQL, and of their files. */
import type { LeftOutFile } from '#features/mailboxes/rules/message.ts'
import type { MessageState } from '#features/mailboxes/rules.ts'
import { rows, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type NewMessage = {
  readonly id: string
  readonly digest: string
  readonly state: MessageState
  readonly fault: string | null
  readonly fromAddress: string
  readonly fromName: string
  readonly subject: string
  readonly sentAt: string | null
  readonly authentication: string | null
  readonly providerId: string | null
}

/** State of a message that is known; null for one that is new. */
export async function knownState(tx: TenantTx, digest: string): Promise<MessageState | null> {
  const found = await tx.one<{ state: MessageState }>(sql`
    select state from mailbox_message where company_id = ${tx.companyId} and digest = ${digest}`)
  return found?.state ?? null
}

/** False when the same message has been collected already. */
export async function insertMessage(tx: TenantTx, message: NewMessage): Promise<boolean> {
  // It may have been merged since the sender was looked up.
  const provider = await tx.one<{ id: string }>(sql`
    select coalesce(merged_into, id) as id from provider
    where company_id = ${tx.companyId} and id = ${message.providerId} for key share`)
  const { id, digest, state, fault, fromAddress, fromName, subject, sentAt, authentication } = message
  const inserted = await tx.run(sql`
    insert into mailbox_message (company_id, id, digest, state, fault, from_address, from_name, subject, sent_at,
      authentication, provider_id, created_at)
    values (${tx.companyId}, ${id}, ${digest}, ${state}, ${fault}, ${fromAddress}, ${fromName}, ${subject}, ${sentAt},
      ${authentication}, ${provider?.id ?? null}, ${tx.now})
    on conflict (company_id, digest) do nothing`)
  return inserted === 1
}

export type MessageFile = {
  readonly name: string
  readonly size: number
  readonly fileId: string | null
  readonly leftOut: LeftOutFile['reason'] | null
}

/** Files of a message, behind those that it has. */
export async function insertMessageFiles(
  tx: TenantTx,
  messageId: string,
  files: readonly MessageFile[],
  from = 0,
): Promise<void> {
  if (files.length === 0) return
  const values = files.map(({ name, size, fileId, leftOut }, place) => [
    tx.companyId,
    messageId,
    from + place,
    name,
    size,
    fileId,
    leftOut,
  ])
  await tx.run(sql`
    insert into mailbox_file (company_id, message_id, place, name, size, file_id, left_out) values ${rows(values)}`)
}

/** Providers whose address it is. */
export async function senderProviders(tx: TenantTx, address: string): Promise<string[]> {
  if (address === '') return []
  const found = await tx.all<{ id: string }>(sql`
    select distinct p.id from provider p
    where p.company_id = ${tx.companyId} and p.status = 'active' and (
      lower(p.email) = ${address}
      or exists (select from mailbox_sender s where s.company_id = p.company_id and s.address = ${address}
        and s.provider_id = p.id)
      or exists (select from member m join account a on a.id = m.user_id
        where m.company_id = p.company_id and m.provider_id = p.id and m.active and a.active
          and a.email = ${address} and a.email_confirmed_at is not null))
    order by p.id`)
  return found.map(({ id }) => id)
}

/** Messages that wait, but for those that are named only because no more may. */
export async function countQuarantined(tx: TenantTx): Promise<number> {
  const found = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from mailbox_message
    where company_id = ${tx.companyId} and state in ('quarantined', 'set_aside')
      and fault is distinct from 'quarantine_full'`)
  return found?.count ?? 0
}

/** Messages that are named, whether or not their files are kept. */
export async function countNamed(tx: TenantTx): Promise<number> {
  const found = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from mailbox_message
    where company_id = ${tx.companyId} and state in ('quarantined', 'set_aside')`)
  return found?.count ?? 0
}

export type HeldMessage = {
  readonly id: string
  readonly state: MessageState
  readonly fromAddress: string
  readonly providerId: string | null
  readonly revision: number
}

export const lockMessage = (tx: TenantTx, id: string): Promise<HeldMessage | null> =>
  tx.one<HeldMessage>(sql`
    select id, state, from_address as "fromAddress", provider_id as "providerId", revision from mailbox_message
    where company_id = ${tx.companyId} and id = ${id} for update`)

export type KeptMessageFile = {
  readonly place: number
  readonly id: string
  readonly name: string
  readonly size: number
  readonly sha256: string
  readonly mediaType: string
}

/** Files of a message that are kept. */
export const keptMessageFiles = (tx: TenantTx, messageId: string): Promise<KeptMessageFile[]> =>
  tx.all<KeptMessageFile>(sql`
    select i.place, f.id, f.name, f.size, f.sha256, f.media_type as "mediaType" from mailbox_file i
    join file f on f.company_id = i.company_id and f.id = i.file_id
    where i.company_id = ${tx.companyId} and i.message_id = ${messageId} order by i.place`)

export async function settleMessage(
  tx: TenantTx,
  id: string,
  { state, by, providerId }: { state: 'taken' | 'discarded'; by: string; providerId: string | null },
): Promise<void> {
  await tx.runOne(sql`
    update mailbox_message set state = ${state}, settled_by = ${by}, settled_at = ${tx.now},
      provider_id = ${providerId}, revision = revision + 1
    where company_id = ${tx.companyId} and id = ${id}`)
  // Files that lie in the tray are held there; the rest hang from nothing, and are swept.
  await tx.run(sql`
    update mailbox_file set file_id = null where company_id = ${tx.companyId} and message_id = ${id}`)
}

/** True for an active provider, which nobody merges into another until the transaction ends. */
export const isActiveProvider = async (tx: TenantTx, id: string): Promise<boolean> =>
  (await tx.one(sql`
    select from provider where company_id = ${tx.companyId} and id = ${id} and status = 'active' for key share`)) !==
  null

/** From now on the address is that provider's. */
export async function saveSender(
  tx: TenantTx,
  { address, providerId, by }: { address: string; providerId: string; by: string },
): Promise<void> {
  await tx.run(sql`
    insert into mailbox_sender (company_id, address, provider_id, created_by, created_at)
    values (${tx.companyId}, ${address}, ${providerId}, ${by}, ${tx.now})
    on conflict (company_id, address) do update set provider_id = excluded.provider_id,
      created_by = excluded.created_by, created_at = excluded.created_at`)
}
