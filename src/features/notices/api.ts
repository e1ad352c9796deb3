/** Routes of a person's notices: the list, reading and muting. */
import { saveMutedMailKinds } from '#features/notices/commands/mute-mails.ts'
import { markAllRead, markNoticeRead, markReadOfOrder, saveMutedNotices } from '#features/notices/commands.ts'
import { noticeWords } from '#features/notices/text.ts'
import { readMutedMails, readMutedTopics, readNoticePage } from '#features/notices/views.ts'
import { getMutedMails, muteMails } from '#features/notices/wire/mails.ts'
import { getMutedNotices, muteNotices } from '#features/notices/wire/muted.ts'
import { readNotice, readNotices, readNoticesOfOrder } from '#features/notices/wire/reading.ts'
import { listNotices } from '#features/notices/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const noticeRoutes: readonly Route[] = [
  read(listNotices, (tx, actor, { query }) => readNoticePage(tx, actor, query)),
  read(getMutedNotices, readMutedTopics),
  write(muteNotices, noticeWords, (tx, actor, { body }) => saveMutedNotices(tx, actor, body)),
  read(getMutedMails, readMutedMails),
  write(muteMails, noticeWords, (tx, actor, { body }) => saveMutedMailKinds(tx, actor, body)),
  write(readNotices, noticeWords, markAllRead),
  write(readNoticesOfOrder, noticeWords, (tx, actor, { params }) =>
    markReadOfOrder(tx, actor, params.documentId),
  ),
  write(readNotice, noticeWords, (tx, actor, { params }) => markNoticeRead(tx, actor, params.noticeId)),
]
