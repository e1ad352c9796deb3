import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { readNotice, readNotices, readNoticesOfOrder } from '#features/notices/wire/reading.ts'
import { listKnownNotices } from '#features/notices/wire.ts'
import { call } from '#ui/api.ts'
import { pageOptions } from '#ui/lists/pages.ts'
import { queryClient } from '#ui/query-client.ts'

/** All notices by pages, newest first. */
export const allNoticesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['notices', 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(listKnownNotices, { query: { after: pageParam, limit: 30 }, signal }),
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
