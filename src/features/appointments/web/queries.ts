import { mutationOptions, queryOptions, useQuery } from '@tanstack/react-query'
import {
  changeGlobalPermissions,
  changePermissions,
  getGlobalPermissions,
  listPermissions,
  listPermissionsOf,
} from '#features/appointments/wire.ts'
import type { GlobalPermission, Permission } from '#features/projects/rules.ts'
import { call } from '#ui/api.ts'
import { useKnown, useTyped } from '#ui/fields/choice.ts'
import { queryClient } from '#ui/query-client.ts'

/** Waits for the list itself, so that what was saved is what is shown; what else hangs on it follows. */
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

/** The people that can be given something: the first of them, and those that what is typed finds. */
export function useCandidates(projectId: string) {
  const [typed, search] = useTyped()
  const first = useQuery(permissionsQuery(projectId))
  const hasMore = (first.data?.candidates.length ?? 0) >= mostCandidates
  const found = useQuery({ ...permissionsQuery(projectId, typed), enabled: hasMore && typed !== '' })
  const known = useKnown(({ userId }) => userId, first.data?.candidates, found.data?.candidates)
  return { items: known, search, isPending: first.isPending, isError: first.isError }
}

const mostCandidates = 50

export const changePermissionsMutation = mutationOptions({
  mutationFn: (change: { projectId: string; userId: string; permissions: Permission[] }) => {
    const { permissions, ...params } = change
    return call(changePermissions, { params, body: { permissions } })
  },
  onSuccess: permissionsChanged,
})

/** What one person may do in each project; read anew like the list below. */
export const permissionsOfQuery = (userId: string) =>
  queryOptions({
    gcTime: 0,
    queryKey: ['permissions', 'by-project', userId],
    queryFn: ({ signal }) => call(listPermissionsOf, { params: { userId }, signal }),
  })

/** Read anew each time a form opens on it: the form starts from what is so, not from what was. */
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
