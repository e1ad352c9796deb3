/** Query of the bell of every screen, apart from the rest, which loads on demand. */
import { queryOptions } from '@tanstack/react-query'
import { listKnownNotices } from '#features/notices/wire.ts'
import { call } from '#ui/api.ts'

/** Latest notices that are not resolved; reloaded each minute while the window is in use. */
export const noticesQuery = queryOptions({
  queryKey: ['notices', 'last'],
  queryFn: ({ signal }) => call(listKnownNotices, { query: { which: 'current', limit: 30 }, signal }),
  refetchInterval: 60_000,
})
