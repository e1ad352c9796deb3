/** Queries and mutations of merging two providers. Apart from the others, which forms load that merge nobody. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { namesChanged } from '#features/providers/web/queries.ts'
import { mergeProviders, previewMerge } from '#features/providers/wire/merging.ts'
import { call } from '#ui/api.ts'

/** The provider that goes, and the one that stays. */
export type MergedPair = { providerId: string; survivorId: string }

/** Always read anew: what stops a merge comes and goes. */
export const mergePreviewQuery = (params: MergedPair) =>
  queryOptions({
    queryKey: ['providers', 'merge', params.providerId, params.survivorId],
    queryFn: ({ signal }) => call(previewMerge, { params, signal }),
    staleTime: 0,
  })

export const mergeMutation = mutationOptions({
  mutationFn: ({ params, seen, key }: { params: MergedPair; seen: string; key: string }) =>
    call(mergeProviders, { params, body: { seen }, idempotencyKey: key }),
  onSettled: namesChanged,
})
