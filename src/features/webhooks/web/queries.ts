/** Queries and mutations of webhooks that the browser makes. */
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { DeliveryState } from '#features/webhooks/rules.ts'
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  resendFailedDeliveries,
  resendWebhookDelivery,
  testWebhook,
} from '#features/webhooks/wire/deliveries.ts'
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  listWebhooks,
  moveWebhook,
  removeWebhook,
  renewWebhookSecret,
  type WebhookFieldsWire,
} from '#features/webhooks/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { call } from '#ui/api.ts'
import { pagedKeepingPrevious } from '#ui/lists/pages.ts'
import { queryClient } from '#ui/query-client.ts'

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'all'],
  queryFn: ({ signal }) => call(listWebhooks, { signal }),
})

export const webhookQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', webhookId],
    queryFn: ({ signal }) => call(getWebhook, { params: { webhookId }, signal }),
  })

export const deliveriesQuery = (webhookId: string, state: DeliveryState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', 'deliveries', webhookId, state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(listWebhookDeliveries, { params: { webhookId }, query: { state, after: pageParam }, signal }),
    ...pagedKeepingPrevious,
  })

/** Time between two looks at a delivery that waits. */
const lookAgainMs = 1000

/** A delivery; while it waits for its next try, it is read again and again. */
export const deliveryQuery = (webhookId: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', webhookId, deliveryId],
    queryFn: ({ signal }) => call(getWebhookDelivery, { params: { webhookId, deliveryId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.attempts === 0 ? lookAgainMs : false,
  })

/** Also after a refusal, because the webhook is no longer as it was shown. */
export const webhooksChanged = () => queryClient.invalidateQueries({ queryKey: ['webhooks'] })

export const createWebhookMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: WebhookFieldsWire; key: string }) =>
    call(createWebhook, { body, idempotencyKey: key }),
  onSettled: webhooksChanged,
  // The secret is on the screen that made it and nowhere else.
  gcTime: 0,
})

export const changeWebhookMutation = mutationOptions({
  mutationFn: ({ webhookId, body }: { webhookId: string; body: BodyOf<typeof changeWebhook> }) =>
    call(changeWebhook, { params: { webhookId }, body }),
  onSettled: webhooksChanged,
})

export const moveWebhookMutation = mutationOptions({
  mutationFn: ({ webhookId, body }: { webhookId: string; body: BodyOf<typeof moveWebhook> }) =>
    call(moveWebhook, { params: { webhookId }, body, idempotencyKey: newId() }),
  onSettled: webhooksChanged,
})

export const removeWebhookMutation = mutationOptions({
  mutationFn: (webhookId: string) => call(removeWebhook, { params: { webhookId } }),
  onSuccess: (_, webhookId) => {
    queryClient.removeQueries({ queryKey: ['webhooks', 'one', webhookId] })
    return queryClient.invalidateQueries({ queryKey: ['webhooks', 'all'] })
  },
})

export const renewSecretMutation = mutationOptions({
  mutationFn: ({ webhookId, key }: { webhookId: string; key: string }) =>
    call(renewWebhookSecret, { params: { webhookId }, idempotencyKey: key }),
  onSettled: webhooksChanged,
  // The secret is on the screen that made it and nowhere else.
  gcTime: 0,
})

export const testWebhookMutation = mutationOptions({
  mutationFn: (webhookId: string) => call(testWebhook, { params: { webhookId }, idempotencyKey: newId() }),
  onSettled: webhooksChanged,
})

export const resendMutation = mutationOptions({
  mutationFn: (params: { webhookId: string; deliveryId: string }) =>
    call(resendWebhookDelivery, { params, idempotencyKey: newId() }),
  onSettled: webhooksChanged,
})

export const resendFailedMutation = mutationOptions({
  mutationFn: (webhookId: string) =>
    call(resendFailedDeliveries, { params: { webhookId }, body: {}, idempotencyKey: newId() }),
  onSettled: webhooksChanged,
})
