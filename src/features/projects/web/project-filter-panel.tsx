import { useQuery } from '@tanstack/react-query'
import { projectsQuery } from '#features/projects/web/queries.ts'
import { FilterSelect } from '#ui/lists/filter-select.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const loadSearch = async () =>
  (await import('#features/projects/web/project-search-panel.tsx')).ProjectSearchPanel

type ProjectFilterPanelProps = {
  /** Id of the chosen project; empty for all. */
  chosen: string
  onChoose: (projectId: string) => void
}

/** Filter by project; with more projects than a list can hold, by typing. */
export function ProjectFilterPanel({ chosen, onChoose }: ProjectFilterPanelProps) {
  const { data } = useQuery(projectsQuery())
  const known = data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const isKnown = chosen === '' || known.some(({ value }) => value === chosen)
  const select = (
    <FilterSelect
      {...words}
      options={isKnown ? known : [...known, { value: chosen, label: chosen }]}
      value={chosen}
      onChange={onChoose}
    />
  )
  if (data?.next == null) return select
  const props = { ...words, chosen, onChoose, onClose: () => {} }
  return <OnDemand load={loadSearch} props={props} meanwhile={select} />
}

const words = { label: 'Proyecto', all: 'Todos los proyectos' }
