import { mutationOptions, queryOptions, type UseMutationOptions } from '@tanstack/react-query'
import { approveTogether } from '#features/approvals/wire/bulk.ts'
import { listChanges } from '#features/approvals/wire/changes.ts'
import {
  approvalInbox,
  cancelDocument,
  decideDocument,
  undoApproval,
  withdrawDocument,
} from '#features/approvals/wire.ts'
import { ordersChanged } from '#features/documents/web/queries.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

/** Orders that wait for this person's decision, in one project or in all of them. */
export const inboxQuery = (projectId?: string) =>
  queryOptions({
    queryKey: ['approvals', 'inbox', projectId ?? 'all'],
    queryFn: ({ signal }) => call(approvalInbox, { query: { projectId }, signal }),
  })

/** Changes of an order's corrections; refetched with the order. */
export const changesQuery = (projectId: string, documentId: string) =>
  queryOptions({
    queryKey: ['documents', 'changes', projectId, documentId],
    queryFn: ({ signal }) => call(listChanges, { params: { projectId, documentId }, signal }),
  })

export type Sent<Body> = { documentId: string; body: Body; key: string }

/** Way of sending a decision: in the product, or with a mail's link. */
export type DecideMutation = UseMutationOptions<
  ResponseOf<typeof decideDocument>,
  Error,
  Sent<BodyOf<typeof decideDocument>>
>

const decideKey = ['approvals', 'decide']

/** Invalidates the orders also after a refusal, because the order is no longer as it was shown. */
export const decideMutation = mutationOptions({
  mutationKey: decideKey,
  mutationFn: ({ documentId, body, key }: Sent<BodyOf<typeof decideDocument>>) =>
    call(decideDocument, { params: { documentId }, body, idempotencyKey: key }),
  // With more decisions in flight, only the last one refetches.
  onSettled: () => {
    if (queryClient.isMutating({ mutationKey: decideKey }) === 1) ordersChanged()
  },
})

/** Invalidates the orders also after a refusal, because the order has gone on. */
export const undoMutation = mutationOptions({
  mutationFn: ({ documentId, body, key }: Sent<BodyOf<typeof undoApproval>>) =>
    call(undoApproval, { params: { documentId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})

/** Invalidates the orders also without an answer, because some of them may have been approved. */
export const approveTogetherMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof approveTogether>; key: string }) =>
    call(approveTogether, { body, idempotencyKey: key }),
  onSettled: ordersChanged,
})

export const withdrawMutation = mutationOptions({
  mutationFn: ({ documentId, body, key }: Sent<BodyOf<typeof withdrawDocument>>) =>
    call(withdrawDocument, { params: { documentId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})

export const cancelMutation = mutationOptions({
  mutationFn: ({ documentId, body, key }: Sent<BodyOf<typeof cancelDocument>>) =>
    call(cancelDocument, { params: { documentId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})
