/** Query of the settings of provisioning. */
import { queryOptions } from '@tanstack/react-query'
import { getProvisioning } from '#features/scim/wire.ts'
import { call } from '#ui/api.ts'

export const provisioningQuery = queryOptions({
  queryKey: ['company', 'provisioning'],
  queryFn: ({ signal }) => call(getProvisioning, { signal }),
})
