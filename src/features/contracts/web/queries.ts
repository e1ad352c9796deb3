import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { createContract, getContract, listContracts } from '#features/contracts/wire.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

export const contractsQuery = (q = '') =>
  queryOptions({
    queryKey: ['contracts', 'list', q],
    queryFn: ({ signal }) => call(listContracts, { query: { q }, signal }),
    placeholderData: keepPreviousData,
  })

export const readContractsAhead = () => queryClient.prefetchQuery(contractsQuery())

export const contractsOfClientQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['contracts', 'of-client', clientId],
    queryFn: ({ signal }) => call(listContracts, { query: { clientId }, signal }),
  })

/** A contract of a list that is here is shown at once, and asked for again. */
export const contractQuery = (contractId: string) =>
  queryOptions({
    queryKey: ['contracts', 'one', contractId],
    queryFn: ({ signal }) => call(getContract, { params: { contractId }, signal }),
    placeholderData: () =>
      queryClient
        .getQueriesData<ResponseOf<typeof listContracts>>({ queryKey: ['contracts', 'list'] })
        .flatMap(([, list]) => list?.items ?? [])
        .find(({ id }) => id === contractId),
  })

export const readContractAhead = (contractId: string) => queryClient.prefetchQuery(contractQuery(contractId))

export const createContractMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof createContract>; key: string }) =>
    call(createContract, { body, idempotencyKey: key }),
  onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['contracts'] }),
})
