import { muteMail } from '#features/notifications/commands/mute-mails.ts'
import { mute, readAll, readOfOrder, readOne } from '#features/notifications/commands.ts'
import { noticeWords } from '#features/notifications/text.ts'
import { readMutedMails, readMutedTopics, readNoticePage } from '#features/notifications/views.ts'
import { getMutedMails, muteMails } from '#features/notifications/wire/mails.ts'
import {
  getMutedNotices,
  listNotices,
  muteNotices,
  readNotice,
  readNotices,
  readNoticesOfOrder,
} from '#features/notifications/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const noticeRoutes: readonly Route[] = [
  read(listNotices, (tx, actor, { query }) => readNoticePage(tx, actor, query)),
  read(getMutedNotices, readMutedTopics),
  write(muteNotices, noticeWords, (tx, actor, { body }) => mute(tx, actor, body)),
  read(getMutedMails, readMutedMails),
  write(muteMails, noticeWords, (tx, actor, { body }) => muteMail(tx, actor, body)),
  write(readNotices, noticeWords, readAll),
  write(readNoticesOfOrder, noticeWords, (tx, actor, { params }) =>
    readOfOrder(tx, actor, params.documentId),
  ),
  write(readNotice, noticeWords, (tx, actor, { params }) => readOne(tx, actor, params.noticeId)),
]
