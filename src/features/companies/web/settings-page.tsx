import { useQuery } from '@tanstack/react-query'
import { planTerms } from '#features/companies/rules.ts'
import { companyQuery } from '#features/companies/web/queries.ts'
import { SettingsForm } from '#features/companies/web/settings-form.tsx'
import type { CompanyWire } from '#features/companies/wire.ts'
import { Card, CardBody, CardHeader, Fact, Facts } from '#ui/card.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnOffBadge } from '#ui/on-off-badge.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'

export function SettingsPage() {
  const query = useQuery(companyQuery)
  return (
    <>
      <PageHeader title="Configuración" subtitle="Datos de la empresa y reglas de sus pedidos" />
      <Loaded query={query} skeleton={<SkeletonForm fields={6} />}>
        {company => (
          <div className="grid max-w-3xl grid-cols-1 gap-4">
            <CompanyFacts company={company} />
            <SettingsForm company={company} />
          </div>
        )}
      </Loaded>
    </>
  )
}

function CompanyFacts({ company }: { company: CompanyWire }) {
  const { label, limits } = planTerms[company.plan]
  return (
    <Card>
      <CardHeader
        title={company.name}
        actions={<OnOffBadge on={company.status === 'active'}>{statusLabel[company.status]}</OnOffBadge>}
      />
      <CardBody>
        <Facts>
          <Fact label="Moneda">{company.currency}</Fact>
          <Fact label="Zona horaria">{company.timeZone}</Fact>
          <Fact label="Plan">{label}</Fact>
          <Fact label="Usuarios activos">{upTo(limits.users)}</Fact>
          <Fact label="Proyectos activos">{upTo(limits.projects)}</Fact>
          <Fact label="Documentos al mes">{upTo(limits.documents)}</Fact>
        </Facts>
      </CardBody>
    </Card>
  )
}

const statusLabel = { active: 'Activa', inactive: 'Inactiva', suspended: 'Suspendida' } as const

const upTo = (limit: number | null) =>
  limit === null ? 'Sin límite' : `Hasta ${limit.toLocaleString('es-ES', { useGrouping: 'always' })}`
