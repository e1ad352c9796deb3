import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ArrowRight, Briefcase, SearchX } from 'lucide-react'
import { useArea } from '#app/use-area.ts'
import { projectAddress } from '#features/documents/web/text.ts'
import { projectList } from '#features/projects/list.ts'
import { ProjectBarPanel } from '#features/projects/web/project-bar-panel.tsx'
import { ProjectCard } from '#features/projects/web/project-card.tsx'
import { projectPagesQuery } from '#features/projects/web/queries.ts'
import type { ProjectSummaryWire } from '#features/projects/wire.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classes, staleWhenBusy } from '#ui/classes.ts'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { narrowed, useSearchText } from '#ui/lists/search-text.ts'
import { useListSearch } from '#ui/lists/use-list-search.ts'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { cardGrid, SkeletonCards } from '#ui/skeleton-cards.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Projects of the client or the provider, or those in which the person holds a permission. */
export function ClientProjectsPage() {
  const { text, setText, q } = useSearchText()
  const list = useListSearch(projectList)
  const query = useInfiniteQuery(projectPagesQuery(list.filter))
  const isAnswered = text.trim() === q && !query.isPlaceholderData
  return (
    <>
      <PageHeader title="Mis Proyectos" subtitle="Gestiona tus proyectos y documentos" />
      <ProjectBarPanel text={text} onSearch={setText} list={list} />
      <Loaded query={query} skeleton={skeleton}>
        {data => {
          const shown = narrowed(loadedItems(data), text, isAnswered, ({ id, name }) => `${id} ${name}`)
          if (shown.length > 0) return <Projects projects={shown} isStale={!isAnswered} />
          if (!isAnswered) return skeleton
          return <NoProjects isSearch={q !== ''} onClear={() => setText('')} />
        }}
      </Loaded>
      <LoadMore query={query} />
    </>
  )
}

const skeleton = <SkeletonCards label="Cargando proyectos" />

function Projects({ projects, isStale }: { projects: readonly ProjectSummaryWire[]; isStale: boolean }) {
  const { areaPath } = useArea()
  const lookedAt = useLocation({ select: ({ state }) => state.lookedAt })
  return (
    <ul aria-label="Proyectos" aria-busy={isStale} className={classes(cardGrid, staleWhenBusy)}>
      {projects.map(project => (
        <li
          key={project.id}
          ref={project.id === lookedAt ? pointAt : undefined}
          className={classes('grid grid-cols-1 rounded-xl', project.id === lookedAt && 'ring-2 ring-accent')}
        >
          <ProjectCard
            project={project}
            to={projectAddress(areaPath, project.id)}
            action={
              <p aria-hidden="true" className="flex items-center justify-end gap-1 font-medium text-accent">
                Ver proyecto
                <ArrowRight className="size-4" />
              </p>
            }
          />
        </li>
      ))}
    </ul>
  )
}

/** The project from which somebody came to look as its client: the keyboard begins there. */
function pointAt(item: HTMLElement | null): void {
  item?.scrollIntoView({ block: 'nearest' })
  item?.querySelector('a')?.focus()
}

function NoProjects({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={isSearch ? <SearchX /> : <Briefcase />}
        title="No se encontraron proyectos."
        action={isSearch && <Button onClick={onClear}>Limpiar búsqueda</Button>}
      >
        {isSearch
          ? 'Ninguno de tus proyectos tiene ese nombre ni ese id. Prueba con otras palabras.'
          : 'Los proyectos los abre la empresa con la que trabajas. Cuando te dé acceso a uno, aparecerá aquí y podrás crear pedidos.'}
      </EmptyState>
    </Card>
  )
}
