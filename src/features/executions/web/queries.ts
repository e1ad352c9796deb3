import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { ordersChanged } from '#features/documents/web/queries.ts'
import {
  cancelPaymentBatch,
  confirmPaymentBatch,
  downloadPaymentBatch,
  getPaymentBatch,
  giveBackPayment,
  listPaymentBatches,
  releasePaymentBatch,
} from '#features/executions/wire/batches.ts'
import { confirmTogether } from '#features/executions/wire/bulk.ts'
import { makePaymentBatch, paymentCandidates } from '#features/executions/wire/make-batch.ts'
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
import { pageOptions } from '#ui/lists/pages.ts'

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

/** Never optimistic: an execution is shown as confirmed only after the server's answer. */
export const confirmMutation = mutationOptions({
  mutationFn: ({ documentId, body, key }: Sent<BodyOf<typeof confirmExecution>>) =>
    call(confirmExecution, { params: { documentId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})

/** Invalidates the orders also without an answer, because some of them may have been confirmed. */
export const confirmTogetherMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof confirmTogether>; key: string }) =>
    call(confirmTogether, { body, idempotencyKey: key }),
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

/** Keyed under 'executions', so that a change to an order also refetches the batches. */
export const batchesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['executions', 'batches'],
    queryFn: ({ pageParam, signal }) => call(listPaymentBatches, { query: { after: pageParam }, signal }),
    ...pageOptions,
  })

/** `orders`: ids of those that come first, separated by commas. */
export const candidatesQuery = (orders: string | undefined) =>
  queryOptions({
    queryKey: ['executions', 'candidates', orders],
    queryFn: ({ signal }) => call(paymentCandidates, { query: { orders }, signal }),
  })

export const batchQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['executions', 'batch', batchId],
    queryFn: ({ signal }) => call(getPaymentBatch, { params: { batchId }, signal }),
  })

export const makeBatchMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof makePaymentBatch>; key: string }) =>
    call(makePaymentBatch, { body, idempotencyKey: key }),
  onSettled: ordersChanged,
})

type OfBatch<Body> = { batchId: string; body: Body; key: string }

/** Never optimistic: the file leaves only after the server's answer. */
export const releaseBatchMutation = mutationOptions({
  mutationFn: ({ batchId, body, key }: OfBatch<BodyOf<typeof releasePaymentBatch>>) =>
    call(releasePaymentBatch, { params: { batchId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})

export const downloadBatchMutation = mutationOptions({
  mutationFn: ({ batchId, key }: Omit<OfBatch<never>, 'body'>) =>
    call(downloadPaymentBatch, { params: { batchId }, idempotencyKey: key }),
  onSettled: ordersChanged,
})

export const confirmBatchMutation = mutationOptions({
  mutationFn: ({ batchId, body, key }: OfBatch<BodyOf<typeof confirmPaymentBatch>>) =>
    call(confirmPaymentBatch, { params: { batchId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})

export const giveBackMutation = mutationOptions({
  mutationFn: ({
    batchId,
    documentId,
    body,
    key,
  }: OfBatch<BodyOf<typeof giveBackPayment>> & { documentId: string }) =>
    call(giveBackPayment, { params: { batchId, documentId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})

export const cancelBatchMutation = mutationOptions({
  mutationFn: ({ batchId, body, key }: OfBatch<BodyOf<typeof cancelPaymentBatch>>) =>
    call(cancelPaymentBatch, { params: { batchId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})
