import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { session } from '#app/session.ts'
import { BudgetOwnersCard, NoOwnersPanel } from '#features/appointments/web/budget-owners-card.tsx'
import { AccountForm } from '#features/companies/web/account-form.tsx'
import { CompanyDataForm } from '#features/companies/web/company-data-form.tsx'
import { companyQuery } from '#features/companies/web/queries.ts'
import { SettingsForm } from '#features/companies/web/settings-form.tsx'
import { UsageCard } from '#features/reports/web/usage-card.tsx'
import { Card } from '#ui/card.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'
import { WhenNear } from '#ui/when-near.tsx'

const FactorPolicyCard = lazy(async () => ({
  default: (await import('#features/identity/web/factor-policy-card.tsx')).FactorPolicyCard,
}))
const CompanyDelegationsCard = lazy(async () => ({
  default: (await import('#features/delegations/web/company-delegations-card.tsx')).CompanyDelegationsCard,
}))

/** Settings of the company: its data, its policies and the usage of its subscription. */
export function CompanySettingsPage() {
  const query = useQuery(companyQuery)
  return (
    <>
      <PageHeader title="Configuración" subtitle="Datos de la empresa y reglas de sus pedidos" />
      <Loaded query={query} skeleton={<SkeletonForm fields={6} />}>
        {company => (
          <div className="grid max-w-3xl grid-cols-1 gap-4">
            <UsageCard plan={company.plan} status={company.status} />
            {/* The session carries the company's name, which the header shows. */}
            <CompanyDataForm company={company} onSaved={() => session.renew()} />
            <AccountForm company={company} />
            <SettingsForm
              company={company}
              aboutPolicy={policy => policy === 'requiere_aprobacion' && <NoOwnersPanel />}
            />
            <BudgetOwnersCard />
            <WhenNear className="h-96">
              <Suspense fallback={<Card className="h-96" />}>
                <FactorPolicyCard />
              </Suspense>
            </WhenNear>
            <WhenNear className="h-48">
              <Suspense fallback={<Card className="h-48" />}>
                <CompanyDelegationsCard />
              </Suspense>
            </WhenNear>
            <Elsewhere />
          </div>
        )}
      </Loaded>
    </>
  )
}

/** Links to settings with screens of their own. */
function Elsewhere() {
  return (
    <Card aria-label="Más ajustes">
      <ul className="divide-y">
        {places.map(({ to, label, note }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex items-center justify-between gap-3 px-4 py-3 hover:bg-hover sm:px-5"
            >
              <span>
                <span className="block font-medium">{label}</span>
                <span className="text-ink-soft text-xs">{note}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const places = [
  {
    to: '/empresa/settings/flows',
    label: 'Flujos de aprobación',
    note: 'Quién aprueba qué, según el tipo, el importe, el proveedor o el presupuesto',
  },
  { to: '/empresa/people', label: 'Personas', note: 'Invitar, activar, desactivar y permisos generales' },
  { to: '/empresa/projects', label: 'Proyectos', note: 'Quién aprueba y quién ejecuta en cada uno' },
  { to: '/empresa/settings/audit', label: 'Auditoría', note: 'Quién hizo qué y cuándo, con su sello' },
  { to: '/empresa/contracts', label: 'Contratos', note: 'Qué hacer cuando un pedido supera lo disponible' },
]
