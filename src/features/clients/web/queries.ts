/** Queries and mutations of clients that the browser makes. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
  useQuery,
} from '@tanstack/react-query'
import type { clientList } from '#features/clients/list.ts'
import { exportClients, listClients } from '#features/clients/wire/list.ts'
import { type ClientWire, changeClient, createClient, getClient } from '#features/clients/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { ListFilter } from '#kernel/list.ts'
import { call } from '#ui/api.ts'
import { longestList, useKnown, useTyped } from '#ui/fields/choice.ts'
import { pagedKeepingPrevious } from '#ui/lists/pages.ts'
import { queryClient } from '#ui/query-client.ts'

type ClientFilter = ListFilter<typeof clientList>

export const clientPagesQuery = (filter: ClientFilter) =>
  infiniteQueryOptions({
    queryKey: ['clients', 'pages', filter],
    queryFn: ({ pageParam, signal }) => call(listClients, { query: { ...filter, after: pageParam }, signal }),
    ...pagedKeepingPrevious,
  })

export const readClientsAhead = () => queryClient.prefetchInfiniteQuery(clientPagesQuery({}))

/** First page of clients, to choose from. */
export const clientsQuery = (q = '') =>
  queryOptions({
    queryKey: ['clients', 'list', q],
    queryFn: ({ signal }) => call(listClients, { query: { q, limit: longestList }, signal }),
    placeholderData: keepPreviousData,
  })

export const exportClientList = ({ body, key }: Export) => call(exportClients, { body, idempotencyKey: key })

type Export = { body: ClientFilter & { format: 'csv' | 'xlsx' }; key: string }

export const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['clients', 'one', clientId],
    queryFn: ({ signal }) => call(getClient, { params: { clientId }, signal }),
  })

export const rereadClient = (clientId: string) =>
  queryClient.refetchQueries({ queryKey: clientQuery(clientId).queryKey })

/** Clients to choose from: the first page, and where there are more, those that the typed text finds. */
export function useClientsToChoose() {
  const [typed, search] = useTyped()
  const first = useQuery(clientsQuery())
  const hasMore = first.data?.next != null
  const found = useQuery({ ...clientsQuery(typed), enabled: hasMore && typed !== '' })
  const items = useKnown<ClientWire>(client => client.id, first.data?.items, found.data?.items)
  const mayCreate = first.data?.can.create
  return { items, search, mayCreate, hasMore, isPending: first.isPending, isError: first.isError }
}

const clientsChanged = () => void queryClient.invalidateQueries({ queryKey: ['clients'] })

/** New client, whose main account is one more person of the company. */
export const createClientMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof createClient>; key: string }) =>
    call(createClient, { body, idempotencyKey: key }),
  onSuccess: () => {
    clientsChanged()
    void queryClient.invalidateQueries({ queryKey: ['people'] })
  },
})

/** Change of a client, whose name projects and contracts show. */
export const changeClientMutation = mutationOptions({
  mutationFn: ({ clientId, body }: { clientId: string; body: BodyOf<typeof changeClient> }) =>
    call(changeClient, { params: { clientId }, body }),
  onSuccess: () => {
    clientsChanged()
    void queryClient.invalidateQueries({ queryKey: ['projects'] })
    void queryClient.invalidateQueries({ queryKey: ['contracts'] })
  },
})
