/** A payment that came back. Apart from the other queries, whose screens do without the schema of its body. */
import { mutationOptions } from '@tanstack/react-query'
import { ordersChanged } from '#features/documents/web/queries.ts'
import { returnPayment } from '#features/executions/wire/return-payment.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'

type Sent = { documentId: string; body: BodyOf<typeof returnPayment>; key: string }

export const returnPaymentMutation = mutationOptions({
  mutationFn: ({ documentId, body, key }: Sent) =>
    call(returnPayment, { params: { documentId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})
