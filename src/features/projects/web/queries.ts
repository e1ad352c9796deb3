import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { appointPeople, createProject, getProject, listProjects } from '#features/projects/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

export const projectsQuery = (q = '') =>
  queryOptions({
    queryKey: ['projects', 'list', q],
    queryFn: ({ signal }) => call(listProjects, { query: { q }, signal }),
    placeholderData: keepPreviousData,
  })

export const readProjectsAhead = () => queryClient.prefetchQuery(projectsQuery())

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', 'one', projectId],
    queryFn: ({ signal }) => call(getProject, { params: { projectId }, signal }),
  })

export const createProjectMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof createProject>; key: string }) =>
    call(createProject, { body, idempotencyKey: key }),
  onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['projects'] }),
})

/** Who approves and executes also changes what a new order would go through and what waits for whom. */
export const appointPeopleMutation = mutationOptions({
  mutationFn: ({ projectId, body }: { projectId: string; body: BodyOf<typeof appointPeople> }) =>
    call(appointPeople, { params: { projectId }, body }),
  onSuccess: () => {
    void queryClient.invalidateQueries({ queryKey: ['projects'] })
    void queryClient.invalidateQueries({ queryKey: ['documents'] })
  },
})
