/** An order sent and corrected. Apart from its reading, whose screens do without the schema of its content. */
import { mutationOptions } from '@tanstack/react-query'
import { resubmitDocument, submitDocument } from '#features/approvals/wire/submit.ts'
import { ordersChanged } from '#features/documents/web/queries.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'

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
