import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { eventList } from '#features/audit/list.ts'
import { documentTimeline, exportEvents, getEvent, listEvents } from '#features/audit/wire.ts'
import { issueCertificate } from '#features/certificates/wire/issue-certificate.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { ListFilter } from '#kernel/list.ts'
import { call } from '#ui/api.ts'
import { pagedKeepingPrevious } from '#ui/lists/pages.ts'
import { queryClient } from '#ui/query-client.ts'

/** The timeline of an order. Its key lies under 'documents', because every change of an order adds an event. */
export const timelineQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['documents', 'timeline', documentId],
    queryFn: ({ signal }) => call(documentTimeline, { params: { documentId }, signal }),
  })

export type EventFilter = ListFilter<typeof eventList>

const pageSize = 50

/** The journal by pages, read again whenever the screen is opened, because every action adds an event. */
export const eventsQuery = (filter: EventFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'events', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listEvents, { query: { ...filter, after: pageParam, limit: pageSize }, signal }),
    ...pagedKeepingPrevious,
    staleTime: 0,
  })

export const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['audit', 'event', eventId],
    queryFn: ({ signal }) => call(getEvent, { params: { eventId }, signal }),
    staleTime: 0,
  })

export const exportJournal = ({ body, key }: { body: BodyOf<typeof exportEvents>; key: string }) =>
  call(exportEvents, { body, idempotencyKey: key })

export const certificateMutation = mutationOptions({
  mutationFn: ({ documentId, key }: { documentId: string; key: string }) =>
    call(issueCertificate, { params: { documentId }, idempotencyKey: key }),
  // The issue appears in the order's timeline.
  onSuccess: (_, { documentId }) =>
    void queryClient.invalidateQueries({ queryKey: timelineQuery(documentId).queryKey }),
})
