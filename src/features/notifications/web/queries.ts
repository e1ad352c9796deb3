import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { listNotices, readNotices } from '#features/notifications/wire.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

/** The last notices; asked for again each minute while the window is in use. */
export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: ({ signal }) => call(listNotices, { signal }),
  refetchInterval: 60_000,
})

export const readNoticesMutation = mutationOptions({
  mutationFn: () => call(readNotices, {}),
  onSuccess: () => void queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey }),
})
