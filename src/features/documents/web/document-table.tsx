import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { ApprovalsBadge } from '#features/documents/web/approvals-badge.tsx'
import { DocumentStatusBadge } from '#features/documents/web/document-status-badge.tsx'
import { DocumentTypeBadge, DocumentTypeIcon } from '#features/documents/web/document-type-badge.tsx'
import { documentAddress } from '#features/documents/web/text.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { type Column, type Sort, Table } from '#ui/lists/table.tsx'
import { Money } from '#ui/money.tsx'
import { InstantDay } from '#ui/time.tsx'

type DocumentTableProps = {
  base: string
  columns: DocumentColumns
  rows: readonly DocumentRowWire[]
  empty: ReactNode
  isStale: boolean
  /** Current sorting; undefined where the rows cannot be sorted. */
  sort?: Sort
  onSort?: (by: string) => void
}

/** Orders as rows; on a phone, as two-line cards. All of a row or card opens the order. */
export function DocumentTable({ base, columns: which, ...table }: DocumentTableProps) {
  const isSorted = table.onSort !== undefined
  const columns = useMemo(() => columnsFor(base, which, isSorted), [base, which, isSorted])
  return (
    <Table
      label="Lista de documentos"
      {...table}
      columns={columns}
      rowKey={row => row.id}
      card={row => <DocumentLines base={base} row={row} isReceived={which === 'received'} />}
    />
  )
}

/**
 * Column set: of the orders of one project, of payment orders, of issuance orders, of all orders, or of a
 * provider's own. Source: specification, section 2.
 */
export type DocumentColumns = 'of-project' | 'gasto' | 'emision' | 'everywhere' | 'received'

const idsOf: { readonly [columns in DocumentColumns]: readonly string[] } = {
  'of-project': ['id', 'name', 'provider', 'type', 'amount', 'status', 'approvals', 'date', 'view'],
  gasto: ['id', 'name', 'provider', 'amount', 'status', 'date', 'view'],
  emision: ['id', 'name', 'provider', 'amount', 'status', 'date', 'view'],
  everywhere: ['id', 'name', 'project', 'provider', 'type', 'amount', 'status', 'date', 'view'],
  received: ['id', 'name', 'project', 'type', 'amount', 'status', 'date', 'view'],
}

/** Columns that the server can sort by. */
const sortable = new Set(['name', 'provider', 'amount', 'date'])

function columnsFor(base: string, columns: DocumentColumns, isSorted: boolean): Column<DocumentRowWire>[] {
  const words = {
    provider: columns === 'emision' ? 'Cliente/Destinatario' : 'Proveedor',
    view: columns === 'gasto' || columns === 'emision' ? 'Acciones' : 'Ver',
  }
  return allColumns(base, words)
    .filter(({ id }) => idsOf[columns].includes(id))
    .map(column => ({ ...column, sortable: isSorted && sortable.has(column.id) }))
}

function allColumns(base: string, words: { provider: string; view: string }): Column<DocumentRowWire>[] {
  return [
    { id: 'id', header: 'ID', cell: row => <span className="figures text-ink-faint">{row.id}</span> },
    {
      id: 'name',
      header: 'Nombre',
      className: 'min-w-40',
      cell: row => <span className="font-medium">{row.name}</span>,
    },
    { id: 'project', header: 'Proyecto', cell: row => row.projectName },
    { id: 'provider', header: words.provider, cell: row => row.providerName },
    { id: 'type', header: 'Tipo', cell: row => <DocumentTypeBadge type={row.type} short /> },
    {
      id: 'amount',
      header: 'Monto',
      align: 'end',
      cell: row => <Money value={row.amount} className="font-medium" />,
    },
    { id: 'status', header: 'Estado', cell: row => <DocumentStatusBadge document={row} /> },
    {
      id: 'approvals',
      header: 'Aprobaciones',
      cell: row => <ApprovalsBadge approvals={row.approvals} state={row.state} />,
    },
    { id: 'date', header: 'Fecha', cell: row => <InstantDay value={row.createdAt} /> },
    { id: 'view', header: words.view, cell: row => <ViewLink base={base} row={row} /> },
  ]
}

function ViewLink({ base, row }: { base: string; row: DocumentRowWire }) {
  return (
    <Link
      to={documentAddress(base, row)}
      aria-label={`Ver ${row.id}, ${row.name}`}
      className="inline-flex min-h-8 items-center rounded-sm font-medium text-accent after:absolute after:inset-0 hover:underline focus-visible:after:outline-2 focus-visible:after:outline-accent"
    >
      Ver
    </Link>
  )
}

type DocumentLinesProps = { base: string; row: DocumentRowWire; isReceived: boolean }

/**
 * Two-line card of an order; the person paid knows their own name, so their orders show the project instead.
 */
function DocumentLines({ base, row, isReceived }: DocumentLinesProps) {
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <Link
          to={documentAddress(base, row)}
          className="flex min-w-0 items-center gap-2 font-medium after:absolute after:inset-0"
        >
          <DocumentTypeIcon type={row.type} />
          <span className="truncate">{row.name}</span>
        </Link>
        <Money value={row.amount} className="font-semibold" />
      </div>
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 truncate text-ink-faint text-xs leading-5">
          <span className="figures">{row.id}</span> · {isReceived ? row.projectName : row.providerName} ·{' '}
          <InstantDay value={row.createdAt} />
        </p>
        <DocumentStatusBadge document={row} inline />
      </div>
    </div>
  )
}
