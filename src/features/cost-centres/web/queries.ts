/** Queries and mutations of cost centres that the browser makes. */
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { costCentreList } from '#features/cost-centres/list.ts'
import {
  changeCostCentre,
  changeCostCentreStatus,
  createCostCentre,
  getCostCentre,
  setCostCentreBudget,
} from '#features/cost-centres/wire/calls.ts'
import { exportCostCentres, listCostCentres } from '#features/cost-centres/wire/list.ts'
import { rulesOfCentre } from '#features/flows/rules/rules-of-centre.ts'
import { getFlows } from '#features/flows/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { ListFilter } from '#kernel/list.ts'
import { call } from '#ui/api.ts'
import { pagedKeepingPrevious } from '#ui/lists/pages.ts'
import { queryClient } from '#ui/query-client.ts'

export const costCentrePagesQuery = (filter: ListFilter<typeof costCentreList>) =>
  infiniteQueryOptions({
    queryKey: ['cost-centres', 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listCostCentres, { query: { ...filter, after: pageParam }, signal }),
    ...pagedKeepingPrevious,
  })

type Export = { body: ListFilter<typeof costCentreList> & { format: 'csv' | 'xlsx' }; key: string }

export const exportCostCentreList = ({ body, key }: Export) =>
  call(exportCostCentres, { body, idempotencyKey: key })

export const readCostCentresAhead = () => queryClient.prefetchInfiniteQuery(costCentrePagesQuery({}))

export const costCentreQuery = (costCentreId: string) =>
  queryOptions({
    queryKey: ['cost-centres', 'one', costCentreId],
    queryFn: ({ signal }) => call(getCostCentre, { params: { costCentreId }, signal }),
  })

/** Rules that ask for the centre; for whoever may deactivate it. */
export const rulesOfCentreQuery = (costCentreId: string) =>
  queryOptions({
    queryKey: ['flows', 'of-centre', costCentreId],
    queryFn: async ({ signal }) => rulesOfCentre(await call(getFlows, { signal }), costCentreId),
  })

export const rereadCostCentre = (costCentreId: string) =>
  queryClient.refetchQueries({ queryKey: costCentreQuery(costCentreId).queryKey })

/** Changes of a centre, whose code and name orders show. */
const costCentresChanged = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['cost-centres'] }),
    queryClient.invalidateQueries({ queryKey: ['documents'] }),
  ])

export const createCostCentreMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof createCostCentre>; key: string }) =>
    call(createCostCentre, { body, idempotencyKey: key }),
  onSettled: costCentresChanged,
})

type Change<Body> = { costCentreId: string; body: Body }

export const changeCostCentreMutation = mutationOptions({
  mutationFn: ({ costCentreId, body }: Change<BodyOf<typeof changeCostCentre>>) =>
    call(changeCostCentre, { params: { costCentreId }, body }),
  onSettled: costCentresChanged,
})

export const costCentreBudgetMutation = mutationOptions({
  mutationFn: ({ costCentreId, body, key }: Change<BodyOf<typeof setCostCentreBudget>> & { key: string }) =>
    call(setCostCentreBudget, { params: { costCentreId }, body, idempotencyKey: key }),
  onSettled: costCentresChanged,
})

export const costCentreStatusMutation = mutationOptions({
  mutationFn: ({
    costCentreId,
    body,
    key,
  }: Change<BodyOf<typeof changeCostCentreStatus>> & { key: string }) =>
    call(changeCostCentreStatus, { params: { costCentreId }, body, idempotencyKey: key }),
  onSettled: costCentresChanged,
})
