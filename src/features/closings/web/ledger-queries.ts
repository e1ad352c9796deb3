/** Queries and mutations of ledger accounts. */
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  changeLedgerAccounts,
  getLedgerAccounts,
  listProviderAccounts,
} from '#features/closings/wire/ledger-accounts.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

export type Change = BodyOf<typeof changeLedgerAccounts>['changes'][number]

export const ledgerAccountsQuery = queryOptions({
  queryKey: ['ledger-accounts', 'all'],
  queryFn: ({ signal }) => call(getLedgerAccounts, { signal }),
})

export const providerAccountsQuery = (words: string) =>
  queryOptions({
    queryKey: ['ledger-accounts', 'providers', words],
    queryFn: ({ signal }) => call(listProviderAccounts, { query: words === '' ? {} : { words }, signal }),
    placeholderData: keepPreviousData,
  })

/** Also after a refusal, because the accounts are no longer as they were shown. */
export const changeAccountsMutation = mutationOptions({
  mutationFn: (changes: Change[]) => call(changeLedgerAccounts, { body: { changes } }),
  onSettled: () => queryClient.invalidateQueries({ queryKey: ['ledger-accounts'] }),
})
