import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { documentList } from '#features/documents/list.ts'
import type { PartyKind } from '#features/documents/rules/parties.ts'
import { typedFromAmount } from '#features/documents/rules/typed-amount.ts'
import { partyLabel } from '#features/documents/text/parties.ts'
import { stateLabel, typeLabel } from '#features/documents/text.ts'
import { CentreName } from '#features/documents/web/centre-filter-panel.tsx'
import { partiesQuery } from '#features/documents/web/party-queries.ts'
import { useProjectsToChoose } from '#features/projects/web/queries.ts'
import { formatDay } from '#kernel/day.ts'
import type { AddressOf } from '#kernel/list.ts'
import type { ListSearch } from '#ui/lists/use-list-search.ts'

type Search = ListSearch<typeof documentList>

export type FilterChipsPanelProps = {
  search: Search
  /** Filters that every order of the list meets: they are no chips. */
  fixed: readonly string[]
  onClose: () => void
}

/** Filters that are set, each removed with one press. */
export function FilterChipsPanel({ search, fixed }: FilterChipsPanelProps) {
  const { filter, narrow } = search
  const chosen = Object.entries(filter).filter(([name]) => !fixed.includes(name))
  const chips = chipsFor(Object.fromEntries(chosen))
  const remove = (names: readonly string[]) =>
    narrow(Object.fromEntries(names.map(name => [name, undefined])))
  return (
    <ul aria-label="Filtros puestos" className="flex flex-wrap gap-2">
      {chips.map(({ names, label, value }) => (
        <li key={label} className="max-w-full">
          <Chip label={label} onRemove={() => remove(names)}>
            {value}
          </Chip>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button
            type="button"
            onClick={() => remove(chips.flatMap(({ names }) => names))}
            className="min-h-8 rounded-md px-2 font-medium text-accent text-xs hover:underline touch:min-h-11"
          >
            Quitar todos
          </button>
        </li>
      )}
    </ul>
  )
}

type ChipProps = { label: string; onRemove: () => void; children: ReactNode }

function Chip({ label, onRemove, children }: ChipProps) {
  return (
    <button
      type="button"
      title="Quitar este filtro"
      onClick={onRemove}
      className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border bg-surface px-3 text-xs transition-colors hover:bg-hover touch:min-h-11"
    >
      <span className="sr-only">Quitar el filtro </span>
      <span className="shrink-0 text-ink-soft">{label}:</span>
      <span className="truncate font-medium">{children}</span>
      <X aria-hidden="true" className="size-3.5 shrink-0 text-ink-faint" />
    </button>
  )
}

type ChipContent = {
  names: readonly (keyof AddressOf<typeof documentList>)[]
  label: string
  value: ReactNode
}

function chipsFor(filter: Search['filter']): readonly ChipContent[] {
  const { projectId, contractId, clientId, providerId, requesterId, approverId, type, state } = filter
  const { createdFrom, createdTo, approvedFrom, approvedTo, executedFrom, executedTo } = filter
  const { invoicedFrom, invoicedTo, dueFrom, dueTo, undated, costCentreId, costCentreYear } = filter
  const [least, most] = [filter.amountFrom, filter.amountTo]
  const party = (name: 'client' | 'provider' | 'requester' | 'approver', id: string | undefined) =>
    id === undefined
      ? []
      : [{ names: [name], label: partyLabel[name], value: <PartyName kind={name} id={id} /> }]
  return [
    ...(projectId === undefined
      ? []
      : [{ names: ['project'] as const, label: 'Proyecto', value: <ProjectName id={projectId} /> }]),
    ...(contractId === undefined
      ? []
      : [{ names: ['contract'] as const, label: 'Contrato', value: contractId }]),
    ...(costCentreId === undefined && costCentreYear === undefined
      ? []
      : [
          {
            names: ['centre', 'year'] as const,
            label: 'Centro de coste',
            value: <CentreName id={costCentreId} year={costCentreYear} />,
          },
        ]),
    ...party('client', clientId),
    ...party('provider', providerId),
    ...party('requester', requesterId),
    ...party('approver', approverId),
    ...(type === undefined ? [] : [{ names: ['type'] as const, label: 'Tipo', value: typeLabel[type] }]),
    ...(state === undefined
      ? []
      : [{ names: ['state'] as const, label: 'Estado', value: stateLabel[state] }]),
    ...range(
      'Monto',
      ['amountFrom', 'amountTo'],
      least && typedFromAmount(least),
      most && typedFromAmount(most),
    ),
    ...range('Creado', ['createdFrom', 'createdTo'], day(createdFrom), day(createdTo)),
    ...range('Aprobado', ['approvedFrom', 'approvedTo'], day(approvedFrom), day(approvedTo)),
    ...range('Fecha de la factura', ['invoicedFrom', 'invoicedTo'], day(invoicedFrom), day(invoicedTo)),
    ...range('Vence', ['dueFrom', 'dueTo'], day(dueFrom), day(dueTo)),
    ...(undated === undefined
      ? []
      : [{ names: ['undated'] as const, label: 'Vence', value: 'sin fecha, por pagar o emitir' }]),
    ...range('Pagado o emitido', ['executedFrom', 'executedTo'], day(executedFrom), day(executedTo)),
  ]
}

const day = (text: string | undefined) => text && formatDay(text)

function range(
  label: string,
  names: ChipContent['names'],
  from?: string,
  to?: string,
): readonly ChipContent[] {
  if (from === undefined && to === undefined) return []
  const value = from === undefined ? `hasta ${to}` : to === undefined ? `desde ${from}` : `de ${from} a ${to}`
  return [{ names, label, value }]
}

function ProjectName({ id }: { id: string }) {
  const { items } = useProjectsToChoose(true, id)
  return items.find(project => project.id === id)?.name ?? id
}

/** Name of a party; a dash for one that the person's orders do not have. */
function PartyName({ kind, id }: { kind: PartyKind; id: string }) {
  const { data } = useQuery(partiesQuery({ kind, id }))
  return data === undefined ? '…' : (data.items[0]?.name ?? '—')
}
