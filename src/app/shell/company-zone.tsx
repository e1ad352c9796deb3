import { useQuery } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { owesFactor } from '#app/owed-factor.ts'
import type { SessionUser } from '#app/session-user.ts'
import { companyQuery } from '#features/companies/web/queries.ts'
import { isTimeZone } from '#kernel/day.ts'
import { OwnZoneContext, ZoneContext } from '#ui/time.tsx'

type CompanyZoneProps = { user: SessionUser; children: ReactNode }

/** Provider of the company's time zone, wherever the person is, and of the one in which they read instants. */
export function CompanyZone({ user, children }: CompanyZoneProps) {
  const { role, timeZone } = user
  const { data } = useQuery({ ...companyQuery, enabled: role !== 'admin_saas' && !owesFactor(user) })
  const usual = use(ZoneContext)
  // Always around the screen: inserting it later would remount the screen.
  return (
    <ZoneContext value={data?.timeZone ?? usual}>
      {/* An older browser may not know the zone that was chosen in another one. */}
      <OwnZoneContext value={timeZone && isTimeZone(timeZone) ? timeZone : undefined}>
        {children}
      </OwnZoneContext>
    </ZoneContext>
  )
}
