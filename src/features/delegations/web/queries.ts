/** Queries and mutations of delegations that the browser makes. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  endDelegation,
  listDelegations,
  makeDelegation,
  type NewDelegation,
  ownDelegations,
} from '#features/delegations/wire.ts'
import { newId } from '#kernel/ids.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

export const ownDelegationsQuery = queryOptions({
  queryKey: ['delegations', 'own'],
  queryFn: ({ signal }) => call(ownDelegations, { signal }),
})

export const delegationsQuery = queryOptions({
  queryKey: ['delegations', 'all'],
  queryFn: ({ signal }) => call(listDelegations, { signal }),
})

const delegationsChanged = () => queryClient.invalidateQueries({ queryKey: ['delegations'] })

export const makeDelegationMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: NewDelegation; key: string }) =>
    call(makeDelegation, { body, idempotencyKey: key }),
  onSuccess: delegationsChanged,
})

export const endDelegationMutation = mutationOptions({
  mutationFn: (delegationId: string) =>
    call(endDelegation, { params: { delegationId }, idempotencyKey: newId() }),
  onSettled: delegationsChanged,
})
