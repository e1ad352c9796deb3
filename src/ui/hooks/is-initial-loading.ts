import type { UseQueryResult } from '@tanstack/react-query'

/**
 * Whether any of these reads has not answered yet. Parts of a screen that would push each other about wait
 * for all of them; one that has failed once keeps nobody waiting.
 */
export function isInitialLoading(
  ...queries: readonly Pick<UseQueryResult, 'isPending' | 'failureCount' | 'fetchStatus'>[]
): boolean {
  return queries.some(
    ({ isPending, failureCount, fetchStatus }) => isPending && failureCount === 0 && fetchStatus !== 'paused',
  )
}
