import type { UseQueryResult } from '@tanstack/react-query'
import type { Ref } from 'react'
import type { ReplacementWire } from '#features/approvals/wire/reassignment.ts'
import { roleLabel } from '#kernel/actor.ts'
import { failureMessage } from '#ui/api.ts'
import { Combobox } from '#ui/fields/combobox.tsx'
import { ErrorState } from '#ui/states.tsx'

type PersonPanelProps = {
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  ref: Ref<HTMLInputElement>
  name: string
  /** People to choose from. */
  query: UseQueryResult<{ readonly items: readonly ReplacementWire[] }>
  hint?: string
  error: string | undefined
}

/** Choice of the person who shall approve an order. */
export function PersonPanel({ query, ...field }: PersonPanelProps) {
  const people = query.data?.items
  if (query.error && people === undefined)
    return (
      <ErrorState
        message={failureMessage(query.error)}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    )
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
