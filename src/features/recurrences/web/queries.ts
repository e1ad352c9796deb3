/** Queries and mutations of recurrences that the browser makes. */
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { ordersChanged } from '#features/documents/web/queries.ts'
import {
  changeRecurrence,
  getRecurrence,
  listRecurrences,
  makeDueOrder,
  moveRecurrence,
  type RecurrenceTermsWire,
  repeatDocument,
} from '#features/recurrences/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'
import { pageOptions } from '#ui/lists/pages.ts'
import { queryClient } from '#ui/query-client.ts'

export const recurrencesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['recurrences', 'all'],
    queryFn: ({ pageParam, signal }) => call(listRecurrences, { query: { after: pageParam }, signal }),
    ...pageOptions,
  })

/** The open recurrence of an order; read anew each time that it is asked for. */
export const recurrenceQuery = (documentId: string) =>
  queryOptions({
    gcTime: 0,
    staleTime: 0,
    queryKey: ['recurrences', 'one', documentId],
    queryFn: ({ signal }) => call(getRecurrence, { params: { documentId }, signal }),
  })

/** Also after a refusal, because the recurrence is no longer as it was shown. */
const recurrencesChanged = () => queryClient.invalidateQueries({ queryKey: ['recurrences'] })

export const repeatMutation = mutationOptions({
  mutationFn: ({ documentId, body, key }: { documentId: string; body: RecurrenceTermsWire; key: string }) =>
    call(repeatDocument, { params: { documentId }, body, idempotencyKey: key }),
  onSettled: recurrencesChanged,
})

type Sent<Body> = { recurrenceId: string; body: Body; key: string }

export const changeRecurrenceMutation = mutationOptions({
  mutationFn: ({ recurrenceId, body, key }: Sent<BodyOf<typeof changeRecurrence>>) =>
    call(changeRecurrence, { params: { recurrenceId }, body, idempotencyKey: key }),
  onSettled: recurrencesChanged,
})

export const moveRecurrenceMutation = mutationOptions({
  mutationFn: ({ recurrenceId, body, key }: Sent<BodyOf<typeof moveRecurrence>>) =>
    call(moveRecurrence, { params: { recurrenceId }, body, idempotencyKey: key }),
  onSettled: recurrencesChanged,
})

export const makeDueOrderMutation = mutationOptions({
  mutationFn: ({ recurrenceId, body, key }: Sent<BodyOf<typeof makeDueOrder>>) =>
    call(makeDueOrder, { params: { recurrenceId }, body, idempotencyKey: key }),
  onSettled: async () => {
    await Promise.all([recurrencesChanged(), ordersChanged()])
  },
})
