import { useQuery } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { companyQuery } from '#features/companies/web/queries.ts'
import { ZoneContext } from '#ui/time.tsx'

/** Instants are shown in the zone of the company, wherever the person is. */
export function CompanyZone({ isMember, children }: { isMember: boolean; children: ReactNode }) {
  const { data } = useQuery({ ...companyQuery, enabled: isMember })
  const usual = use(ZoneContext)
  // Always around the screen: one that came later would start the screen anew.
  return <ZoneContext value={data?.timeZone ?? usual}>{children}</ZoneContext>
}
