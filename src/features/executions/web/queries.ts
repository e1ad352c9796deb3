import { queryOptions } from '@tanstack/react-query'
import { executionQueue } from '#features/executions/wire.ts'
import { call } from '#ui/api.ts'

/** Approved orders that this person executes. */
export const executionQueueQuery = queryOptions({
  queryKey: ['executions', 'queue'],
  queryFn: ({ signal }) => call(executionQueue, { signal }),
})
