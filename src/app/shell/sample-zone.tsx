import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { SessionUser } from '#app/session-user.ts'
import { companyQuery } from '#features/companies/web/queries.ts'
import { late } from '#ui/late.ts'

const SampleBanner = late(async () => (await import('#app/shell/sample-banner.tsx')).SampleBanner)

/** Place of the banner of a sample; nothing in a real company. */
export function SampleZone({ user, isImpersonating }: { user: SessionUser; isImpersonating: boolean }) {
  // `CompanyZone` around it asks.
  const { data } = useQuery({ ...companyQuery, enabled: false })
  return data?.sampleOf ? (
    <Suspense fallback={null}>
      <SampleBanner user={user} sampleOf={data.sampleOf} isImpersonating={isImpersonating} />
    </Suspense>
  ) : null
}
