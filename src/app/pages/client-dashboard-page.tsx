import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Briefcase, FileSignature } from 'lucide-react'
import { WaitingPanel } from '#app/pages/waiting-panel.tsx'
import { useArea } from '#app/use-area.ts'
import { inboxQuery } from '#features/approvals/web/queries.ts'
import { returnedQuery } from '#features/documents/web/queries.ts'
import { projectAddress } from '#features/documents/web/text.ts'
import { executionQueueQuery } from '#features/executions/web/queries.ts'
import { noticesQuery } from '#features/notices/web/bell-queries.ts'
import { NoticesPanel, ReadNoticesButton } from '#features/notices/web/notices-panel.tsx'
import { projectsQuery } from '#features/projects/web/queries.ts'
import type { ProjectSummaryWire } from '#features/projects/wire.ts'
import { ContractsCard } from '#features/reports/web/contracts-card.tsx'
import { CostCentresCard } from '#features/reports/web/cost-centres-card.tsx'
import { clientReportQuery } from '#features/reports/web/queries.ts'
import { ReportCard } from '#features/reports/web/report-card.tsx'
import { SpendCard } from '#features/reports/web/spend-card.tsx'
import { counted } from '#kernel/text.ts'
import { classes } from '#ui/classes.ts'
import { isInitialLoading } from '#ui/hooks/is-initial-loading.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

const few = 5

/** Dashboard of the client: pending work first, then projects, contracts and notices. */
export function ClientDashboardPage() {
  const { areaPath } = useArea()
  const waiting = [useQuery(inboxQuery()), useQuery(executionQueueQuery), useQuery(returnedQuery)]
  const rest = [useQuery(projectsQuery()), useQuery(clientReportQuery), useQuery(noticesQuery)]
  // The height of each part depends on its list: lower parts wait for all, so that nothing moves while it is
  // read.
  const isEarly = isInitialLoading(...waiting, ...rest)
  return (
    <>
      <PageHeader title="Panel" subtitle="Lo que espera por ti y cómo van tus proyectos" />
      <div className="grid grid-cols-1 gap-6">
        <WaitingPanel areaPath={areaPath} />
        <div
          hidden={isEarly}
          className={classes('grid-cols-1 items-start gap-4 xl:grid-cols-3', !isEarly && 'grid')}
        >
          <div className="grid grid-cols-1 gap-4 xl:col-span-2">
            <Report areaPath={areaPath} />
          </div>
          <div className="grid grid-cols-1 gap-4">
            <Projects areaPath={areaPath} />
            <ReportCard title="Notificaciones" action={<ReadNoticesButton />}>
              <NoticesPanel areaPath={areaPath} most={few} />
            </ReportCard>
          </div>
        </div>
      </div>
    </>
  )
}

/** Spend by month and consumption of the contracts, in the projects that the person sees. */
function Report({ areaPath }: { areaPath: string }) {
  return (
    <Loaded query={useQuery(clientReportQuery)} skeleton={<Lines />}>
      {({ contracts, costCentres, spend }) => (
        <>
          <SpendCard title="Montos por mes" areaPath={areaPath} spend={spend} />
          <ContractsCard
            title="Consumo de contratos"
            areaPath={areaPath}
            contracts={contracts}
            isWithBars
            isWide
            empty={
              <EmptyState icon={<FileSignature />} title="Aún no hay contratos">
                El presupuesto de tus proyectos se verá aquí.
              </EmptyState>
            }
          />
          <CostCentresCard areaPath={areaPath} centres={costCentres} />
        </>
      )}
    </Loaded>
  )
}

function Projects({ areaPath }: { areaPath: string }) {
  const query = useQuery(projectsQuery())
  return (
    <ReportCard title="Mis proyectos" all={{ to: `${areaPath}/projects`, label: 'Ver todos' }}>
      <Loaded query={query} skeleton={<Lines />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={<Briefcase />} title="Aún no tienes proyectos">
              Cuando la empresa te dé acceso a uno, aparecerá aquí.
            </EmptyState>
          ) : (
            <ul className="divide-y">
              {items.slice(0, few).map(project => (
                <ProjectLines key={project.id} areaPath={areaPath} project={project} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </ReportCard>
  )
}

function ProjectLines({ areaPath, project }: { areaPath: string; project: ProjectSummaryWire }) {
  const { pending, approved, paid } = project.counts
  return (
    <li className="relative px-4 py-3 transition-colors hover:bg-hover sm:px-5">
      <div className="flex items-baseline justify-between gap-3">
        <Link
          to={projectAddress(areaPath, project.id)}
          className="min-w-0 truncate font-medium after:absolute after:inset-0"
        >
          {project.name}
        </Link>
        <Money value={project.total} className="font-medium" />
      </div>
      <p className="figures text-ink-faint text-xs">
        {counted(pending, 'pendiente')} · {counted(approved, 'aprobado')} · {counted(paid, 'pagado')}
      </p>
    </li>
  )
}

function Lines() {
  return (
    <div role="status" aria-label="Cargando" className="grid gap-4 p-5">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  )
}
