import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DomainsCard } from '#features/company-sign-in/web/domains-card.tsx'
import { ModeCard } from '#features/company-sign-in/web/mode-card.tsx'
import { ProviderCard } from '#features/company-sign-in/web/provider-card.tsx'
import { signInQuery } from '#features/company-sign-in/web/queries.ts'
import { TrialCard } from '#features/company-sign-in/web/trial-card.tsx'
import { UnlinkCard } from '#features/company-sign-in/web/unlink-card.tsx'
import type { CompanySignInWire } from '#features/company-sign-in/wire.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'
import { Alert } from '#ui/states.tsx'

/** Settings of company sign-in, in the order in which they are made: provider, domains, trial, mode; then `children`. */
export function CompanySignInPage({ children }: { children?: ReactNode }) {
  const query = useQuery(signInQuery)
  return (
    <>
      <PageHeader
        title="Inicio de sesión de la empresa"
        subtitle="Las personas entran con la cuenta que ya tienen en la empresa (OpenID Connect)"
        crumbs={[{ label: 'Configuración', to: '/empresa/settings' }]}
      />
      <Loaded query={query} skeleton={<SkeletonForm fields={4} />}>
        {now => (
          <div className="grid max-w-3xl grid-cols-1 gap-4">
            <WhyNot now={now} />
            <ProviderCard now={now} />
            <DomainsCard now={now} />
            <TrialCard now={now} />
            <ModeCard now={now} />
            {now.provider !== null && <UnlinkCard now={now} />}
            {children}
          </div>
        )}
      </Loaded>
    </>
  )
}

/** Why nothing can be changed here, where that is so. */
function WhyNot({ now }: { now: CompanySignInWire }) {
  const { change } = now.can
  if (change === true) return null
  const isFactorMissing = change.refused === 'own_factor_missing'
  return (
    <Alert
      tone="caution"
      action={
        isFactorMissing ? (
          <LinkButton to="/empresa/profile" size="sm">
            Ir a mi perfil
          </LinkButton>
        ) : undefined
      }
    >
      {change.text}
    </Alert>
  )
}
