import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useOwesFactor } from '#app/owed-factor.ts'
import type { SessionUser } from '#app/session-user.ts'
import { companyQuery } from '#features/companies/web/queries.ts'

const SampleBanner = lazy(async () => ({
  default: (await import('#app/shell/sample-banner.tsx')).SampleBanner,
}))

/** Place of the banner of a sample; nothing in a real company. */
export function SampleZone({ user, isImpersonating }: { user: SessionUser; isImpersonating: boolean }) {
  const owesFactor = useOwesFactor(user)
  const { data } = useQuery({ ...companyQuery, enabled: user.role !== 'admin_saas' && !owesFactor })
  return data?.sampleOf ? (
    <Suspense fallback={null}>
      <SampleBanner user={user} sampleOf={data.sampleOf} isImpersonating={isImpersonating} />
    </Suspense>
  ) : null
}
