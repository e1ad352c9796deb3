import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { contractList } from '#features/contracts/list.ts'
import {
  amendContract,
  attachToContract,
  changeContract,
  changeContractStatus,
  createContract,
  detachFromContract,
  getContract,
  getContractDossier,
} from '#features/contracts/wire/calls.ts'
import { exportContracts, listContracts } from '#features/contracts/wire/list.ts'
import { getPastBalance } from '#features/contracts/wire/past.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import type { ListFilter } from '#kernel/list.ts'
import { call } from '#ui/api.ts'
import { longestList } from '#ui/fields/choice.ts'
import { loadedItems, pagedKeepingPrevious } from '#ui/lists/pages.ts'
import { queryClient } from '#ui/query-client.ts'

type ContractFilter = ListFilter<typeof contractList>

export const contractPagesQuery = (filter: ContractFilter) =>
  infiniteQueryOptions({
    queryKey: ['contracts', 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listContracts, { query: { ...filter, after: pageParam }, signal }),
    ...pagedKeepingPrevious,
  })

export const readContractsAhead = () => queryClient.prefetchInfiniteQuery(contractPagesQuery({}))

/** First page of contracts, to choose from. */
export const contractsQuery = (q = '') =>
  queryOptions({
    queryKey: ['contracts', 'list', q],
    queryFn: ({ signal }) => call(listContracts, { query: { q, limit: longestList }, signal }),
    placeholderData: keepPreviousData,
  })

export const exportContractList = ({ body, key }: Export) =>
  call(exportContracts, { body, idempotencyKey: key })

type Export = { body: ContractFilter & { format: 'csv' | 'xlsx' }; key: string }

export const contractsOfClientQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['contracts', 'of-client', clientId],
    queryFn: ({ signal }) => call(listContracts, { query: { clientId, limit: longestList }, signal }),
  })

export const contractsOfProviderQuery = (providerId: string) =>
  queryOptions({
    queryKey: ['contracts', 'of-provider', providerId],
    queryFn: ({ signal }) => call(listContracts, { query: { providerId, limit: longestList }, signal }),
  })

/** Contract by id; one already loaded in a list is shown at once and reloaded. */
export const contractQuery = (contractId: string) =>
  queryOptions({
    queryKey: ['contracts', 'one', contractId],
    queryFn: ({ signal }) => call(getContract, { params: { contractId }, signal }),
    placeholderData: () =>
      queryClient
        .getQueriesData<Pages>({ queryKey: ['contracts', 'pages'] })
        .flatMap(([, list]) => loadedItems(list))
        .find(({ id }) => id === contractId),
  })

type Pages = { pages: readonly ResponseOf<typeof listContracts>[] }

export const readContractAhead = (contractId: string) => queryClient.prefetchQuery(contractQuery(contractId))

const contractsChanged = () => queryClient.invalidateQueries({ queryKey: ['contracts'] })

export const createContractMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof createContract>; key: string }) =>
    call(createContract, { body, idempotencyKey: key }),
  onSettled: () => void contractsChanged(),
})

/** Balance at the end of a day; the previous day's stays on screen until the answer arrives. */
export const pastBalanceQuery = (contractId: string, day: string) =>
  queryOptions({
    queryKey: ['contracts', 'past', contractId, day],
    queryFn: ({ signal }) => call(getPastBalance, { params: { contractId }, query: { day }, signal }),
    placeholderData: keepPreviousData,
  })

/** Files, history and abilities of a contract. */
export const contractDossierQuery = (contractId: string) =>
  queryOptions({
    queryKey: ['contracts', 'dossier', contractId],
    queryFn: ({ signal }) => call(getContractDossier, { params: { contractId }, signal }),
  })

export const rereadContract = (contractId: string) =>
  Promise.all([
    queryClient.refetchQueries({ queryKey: contractQuery(contractId).queryKey }),
    queryClient.refetchQueries({ queryKey: contractDossierQuery(contractId).queryKey }),
  ])

type Change<Body> = { contractId: string; body: Body }

export const changeContractMutation = mutationOptions({
  mutationFn: ({ contractId, body }: Change<BodyOf<typeof changeContract>>) =>
    call(changeContract, { params: { contractId }, body }),
  onSettled: contractsChanged,
})

export const amendContractMutation = mutationOptions({
  mutationFn: ({ contractId, body, key }: Change<BodyOf<typeof amendContract>> & { key: string }) =>
    call(amendContract, { params: { contractId }, body, idempotencyKey: key }),
  onSettled: contractsChanged,
})

/** Change of status: blocks or unblocks open orders, so that every query that may show an order is reloaded. */
export const contractStatusMutation = mutationOptions({
  mutationFn: ({ contractId, body, key }: Change<BodyOf<typeof changeContractStatus>> & { key: string }) =>
    call(changeContractStatus, { params: { contractId }, body, idempotencyKey: key }),
  onSettled: () => queryClient.invalidateQueries(),
})

export const attachToContractMutation = mutationOptions({
  mutationFn: ({ contractId, fileId }: { contractId: string; fileId: string }) =>
    call(attachToContract, { params: { contractId }, body: { fileId } }),
  onSettled: contractsChanged,
})

export const detachFromContractMutation = mutationOptions({
  mutationFn: (params: { contractId: string; fileId: string }) => call(detachFromContract, { params }),
  onSettled: contractsChanged,
})
