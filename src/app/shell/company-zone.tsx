import { useQuery } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { companyQuery } from '#features/companies/web/queries.ts'
import { ZoneContext } from '#ui/time.tsx'

/** Provider of the company's time zone, in which instants are shown wherever the person is. */
export function CompanyZone({ isMember, children }: { isMember: boolean; children: ReactNode }) {
  const { data } = useQuery({ ...companyQuery, enabled: isMember })
  const usual = use(ZoneContext)
  // Always around the screen: inserting it later would remount the screen.
  return <ZoneContext value={data?.timeZone ?? usual}>{children}</ZoneContext>
}
