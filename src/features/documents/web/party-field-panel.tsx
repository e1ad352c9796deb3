import { useQuery } from '@tanstack/react-query'
import type { PartyKind } from '#features/documents/rules/parties.ts'
import { partyLabel } from '#features/documents/text/parties.ts'
import { partiesQuery } from '#features/documents/web/party-queries.ts'
import type { PartyWire } from '#features/documents/wire/parties.ts'
import { emptyTextFor, useKnown, useTyped } from '#ui/fields/choice.ts'
import { Combobox } from '#ui/fields/combobox.tsx'

type PartyFieldPanelProps = { kind: PartyKind; value: string; onChange: (id: string) => void }

/** Choice of a party of the orders that the person sees, found by part of its name. */
export function PartyFieldPanel({ kind, value, onChange }: PartyFieldPanelProps) {
  const [typed, search] = useTyped()
  const found = useQuery(partiesQuery({ kind, q: typed }))
  const chosen = useQuery({ ...partiesQuery({ kind, id: value }), enabled: value !== '' })
  const items = useKnown<PartyWire>(party => party.id, found.data?.items, chosen.data?.items)
  return (
    <Combobox
      label={partyLabel[kind]}
      placeholder="Escribe para buscar"
      emptyText={emptyTextFor(found, items.length, 'Nadie todavía', 'Sin resultados')}
      options={items.map(({ id, name, detail }) => ({
        value: id,
        label: name,
        ...(detail !== null && { detail }),
      }))}
      onSearch={search}
      value={value}
      onChange={onChange}
    />
  )
}
