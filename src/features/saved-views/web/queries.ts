/** Queries and mutations of saved views that the browser makes. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { changeSavedView, deleteSavedView, listSavedViews, saveView } from '#features/saved-views/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

/** Saved views of the person, of every list: there are few. */
export const savedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: ({ signal }) => call(listSavedViews, { signal }),
})

/** Reloads also after a failure: another window may have been first. */
const onSettled = () => queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey })

export const saveViewMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof saveView>; key?: string }) =>
    call(saveView, { body, ...(key !== undefined && { idempotencyKey: key }) }),
  onSettled,
})

export const changeSavedViewMutation = mutationOptions({
  mutationFn: ({ id, ...body }: { id: string } & BodyOf<typeof changeSavedView>) =>
    call(changeSavedView, { params: { savedViewId: id }, body }),
  onSettled,
})

export const deleteSavedViewMutation = mutationOptions({
  mutationFn: (id: string) => call(deleteSavedView, { params: { savedViewId: id } }),
  onSettled,
})
