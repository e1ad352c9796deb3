import { exportProjectList } from '#features/projects/web/queries.ts'
import { projectSortLabel } from '#features/projects/web/text.ts'
import { type ProjectSort, projectSorts } from '#features/projects/wire/list.ts'
import { SavedViewsButton } from '#features/saved-views/web/saved-views-panel.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { ListBar } from '#ui/lists/list-bar.tsx'
import { SortSelect } from '#ui/lists/sort-select.tsx'

type ProjectBarPanelProps = {
  text: string
  onSearch: (text: string) => void
  sort: ProjectSort
  onSort: (sort: ProjectSort) => void
  /** Filter of the list, which the exported file uses too. */
  filter: { q?: string; sort?: ProjectSort }
}

/** Bar above a list of projects: search, sorting and export. */
export function ProjectBarPanel({ text, onSearch, sort, onSort, filter }: ProjectBarPanelProps) {
  return (
    <div className="mb-4">
      <ListBar
        label="Buscar proyectos..."
        text={text}
        onSearch={onSearch}
        views={<SavedViewsButton list="projects" />}
      >
        <SortSelect
          {...{ sort, everywhere: true }}
          sorts={projectSorts}
          labels={projectSortLabel}
          onChange={onSort}
        />
        <ExportButton filter={filter} request={exportProjectList} one="proyecto" many="proyectos" />
      </ListBar>
    </div>
  )
}
