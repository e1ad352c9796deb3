import { Suspense } from 'react'
import { CompanySignInPage } from '#features/company-sign-in/web/company-sign-in-page.tsx'
import { late } from '#ui/late.ts'
import { WhenNear } from '#ui/when-near.tsx'

const ProvisioningCard = late(
  async () => (await import('#features/scim/web/provisioning-card.tsx')).ProvisioningCard,
)

/** Settings of how the company's people come in: its own sign-in, and its directory. */
export function CompanyAccessPage() {
  return (
    <CompanySignInPage>
      <WhenNear className="h-72">
        <Suspense>
          <ProvisioningCard />
        </Suspense>
      </WhenNear>
    </CompanySignInPage>
  )
}
