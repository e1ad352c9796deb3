import { markRead } from '#features/notifications/store.ts'
import { noticesOf } from '#features/notifications/views.ts'
import { listNotices, readNotices } from '#features/notifications/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const noticeRoutes: readonly Route[] = [
  read(listNotices, (tx, actor) => noticesOf(tx, actor)),
  write(
    readNotices,
    refusal => refusal.refused,
    async (tx, actor) => ({ read: await markRead(tx, actor.userId) }),
  ),
]
