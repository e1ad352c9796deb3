/**
 * Readers of the sealed journal, which read a company's events in the order of its chain, behind the commit and behind
 * the seal: no request waits for them. One node at a time reads for a company.
 */
import type { StoredContent } from '#kernel/fact.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type JournalReader = 'webhooks'

export type SealedEvent = {
  readonly sequence: bigint
  readonly id: string
  readonly kind: string
  /** Instant as the database writes it. */
  readonly at: string
  readonly objectId: string
  readonly after: StoredContent
}

/** Begins to read a company's journal behind what is sealed by now; nothing where it is read already. */
export async function beginReading(tx: TenantTx, reader: JournalReader): Promise<void> {
  await tx.run(sql`
    insert into journal_reader (reader, company, sealed_to, read_to)
    select ${reader}, ${tx.companyId}, head.sequence, head.sequence from (
      select coalesce(max(sequence), 0) as sequence from chain_head where company_id = ${tx.companyId}) head
    on conflict do nothing`)
}

export async function endReading(tx: TenantTx, reader: JournalReader): Promise<void> {
  await tx.run(sql`delete from journal_reader where reader = ${reader} and company = ${tx.companyId}`)
}

/** Companies with sealed events that were not read. */
export async function companiesToRead(db: Db, reader: JournalReader): Promise<string[]> {
  const found = await db.run<{ company: string }>(sql`
    select company from journal_reader where reader = ${reader} and read_to < sealed_to`)
  return found.map(({ company }) => company)
}

/** The next events, which no other node reads meanwhile: none while one does. `markRead` ends the batch. */
export async function nextSealedEvents(
  tx: TenantTx,
  reader: JournalReader,
  most: number,
): Promise<SealedEvent[]> {
  const place = await tx.one<{ read: bigint }>(sql`
    select read_to as read from journal_reader where reader = ${reader} and company = ${tx.companyId}
    for update skip locked`)
  if (!place) return []
  return tx.all<SealedEvent>(sql`
    select s.sequence, e.id, e.action as kind, e.at, e.object_id as "objectId", e.after
    from event_seal s join event e on e.company_id = s.company_id and e.id = s.event_id
    where s.company_id = ${tx.companyId} and s.sequence > ${place.read} order by s.sequence limit ${most}`)
}

export async function markRead(tx: TenantTx, reader: JournalReader, sequence: bigint): Promise<void> {
  await tx.runOne(sql`
    update journal_reader set read_to = ${sequence} where reader = ${reader} and company = ${tx.companyId}`)
}
