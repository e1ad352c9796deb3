import { documentList } from '#features/documents/list.ts'
import { documentStates, documentTypes } from '#features/documents/rules.ts'
import { stateLabel, typeLabel } from '#features/documents/text.ts'
import { CentreFilterPanel } from '#features/documents/web/centre-filter-panel.tsx'
import { PartyFieldPanel } from '#features/documents/web/party-field-panel.tsx'
import { documentSortLabel } from '#features/documents/web/text.ts'
import { useProjectsToChoose } from '#features/projects/web/queries.ts'
import { Combobox } from '#ui/fields/combobox.tsx'
import { Select } from '#ui/fields/select.tsx'
import { useIsPhone } from '#ui/hooks/use-media.ts'

/** Filters that only some lists offer: others are of one project, one type or one provider. */
export type OfferedFilter = 'project' | 'type' | 'state' | 'client' | 'provider' | 'approver'

/** Text of each filter that is chosen, empty when it is not set. */
type ChosenFilters = {
  readonly [name in OfferedFilter | 'centre' | 'requester' | 'sort']: string
}

type FilterChoicesPanelProps = {
  draft: ChosenFilters
  change: (changed: Partial<ChosenFilters>) => void
  offered: readonly OfferedFilter[]
}

/** Filters of a list of orders that are chosen from what there is. */
export function FilterChoicesPanel({ draft, change, offered }: FilterChoicesPanelProps) {
  const isPhone = useIsPhone()
  return (
    <>
      {isPhone && (
        <Select
          label="Ordenar"
          options={sorts}
          value={draft.sort}
          onChange={event => change({ sort: event.target.value })}
        />
      )}
      {offered.includes('project') && (
        <ProjectField value={draft.project} onChange={project => change({ project })} />
      )}
      {offered.includes('type') && (
        <Select
          label="Tipo de pedido"
          options={types}
          value={draft.type}
          onChange={event => change({ type: event.target.value })}
        />
      )}
      {offered.includes('state') && (
        <Select
          label="Estado"
          options={states}
          value={draft.state}
          onChange={event => change({ state: event.target.value })}
        />
      )}
      {offered.includes('client') && (
        <PartyFieldPanel kind="client" value={draft.client} onChange={client => change({ client })} />
      )}
      <CentreFilterPanel value={draft.centre} onChange={centre => change({ centre })} />
      {offered.includes('provider') && (
        <PartyFieldPanel kind="provider" value={draft.provider} onChange={provider => change({ provider })} />
      )}
      <PartyFieldPanel
        kind="requester"
        value={draft.requester}
        onChange={requester => change({ requester })}
      />
      {offered.includes('approver') && (
        <PartyFieldPanel kind="approver" value={draft.approver} onChange={approver => change({ approver })} />
      )}
    </>
  )
}

type ProjectFieldProps = { value: string; onChange: (projectId: string) => void }

function ProjectField({ value, onChange }: ProjectFieldProps) {
  const projects = useProjectsToChoose(true, value)
  const options = projects.items.map(({ id, name, clientName }) => ({
    value: id,
    label: name,
    detail: `${id} · ${clientName}`,
  }))
  return (
    <Combobox
      label="Proyecto"
      placeholder="Todos los proyectos"
      options={options}
      onSearch={projects.search}
      value={value}
      onChange={onChange}
    />
  )
}

const sorts = documentList.sorts.map(value => ({ value, label: documentSortLabel[value] }))
const states = [
  { value: '', label: 'Todos los estados' },
  ...documentStates.map(value => ({ value, label: stateLabel[value] })),
]
const types = [
  { value: '', label: 'Todos los tipos' },
  ...documentTypes.map(value => ({ value, label: typeLabel[value] })),
]
