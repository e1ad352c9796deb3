import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { MailKind } from '#features/notifications/rules/reminders.ts'
import type { MutableTopic } from '#features/notifications/rules.ts'
import { getMutedMails, muteMails } from '#features/notifications/wire/mails.ts'
import {
  getMutedNotices,
  listNotices,
  muteNotices,
  readNotice,
  readNotices,
  readNoticesOfOrder,
} from '#features/notifications/wire.ts'
import { call } from '#ui/api.ts'
import { pageOptions } from '#ui/lists/pages.ts'
import { queryClient } from '#ui/query-client.ts'

/** All notices by pages, newest first. */
export const allNoticesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['notices', 'all'],
    queryFn: ({ pageParam, signal }) => call(listNotices, { query: { after: pageParam, limit: 30 }, signal }),
    ...pageOptions,
  })

const noticesChanged = () => void queryClient.invalidateQueries({ queryKey: ['notices'] })

export const readNoticesMutation = mutationOptions({
  mutationFn: () => call(readNotices, {}),
  onSuccess: noticesChanged,
})

export const readNoticeMutation = mutationOptions({
  mutationFn: (noticeId: string) => call(readNotice, { params: { noticeId } }),
  onSuccess: noticesChanged,
})

export const readNoticesOfOrderMutation = mutationOptions({
  mutationFn: (documentId: string) => call(readNoticesOfOrder, { params: { documentId } }),
  onSuccess: noticesChanged,
})

export const mutedNoticesQuery = queryOptions({
  queryKey: ['muted-notices'],
  queryFn: ({ signal }) => call(getMutedNotices, { signal }),
})

export const muteNoticesMutation = mutationOptions({
  mutationFn: (muted: MutableTopic[]) => call(muteNotices, { body: { muted } }),
  onSuccess: saved => queryClient.setQueryData(mutedNoticesQuery.queryKey, saved),
})

export const mutedMailsQuery = queryOptions({
  queryKey: ['muted-mails'],
  queryFn: ({ signal }) => call(getMutedMails, { signal }),
})

export const muteMailsMutation = mutationOptions({
  mutationFn: (muted: MailKind[]) => call(muteMails, { body: { muted } }),
  onSuccess: saved => queryClient.setQueryData(mutedMailsQuery.queryKey, saved),
})
