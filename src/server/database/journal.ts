/** The journal: one event per change of state, written in the transaction of the change. */
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type JournalEvent = {
  /** Object and past participle: `document.submitted`, `approval.decided`. */
  readonly action: string
  readonly object: { readonly type: string; readonly id: string }
  readonly before?: Snapshot
  readonly after?: Snapshot
  readonly reason?: string | null
  /** User id of the principal, when the actor is a delegate. */
  readonly onBehalfOf?: string | null
}

/** The person's name at the time of the event: a later change of name changes no old event. */
const nameOf = (userId: string | null) =>
  part`(select trim(name || ' ' || last_name) from account where id = ${userId}::uuid)`

/** Fields of an object as they were before or after a change: never a secret, never a whole file. */
export type Snapshot = {
  readonly [field: string]: string | number | boolean | null | readonly string[] | Snapshot
}

/**
 * Writes an event and its row for the sealer. The event takes its number when it is written, after the locks of its
 * change, so that of two events of one object the later one has the greater number, on whatever node.
 */
export async function record(
  tx: TenantTx,
  actor: Pick<Actor, 'userId'> | null,
  event: JournalEvent,
): Promise<void> {
  const id = newId(tx.now.getTime())
  await Promise.all([
    tx.runOne(sql`
      insert into event (company_id, id, at, actor_id, on_behalf_of, action, object_type, object_id, before, after, reason, request_id,
        actor_name, on_behalf_of_name)
      values (${tx.companyId}, ${id}, ${tx.now}, ${actor?.userId ?? null}, ${event.onBehalfOf ?? null},
        ${event.action}, ${event.object.type}, ${event.object.id}, ${event.before ?? null}, ${event.after ?? null},
        ${event.reason ?? null}, ${tx.requestId}, ${nameOf(actor?.userId ?? null)}, ${nameOf(event.onBehalfOf ?? null)})`),
    tx.runOne(sql`insert into event_unsealed (company, event_id) values (${tx.companyId}, ${id})`),
  ])
}
