import { Fragment, type ReactNode } from 'react'
import type { documentList } from '#features/documents/list.ts'
import { documentStates, documentTypes } from '#features/documents/rules.ts'
import { stateLabel, typeLabel } from '#features/documents/text.ts'
import { ProjectFilterPanel } from '#features/projects/web/project-filter-panel.tsx'
import { FilterSelect } from '#ui/lists/filter-select.tsx'
import type { ListSearch } from '#ui/lists/use-list-search.ts'

type Search = ListSearch<typeof documentList>

/** Filters of orders that have a field of their own, beside the tabs and the search. */
export type DocumentFilterName = 'projectId' | 'type' | 'state'

type DocumentFiltersPanelProps = { filters: readonly DocumentFilterName[]; search: Search }

/** Fields of the filters that a list of orders offers. */
export function DocumentFiltersPanel({ filters, search }: DocumentFiltersPanelProps) {
  return filters.map(name => <Fragment key={name}>{fields[name](search)}</Fragment>)
}

const fields: { readonly [name in DocumentFilterName]: (search: Search) => ReactNode } = {
  projectId: ({ filter, narrow }) => (
    <ProjectFilterPanel
      chosen={filter.projectId ?? ''}
      onChoose={project => narrow({ project: project || undefined })}
    />
  ),
  type: ({ filter, narrow }) => (
    <FilterSelect
      label="Tipo de pedido"
      all="Todos los tipos"
      options={types}
      value={filter.type ?? ''}
      onChange={chosen => narrow({ type: documentTypes.find(type => type === chosen) })}
    />
  ),
  state: ({ filter, narrow }) => (
    <FilterSelect
      label="Situación"
      all="Todas las situaciones"
      options={states}
      value={filter.state ?? ''}
      onChange={chosen => narrow({ state: documentStates.find(state => state === chosen) })}
    />
  ),
}

const states = documentStates.map(value => ({ value, label: stateLabel[value] }))
const types = documentTypes.map(value => ({ value, label: typeLabel[value] }))
