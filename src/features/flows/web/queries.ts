/** Queries and mutations of flows that the browser makes. */
import { mutationOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { useClientsToChoose } from '#features/clients/web/queries.ts'
import { contractsQuery } from '#features/contracts/web/queries.ts'
import { centreChoicesQuery } from '#features/cost-centres/web/choice-queries.ts'
import { withoutCentre } from '#features/flows/rules/conditions.ts'
import { discardFlowDraft, type FlowsWire, getFlows, saveFlowDraft } from '#features/flows/wire.ts'
import { usePeopleToChoose } from '#features/people/web/queries.ts'
import { rolesOfPeople } from '#features/projects/rules.ts'
import { useProjectsToChoose } from '#features/projects/web/queries.ts'
import { useProvidersToChoose } from '#features/providers/web/queries.ts'
import { publishFlow } from '#features/simulation/wire.ts'
import { roleLabel } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'
import { useKnown, useTyped } from '#ui/fields/choice.ts'
import type { ComboboxOption } from '#ui/fields/combobox.tsx'
import { queryClient } from '#ui/query-client.ts'

export const flowsQuery = queryOptions({
  queryKey: ['flows', 'all'],
  queryFn: ({ signal }) => call(getFlows, { signal }),
})

export const readFlowsAhead = () => queryClient.prefetchQuery(flowsQuery)

/** Refetched each time the form opens, so that it starts from the current draft. */
export const flowsToEditQuery = queryOptions({ ...flowsQuery, queryKey: ['flows', 'to-edit'], gcTime: 0 })

const flowsChanged = () => void queryClient.invalidateQueries({ queryKey: ['flows'] })

export const saveDraftMutation = mutationOptions({
  mutationFn: (body: BodyOf<typeof saveFlowDraft>) => call(saveFlowDraft, { body }),
  // Refetched also after a refusal, because somebody else has saved.
  onSettled: flowsChanged,
})

export const discardDraftMutation = mutationOptions({
  mutationFn: (revision: number) => call(discardFlowDraft, { body: { revision } }),
  onSettled: flowsChanged,
})

/** Refetches everything that shows orders, because orders that nobody could approve begin their approval. */
export const publishMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof publishFlow>; key: string }) =>
    call(publishFlow, { body, idempotencyKey: key }),
  onSettled: flowsChanged,
  onSuccess: () => {
    for (const queryKey of [['documents'], ['approvals'], ['reports']])
      void queryClient.invalidateQueries({ queryKey })
  },
})

/** Choices of one kind of thing that a rule may name, searched by typing. */
export type Choices = {
  readonly options: readonly ComboboxOption[]
  readonly search: (text: string) => void
  readonly isPending: boolean
  readonly isError: boolean
}

type Kind = 'people' | 'requesters' | 'clients' | 'projects' | 'contracts' | 'providers' | 'costCentres'
export type FlowChoices = { readonly [kind in Kind]: Choices }

/**
 * Choices of everything that rules may name. Things already named are included even when the lists do not reach them.
 */
export function useFlowChoices(names: FlowsWire['names']): FlowChoices {
  const people = usePeopleToChoose()
  const requesters = usePeopleToChoose()
  const clients = useClientsToChoose()
  const projects = useProjectsToChoose()
  const contracts = useContractsToChoose()
  const providers = useProvidersToChoose()
  const centres = useCentresToChoose()
  const mayApprove = people.items.filter(({ active, role }) => active && isIn(rolesOfPeople, role))
  const personOption = (person: (typeof people.items)[number]) => ({
    value: person.userId,
    label: person.name,
    detail: `${person.email} · ${roleLabel[person.role]}`,
  })
  return {
    people: choices(people, names.people, mayApprove, personOption),
    requesters: choices(requesters, names.people, requesters.items, personOption),
    clients: choices(clients, names.clients, clients.items, ({ id, name, taxId }) => ({
      value: id,
      label: name,
      detail: taxId ?? '',
    })),
    projects: choices(projects, names.projects, projects.items, ({ id, name, clientName }) => ({
      value: id,
      label: name,
      detail: `${id} · ${clientName}`,
    })),
    contracts: choices(contracts, names.contracts, contracts.items, ({ id, description, clientName }) => ({
      value: id,
      label: description,
      detail: `${id} · ${clientName}`,
    })),
    providers: choices(providers, names.providers, providers.items, ({ id, name, taxId }) => ({
      value: id,
      label: name,
      detail: taxId ?? id,
    })),
    costCentres: choices(centres, [noCentre, ...names.costCentres], centres.items, ({ id, code, name }) => ({
      value: id,
      label: `${code} · ${name}`,
    })),
  }
}

const isIn = (list: readonly string[], value: string): boolean => list.includes(value)

function choices<Item>(
  list: Omit<Choices, 'options'>,
  named: FlowsWire['names']['people'],
  items: readonly Item[],
  toOption: (item: Item) => ComboboxOption,
): Choices {
  const offered = items.map(toOption)
  const others = named
    .filter(({ id }) => !offered.some(({ value }) => value === id))
    .map(({ id, name }) => ({ value: id, label: name }))
  const { search, isPending, isError } = list
  return { options: [...offered, ...others], search, isPending, isError }
}

const noCentre = { id: withoutCentre, name: 'Sin centro de coste' }

function useCentresToChoose() {
  const [typed, search] = useTyped()
  const first = useQuery(centreChoicesQuery({}))
  const found = useQuery({ ...centreChoicesQuery({ q: typed }), enabled: typed !== '' })
  const items = useKnown(centre => centre.id, first.data?.items, found.data?.items)
  return { items, search, isPending: first.isPending, isError: first.isError }
}

function useContractsToChoose() {
  const [typed, search] = useTyped()
  const first = useQuery(contractsQuery())
  const hasMore = first.data?.next != null
  const found = useQuery({ ...contractsQuery(typed), enabled: hasMore && typed !== '' })
  const items = useKnown(contract => contract.id, first.data?.items, found.data?.items)
  return { items, search, isPending: first.isPending, isError: first.isError }
}
