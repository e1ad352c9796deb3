import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { Suspense } from 'react'
import { session } from '#app/session.ts'
import { useArea } from '#app/use-area.ts'
import { BudgetOwnersCard, NoOwnersPanel } from '#features/appointments/web/budget-owners-card.tsx'
import { AccountForm } from '#features/companies/web/account-form.tsx'
import { CompanyDataForm } from '#features/companies/web/company-data-form.tsx'
import { companyQuery } from '#features/companies/web/queries.ts'
import { SettingsForm } from '#features/companies/web/settings-form.tsx'
import { UsageCard } from '#features/reports/web/usage-card.tsx'
import { onlyReads } from '#kernel/actor.ts'
import { Card } from '#ui/card.tsx'
import { late } from '#ui/late.ts'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'
import { WhenNear } from '#ui/when-near.tsx'

const FactorPolicyCard = late(
  async () => (await import('#features/identity/web/factor-policy-card.tsx')).FactorPolicyCard,
)
const StepUpCard = late(async () => (await import('#features/step-up/web/step-up-card.tsx')).StepUpCard)
const CompanyDelegationsCard = late(
  async () => (await import('#features/delegations/web/company-delegations-card.tsx')).CompanyDelegationsCard,
)

/** Settings of the company: its data, its policies and the usage of its subscription. */
export function CompanySettingsPage() {
  const query = useQuery(companyQuery)
  return (
    <>
      <PageHeader title="Configuración" subtitle="Datos de la empresa y reglas de sus pedidos" />
      <Loaded query={query} skeleton={<SkeletonForm fields={6} />}>
        {company => (
          <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-[13rem_minmax(0,48rem)]">
            <SectionIndex />
            <div className="grid max-w-3xl grid-cols-1 gap-4 *:scroll-mt-20">
              <div id="uso">
                <UsageCard plan={company.plan} status={company.status} />
              </div>
              {/* The session carries the company's name, which the header shows. */}
              <div id="datos">
                <CompanyDataForm company={company} onSaved={() => session.renew()} />
              </div>
              <div id="cuenta">
                <AccountForm company={company} />
              </div>
              <div id="politicas">
                <SettingsForm
                  company={company}
                  aboutPolicy={policy => policy === 'requiere_aprobacion' && <NoOwnersPanel />}
                />
              </div>
              <div id="responsables">
                <BudgetOwnersCard />
              </div>
              <div id="seguridad">
                <WhenNear className="h-96">
                  <Suspense fallback={<Card className="h-96" />}>
                    <FactorPolicyCard />
                  </Suspense>
                </WhenNear>
              </div>
              <div id="confirmacion">
                <WhenNear className="h-72">
                  <Suspense fallback={<Card className="h-72" />}>
                    <StepUpCard />
                  </Suspense>
                </WhenNear>
              </div>
              <div id="sustituciones">
                <WhenNear className="h-48">
                  <Suspense fallback={<Card className="h-48" />}>
                    <CompanyDelegationsCard />
                  </Suspense>
                </WhenNear>
              </div>
              <SettingsScreensCard />
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}

/** Index beside the page, where there is room: its sections, then the settings that have screens of their own. */
function SectionIndex() {
  const screens = useSettingsScreens()
  const look = 'block w-full rounded-md px-2 py-1.5 text-left text-ink-soft hover:bg-hover hover:text-ink'
  return (
    <nav aria-label="Secciones de la configuración" className="sticky top-20 grid gap-4 max-xl:hidden">
      <ul className="grid gap-0.5">
        {sections.map(({ id, label }) => (
          <li key={id}>
            <button
              type="button"
              className={look}
              onClick={() => document.getElementById(id)?.scrollIntoView({ block: 'start' })}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
      <ul className="grid gap-0.5 border-t pt-4">
        {screens.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={look}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const sections = [
  { id: 'uso', label: 'Uso del plan' },
  { id: 'datos', label: 'Datos de la empresa' },
  { id: 'cuenta', label: 'Cuenta de pago' },
  { id: 'politicas', label: 'Reglas de los pedidos' },
  { id: 'responsables', label: 'Responsables de presupuesto' },
  { id: 'seguridad', label: 'Verificación en dos pasos' },
  { id: 'confirmacion', label: 'Confirmación de identidad' },
  { id: 'sustituciones', label: 'Sustituciones' },
]

type SettingsScreen = { to: string; label: string; note: string; forAdmins?: true }

/** Those of `settingsScreens` that the person may open. */
function useSettingsScreens(): readonly SettingsScreen[] {
  const { user } = useArea()
  return onlyReads(user.role) ? settingsScreens.filter(({ forAdmins }) => !forAdmins) : settingsScreens
}

/** Links to the settings that have screens of their own. */
function SettingsScreensCard() {
  return (
    <Card aria-label="Más ajustes">
      <ul className="divide-y">
        {useSettingsScreens().map(({ to, label, note }) => (
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

/** Settings with screens of their own; `forAdmins` hides one from an auditor, who reads the others. */
const settingsScreens: readonly SettingsScreen[] = [
  {
    to: '/empresa/settings/flows',
    label: 'Flujos de aprobación',
    note: 'Quién aprueba qué, según el tipo, el monto, el cliente, el proveedor o el presupuesto',
  },
  { to: '/empresa/people', label: 'Personas', note: 'Invitar, activar, desactivar y permisos generales' },
  { to: '/empresa/projects', label: 'Proyectos', note: 'Quién aprueba y quién ejecuta en cada uno' },
  {
    to: '/empresa/settings/imports',
    label: 'Importar',
    note: 'Proveedores, clientes, personas, contratos, proyectos y pedidos desde un CSV o un Excel',
    forAdmins: true,
  },
  {
    to: '/empresa/settings/accounts',
    label: 'Cuentas contables',
    note: 'Con qué cuentas sale la hoja de contabilidad del cierre de mes',
  },
  {
    to: '/empresa/settings/exchange-rates',
    label: 'Tipos de cambio',
    note: 'A cuánto cambian otras monedas para comparar montos en los flujos',
  },
  {
    to: '/empresa/settings/sign-in',
    label: 'Inicio de sesión de la empresa',
    note: 'Entrar con el proveedor de identidad de la empresa: Google, Microsoft, Okta… Y altas y bajas desde su directorio (SCIM)',
    forAdmins: true,
  },
  {
    to: '/empresa/settings/mailbox',
    label: 'Buzón de facturas',
    note: 'El correo del que se recogen las facturas que envían los proveedores',
    forAdmins: true,
  },
  {
    to: '/empresa/settings/tokens',
    label: 'Claves de API',
    note: 'Qué otros programas entran en los datos de la empresa',
    forAdmins: true,
  },
  {
    to: '/empresa/settings/webhooks',
    label: 'Webhooks',
    note: 'Otros sistemas a los que se informa de lo que pasa',
    forAdmins: true,
  },
  { to: '/empresa/settings/audit', label: 'Auditoría', note: 'Quién hizo qué y cuándo, con su sello' },
  { to: '/empresa/contracts', label: 'Contratos', note: 'Qué hacer cuando un pedido supera lo disponible' },
]
