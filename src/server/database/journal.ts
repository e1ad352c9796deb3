/** The journal: one event per change of state, written in the transaction of the change. */
import type { Actor } from '#kernel/actor.ts'
import type { Fact, RecordedFact } from '#kernel/fact.ts'
import { newId } from '#kernel/ids.ts'
import { part, rows, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** The person's name today, stored with the event, so that a later change of name changes no old event. */
const personName = (userId: string | null) => part`person_name(${userId})`

/**
 * Writes a fact as an event, its row for the sealer, and a message for each of its subscribers. The event takes its
 * number when it is written, after the locks of its change, so that of two events of one object the later one has the
 * greater number, on whatever node. One that an API token wrote says which, in what is sealed of it (`apiTokenId`).
 */
export async function record(
  tx: TenantTx,
  actor: Pick<Actor, 'userId' | 'tokenId'> | null,
  { kind, object, subscribers, before, after: content, reason = null, onBehalfOf = null }: Fact,
): Promise<void> {
  const after = actor?.tokenId === undefined ? content : { ...content, apiTokenId: actor.tokenId }
  const id = newId(tx.now.getTime())
  const actorId = actor?.userId ?? null
  await Promise.all([
    tx.runOne(sql`
      insert into event (company_id, id, at, actor_id, on_behalf_of, action, object_type, object_id, before, after, reason, request_id,
        actor_name, on_behalf_of_name)
      values (${tx.companyId}, ${id}, ${tx.now}, ${actorId}, ${onBehalfOf}, ${kind}, ${object.type}, ${object.id},
        ${before ?? null}, ${after ?? null}, ${reason}, ${tx.requestId}, ${personName(actorId)}, ${personName(onBehalfOf)})`),
    tx.runOne(sql`insert into event_unsealed (company, event_id) values (${tx.companyId}, ${id})`),
    subscribers.length === 0
      ? null
      : tx.run(sql`
          insert into outbox_message (subscriber, company, id, kind, object_type, object_id, created_at, next_try_at)
          values ${rows(subscribers.map(name => [name, tx.companyId, id, kind, object.type, object.id, tx.now, tx.now]))}`),
  ])
}

/** Facts by the ids of their events, the oldest first. */
export function readFacts(tx: TenantTx, ids: readonly string[]): Promise<RecordedFact[]> {
  return tx.all<RecordedFact>(sql`
    select id, action as kind, at, object_id as "objectId", actor_id as "actorId", before, after from event
    where company_id = ${tx.companyId} and id = any (${ids}::uuid[]) order by number`)
}
