import { useInfiniteQuery } from '@tanstack/react-query'
import { Briefcase, Plus, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { projectList } from '#features/projects/list.ts'
import { ProjectBarPanel } from '#features/projects/web/project-bar-panel.tsx'
import { ProjectCard } from '#features/projects/web/project-card.tsx'
import { projectPagesQuery } from '#features/projects/web/queries.ts'
import type { ProjectSummaryWire } from '#features/projects/wire.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { ActionLink } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classes, staleWhenBusy } from '#ui/classes.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { narrowed, useSearchText } from '#ui/lists/search-text.ts'
import { useListSearch } from '#ui/lists/use-list-search.ts'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { cardGrid, SkeletonCards } from '#ui/skeleton-cards.tsx'
import { EmptyState } from '#ui/states.tsx'

type LookAt = {
  /** Link to the project as its client sees it. */
  lookAt: (project: ProjectSummaryWire) => ReactNode
}
type ProjectsPageProps = LookAt & {
  /** True while `children`, which stand above the list, are still to come: the list waits, so that nothing moves. */
  isEarly: boolean
  children: ReactNode
}

/** Projects of the company. */
export function ProjectsPage({ lookAt, isEarly, children }: ProjectsPageProps) {
  const { text, setText, q } = useSearchText()
  const list = useListSearch(projectList)
  const query = useInfiniteQuery(projectPagesQuery(list.filter))
  const can = query.data?.pages[0]?.can
  const isAnswered = text.trim() === q && !query.isPlaceholderData
  return (
    <>
      <PageHeader
        title="Proyectos"
        subtitle="Gestiona los proyectos de tus clientes y sus pedidos"
        actions={<NewProjectButton may={can?.create} />}
      />
      {children && <div className="mb-6">{children}</div>}
      <ProjectBarPanel text={text} onSearch={setText} list={list} />
      <Loaded query={query} skeleton={skeleton}>
        {data => {
          if (isEarly) return skeleton
          const shown = narrowed(loadedItems(data), text, isAnswered, searchText)
          if (shown.length > 0) return <ProjectCards projects={shown} isStale={!isAnswered} lookAt={lookAt} />
          return <NoProjects isSearch={q !== ''} onClear={() => setText('')} mayCreate={can?.create} />
        }}
      </Loaded>
      <LoadMore query={query} />
    </>
  )
}

const searchText = ({ id, name, clientName }: ProjectSummaryWire) => `${id} ${name} ${clientName}`

const skeleton = <SkeletonCards label="Cargando proyectos" />

type ProjectCardsProps = LookAt & { projects: readonly ProjectSummaryWire[]; isStale: boolean }

function ProjectCards({ projects, isStale, lookAt }: ProjectCardsProps) {
  return (
    <ul aria-label="Proyectos" aria-busy={isStale} className={classes(cardGrid, staleWhenBusy)}>
      {projects.map(project => (
        <li key={project.id} className="grid grid-cols-1">
          <ProjectCard
            project={project}
            action={
              <div className="relative flex flex-wrap gap-2 whitespace-nowrap *:flex-auto">
                {lookAt(project)}
                <LinkButton
                  to="/empresa/projects/$projectId"
                  params={{ projectId: project.id }}
                  aria-label={`Ver detalles de ${project.name}`}
                >
                  Ver detalles
                </LinkButton>
              </div>
            }
          />
        </li>
      ))}
    </ul>
  )
}

type NoProjectsProps = { isSearch: boolean; onClear: () => void; mayCreate: AbilityWire | undefined }

function NoProjects({ isSearch, onClear, mayCreate }: NoProjectsProps) {
  return (
    <Card>
      <EmptyState
        icon={isSearch ? <SearchX /> : <Briefcase />}
        title="No se encontraron proyectos."
        action={
          isSearch ? (
            <Button onClick={onClear}>Limpiar búsqueda</Button>
          ) : (
            <NewProjectButton may={mayCreate} />
          )
        }
      >
        {isSearch
          ? 'Prueba con otro nombre, otro id u otro cliente.'
          : 'Un proyecto une a un cliente con sus contratos y dice quién aprueba y quién ejecuta sus pedidos. Crea el primero para empezar.'}
      </EmptyState>
    </Card>
  )
}

function NewProjectButton({ may }: { may: AbilityWire | undefined }) {
  return (
    <ActionLink to="/empresa/projects/new" may={may} icon={<Plus aria-hidden="true" />}>
      Nuevo Proyecto
    </ActionLink>
  )
}
