/** Store of the journal's seals: appended to the chain, never changed. */
import { genesis, type Head, type SealedEvent } from '#features/seals/rules/chain.ts'
import type { Db } from '#server/database/db.ts'
import { part, search, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** The sealed columns of `event e`, each as the text that the database stores. */
export const sealedColumns = part`e.company_id, e.number::text as number, e.id,
  to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.actor_id, e.on_behalf_of, e.action,
  e.object_type, e.object_id, e.before::text as before, e.after::text as after, e.reason, e.request_id`

export type SealedRow = {
  company_id: string
  number: string
  id: string
  at: string
  actor_id: string | null
  on_behalf_of: string | null
  action: string
  object_type: string
  object_id: string
  before: string | null
  after: string | null
  reason: string | null
  request_id: string | null
}

export const sealedEventFromRow = (row: SealedRow): SealedEvent => ({
  companyId: row.company_id,
  number: row.number,
  id: row.id,
  at: row.at,
  actorId: row.actor_id,
  onBehalfOf: row.on_behalf_of,
  action: row.action,
  objectType: row.object_type,
  objectId: row.object_id,
  before: row.before,
  after: row.after,
  reason: row.reason,
  requestId: row.request_id,
})

/** Companies with unsealed events. */
export async function companiesToSeal(db: Db): Promise<string[]> {
  const found = await db.run<{ company: string }>(sql`select distinct company from event_unsealed`)
  return found.map(({ company }) => company)
}

/** The head of the company's chain, locked until the transaction ends. With `leave`, null while another sealer has it locked. */
export async function lockHead(tx: TenantTx, ifHeld: 'wait' | 'leave'): Promise<Head | null> {
  const skipIfLocked = ifHeld === 'leave' ? part`skip locked` : part``
  const [, found] = await Promise.all([
    tx.run(sql`insert into chain_head (company_id, sequence, hash) values (${tx.companyId}, 0, ${genesis})
      on conflict do nothing`),
    tx.one<{ sequence: bigint; hash: string }>(sql`
      select sequence, hash from chain_head where company_id = ${tx.companyId} for update ${skipIfLocked}`),
  ])
  return found && { sequence: Number(found.sequence), hash: found.hash }
}

/** The head of the company's chain as it was last committed; null before the first seal. */
export async function readHead(tx: TenantTx): Promise<Head | null> {
  const found = await tx.one<{ sequence: bigint; hash: string }>(sql`
    select sequence, hash from chain_head where company_id = ${tx.companyId}`)
  return found && { sequence: Number(found.sequence), hash: found.hash }
}

/** True while an event of the order waits for its seal. */
export async function hasUnsealed(tx: TenantTx, documentId: string): Promise<boolean> {
  const found = await tx.one(sql`
    select from event_unsealed u
    where u.company = ${tx.companyId} and exists (
      select from event e where e.company_id = ${tx.companyId} and e.id = u.event_id
        and e.object_type = 'document' and e.object_id = ${documentId})
    limit 1`)
  return found !== null
}

/** An event that waits for its seal; `place` is its number in the sealer's queue, `event_unsealed`. */
export type Unsealed = { readonly place: bigint; readonly event: SealedEvent }

/** The committed unsealed events, in the order in which they were written. */
export async function unsealedEvents(tx: TenantTx, most: number): Promise<Unsealed[]> {
  const found = await tx.all<SealedRow & { place: bigint }>(sql`
    select u.number as place, ${sealedColumns} from event_unsealed u
    join event e on e.company_id = u.company and e.id = u.event_id
    where u.company = ${tx.companyId} order by u.number limit ${most}`)
  return found.map(row => ({ place: row.place, event: sealedEventFromRow(row) }))
}

/** The seal of an event: its sequence number in the chain, and its digest. */
export type Seal = Unsealed & { readonly sequence: number; readonly hash: string }

/**
 * Appends the seals to the chain, moves its head to the last one, takes their events from the queue, and tells the
 * journal's readers that there is more.
 */
export async function saveSeals(tx: TenantTx, seals: readonly Seal[]): Promise<void> {
  const last = seals.at(-1)
  if (!last) return
  const sealed = seals.map(({ sequence, event, hash }) => [tx.companyId, sequence, event.id, hash, tx.now])
  const places = seals.map(({ place }) => place)
  await Promise.all([
    // Not prepared: there would be a text for each number of seals.
    tx.insert(
      sealed,
      values =>
        search`insert into event_seal (company_id, sequence, event_id, hash, sealed_at) values ${values}`,
    ),
    tx.runOne(sql`
      update chain_head set sequence = ${last.sequence}, hash = ${last.hash} where company_id = ${tx.companyId}`),
    tx.run(sql`
      delete from event_unsealed where company = ${tx.companyId} and number = any (${places}::bigint[])`),
    tx.run(sql`update journal_reader set sealed_to = ${last.sequence} where company = ${tx.companyId}`),
  ])
}

/** Deletes the queue's rows of events that are sealed already or queued earlier: nothing else would ever delete them. */
export function deleteSuperfluousPlaces(tx: TenantTx): Promise<{ eventId: string }[]> {
  return tx.all<{ eventId: string }>(sql`
    delete from event_unsealed u where u.company = ${tx.companyId} and (
      exists (select from event_seal s where s.company_id = u.company and s.event_id = u.event_id)
      or exists (select from event_unsealed o
        where o.company = u.company and o.event_id = u.event_id and o.number < u.number))
    returning u.event_id as "eventId"`)
}
