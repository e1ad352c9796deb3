import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Settings } from '#features/companies/wire/settings.ts'
import { getCompany } from '#features/companies/wire.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

/** The company of the session: currency, zone and policies. It rarely changes. */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: ({ signal }) => call(getCompany, { signal }),
  staleTime: 5 * 60_000,
})

export const rereadCompany = () => queryClient.refetchQueries({ queryKey: companyQuery.queryKey })

/** Contracts show the company's overrun policy, projects whether an executor may approve. */
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
