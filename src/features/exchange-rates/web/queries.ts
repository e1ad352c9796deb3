/** Queries and mutations of exchange rates. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { enterExchangeRate, getExchangeRates } from '#features/exchange-rates/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

export const exchangeRatesQuery = queryOptions({
  queryKey: ['exchange-rates'],
  queryFn: ({ signal }) => call(getExchangeRates, { signal }),
})

/** Routes of orders that are written depend on the rates. */
export const enterRateMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof enterExchangeRate>; key: string }) =>
    call(enterExchangeRate, { body, idempotencyKey: key }),
  onSettled: () => {
    // Blocked orders may have begun their approval.
    void queryClient.invalidateQueries({ queryKey: ['approvals'] })
    void queryClient.invalidateQueries({ queryKey: ['documents'] })
    return queryClient.invalidateQueries({ queryKey: ['exchange-rates'] })
  },
})
