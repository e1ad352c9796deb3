/** Queries and mutations of the departure of a person that the browser makes. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { ordersChanged } from '#features/documents/web/queries.ts'
import { getDeparture, letPersonGo } from '#features/offboarding/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

/** Seats and duties that a person would leave; refetched each time the dialog opens. */
export const departureQuery = (userId: string) =>
  queryOptions({
    gcTime: 0,
    staleTime: 0,
    queryKey: ['approvals', 'departure', userId],
    queryFn: ({ signal }) => call(getDeparture, { params: { userId }, signal }),
  })

export const letPersonGoMutation = mutationOptions({
  mutationFn: ({ userId, body, key }: { userId: string; body: BodyOf<typeof letPersonGo>; key: string }) =>
    call(letPersonGo, { params: { userId }, body, idempotencyKey: key }),
  onSuccess: () => {
    for (const queryKey of [['people'], ['permissions']]) void queryClient.invalidateQueries({ queryKey })
    ordersChanged()
  },
})
