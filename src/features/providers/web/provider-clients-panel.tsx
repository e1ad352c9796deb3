import { useClientsToChoose } from '#features/clients/web/queries.ts'
import type { ClientWire } from '#features/clients/wire.ts'
import { CheckList } from '#ui/fields/check-list.tsx'
import { useKnown } from '#ui/fields/choice.ts'

type ProviderClientsPanelProps = {
  clients: readonly ClientWire[]
  values: readonly string[]
  onChange: (values: string[]) => void
  error: string | undefined
}

/** Field with the clients that a provider serves. */
export function ProviderClientsPanel({ clients, ...list }: ProviderClientsPanelProps) {
  const found = useClientsToChoose()
  const known = useKnown<ClientWire>(client => client.id, clients, found.items)
  return (
    <CheckList
      {...list}
      label="Clientes a los que sirve"
      searchLabel="Buscar clientes..."
      optional
      options={known.map(({ id, name, email }) => ({ value: id, label: name, detail: email }))}
      onSearch={found.search}
      empty="Aún no hay clientes: podrás asignarlos después."
    />
  )
}
