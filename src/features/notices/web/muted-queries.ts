/** Queries of what a person does without, apart from the rest, which pages with orders load. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { MailKind } from '#features/notices/rules/reminders.ts'
import type { MutableTopic } from '#features/notices/rules.ts'
import { getMutedMails, muteMails } from '#features/notices/wire/mails.ts'
import { getMutedNotices, muteNotices } from '#features/notices/wire/muted.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

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
