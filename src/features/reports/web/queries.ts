import { queryOptions } from '@tanstack/react-query'
import { getContractHolds } from '#features/reports/wire/holds.ts'
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

export const companyUsageQuery = queryOptions({
  queryKey: ['reports', 'usage'],
  queryFn: ({ signal }) => call(getCompanyUsage, { signal }),
})

export const contractHoldsQuery = (contractId: string) =>
  queryOptions({
    queryKey: ['reports', 'holds', contractId],
    queryFn: ({ signal }) => call(getContractHolds, { params: { contractId }, signal }),
  })
