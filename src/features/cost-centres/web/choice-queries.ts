/** Cost centres that an order may be charged to. Apart from the rest, which the order's form does without. */
import { queryOptions } from '@tanstack/react-query'
import { listCentreChoices } from '#features/cost-centres/wire/choices.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'

export const centreChoicesQuery = (query: QueryOf<typeof listCentreChoices>) =>
  queryOptions({
    queryKey: ['cost-centres', 'choices', query],
    queryFn: ({ signal }) => call(listCentreChoices, { query, signal }),
  })
