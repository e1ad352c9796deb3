import { queryOptions } from '@tanstack/react-query'
import { getDesk } from '#features/executions/wire/desk.ts'
import { call } from '#ui/api.ts'

/** The person's desk, for the menu of every screen; keyed under 'executions', so that a change to an order refetches it. */
export const deskQuery = queryOptions({
  queryKey: ['executions', 'desk'],
  queryFn: ({ signal }) => call(getDesk, { signal }),
})
