import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { changeClient, createClient, listClients } from '#features/clients/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

export const clientsQuery = (q = '') =>
  queryOptions({
    queryKey: ['clients', 'list', q],
    queryFn: ({ signal }) => call(listClients, { query: { q }, signal }),
    placeholderData: keepPreviousData,
  })

export const readClientsAhead = () => queryClient.prefetchQuery(clientsQuery())

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
