import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import type { eventList } from '#features/audit/list.ts'
import { actionGroups } from '#features/audit/rules/action-groups.ts'
import { groups } from '#features/audit/text.ts'
import { usePeopleToChoose } from '#features/people/web/queries.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { Combobox } from '#ui/fields/combobox.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useIsPhone } from '#ui/hooks/use-media.ts'
import type { ListSearch } from '#ui/lists/use-list-search.ts'

type EventsFilterPanelProps = Pick<ListSearch<typeof eventList>, 'filter' | 'narrow'> & {
  onClear: (() => void) | null
}

/** Filters of the journal. On a phone they are folded, because the events come first. */
export function EventsFilterPanel(props: EventsFilterPanelProps) {
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  if (!isPhone) return <Filters {...props} />
  return (
    <div className="grid grid-cols-1 gap-3">
      <Button
        icon={<ListFilter aria-hidden="true" />}
        aria-expanded={isOpen}
        onClick={() => setOpen(before => !before)}
      >
        {props.onClear === null ? 'Filtros' : 'Filtros (activos)'}
      </Button>
      {isOpen && <Filters {...props} />}
    </div>
  )
}

/** The filter fields; each choice is written to the URL at once. */
function Filters({ filter, narrow, onClear }: EventsFilterPanelProps) {
  const people = usePeopleToChoose()
  return (
    <Card aria-label="Filtros" className="grid grid-cols-1 gap-x-4 gap-y-3 p-4 sm:grid-cols-2 lg:grid-cols-5">
      <Combobox
        label="Persona"
        placeholder="Todas"
        options={people.items.map(({ userId, name, email }) => ({
          value: userId,
          label: name,
          detail: email,
        }))}
        value={filter.actorId ?? ''}
        onChange={actor => narrow({ actor: actor || undefined })}
        onSearch={people.search}
      />
      <Select
        label="Acción"
        options={everyGroup}
        value={filter.group ?? ''}
        onChange={event => narrow({ group: actionGroups.find(group => group === event.target.value) })}
      />
      <ObjectField value={filter.object ?? ''} onChange={object => narrow({ object: object || undefined })} />
      <DateField
        label="Desde"
        value={filter.from ?? ''}
        onChange={from => narrow({ from: from || undefined })}
      />
      <DateField label="Hasta" value={filter.to ?? ''} onChange={to => narrow({ to: to || undefined })} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:col-span-full">
        <Checkbox
          label="Solo lo hecho en nombre de otra persona"
          checked={filter.delegated === 'yes'}
          onChange={event => narrow({ delegated: event.target.checked ? 'yes' : undefined })}
        />
        {onClear && (
          <Button size="sm" variant="quiet" onClick={onClear}>
            Limpiar filtros
          </Button>
        )}
      </div>
    </Card>
  )
}

type ObjectFieldProps = { value: string; onChange: (value: string) => void }

/** Field for an object's id. Typed text is applied on blur or Enter; a change of the URL from elsewhere replaces it. */
function ObjectField({ value, onChange }: ObjectFieldProps) {
  const [{ typed, lastValue }, set] = useState({ typed: value, lastValue: value })
  if (value !== lastValue) set({ typed: value, lastValue: value })
  const enter = () => onChange(typed.trim())
  return (
    <TextField
      label="Objeto"
      placeholder="DOC-001, CTR-002…"
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={event => set({ typed: event.target.value, lastValue })}
      onBlur={enter}
      onKeyDown={event => event.key === 'Enter' && enter()}
    />
  )
}

const everyGroup = [{ value: '', label: 'Todas' }, ...groups]
