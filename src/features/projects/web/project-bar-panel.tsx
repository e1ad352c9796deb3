import { projectList } from '#features/projects/list.ts'
import { exportProjectList } from '#features/projects/web/queries.ts'
import { projectSortLabel } from '#features/projects/web/text.ts'
import { SavedViewsButton } from '#features/saved-views/web/saved-views-panel.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { ListBar } from '#ui/lists/list-bar.tsx'
import { SortSelect } from '#ui/lists/sort-select.tsx'
import type { ListSearch } from '#ui/lists/use-list-search.ts'

type ProjectBarPanelProps = {
  text: string
  onSearch: (text: string) => void
  list: ListSearch<typeof projectList>
}

/** Bar above a list of projects: search, sorting and export. */
export function ProjectBarPanel({ text, onSearch, list }: ProjectBarPanelProps) {
  return (
    <div className="mb-4">
      <ListBar
        label="Buscar proyectos..."
        text={text}
        onSearch={onSearch}
        views={<SavedViewsButton list={projectList} name="projects" />}
      >
        <SortSelect
          everywhere
          sort={list.sort}
          sorts={projectList.sorts}
          labels={projectSortLabel}
          onChange={list.setSort}
        />
        <ExportButton filter={list.filter} request={exportProjectList} one="proyecto" many="proyectos" />
      </ListBar>
    </div>
  )
}
