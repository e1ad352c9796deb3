/** Store of sealed events that name a person, and of what an erasure left of them. */
import { type SealedRow, sealedColumns } from '#features/seals/store.ts'
import { search, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** A sealed event that may name the person, with its place in the chain; `previous` is null at the beginning. */
export type NamingEvent = SealedRow & {
  readonly sequence: bigint
  readonly hash: string
  readonly previous: string | null
  readonly is_about_them: boolean
}

/** An event's content after an erasure, as JSON text, and the digest of the whole event. */
export type LeftContent = {
  readonly eventId: string
  readonly before: string | null
  readonly after: string | null
  readonly content: string
}

const pageSize = 1000

/** Sealed events by or about the person, or that name their id or a mail of theirs, behind a place of the chain. */
export function eventsNaming(
  tx: TenantTx,
  { userId, addresses }: { readonly userId: string; readonly addresses: readonly string[] },
  behind: bigint,
): Promise<NamingEvent[]> {
  const mention = `%${userId}%`
  return tx.all<NamingEvent>(sql`
    select s.sequence, s.hash, p.hash as previous, ${sealedColumns},
      e.object_id = ${userId} or e.object_type = 'session' and e.actor_id = ${userId} or i.id is not null as is_about_them
    from event_seal s
    join event e on e.company_id = s.company_id and e.id = s.event_id
    left join event_seal p on p.company_id = s.company_id and p.sequence = s.sequence - 1
    left join invitation i on i.company_id = e.company_id and e.object_type = 'invitation'
      and i.id::text = e.object_id and i.user_id = ${userId}
    where s.company_id = ${tx.companyId} and s.sequence > ${behind}
      and (e.actor_id = ${userId} or e.on_behalf_of = ${userId} or e.object_id = ${userId} or i.id is not null
        or e.action like 'mailbox.%' and lower(e.after ->> 'from') = any (${[...addresses]}::text[])
        or e.before::text like ${mention} or e.after::text like ${mention})
    order by s.sequence limit ${pageSize}`)
}

export async function saveContents(tx: TenantTx, contents: readonly LeftContent[]): Promise<void> {
  if (contents.length === 0) return
  await tx.run(sql`
    update event e set before = left_over.before, after = left_over.after
    from unnest(${contents.map(({ eventId }) => eventId)}::uuid[], ${contents.map(({ before }) => before)}::jsonb[],
      ${contents.map(({ after }) => after)}::jsonb[]) as left_over (id, before, after)
    where e.company_id = ${tx.companyId} and e.id = left_over.id`)
}

/** Takes the person's name off the events that they did, or that were done for them. */
export async function takeNamesOffEvents(tx: TenantTx, userId: string): Promise<void> {
  await tx.run(sql`
    update event set actor_name = null
    where company_id = ${tx.companyId} and actor_id = ${userId} and actor_name is not null`)
  await tx.run(sql`
    update event set on_behalf_of_name = null
    where company_id = ${tx.companyId} and on_behalf_of = ${userId} and on_behalf_of_name is not null`)
}

/** Rows by which `npm run verify` finds the events again, under the event of this erasure. */
export async function saveWhatIsLeft(
  tx: TenantTx,
  userId: string,
  contents: readonly LeftContent[],
): Promise<void> {
  if (contents.length === 0) return
  const erasure = await tx.one<{ id: string }>(sql`
    select id from event where company_id = ${tx.companyId} and object_type = 'person' and object_id = ${userId}
      and action = 'person.erased' order by number desc limit 1`)
  const kept = contents.map(({ eventId, content }) => [tx.companyId, eventId, erasure?.id, content])
  await tx.insert(
    kept,
    values =>
      search`insert into erased_event (company_id, event_id, erasure_id, content_sha256) values ${values}`,
  )
}
