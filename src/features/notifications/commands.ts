import type { NoticeRefusal } from '#features/notifications/rules.ts'
import { markOneRead, markRead } from '#features/notifications/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/tenant.ts'

/** Every notice of the person. */
export const readAll = async (tx: TenantTx, actor: Actor) => ({ read: await markRead(tx, actor.userId) })

/** One of the person's; somebody else's does not exist for them. */
export async function readOne(
  tx: TenantTx,
  actor: Actor,
  noticeId: string,
): Promise<{ read: number } | Refusal<NoticeRefusal>> {
  const read = await markOneRead(tx, actor.userId, noticeId)
  return read === 0 ? refuse('not_found') : { read }
}
