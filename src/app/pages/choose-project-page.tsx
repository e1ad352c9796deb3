import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { Briefcase, ChevronRight } from 'lucide-react'
import { type FormEvent, Suspense, useState } from 'react'
import { FormSkeleton } from '#app/pages/order-form-parts.tsx'
import { useArea } from '#app/use-area.ts'
import { recentlyUsedQuery } from '#features/documents/web/queries.ts'
import { newDocumentAddress } from '#features/documents/web/text.ts'
import type { RecentlyUsedWire } from '#features/documents/wire/recent.ts'
import { projectsQuery, useProjectsToChoose } from '#features/projects/web/queries.ts'
import type { ProjectSummaryWire } from '#features/projects/wire.ts'
import { useSearchParam } from '#ui/address.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { Combobox } from '#ui/fields/combobox.tsx'
import { late } from '#ui/late.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Loaded when an order begins from a received invoice. */
const ProposedProjectPanel = late(
  async () => (await import('#features/invoices/web/proposed-project-panel.tsx')).ProposedProjectPanel,
)

const titles = { gasto: 'Nuevo Pedido de Pago', emision: 'Nuevo Pedido de Emisión' } as const

/** Choice of the project of a new order, where the address names none. */
export function ChooseProjectPage() {
  const type = useSearchParam('type')
  const invoice = useSearchParam('invoice')
  const search: Asked = { ...(type && { type }), ...(invoice && { invoice }) }
  const query = useQuery(projectsQuery())
  const recent = useQuery(recentlyUsedQuery())
  return (
    <>
      <PageHeader
        title={type === 'gasto' || type === 'emision' ? titles[type] : 'Nuevo Documento'}
        subtitle="Elige el proyecto: de él salen el contrato, los proveedores y quién tiene que aprobar."
      />
      <Loaded query={query} skeleton={<FormSkeleton />}>
        {({ items, next }) => {
          const open = items.filter(isOpen)
          if (open.length === 0 && next === null) return <NoProjects />
          const [only] = open
          if (only && open.length === 1 && next === null)
            return <StraightIn projectId={only.id} search={search} />
          if (recent.isPending) return <FormSkeleton />
          const choice = (
            <div className="grid max-w-xl grid-cols-1 gap-4">
              <RecentProjects projects={recent.data?.projects ?? []} search={search} />
              <Choice search={search} />
            </div>
          )
          return invoice === undefined ? (
            choice
          ) : (
            <Suspense fallback={<FormSkeleton />}>
              <ProposedProjectPanel receivedId={invoice} otherwise={choice}>
                {projectId => <StraightIn projectId={projectId} search={search} />}
              </ProposedProjectPanel>
            </Suspense>
          )
        }}
      </Loaded>
    </>
  )
}

const isOpen = ({ status }: ProjectSummaryWire) => status === 'active'

/** Nobody is asked where there is one answer. */
function StraightIn({ projectId, search }: SearchProps & { projectId: string }) {
  const { areaPath } = useArea()
  const to: string = newDocumentAddress(areaPath, projectId)
  return <Navigate to={to} search={search} replace />
}

/** Type of the order, or the received invoice that it pays. */
type Asked = { type?: string; invoice?: string }
type SearchProps = { search: Asked }
type RecentProjectsProps = SearchProps & { projects: RecentlyUsedWire['projects'] }

/** Links to the form in the projects that the person ordered in last. */
function RecentProjects({ projects, search }: RecentProjectsProps) {
  const { areaPath } = useArea()
  if (projects.length === 0) return null
  return (
    <Card aria-labelledby="recent-title">
      <CardHeader id="recent-title" title="Usados hace poco" />
      <ul className="mt-3 divide-y border-t">
        {projects.map(({ id, name, clientName }) => (
          <li key={id}>
            <Link
              to={newDocumentAddress(areaPath, id)}
              search={search}
              className="flex items-center gap-3 px-4 py-3 last:rounded-b-xl hover:bg-hover sm:px-5"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{name}</span>
                <span className="block truncate text-ink-faint text-xs">
                  <span className="figures">{id}</span> · {clientName}
                </span>
              </span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Choice({ search }: SearchProps) {
  const { areaPath } = useArea()
  const navigate = useNavigate()
  const [projectId, setProjectId] = useState('')
  const [error, setError] = useState<string>()
  const projects = useProjectsToChoose()
  const go = (event: FormEvent) => {
    event.preventDefault()
    if (projectId === '') return setError('Proyecto requerido')
    const to: string = newDocumentAddress(areaPath, projectId)
    void navigate({ to, search })
  }
  return (
    <Card>
      <form noValidate onSubmit={go} className="grid grid-cols-1 gap-4 p-4 sm:p-5">
        <Combobox
          label="Proyecto"
          options={projects.items.filter(isOpen).map(({ id, name, clientName }) => ({
            value: id,
            label: name,
            detail: `${id} · ${clientName}`,
          }))}
          onSearch={projects.search}
          value={projectId}
          onChange={chosen => {
            setProjectId(chosen)
            setError(undefined)
          }}
          error={error}
        />
        <Button type="submit" variant="primary" className="justify-self-start">
          Continuar
        </Button>
      </form>
    </Card>
  )
}

function NoProjects() {
  const { area, areaPath } = useArea()
  return (
    <Card>
      <EmptyState
        icon={<Briefcase />}
        title="No se encontraron proyectos."
        action={
          area === 'empresa' ? (
            <LinkButton to="/empresa/projects/new">Nuevo Proyecto</LinkButton>
          ) : (
            <LinkButton to={areaPath}>Volver al panel</LinkButton>
          )
        }
      >
        Para pedir un pago o una emisión hace falta un proyecto activo en el que participes.
      </EmptyState>
    </Card>
  )
}
