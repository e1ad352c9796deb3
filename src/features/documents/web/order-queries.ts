/** One order read. Apart from the lists' queries, whose screens do without the wire of approvals. */
import { queryOptions } from '@tanstack/react-query'
import { getDocument } from '#features/approvals/wire.ts'
import { call } from '#ui/api.ts'

export const documentQuery = (projectId: string, documentId: string) =>
  queryOptions({
    queryKey: ['documents', 'one', projectId, documentId],
    queryFn: ({ signal }) => call(getDocument, { params: { projectId, documentId }, signal }),
  })
