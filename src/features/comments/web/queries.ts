/** Queries and mutations of comments that the browser makes. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { addComment, listComments } from '#features/comments/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

/** Below the orders: a change of an order that others make has its comments read anew. */
export const commentsQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['documents', 'comments', documentId],
    queryFn: ({ signal }) => call(listComments, { params: { documentId }, signal }),
  })

type Added = { documentId: string; body: BodyOf<typeof addComment>; key: string }

export const addCommentMutation = mutationOptions({
  mutationFn: ({ documentId, body, key }: Added) =>
    call(addComment, { params: { documentId }, body, idempotencyKey: key }),
  onSettled: () => queryClient.invalidateQueries({ queryKey: ['documents'] }),
})
