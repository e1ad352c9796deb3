import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { startTransition } from 'react'
import { projectsQuery } from '#features/projects/web/queries.ts'

/** The project that a list over several is narrowed to; a link with `?project=PRJ-001` chooses it. */
export function useProjectInAddress(): string | undefined {
  return useSearch({ strict: false, select: search => search.project })
}

export function ProjectFilter() {
  const chosen = useProjectInAddress() ?? ''
  const navigate = useNavigate()
  const { data } = useQuery(projectsQuery())
  const choose = (project: string) =>
    startTransition(() => {
      void navigate({
        to: '.',
        search: before => ({ ...before, project: project === '' ? undefined : project }),
        replace: true,
        resetScroll: false,
      })
    })
  return (
    <select
      aria-label="Proyecto"
      value={chosen}
      onChange={event => choose(event.target.value)}
      className="control select w-full sm:w-60"
    >
      <option value="">Todos los proyectos</option>
      {data?.items.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {chosen !== '' && data && !data.items.some(({ id }) => id === chosen) && (
        <option value={chosen}>{chosen}</option>
      )}
    </select>
  )
}
