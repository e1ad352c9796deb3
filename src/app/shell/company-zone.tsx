import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { companyQuery } from '#features/companies/web/queries.ts'
import { ZoneContext } from '#ui/time.tsx'

/** Instants are shown in the zone of the company, wherever the person is. */
export function CompanyZone({ isMember, children }: { isMember: boolean; children: ReactNode }) {
  const { data } = useQuery({ ...companyQuery, enabled: isMember })
  return data ? <ZoneContext value={data.timeZone}>{children}</ZoneContext> : children
}
