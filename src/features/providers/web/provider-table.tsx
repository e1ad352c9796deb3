import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight, CopyX, Hourglass, Pencil } from 'lucide-react'
import { useMemo } from 'react'
import { providerList } from '#features/providers/list.ts'
import { providerStatusLabel } from '#features/providers/text.ts'
import type { ProviderWire } from '#features/providers/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { type ListCells, listColumns } from '#ui/lists/list-columns.ts'
import { RowButton } from '#ui/lists/row-button.tsx'
import { type Sort, Table } from '#ui/lists/table.tsx'
import { OnOffBadge } from '#ui/on-off-badge.tsx'

type ProviderTableProps = {
  providers: readonly ProviderWire[]
  isStale: boolean
  sort: Sort
  onSort: (by: string) => void
  onEdit: (provider: ProviderWire) => void
}

export function ProviderTable({ providers, onEdit, ...table }: ProviderTableProps) {
  const columns = useMemo(() => listColumns(providerList, 'providers', cellsFor(onEdit)), [onEdit])
  return (
    <Table
      label="Proveedores"
      columns={columns}
      rows={providers}
      rowKey={provider => provider.id}
      {...table}
      card={provider => <ProviderLines provider={provider} />}
    />
  )
}

const cellsFor = (onEdit: ProviderTableProps['onEdit']): ListCells<typeof providerList, ProviderWire> => ({
  id: ({ id }) => <span className="figures text-ink-soft">{id}</span>,
  name: {
    className: 'wrap-anywhere min-w-40',
    cell: ({ id, name, taxId, sameTaxId }) => (
      <>
        <Link
          to="/empresa/providers/$providerId"
          params={{ providerId: id }}
          className="font-medium hover:underline"
        >
          {name}
        </Link>
        {taxId && <span className="figures block text-ink-faint text-xs">{taxId}</span>}
        {sameTaxId.length > 0 && <TaxIdTwice />}
      </>
    ),
  },
  contact: {
    className: 'wrap-anywhere min-w-32',
    cell: ({ email, phone }) => (
      <>
        {email ?? '-'}
        {phone && <span className="figures block text-ink-faint text-xs">{phone}</span>}
      </>
    ),
  },
  account: provider => <Account provider={provider} />,
  clients: ({ clientIds }) => <span className="figures">{clientIds.length}</span>,
  status: ({ status }) => <Status status={status} />,
  actions: { className: 'w-px', cell: provider => <EditButton provider={provider} onEdit={onEdit} /> },
})

/** Card of a provider on a phone: name and status, then tax id and contact. All of it opens the provider. */
function ProviderLines({ provider }: { provider: ProviderWire }) {
  const { id, name, taxId, email, status, bankChange, sameTaxId } = provider
  const navigate = useNavigate()
  const open = () => void navigate({ to: '/empresa/providers/$providerId', params: { providerId: id } })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_1rem] items-center gap-x-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <RowButton label={`Ver ${name}`} refusal={undefined} onClick={open}>
          {name}
        </RowButton>
        <Status status={status} />
        {bankChange && <BankWaits />}
        {sameTaxId.length > 0 && <TaxIdTwice />}
      </div>
      <ChevronRight aria-hidden="true" className="row-span-2 size-4 text-ink-faint" />
      <p className="truncate text-ink-soft">
        <span className="figures">{taxId ?? id}</span>
        {email && ` · ${email}`}
      </p>
    </div>
  )
}

/** Ending of the account: enough to recognise it, no more than a list needs to show. */
function Account({ provider: { ibanEnding, bankChange } }: { provider: ProviderWire }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {ibanEnding === null ? (
        <span className="text-ink-faint">Sin cuenta</span>
      ) : (
        <span className="figures">
          <span aria-hidden="true">•••• </span>
          <span className="sr-only">termina en </span>
          {ibanEnding}
        </span>
      )}
      {bankChange && <BankWaits />}
    </span>
  )
}

function BankWaits() {
  return (
    <Badge tone="caution" icon={<Hourglass aria-hidden="true" />}>
      Cambio por confirmar
    </Badge>
  )
}

function TaxIdTwice() {
  return (
    <Badge tone="caution" icon={<CopyX aria-hidden="true" />}>
      NIF repetido
    </Badge>
  )
}

function Status({ status }: Pick<ProviderWire, 'status'>) {
  return <OnOffBadge on={status === 'active'}>{providerStatusLabel[status]}</OnOffBadge>
}

function EditButton({ provider, onEdit }: Pick<ProviderTableProps, 'onEdit'> & { provider: ProviderWire }) {
  const refusal = refusalText(provider.can.edit)
  return (
    <Button
      variant="quiet"
      size="icon"
      title={refusal ?? 'Editar'}
      aria-label={`Editar ${provider.name}`}
      icon={<Pencil aria-hidden="true" />}
      refusal={refusal}
      onClick={() => onEdit(provider)}
    />
  )
}
