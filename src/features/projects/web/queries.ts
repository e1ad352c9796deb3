/** Queries and mutations of projects that the browser makes. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
  useQuery,
} from '@tanstack/react-query'
import type { projectList } from '#features/projects/list.ts'
import { exportProjects, listProjects } from '#features/projects/wire/list.ts'
import {
  changeProject,
  createProject,
  getProject,
  ownPermissions,
  type ProjectSummaryWire,
} from '#features/projects/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { ListFilter } from '#kernel/list.ts'
import { call } from '#ui/api.ts'
import { longestList, useKnown, useTyped } from '#ui/fields/choice.ts'
import { pagedKeepingPrevious } from '#ui/lists/pages.ts'
import { queryClient } from '#ui/query-client.ts'

type ProjectFilter = ListFilter<typeof projectList>

export const projectPagesQuery = (filter: ProjectFilter) =>
  infiniteQueryOptions({
    queryKey: ['projects', 'list', 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listProjects, { query: { ...filter, after: pageParam }, signal }),
    ...pagedKeepingPrevious,
  })

export const readProjectsAhead = () => queryClient.prefetchInfiniteQuery(projectPagesQuery({}))

/** First page of projects, to choose from. */
export const projectsQuery = (q = '') =>
  queryOptions({
    queryKey: ['projects', 'list', 'first', q],
    queryFn: ({ signal }) => call(listProjects, { query: { q, limit: longestList }, signal }),
    placeholderData: keepPreviousData,
  })

/**
 * Projects to choose from: the first page; where there are more, those that the typed text finds and the chosen
 * one.
 */
export function useProjectsToChoose(isWanted = true, chosenId = '') {
  const [typed, search] = useTyped()
  const first = useQuery({ ...projectsQuery(), enabled: isWanted })
  const hasMore = first.data?.next != null
  const found = useQuery({ ...projectsQuery(typed), enabled: hasMore && typed !== '' })
  const isChosenBeyond = hasMore && chosenId !== '' && !first.data?.items.some(({ id }) => id === chosenId)
  const chosen = useQuery({ ...projectsQuery(chosenId), enabled: isChosenBeyond })
  const items = useKnown<ProjectSummaryWire>(
    project => project.id,
    ...[first, found, chosen].map(({ data }) => data?.items),
  )
  return { items, search, hasMore, isPending: first.isPending, isError: first.isError }
}

export const exportProjectList = ({ body, key }: Export) =>
  call(exportProjects, { body, idempotencyKey: key })

type Export = { body: ProjectFilter & { format: 'csv' | 'xlsx' }; key: string }

export const projectsOfClientQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['projects', 'list', 'of-client', clientId],
    queryFn: ({ signal }) => call(listProjects, { query: { clientId, limit: longestList }, signal }),
  })

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', 'one', projectId],
    queryFn: ({ signal }) => call(getProject, { params: { projectId }, signal }),
  })

export const rereadProject = (projectId: string) =>
  queryClient.refetchQueries({ queryKey: projectQuery(projectId).queryKey })

export const createProjectMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof createProject>; key: string }) =>
    call(createProject, { body, idempotencyKey: key }),
  onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['projects'] }),
})

/** Own permissions, for links that only some people see. Reloaded after half a minute; keyed by person. */
export const ownPermissionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['permissions', 'own', userId],
    queryFn: ({ signal }) => call(ownPermissions, { signal }),
    staleTime: 30_000,
  })

export const changeProjectMutation = mutationOptions({
  mutationFn: ({ projectId, body }: { projectId: string; body: BodyOf<typeof changeProject> }) =>
    call(changeProject, { params: { projectId }, body }),
  // A refusal means that the project is no longer as it was shown.
  onSettled: () => void queryClient.invalidateQueries({ queryKey: ['projects'] }),
})
