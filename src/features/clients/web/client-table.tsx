import { Link } from '@tanstack/react-router'
import { ChevronRight, Pencil, Truck } from 'lucide-react'
import { useMemo } from 'react'
import { clientList } from '#features/clients/list.ts'
import { clientStatusLabel } from '#features/clients/text.ts'
import type { ClientWire } from '#features/clients/wire.ts'
import { counted } from '#kernel/text.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { HoverCard } from '#ui/dialogs/hover-card.tsx'
import { type ListCells, listColumns } from '#ui/lists/list-columns.ts'
import { type Sort, Table } from '#ui/lists/table.tsx'
import { OnOffBadge } from '#ui/on-off-badge.tsx'

type ClientTableProps = {
  clients: readonly ClientWire[]
  isStale: boolean
  sort: Sort
  onSort: (by: string) => void
  onEdit: (client: ClientWire) => void
  onAssign: (client: ClientWire) => void
}

export function ClientTable({ clients, onEdit, onAssign, ...table }: ClientTableProps) {
  const columns = useMemo(
    () => listColumns(clientList, 'clients', cellsFor(onEdit, onAssign)),
    [onEdit, onAssign],
  )
  return (
    <Table
      label="Clientes"
      columns={columns}
      rows={clients}
      rowKey={client => client.id}
      {...table}
      card={client => <ClientLines client={client} onAssign={onAssign} />}
    />
  )
}

type Handlers = Pick<ClientTableProps, 'onEdit' | 'onAssign'>

const cellsFor = (
  onEdit: Handlers['onEdit'],
  onAssign: Handlers['onAssign'],
): ListCells<typeof clientList, ClientWire> => ({
  name: {
    className: 'wrap-anywhere min-w-40',
    cell: client => (
      <>
        <NameLink client={client} className="hover:underline" />
        {client.taxId && <span className="figures block text-ink-faint text-xs">{client.taxId}</span>}
      </>
    ),
  },
  email: { className: 'w-1/3', isLine: true, cell: ({ email }) => email },
  phone: ({ phone }) => <span className="figures">{phone ?? '-'}</span>,
  status: ({ status }) => <Status status={status} />,
  providers: client => <ProvidersButton client={client} onAssign={onAssign} />,
  actions: { className: 'w-px', cell: client => <EditButton client={client} onEdit={onEdit} /> },
})

/** Card of a client on a phone: name and status, then its contact. All of it opens the client. */
function ClientLines({ client, onAssign }: Pick<Handlers, 'onAssign'> & { client: ClientWire }) {
  const { email, phone, status } = client
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_1rem] items-center gap-x-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <NameLink client={client} className="min-w-0 after:absolute after:inset-0" />
        <Status status={status} />
      </div>
      <div className="relative row-span-2">
        <ProvidersButton client={client} onAssign={onAssign} />
      </div>
      <ChevronRight aria-hidden="true" className="row-span-2 size-4 text-ink-faint" />
      <p className="flex min-w-0 flex-wrap gap-x-2 text-ink-soft">
        <span className="truncate">{email}</span>
        {phone && <span className="figures">{phone}</span>}
      </p>
    </div>
  )
}

function NameLink({ client: { id, name }, className }: { client: ClientWire; className: string }) {
  return (
    <Link
      to="/empresa/clients/$clientId"
      params={{ clientId: id }}
      className={classes('font-medium', className)}
    >
      {name}
    </Link>
  )
}

function Status({ status }: Pick<ClientWire, 'status'>) {
  return <OnOffBadge on={status === 'active'}>{clientStatusLabel[status]}</OnOffBadge>
}

/** Number of providers the client works with; opens the list of them. */
function ProvidersButton({ client, onAssign }: { client: ClientWire; onAssign: Handlers['onAssign'] }) {
  const sentence =
    client.providersCount === 1
      ? 'Este cliente tiene 1 proveedor asignado.'
      : `Este cliente tiene ${client.providersCount} proveedores asignados.`
  return (
    <HoverCard
      trigger={
        <Button
          variant="quiet"
          size="sm"
          icon={<Truck aria-hidden="true" />}
          aria-label={`${counted(client.providersCount, 'proveedor', 'proveedores')} de ${client.name}: asignar`}
          refusal={refusalText(client.can.assignProviders)}
          onClick={() => onAssign(client)}
        >
          <span className="figures">{client.providersCount}</span>
        </Button>
      }
    >
      {sentence}
    </HoverCard>
  )
}

function EditButton({ client, onEdit }: { client: ClientWire; onEdit: Handlers['onEdit'] }) {
  return (
    <Button
      variant="quiet"
      size="icon"
      title={refusalText(client.can.edit) ?? 'Editar'}
      aria-label={`Editar ${client.name}`}
      icon={<Pencil aria-hidden="true" />}
      refusal={refusalText(client.can.edit)}
      onClick={() => onEdit(client)}
    />
  )
}
