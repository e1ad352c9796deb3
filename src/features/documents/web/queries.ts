import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { documentList } from '#features/documents/list.ts'
import { recentlyUsed } from '#features/documents/wire/recent.ts'
import { countDocuments, exportDocuments, listDocuments } from '#features/documents/wire.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import type { ListFilter } from '#kernel/list.ts'
import { call } from '#ui/api.ts'
import { pageOptions } from '#ui/lists/pages.ts'
import { queryClient } from '#ui/query-client.ts'

export type DocumentFilter = ListFilter<typeof documentList>

const pageSize = 50

/**
 * Orders by pages. A change of filters within one project and type shows the old rows until the new ones
 * arrive.
 */
export const documentsQuery = (filter: DocumentFilter) =>
  infiniteQueryOptions({
    queryKey: ['documents', 'list', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listDocuments, { query: { ...filter, after: pageParam, limit: pageSize }, signal }),
    ...pageOptions,
    placeholderData: (before, query) => (isSamePlace(query?.queryKey[2], filter) ? before : undefined),
  })

type Place = Pick<DocumentFilter, 'projectId' | 'type'>

const isSamePlace = (before: Place | undefined, now: Place): boolean =>
  before !== undefined && before.projectId === now.projectId && before.type === now.type

/** Counts and sums of a list; like its rows, the old ones stay until those of another filter arrive. */
export const documentCountsQuery = (filter: QueryOf<typeof countDocuments>) =>
  queryOptions({
    queryKey: ['documents', 'counts', filter] as const,
    queryFn: ({ signal }) => call(countDocuments, { query: filter, signal }),
    placeholderData: (before, query) => (isSamePlace(query?.queryKey[2], filter) ? before : undefined),
  })

/** Orders returned to this person to be corrected. */
export const returnedQuery = queryOptions({
  queryKey: ['documents', 'returned-to-me'],
  queryFn: ({ signal }) =>
    call(listDocuments, { query: { state: 'returned', createdBy: 'me', limit: pageSize }, signal }),
})

/** Projects and providers that the person used last: over all projects, and in one. */
export const recentlyUsedQuery = (projectId?: string) =>
  queryOptions({
    queryKey: ['documents', 'recently-used', projectId],
    queryFn: ({ signal }) => call(recentlyUsed, { query: { projectId }, signal }),
  })

export const exportList = ({
  body,
  key,
}: {
  body: DocumentFilter & { format: 'csv' | 'xlsx' }
  key: string
}) => call(exportDocuments, { body, idempotencyKey: key })

/**
 * Invalidates all that a change of an order changes: lists, counts, its contract's budget, pending work and
 * notices.
 */
export function ordersChanged(): void {
  for (const slice of ['documents', 'projects', 'contracts', 'approvals', 'executions', 'notices', 'reports'])
    void queryClient.invalidateQueries({ queryKey: [slice] })
}
