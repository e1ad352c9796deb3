import type { Ref } from 'react'
import type { ReplacementWire } from '#features/approvals/wire/reassignment.ts'
import { roleLabel } from '#kernel/actor.ts'
import { Combobox } from '#ui/fields/combobox.tsx'

type PersonPanelProps = {
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  ref: Ref<HTMLInputElement>
  name: string
  /** People to choose from; undefined while they are read. */
  people: readonly ReplacementWire[] | undefined
  hint?: string
  error: string | undefined
}

/** Choice of the person who shall approve an order. */
export function PersonPanel({ people, ...field }: PersonPanelProps) {
  const options = (people ?? []).map(({ userId, name, email, role }) => ({
    value: userId,
    label: name,
    detail: `${email} · ${roleLabel[role]}`,
  }))
  return (
    <Combobox
      {...field}
      label="Quién aprobará"
      placeholder={people === undefined ? 'Cargando…' : 'Busca por nombre o correo'}
      emptyText={people === undefined ? 'Cargando…' : 'Nadie con ese nombre puede aprobar este pedido'}
      options={options}
    />
  )
}
