import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '#ui/api.ts'

const minute = 60_000

/** Query client: reads are retried when the network or the server failed, writes never by themselves. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 5 * minute,
      staleTime: 15_000,
      retry: (failures, error) => failures < 3 && mayRetryHelp(error),
      retryDelay: failures => Math.min(1000 * 2 ** failures, 8000),
    },
    // A write without network fails at once, visibly, instead of waiting unseen.
    mutations: { retry: false, networkMode: 'always' },
  },
})

function mayRetryHelp(error: Error): boolean {
  return !(error instanceof ApiProblem) || error.problem.status >= 500
}
