/** Queries and mutations of providers that the browser makes. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
  useQuery,
} from '@tanstack/react-query'
import type { providerList } from '#features/providers/list.ts'
import type { BankDecision } from '#features/providers/rules.ts'
import { exportProviders, listProviders } from '#features/providers/wire/list.ts'
import {
  assignProviders,
  changeProvider,
  createProvider,
  decideBankChange,
  getProvider,
  type ProviderWire,
} from '#features/providers/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { ListFilter } from '#kernel/list.ts'
import { call } from '#ui/api.ts'
import { longestList, useKnown, useTyped } from '#ui/fields/choice.ts'
import { pagedKeepingPrevious } from '#ui/lists/pages.ts'
import { queryClient } from '#ui/query-client.ts'

type ProviderFilter = ListFilter<typeof providerList>

export const providerPagesQuery = (filter: ProviderFilter) =>
  infiniteQueryOptions({
    queryKey: ['providers', 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listProviders, { query: { ...filter, after: pageParam }, signal }),
    ...pagedKeepingPrevious,
  })

export const readProvidersAhead = () => queryClient.prefetchInfiniteQuery(providerPagesQuery({}))

/** First page of providers, to choose from. */
export const providersQuery = (q = '') =>
  queryOptions({
    queryKey: ['providers', 'list', q],
    queryFn: ({ signal }) => call(listProviders, { query: { q, limit: longestList }, signal }),
    placeholderData: keepPreviousData,
  })

export const exportProviderList = ({ body, key }: Export) =>
  call(exportProviders, { body, idempotencyKey: key })

type Export = { body: ProviderFilter & { format: 'csv' | 'xlsx' }; key: string }

/** Providers that a client works with. */
export const providersOfClientQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['providers', 'of-client', clientId],
    queryFn: ({ signal }) => call(listProviders, { query: { clientId, limit: longestList }, signal }),
  })

/** Providers to choose from: the first page, and where there are more, those that the typed text finds. */
export function useProvidersToChoose() {
  const [typed, search] = useTyped()
  const first = useQuery(providersQuery())
  const hasMore = first.data?.next != null
  const found = useQuery({ ...providersQuery(typed), enabled: hasMore && typed !== '' })
  const items = useKnown<ProviderWire>(provider => provider.id, first.data?.items, found.data?.items)
  return { items, search, isPending: first.isPending, isError: first.isError }
}

/** Providers that an order of the project may name: those of its client. */
export const providersOfProjectQuery = (projectId: string, q = '') =>
  queryOptions({
    queryKey: ['providers', 'of-project', projectId, q],
    queryFn: ({ signal }) => call(listProviders, { query: { projectId, q, limit: longestList }, signal }),
  })

/**
 * Providers to choose from in a project: the first page, those that the typed text finds where there are more,
 * and the chosen one. `items` is undefined until the chosen one has been looked for.
 */
export function useProvidersOfProject(projectId: string | undefined, chosenId: string) {
  const [typed, search] = useTyped()
  const ofProject = (q?: string) => providersOfProjectQuery(projectId ?? '', q)
  const first = useQuery({ ...ofProject(), enabled: projectId !== undefined })
  const hasMore = first.data?.next != null
  const found = useQuery({ ...ofProject(typed), enabled: hasMore && typed !== '' })
  const isAmongFirst = first.data?.items.some(({ id }) => id === chosenId) ?? true
  const isAsked = hasMore && chosenId !== '' && !isAmongFirst
  const chosen = useQuery({ ...ofProject(chosenId), enabled: isAsked })
  const items = [first, found, chosen].flatMap(({ data }) => data?.items ?? [])
  const each = [...new Map(items.map(item => [item.id, item])).values()]
  return { items: first.data && (!isAsked || chosen.data) ? each : undefined, search }
}

/** Invalidates providers, and clients, which show how many they have. */
export const providersChanged = () => {
  void queryClient.invalidateQueries({ queryKey: ['providers'] })
  void queryClient.invalidateQueries({ queryKey: ['clients'] })
}

export const createProviderMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof createProvider>; key: string }) =>
    call(createProvider, { body, idempotencyKey: key }),
  onSuccess: providersChanged,
})

export const providerQuery = (providerId: string) =>
  queryOptions({
    queryKey: ['providers', 'one', providerId],
    queryFn: ({ signal }) => call(getProvider, { params: { providerId }, signal }),
  })

export const rereadProvider = (providerId: string) =>
  queryClient.refetchQueries({ queryKey: providerQuery(providerId).queryKey })

type BankDecided = {
  params: { providerId: string; bankChangeId: string }
  decision: BankDecision
  key: string
}

export const decideBankMutation = mutationOptions({
  mutationFn: ({ params, decision, key }: BankDecided) =>
    call(decideBankChange, { params, body: { decision }, idempotencyKey: key }),
  onSettled: providersChanged,
})

/** Invalidates providers, and the orders and contracts that show their names. */
export const namesChanged = () => {
  providersChanged()
  void queryClient.invalidateQueries({ queryKey: ['contracts'] })
  void queryClient.invalidateQueries({ queryKey: ['documents'] })
}

export const changeProviderMutation = mutationOptions({
  mutationFn: ({ providerId, body }: { providerId: string; body: BodyOf<typeof changeProvider> }) =>
    call(changeProvider, { params: { providerId }, body }),
  onSuccess: namesChanged,
})

export const assignProvidersMutation = mutationOptions({
  mutationFn: ({ clientId, providerIds }: { clientId: string; providerIds: string[] }) =>
    call(assignProviders, { params: { clientId }, body: { providerIds } }),
  onSuccess: providersChanged,
})
