/** Queries and mutations of appointments that the browser makes. */
import { mutationOptions, queryOptions, useQuery } from '@tanstack/react-query'
import {
  changeGlobalPermissions,
  changePermissions,
  getGlobalPermissions,
  listPermissions,
  listPersonPermissions,
} from '#features/appointments/wire.ts'
import type { GlobalPermission, Permission } from '#features/projects/rules.ts'
import { call } from '#ui/api.ts'
import { useKnown, useTyped } from '#ui/fields/choice.ts'
import { queryClient } from '#ui/query-client.ts'

/**
 * Refetches the list and waits for it, so that the saved state is shown; dependent queries are refetched without
 * waiting.
 */
const permissionsChanged = () => {
  for (const queryKey of [['projects', 'list'], ['projects', 'one'], ['documents'], ['permissions']]) {
    void queryClient.invalidateQueries({ queryKey })
  }
  return queryClient.invalidateQueries({ queryKey: ['projects', 'permissions'] })
}

export const permissionsQuery = (projectId: string, q = '') =>
  queryOptions({
    queryKey: ['projects', 'permissions', projectId, q],
    queryFn: ({ signal }) => call(listPermissions, { params: { projectId }, query: { q }, signal }),
  })

/** People who can be given permissions: the first page, plus those found by the typed text. */
export function useCandidates(projectId: string) {
  const [typed, search] = useTyped()
  const first = useQuery(permissionsQuery(projectId))
  const hasMore = (first.data?.candidates.length ?? 0) >= maxCandidates
  const found = useQuery({ ...permissionsQuery(projectId, typed), enabled: hasMore && typed !== '' })
  const known = useKnown(({ userId }) => userId, first.data?.candidates, found.data?.candidates)
  return { items: known, search, isPending: first.isPending, isError: first.isError }
}

const maxCandidates = 50

export const changePermissionsMutation = mutationOptions({
  mutationFn: (change: { projectId: string; userId: string; permissions: Permission[] }) => {
    const { permissions, ...params } = change
    return call(changePermissions, { params, body: { permissions } })
  },
  onSuccess: permissionsChanged,
})

/** Permissions of one person in each project; refetched each time a form opens, like `globalPermissionsQuery`. */
export const permissionsOfQuery = (userId: string) =>
  queryOptions({
    gcTime: 0,
    queryKey: ['permissions', 'by-project', userId],
    queryFn: ({ signal }) => call(listPersonPermissions, { params: { userId }, signal }),
  })

/** Global permissions of a person; refetched each time a form opens, so that it starts from the current state. */
export const globalPermissionsQuery = (userId: string) =>
  queryOptions({
    gcTime: 0,
    queryKey: ['permissions', 'of', userId],
    queryFn: ({ signal }) => call(getGlobalPermissions, { params: { userId }, signal }),
  })

export const changeGlobalPermissionsMutation = mutationOptions({
  mutationFn: ({ userId, permissions }: { userId: string; permissions: GlobalPermission[] }) =>
    call(changeGlobalPermissions, { params: { userId }, body: { permissions } }),
  onSuccess: permissionsChanged,
})
