import { queryOptions } from '@tanstack/react-query'
import { listParties } from '#features/documents/wire/parties.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'

export const partiesQuery = (query: QueryOf<typeof listParties>) =>
  queryOptions({
    queryKey: ['documents', 'parties', query],
    queryFn: ({ signal }) => call(listParties, { query, signal }),
  })
