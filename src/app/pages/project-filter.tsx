import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { projectsQuery } from '#features/projects/web/queries.ts'
import { FilterSelect } from '#ui/lists/filter-select.tsx'
import { useListFilters } from '#ui/lists/use-list-filters.ts'
import { OnDemand } from '#ui/on-demand.tsx'

/** Project that a list over several is filtered by, from the address: `?project=PRJ-001`. */
export function useProjectInAddress(): string | undefined {
  return useSearch({ strict: false, select: search => search.project })
}

const loadSearch = async () => (await import('#app/pages/project-search-filter.tsx')).ProjectSearchFilter

/** Filter by project; with more projects than a list can hold, by typing. */
export function ProjectFilter() {
  const chosen = useProjectInAddress() ?? ''
  const narrow = useListFilters()
  const { data } = useQuery(projectsQuery())
  const known = data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const isKnown = chosen === '' || known.some(({ value }) => value === chosen)
  const choose = (project: string) => narrow({ project: project || undefined })
  const select = (
    <FilterSelect
      {...words}
      options={isKnown ? known : [...known, { value: chosen, label: chosen }]}
      value={chosen}
      onChange={choose}
    />
  )
  if (data?.next == null) return select
  const props = { ...words, chosen, onChoose: choose, onClose: () => {} }
  return <OnDemand load={loadSearch} props={props} meanwhile={select} />
}

const words = { label: 'Proyecto', all: 'Todos los proyectos' }
