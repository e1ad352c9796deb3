/** Queries of reports that the browser makes. */
import { queryOptions } from '@tanstack/react-query'
import { getFirstSteps } from '#features/reports/wire/first-steps.ts'
import { getContractHolds } from '#features/reports/wire/holds.ts'
import {
  getClientMoney,
  getContractMoney,
  getProjectMoney,
  getProviderMoney,
  type MoneyReportWire,
} from '#features/reports/wire/money.ts'
import { getClientReport, getCompanyReport, getCompanyUsage } from '#features/reports/wire.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

export const companyReportQuery = queryOptions({
  queryKey: ['reports', 'company'],
  queryFn: ({ signal }) => call(getCompanyReport, { signal }),
})

export const readCompanyReportAhead = () => queryClient.prefetchQuery(companyReportQuery)

export const clientReportQuery = queryOptions({
  queryKey: ['reports', 'client'],
  queryFn: ({ signal }) => call(getClientReport, { signal }),
})

export const firstStepsQuery = queryOptions({
  queryKey: ['reports', 'first-steps'],
  queryFn: ({ signal }) => call(getFirstSteps, { signal }),
  // Asked again on each screen until they are done, and then no more.
  staleTime: ({ state: { data } }) => (data?.isDone ? Number.POSITIVE_INFINITY : 0),
})

export const companyUsageQuery = queryOptions({
  queryKey: ['reports', 'usage'],
  queryFn: ({ signal }) => call(getCompanyUsage, { signal }),
})

export const contractHoldsQuery = (contractId: string) =>
  queryOptions({
    queryKey: ['reports', 'holds', contractId],
    queryFn: ({ signal }) => call(getContractHolds, { params: { contractId }, signal }),
  })

/** Provider, client, contract or project whose money is asked for. */
export type MoneySubject =
  | { readonly providerId: string }
  | { readonly clientId: string }
  | { readonly contractId: string }
  | { readonly projectId: string }

export const moneyReportQuery = (subject: MoneySubject) =>
  queryOptions({
    queryKey: ['reports', 'money', subject],
    queryFn: ({ signal }) => readMoneyReport(subject, signal),
  })

function readMoneyReport(subject: MoneySubject, signal: AbortSignal): Promise<MoneyReportWire> {
  if ('providerId' in subject) return call(getProviderMoney, { params: subject, signal })
  if ('clientId' in subject) return call(getClientMoney, { params: subject, signal })
  if ('contractId' in subject) return call(getContractMoney, { params: subject, signal })
  return call(getProjectMoney, { params: subject, signal })
}
