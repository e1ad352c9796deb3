import { useQuery } from '@tanstack/react-query'
import { centreChoicesQuery } from '#features/cost-centres/web/choice-queries.ts'
import type { NamedCentreWire } from '#features/cost-centres/wire.ts'
import { emptyTextFor, useKnown, useTyped } from '#ui/fields/choice.ts'
import { Combobox } from '#ui/fields/combobox.tsx'

type CentreFilterPanelProps = { value: string; onChange: (costCentreId: string) => void }

/** Filter by cost centre; nothing where the person knows none. */
export function CentreFilterPanel({ value, onChange }: CentreFilterPanelProps) {
  const [typed, search] = useTyped()
  const first = useQuery(centreChoicesQuery({}))
  const found = useQuery({ ...centreChoicesQuery({ q: typed }), enabled: typed !== '' })
  const chosen = useQuery({ ...centreChoicesQuery({ costCentreId: value }), enabled: value !== '' })
  const centres = useKnown<NamedCentreWire>(
    ({ id }) => id,
    chosen.data?.items,
    first.data?.items,
    found.data?.items,
  )
  if (centres.length === 0) return null
  return (
    <Combobox
      label="Centro de coste"
      placeholder="Todos los centros"
      options={centres.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))}
      emptyText={emptyTextFor(first, centres.length, 'Ninguno todavía', 'Sin resultados')}
      onSearch={search}
      value={value}
      onChange={onChange}
    />
  )
}

type CentreNameProps = { id: string | undefined; year: string | undefined }

/** Code of a filtered centre, and the year of its budget; a dash for one that the person does not know. */
export function CentreName({ id = '', year }: CentreNameProps) {
  const { data } = useQuery({ ...centreChoicesQuery({ costCentreId: id }), enabled: id !== '' })
  const code = id === '' ? undefined : data === undefined ? '…' : (data.items[0]?.code ?? '—')
  return [code, year].filter(Boolean).join(', ')
}
