import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { ordersChanged } from '#features/documents/web/queries.ts'
import { confirmReceipt, disputeReceipt, resolveDispute } from '#features/executions/wire/receipt.ts'
import {
  confirmExecution,
  deliverFiles,
  executionQueue,
  getExecution,
  ordersStatement,
  rejectExecution,
  retryExecution,
} from '#features/executions/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'

/** Approved orders that this person executes. */
export const executionQueueQuery = queryOptions({
  queryKey: ['executions', 'queue'],
  queryFn: ({ signal }) => call(executionQueue, { signal }),
})

export const statementQuery = queryOptions({
  queryKey: ['executions', 'statement'],
  queryFn: ({ signal }) => call(ordersStatement, { signal }),
})

export const executionQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['executions', 'one', documentId],
    queryFn: ({ signal }) => call(getExecution, { params: { documentId }, signal }),
  })

type Sent<Body> = { documentId: string; body: Body; key: string }

/** Money is about to be taken as moved: nothing is shown as done before the server has said so. */
export const confirmMutation = mutationOptions({
  mutationFn: ({ documentId, body, key }: Sent<BodyOf<typeof confirmExecution>>) =>
    call(confirmExecution, { params: { documentId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})

export const rejectMutation = mutationOptions({
  mutationFn: ({ documentId, body, key }: Sent<BodyOf<typeof rejectExecution>>) =>
    call(rejectExecution, { params: { documentId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})

export const retryMutation = mutationOptions({
  mutationFn: ({ documentId, body, key }: Sent<BodyOf<typeof retryExecution>>) =>
    call(retryExecution, { params: { documentId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})

export const deliverMutation = mutationOptions({
  mutationFn: ({ documentId, body, key }: Sent<BodyOf<typeof deliverFiles>>) =>
    call(deliverFiles, { params: { documentId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})

export const receiveMutation = mutationOptions({
  mutationFn: ({ documentId, body, key }: Sent<BodyOf<typeof confirmReceipt>>) =>
    call(confirmReceipt, { params: { documentId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})

export const disputeMutation = mutationOptions({
  mutationFn: ({ documentId, body, key }: Sent<BodyOf<typeof disputeReceipt>>) =>
    call(disputeReceipt, { params: { documentId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})

export const resolveMutation = mutationOptions({
  mutationFn: ({ documentId, body, key }: Sent<BodyOf<typeof resolveDispute>>) =>
    call(resolveDispute, { params: { documentId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})
