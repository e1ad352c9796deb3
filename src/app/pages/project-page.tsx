import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useArea } from '#app/use-area.ts'
import { PermissionsCard } from '#features/appointments/web/permissions-card.tsx'
import { ProjectInboxCard } from '#features/approvals/web/project-inbox-card.tsx'
import { inboxQuery } from '#features/approvals/web/queries.ts'
import { ContractCard } from '#features/contracts/web/contract-card.tsx'
import { ExceededAlert } from '#features/contracts/web/contract-consumption-panel.tsx'
import { DocumentsPanel } from '#features/documents/web/documents-panel.tsx'
import { documentCountsQuery, documentsQuery } from '#features/documents/web/queries.ts'
import { mayOrderIn } from '#features/documents/web/text.ts'
import { ProjectStatusBadge } from '#features/projects/web/project-card.tsx'
import { projectQuery } from '#features/projects/web/queries.ts'
import type { ProjectWire } from '#features/projects/wire.ts'
import { MoneyCard } from '#features/reports/web/money-card.tsx'
import { moneyReportQuery } from '#features/reports/web/queries.ts'
import { usePathParam } from '#ui/address.ts'
import { Card } from '#ui/card.tsx'
import { isInitialLoading } from '#ui/hooks/is-initial-loading.ts'
import { usePageTitle } from '#ui/hooks/page-title.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { queryClient } from '#ui/query-client.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { InstantDay } from '#ui/time.tsx'

type ProjectPageProps = {
  /** Approvers and executors, where the person may see them. */
  people?: (project: ProjectWire) => ReactNode
  /** Link to a contract, where it has a screen. */
  contractLink?: (contractId: string) => ReactNode
}

/** One project: pending approvals, sums, contracts and orders. */
export function ProjectPage({ people, contractLink }: ProjectPageProps) {
  const projectId = usePathParam('projectId')
  const { areaPath } = useArea()
  const projectsAddress: string = `${areaPath}/projects`
  const query = useQuery(projectQuery(projectId))
  // The inbox stands above everything else: wait for it, so that it pushes nothing down.
  const inbox = useQuery(inboxQuery(projectId))
  const money = useQuery(moneyReportQuery({ projectId }))
  usePageTitle(query.data?.name)
  return (
    <Loaded
      query={query}
      heading="Proyecto"
      skeleton={<ProjectSkeleton />}
      wayOut={<LinkButton to={projectsAddress}>Volver a los proyectos</LinkButton>}
    >
      {project =>
        isInitialLoading(inbox, money) ? (
          <ProjectSkeleton />
        ) : (
          <Project project={project} contractLink={contractLink}>
            {people?.(project)}
          </Project>
        )
      }
    </Loaded>
  )
}

/** Prefetch of a project's page, while the person still points at a link to it. */
export function readProjectAhead(projectId: string): void {
  void queryClient.prefetchQuery(projectQuery(projectId))
  void queryClient.prefetchQuery(inboxQuery(projectId))
  void queryClient.prefetchQuery(documentCountsQuery({ projectId }))
  void queryClient.prefetchInfiniteQuery(documentsQuery({ projectId }))
}

type ProjectProps = {
  project: ProjectWire
  contractLink: ProjectPageProps['contractLink']
  children: ReactNode
}

function Project({ project, contractLink, children }: ProjectProps) {
  const { user, area, areaPath } = useArea()
  return (
    <>
      <PageHeader
        crumbs={[{ label: area === 'empresa' ? 'Proyectos' : 'Mis Proyectos', to: `${areaPath}/projects` }]}
        title={project.name}
        aside={<ProjectStatusBadge status={project.status} />}
        subtitle={
          <>
            <span className="figures">{project.id}</span> · {project.clientName}
          </>
        }
      />
      <div className="grid grid-cols-1 gap-6">
        {project.isApprover && <ApproverBanner />}
        <ProjectInboxCard areaPath={areaPath} projectId={project.id} />
        <Totals project={project} />
        {project.contracts.map(contract => (
          <ExceededAlert key={contract.id} contract={contract} />
        ))}
        <section aria-label="Contratos asociados" className="grid grid-cols-1 gap-4 xl:grid-cols-2">
          {project.contracts.map(contract => (
            <ContractCard key={contract.id} contract={contract} action={contractLink?.(contract.id)} />
          ))}
        </section>
        {children}
        <MoneyCard
          ordersPath={`${areaPath}/${area === 'provider' ? 'orders' : 'documents'}`}
          subject={{ projectId: project.id }}
          filter={{ project: project.id }}
        />
        <DocumentsPanel
          areaPath={areaPath}
          userId={user.id}
          projectId={project.id}
          mayCreate={mayOrderIn(project)}
        />
        {project.can.appoint === true && <PermissionsCard projectId={project.id} />}
      </div>
    </>
  )
}

function ApproverBanner() {
  return (
    <p className="flex items-center gap-2.5 rounded-lg border border-info/25 bg-info-soft px-3.5 py-2.5 text-info">
      <BadgeCheck aria-hidden="true" className="size-4 shrink-0" />
      <span>
        <strong className="font-semibold">Eres un Aprobador</strong>
        <span className="max-sm:hidden"> de este proyecto: sus pedidos necesitan tu decisión.</span>
      </span>
    </p>
  )
}

function Totals({ project }: { project: ProjectWire }) {
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 p-4 sm:grid-cols-3 sm:divide-x sm:p-5">
        <Total label="Total Emisión">
          <Money value={project.issuanceTotal} />
        </Total>
        <Total label="Total Gastos">
          <Money value={project.paymentTotal} />
        </Total>
        <Total label="Fecha de creación">
          <InstantDay value={project.createdAt} />
        </Total>
      </dl>
    </Card>
  )
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 sm:not-first:pl-5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="mt-0.5 font-semibold text-xl tracking-tight sm:text-2xl">{children}</dd>
    </div>
  )
}

function ProjectSkeleton() {
  return (
    <div role="status" aria-label="Cargando el proyecto" className="grid grid-cols-1 gap-6">
      <div className="grid gap-3">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-7 w-72 max-w-full" />
        <Skeleton className="h-4 w-40" />
      </div>
      <Skeleton className="h-24 w-full" />
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        <Skeleton className="h-56 w-full" />
        <Skeleton className="h-56 w-full max-xl:hidden" />
      </div>
      <Skeleton className="h-80 w-full" />
    </div>
  )
}
