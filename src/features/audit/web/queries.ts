import { queryOptions } from '@tanstack/react-query'
import { documentTimeline } from '#features/audit/wire.ts'
import { call } from '#ui/api.ts'

/** Under 'documents': whatever moves an order also adds to what happened to it. */
export const timelineQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['documents', 'timeline', documentId],
    queryFn: ({ signal }) => call(documentTimeline, { params: { documentId }, signal }),
  })
