import { keepPreviousData, mutationOptions, queryOptions, useQuery } from '@tanstack/react-query'
import {
  type ClientWire,
  changeClient,
  createClient,
  getClient,
  listClients,
} from '#features/clients/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'
import { longestList, useKnown, useTyped } from '#ui/choice.ts'
import { queryClient } from '#ui/query-client.ts'

export const clientsQuery = (q = '') =>
  queryOptions({
    queryKey: ['clients', 'list', q],
    queryFn: ({ signal }) => call(listClients, { query: { q }, signal }),
    placeholderData: keepPreviousData,
  })

export const readClientsAhead = () => queryClient.prefetchQuery(clientsQuery())

export const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['clients', 'one', clientId],
    queryFn: ({ signal }) => call(getClient, { params: { clientId }, signal }),
  })

export const rereadClient = (clientId: string) =>
  queryClient.refetchQueries({ queryKey: clientQuery(clientId).queryKey })

/** Clients to choose from: the first of them, and those that what is typed finds where there are more. */
export function useClientsToChoose() {
  const [typed, search] = useTyped()
  const first = useQuery(clientsQuery())
  const hasMore = (first.data?.items.length ?? 0) >= longestList
  const found = useQuery({ ...clientsQuery(typed), enabled: hasMore && typed !== '' })
  const items = useKnown<ClientWire>(client => client.id, first.data?.items, found.data?.items)
  return { items, search, isPending: first.isPending, isError: first.isError }
}

const clientsChanged = () => void queryClient.invalidateQueries({ queryKey: ['clients'] })

/** A client's main account is one more person of the company. */
export const createClientMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof createClient>; key: string }) =>
    call(createClient, { body, idempotencyKey: key }),
  onSuccess: () => {
    clientsChanged()
    void queryClient.invalidateQueries({ queryKey: ['people'] })
  },
})

/** Projects and contracts show their client's name. */
export const changeClientMutation = mutationOptions({
  mutationFn: ({ clientId, body }: { clientId: string; body: BodyOf<typeof changeClient> }) =>
    call(changeClient, { params: { clientId }, body }),
  onSuccess: () => {
    clientsChanged()
    void queryClient.invalidateQueries({ queryKey: ['projects'] })
    void queryClient.invalidateQueries({ queryKey: ['contracts'] })
  },
})
