import { useQuery } from '@tanstack/react-query'
import { toleranceLabel } from '#features/companies/text/tolerance.ts'
import { overrunPolicyLabel } from '#features/companies/text.ts'
import { everyClient } from '#features/cost-centres/text/every-client.ts'
import { CentreActionsPanel } from '#features/cost-centres/web/centre-actions-panel.tsx'
import { CentreStatusBadge } from '#features/cost-centres/web/centre-status-badge.tsx'
import { HistoryCard } from '#features/cost-centres/web/history-card.tsx'
import { costCentreQuery } from '#features/cost-centres/web/queries.ts'
import { YearsCard } from '#features/cost-centres/web/years-card.tsx'
import type { CentreDetailWire } from '#features/cost-centres/wire/calls.ts'
import { usePathParam } from '#ui/address.ts'
import { Card, CardBody, CardHeader, Fact, Facts } from '#ui/card.tsx'
import { usePageTitle } from '#ui/hooks/page-title.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { InstantDay } from '#ui/time.tsx'

const centres = '/empresa/cost-centres'

/** One cost centre: the budgets of its years, its terms and its history. */
export function CostCentrePage() {
  const query = useQuery(costCentreQuery(usePathParam('costCentreId')))
  usePageTitle(query.data?.name)
  return (
    <Loaded
      query={query}
      heading="Centro de coste"
      skeleton={<CentreSkeleton />}
      wayOut={<LinkButton to={centres}>Volver a los centros de coste</LinkButton>}
    >
      {centre => (
        <>
          <PageHeader
            crumbs={[{ label: 'Centros de coste', to: centres }]}
            title={centre.name}
            aside={<CentreStatusBadge status={centre.status} />}
            subtitle={`${centre.code} · ${centre.clientName ?? everyClient}`}
            actions={<CentreActionsPanel centre={centre} />}
          />
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <YearsCard centre={centre} />
            <div className="grid grid-cols-1 gap-4">
              <Terms centre={centre} />
              {centre.history.length > 0 && <HistoryCard history={centre.history} />}
            </div>
          </div>
        </>
      )}
    </Loaded>
  )
}

function Terms({ centre }: { centre: CentreDetailWire }) {
  const { clientName, currency, ownPolicy, overrunPolicy, tolerance, createdAt } = centre
  return (
    <Card>
      <CardHeader title="Datos" />
      <CardBody>
        <Facts>
          <Fact label="Cliente">{clientName ?? everyClient}</Fact>
          <Fact label="Moneda">{currency}</Fact>
          <Fact label="Al superar el presupuesto">
            {overrunPolicyLabel[overrunPolicy]}
            {ownPolicy === null && (
              <span className="block font-normal text-ink-soft text-xs">Lo que dice la empresa</span>
            )}
          </Fact>
          <Fact label="Tolerancia">{toleranceLabel(tolerance)}</Fact>
          <Fact label="Creado">
            <InstantDay value={createdAt} />
          </Fact>
        </Facts>
      </CardBody>
    </Card>
  )
}

function CentreSkeleton() {
  return (
    <div role="status" aria-label="Cargando el centro de coste" className="grid grid-cols-1 gap-6">
      <div className="grid gap-3">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-7 w-72 max-w-full" />
        <Skeleton className="h-4 w-40" />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-54 w-full" />
      </div>
    </div>
  )
}
