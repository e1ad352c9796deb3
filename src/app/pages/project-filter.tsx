import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { projectsQuery } from '#features/projects/web/queries.ts'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useNarrow } from '#ui/narrow.ts'

/** The project that a list over several is narrowed to; a link with `?project=PRJ-001` chooses it. */
export function useProjectInAddress(): string | undefined {
  return useSearch({ strict: false, select: search => search.project })
}

export function ProjectFilter() {
  const chosen = useProjectInAddress() ?? ''
  const narrow = useNarrow()
  const { data } = useQuery(projectsQuery())
  const known = data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []
  // An address may name a project that is not among the first.
  const isKnown = chosen === '' || known.some(({ value }) => value === chosen)
  return (
    <FilterSelect
      label="Proyecto"
      all="Todos los proyectos"
      options={isKnown ? known : [...known, { value: chosen, label: chosen }]}
      value={chosen}
      onChange={project => narrow({ project: project || undefined })}
    />
  )
}
