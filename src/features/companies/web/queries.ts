/** Queries and mutations of the company that the browser makes. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Settings } from '#features/companies/wire/settings.ts'
import { getCompany } from '#features/companies/wire.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

/** The company of the session: currency, time zone and policies. It rarely changes. */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: ({ signal }) => call(getCompany, { signal }),
  staleTime: 5 * 60_000,
})

export const rereadCompany = () => queryClient.refetchQueries({ queryKey: companyQuery.queryKey })

/** Changes the settings. Contracts and projects are read again, because they show the company's policies. */
export const changeSettingsMutation = mutationOptions({
  mutationFn: async (settings: Settings) => {
    const { changeSettings } = await import('#features/companies/wire/settings.ts')
    return call(changeSettings, { body: settings })
  },
  onSuccess: company => {
    queryClient.setQueryData(companyQuery.queryKey, company)
    void queryClient.invalidateQueries({ queryKey: ['contracts'] })
    void queryClient.invalidateQueries({ queryKey: ['projects'] })
  },
})
