import type { UseQueryResult } from '@tanstack/react-query'

/**
 * True while any of these reads is without a first answer. Parts of a screen that would move each other wait
 * for all of them; a read that has failed once is not waited for.
 */
export function isInitialLoading(
  ...queries: readonly Pick<UseQueryResult, 'isPending' | 'failureCount' | 'fetchStatus'>[]
): boolean {
  return queries.some(
    ({ isPending, failureCount, fetchStatus }) => isPending && failureCount === 0 && fetchStatus !== 'paused',
  )
}
