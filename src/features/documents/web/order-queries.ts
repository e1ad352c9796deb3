/** One order read, sent and corrected. Apart from the lists' queries, whose screens do without the wire of approvals. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { getDocument, resubmitDocument, submitDocument } from '#features/approvals/wire.ts'
import { ordersChanged } from '#features/documents/web/queries.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'

export const documentQuery = (projectId: string, documentId: string) =>
  queryOptions({
    queryKey: ['documents', 'one', projectId, documentId],
    queryFn: ({ signal }) => call(getDocument, { params: { projectId, documentId }, signal }),
  })

export const submitMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof submitDocument>; key: string }) =>
    call(submitDocument, { body, idempotencyKey: key }),
  onSuccess: ordersChanged,
})

export const resubmitMutation = mutationOptions({
  mutationFn: ({ documentId, body, key }: Resubmission) =>
    call(resubmitDocument, { params: { documentId }, body, idempotencyKey: key }),
  onSuccess: ordersChanged,
})

type Resubmission = { documentId: string; body: BodyOf<typeof resubmitDocument>; key: string }
