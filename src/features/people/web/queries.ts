import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { activatePerson, createPerson, deactivatePerson, listPeople } from '#features/people/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

export const peopleQuery = (q = '') =>
  queryOptions({
    queryKey: ['people', 'list', q],
    queryFn: ({ signal }) => call(listPeople, { query: { q }, signal }),
    placeholderData: keepPreviousData,
  })

export const readPeopleAhead = () => queryClient.prefetchQuery(peopleQuery())

const peopleChanged = () => void queryClient.invalidateQueries({ queryKey: ['people'] })

export const createPersonMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof createPerson>; key: string }) =>
    call(createPerson, { body, idempotencyKey: key }),
  onSuccess: peopleChanged,
})

/** Whoever is switched off no longer counts among a project's approvers. */
export const switchPersonMutation = mutationOptions({
  mutationFn: ({ userId, active }: { userId: string; active: boolean }) =>
    call(active ? activatePerson : deactivatePerson, { params: { userId } }),
  onSuccess: () => {
    peopleChanged()
    void queryClient.invalidateQueries({ queryKey: ['projects'] })
  },
})
