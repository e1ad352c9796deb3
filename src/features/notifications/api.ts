import { readAll, readOne } from '#features/notifications/commands.ts'
import { noticeWords } from '#features/notifications/text.ts'
import { noticesOf } from '#features/notifications/views.ts'
import { listNotices, readNotice, readNotices } from '#features/notifications/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const noticeRoutes: readonly Route[] = [
  read(listNotices, (tx, actor, { query }) => noticesOf(tx, actor, query)),
  write(readNotices, noticeWords, readAll),
  write(readNotice, noticeWords, (tx, actor, { params }) => readOne(tx, actor, params.noticeId)),
]
