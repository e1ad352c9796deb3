import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { startTransition } from 'react'
import { projectsQuery } from '#features/projects/web/queries.ts'
import { FilterSelect } from '#ui/filter-select.tsx'

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
  const known = data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []
  // An address may name a project that is not among the first.
  const isKnown = chosen === '' || known.some(({ value }) => value === chosen)
  return (
    <FilterSelect
      label="Proyecto"
      all="Todos los proyectos"
      options={isKnown ? known : [...known, { value: chosen, label: chosen }]}
      value={chosen}
      onChange={choose}
    />
  )
}
