/** Queries and mutations of people that the browser makes. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
  useQuery,
} from '@tanstack/react-query'
import { deactivatePerson } from '#features/offboarding/wire.ts'
import type { peopleList } from '#features/people/list.ts'
import { listInvitations, resendInvitation, revokeInvitation } from '#features/people/wire/invitations.ts'
import { exportPeople, listPeople } from '#features/people/wire/list.ts'
import {
  activatePerson,
  createPerson,
  endPersonSessions,
  invitePersonAgain,
  type PersonRowWire,
  withdrawAddress,
} from '#features/people/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { ListFilter } from '#kernel/list.ts'
import { call } from '#ui/api.ts'
import { longestList, useKnown, useTyped } from '#ui/fields/choice.ts'
import { pagedKeepingPrevious } from '#ui/lists/pages.ts'
import { queryClient } from '#ui/query-client.ts'

type PeopleFilter = ListFilter<typeof peopleList>

export const peoplePagesQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: ['people', 'pages', filter],
    queryFn: ({ pageParam, signal }) => call(listPeople, { query: { ...filter, after: pageParam }, signal }),
    ...pagedKeepingPrevious,
  })

export const exportPeopleList = ({ body, key }: Export) => call(exportPeople, { body, idempotencyKey: key })

type Export = { body: PeopleFilter & { format: 'csv' | 'xlsx' }; key: string }

/** The first page of people, for a picker. */
const peopleQuery = (q = '') =>
  queryOptions({
    queryKey: ['people', 'list', q],
    queryFn: ({ signal }) => call(listPeople, { query: { q, limit: longestList }, signal }),
    placeholderData: keepPreviousData,
  })

export const peopleOfClientQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['people', 'of-client', clientId],
    queryFn: ({ signal }) => call(listPeople, { query: { clientId, limit: longestList }, signal }),
  })

export const readPeopleAhead = () => queryClient.prefetchInfiniteQuery(peoplePagesQuery({}))

/** People for a picker: the first page, and when there are more, the matches of the typed text. */
export function usePeopleToChoose() {
  const [typed, search] = useTyped()
  const first = useQuery(peopleQuery())
  const hasMore = first.data?.next != null
  const found = useQuery({ ...peopleQuery(typed), enabled: hasMore && typed !== '' })
  const items = useKnown<PersonRowWire>(person => person.userId, first.data?.items, found.data?.items)
  const mayCreate = first.data?.can.create
  return { items, search, mayCreate, isPending: first.isPending, isError: first.isError }
}

const peopleChanged = () => {
  void queryClient.invalidateQueries({ queryKey: ['people'] })
  void queryClient.invalidateQueries({ queryKey: ['invitations'] })
}

export const createPersonMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof createPerson>; key: string }) =>
    call(createPerson, { body, idempotencyKey: key }),
  onSuccess: peopleChanged,
})

export const invitePersonAgainMutation = mutationOptions({
  mutationFn: ({ userId, key }: { userId: string; key: string }) =>
    call(invitePersonAgain, { params: { userId }, idempotencyKey: key }),
})

export const endPersonSessionsMutation = mutationOptions({
  mutationFn: (userId: string) => call(endPersonSessions, { params: { userId } }),
})

/** Withdraws a pending address. The list is read again after a refusal too: the address may have taken effect, or be withdrawn already. */
export const withdrawAddressMutation = mutationOptions({
  mutationFn: (userId: string) => call(withdrawAddress, { params: { userId } }),
  onSettled: peopleChanged,
})

/** Activates or deactivates a person. Projects are read again, because deactivation removes their approvers. */
export const switchPersonMutation = mutationOptions({
  mutationFn: ({ userId, active }: { userId: string; active: boolean }) =>
    call(active ? activatePerson : deactivatePerson, { params: { userId } }),
  onSuccess: () => {
    peopleChanged()
    void queryClient.invalidateQueries({ queryKey: ['projects'] })
  },
})

const invitationsChanged = () => void queryClient.invalidateQueries({ queryKey: ['invitations'] })

export const invitationsQuery = queryOptions({
  queryKey: ['invitations', 'sent'],
  queryFn: async ({ signal }) => (await call(listInvitations, { signal })).items,
})

export const resendInvitationMutation = mutationOptions({
  mutationFn: ({ invitationId, key }: { invitationId: string; key: string }) =>
    call(resendInvitation, { params: { invitationId }, idempotencyKey: key }),
  onSettled: invitationsChanged,
})

export const revokeInvitationMutation = mutationOptions({
  mutationFn: (invitationId: string) => call(revokeInvitation, { params: { invitationId } }),
  onSettled: invitationsChanged,
})
