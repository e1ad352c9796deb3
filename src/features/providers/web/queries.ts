import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { assignProviders, changeProvider, createProvider, listProviders } from '#features/providers/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

export const providersQuery = (q = '') =>
  queryOptions({
    queryKey: ['providers', 'list', q],
    queryFn: ({ signal }) => call(listProviders, { query: { q }, signal }),
    placeholderData: keepPreviousData,
  })

export const readProvidersAhead = () => queryClient.prefetchQuery(providersQuery())

/** Whom an order of the project may be for: the providers of its client. */
export const providersOfProjectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['providers', 'of-project', projectId],
    queryFn: ({ signal }) => call(listProviders, { query: { projectId }, signal }),
  })

/** Clients count their providers. */
const providersChanged = () => {
  void queryClient.invalidateQueries({ queryKey: ['providers'] })
  void queryClient.invalidateQueries({ queryKey: ['clients'] })
}

export const createProviderMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof createProvider>; key: string }) =>
    call(createProvider, { body, idempotencyKey: key }),
  onSuccess: providersChanged,
})

/** Orders and contracts show their provider's name. */
export const changeProviderMutation = mutationOptions({
  mutationFn: ({ providerId, body }: { providerId: string; body: BodyOf<typeof changeProvider> }) =>
    call(changeProvider, { params: { providerId }, body }),
  onSuccess: () => {
    providersChanged()
    void queryClient.invalidateQueries({ queryKey: ['contracts'] })
    void queryClient.invalidateQueries({ queryKey: ['documents'] })
  },
})

export const assignProvidersMutation = mutationOptions({
  mutationFn: ({ clientId, providerIds }: { clientId: string; providerIds: string[] }) =>
    call(assignProviders, { params: { clientId }, body: { providerIds } }),
  onSuccess: providersChanged,
})
