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

type WithClientView = {
  /** Link to the project as its client sees it. */
  renderClientViewLink: (project: ProjectSummaryWire) => ReactNode
}
type ProjectsPageProps = WithClientView & {
  /** True while `children`, which stand above the list, are still to come: the list waits, so that nothing moves. */
  areChildrenLoading: boolean
  children: ReactNode
}

/** Projects of the company. */
export function ProjectsPage({ renderClientViewLink, areChildrenLoading, children }: ProjectsPageProps) {
  const { text, setText, q } = useSearchText()
  const list = useListSearch(projectList)
  const query = useInfiniteQuery(projectPagesQuery(list.filter))
  const can = query.data?.pages[0]?.can
  // `q` is the search in the address, which the list's filter reads: it follows the typed text after a pause.
  const isAnswered = text.trim() === q && !query.isPlaceholderData
  return (
    <>
      <PageHeader
        title="Proyectos"
        subtitle="Gestiona los proyectos de tus clientes y sus pedidos"
        actions={<NewProjectButton createAbility={can?.create} />}
      />
      {children && <div className="mb-6">{children}</div>}
      <ProjectBarPanel text={text} onSearch={setText} list={list} />
      <Loaded query={query} skeleton={skeleton}>
        {data => {
          if (areChildrenLoading) return skeleton
          const shown = narrowed(loadedItems(data), text, isAnswered, searchText)
          if (shown.length > 0)
            return (
              <ProjectCards
                projects={shown}
                isStale={!isAnswered}
                renderClientViewLink={renderClientViewLink}
              />
            )
          if (!isAnswered) return skeleton
          return <NoProjects hasSearch={q !== ''} onClear={() => setText('')} createAbility={can?.create} />
        }}
      </Loaded>
      {!areChildrenLoading && <LoadMore query={query} />}
    </>
  )
}

const searchText = ({ id, name, clientName }: ProjectSummaryWire) => `${id} ${name} ${clientName}`

const skeleton = <SkeletonCards label="Cargando proyectos" />

type ProjectCardsProps = WithClientView & { projects: readonly ProjectSummaryWire[]; isStale: boolean }

function ProjectCards({ projects, isStale, renderClientViewLink }: ProjectCardsProps) {
  return (
    <ul aria-label="Proyectos" aria-busy={isStale} className={classes(cardGrid, staleWhenBusy)}>
      {projects.map(project => (
        <li key={project.id} className="grid grid-cols-1">
          <ProjectCard
            project={project}
            action={
              <div className="relative flex flex-wrap gap-2 whitespace-nowrap *:flex-auto">
                {renderClientViewLink(project)}
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

type NoProjectsProps = { hasSearch: boolean; onClear: () => void; createAbility: AbilityWire | undefined }

function NoProjects({ hasSearch, onClear, createAbility }: NoProjectsProps) {
  return (
    <Card>
      <EmptyState
        icon={hasSearch ? <SearchX /> : <Briefcase />}
        title="No se encontraron proyectos."
        action={
          hasSearch ? (
            <Button onClick={onClear}>Limpiar búsqueda</Button>
          ) : (
            <NewProjectButton createAbility={createAbility} />
          )
        }
      >
        {hasSearch
          ? 'Prueba con otro nombre, otro id u otro cliente.'
          : `Un proyecto une a un cliente con sus contratos y dice quién aprueba y quién ejecuta sus pedidos.${createAbility === true ? ' Crea el primero para empezar.' : ''}`}
      </EmptyState>
    </Card>
  )
}

function NewProjectButton({ createAbility }: { createAbility: AbilityWire | undefined }) {
  return (
    <ActionLink to="/empresa/projects/new" may={createAbility} icon={<Plus aria-hidden="true" />}>
      Nuevo Proyecto
    </ActionLink>
  )
}
