import { useQuery } from '@tanstack/react-query'
import { clientQuery, useClientsToChoose } from '#features/clients/web/queries.ts'
import { Combobox } from '#ui/fields/combobox.tsx'
import { FilterSelect } from '#ui/lists/filter-select.tsx'

type ClientFilterPanelProps = {
  /** Option for no choice: 'Toda la empresa'. */
  all: string
  /** Id of the chosen client; empty for all. */
  chosen: string
  onChoose: (clientId: string) => void
}

/** Filter by client; with more clients than a list can hold, by typing part of the name or the address. */
export function ClientFilterPanel({ all, chosen, onChoose }: ClientFilterPanelProps) {
  const clients = useClientsToChoose()
  const isKnown = chosen === '' || clients.items.some(({ id }) => id === chosen)
  const other = useQuery({ ...clientQuery(chosen), enabled: !isKnown && !clients.isPending })
  const shown = isKnown || !other.data ? clients.items : [...clients.items, other.data]
  const words = { label: 'Cliente', value: chosen, onChange: onChoose }
  if (!clients.hasMore)
    return (
      <FilterSelect
        {...words}
        all={all}
        options={shown.map(({ id, name }) => ({ value: id, label: name }))}
      />
    )
  const options = shown.map(({ id, name, email }) => ({ value: id, label: name, detail: email }))
  return (
    <Combobox
      {...words}
      className="min-w-40 flex-1 sm:w-56 sm:flex-none"
      isLabelHidden
      placeholder={all}
      options={chosen === '' ? options : [{ value: '', label: all }, ...options]}
      onSearch={clients.search}
    />
  )
}
