import { Link } from '@tanstack/react-router'
import { CircleMinus, PanelRight } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { documentList } from '#features/documents/list.ts'
import { kindText } from '#features/documents/text/kinds.ts'
import { ApprovalsBadge } from '#features/documents/web/approvals-badge.tsx'
import { DocumentStatusBadge } from '#features/documents/web/document-status-badge.tsx'
import { DocumentTypeBadge, DocumentTypeIcon } from '#features/documents/web/document-type-badge.tsx'
import { documentAddress } from '#features/documents/web/text.ts'
import { countedFromWire } from '#features/documents/wire/counted-amount.ts'
import type { ListedDocumentWire } from '#features/documents/wire.ts'
import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/classes.ts'
import { type ListCells, listColumns } from '#ui/lists/list-columns.ts'
import { peek } from '#ui/lists/peek.ts'
import { type Sort, Table } from '#ui/lists/table.tsx'
import { Money } from '#ui/money.tsx'
import { Day, InstantDay } from '#ui/time.tsx'

type DocumentTableProps = {
  areaPath: string
  columns: DocumentColumns
  /** Columns that are chosen, as the address says them; the table's own where none are. */
  chosen?: string | undefined
  rows: readonly ListedDocumentWire[]
  empty: ReactNode
  isStale: boolean
  /** Current sorting; undefined where the rows cannot be sorted. */
  sort?: Sort
  onSort?: (by: string) => void
}

/** Orders as rows; on a phone, as two-line cards. All of a row or card opens the order. */
export function DocumentTable({ areaPath, columns: which, chosen, ...table }: DocumentTableProps) {
  const columns = useMemo(
    () => listColumns(documentList, which, cellsFor(areaPath, chosen !== undefined), chosen),
    [areaPath, which, chosen],
  )
  return (
    <Table
      label="Lista de documentos"
      {...table}
      columns={columns}
      rowKey={row => row.id}
      card={row => <DocumentLines areaPath={areaPath} row={row} isReceived={which === 'received'} />}
    />
  )
}

/** Amount as the total below the list counts it: a credit note takes away. */

export type DocumentColumns = keyof typeof documentList.tables

/** `isChosen`: any number of columns may stand side by side, and the table scrolls rather than cut them short. */
function cellsFor(areaPath: string, isChosen: boolean): ListCells<typeof documentList, ListedDocumentWire> {
  const view = (row: ListedDocumentWire) => <ViewLink areaPath={areaPath} row={row} />
  const line = (cell: (row: ListedDocumentWire) => string | null) => ({
    className: classes('w-1/4', isChosen && 'min-w-36'),
    isLine: true,
    cell,
  })
  const provider = line(row => row.providerName)
  return {
    id: row => <span className="figures text-ink-faint">{row.id}</span>,
    name: {
      className: classes('w-1/2 font-medium', isChosen && 'min-w-52'),
      isLine: true,
      cell: row => row.name,
    },
    project: line(row => row.projectName),
    client: line(row => row.clientName),
    author: line(row => row.createdByName),
    invoiceNumber: line(row => row.invoiceNumber),
    costCentre: line(row => row.costCentre && `${row.costCentre.code} · ${row.costCentre.name}`),
    provider,
    recipient: provider,
    type: row => <DocumentTypeBadge type={row.type} creditedId={row.creditedId} short />,
    amount: row => <Money value={countedFromWire(row)} withCents className="font-medium" />,
    status: row => (
      <span className="inline-flex flex-col items-start gap-1">
        <DocumentStatusBadge document={row} />
        {row.isForced && <ForcedBadge />}
      </span>
    ),
    approvals: row => <ApprovalsBadge approvals={row.approvals} state={row.state} />,
    date: row => <InstantDay value={row.createdAt} />,
    approvedOn: row => row.approvedAt && <InstantDay value={row.approvedAt} />,
    dueOn: row => row.dueOn && <Day value={row.dueOn} />,
    executedOn: row => row.executedOn && <Day value={row.executedOn} />,
    view,
    actions: view,
  }
}

function ViewLink({ areaPath, row }: { areaPath: string; row: ListedDocumentWire }) {
  return (
    <Link
      to={documentAddress(areaPath, row)}
      aria-label={`Ver ${row.id}, ${row.name}`}
      className="inline-flex min-h-8 items-center rounded-sm font-medium text-accent after:absolute after:inset-0 hover:underline focus-visible:after:outline-2 focus-visible:after:outline-accent"
    >
      Ver
    </Link>
  )
}

type DocumentLinesProps = { areaPath: string; row: ListedDocumentWire; isReceived: boolean }

/**
 * Two-line card of an order; the person paid knows their own name, so their orders show the project instead.
 */
function DocumentLines({ areaPath, row, isReceived }: DocumentLinesProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-1 gap-y-1.5">
      <div className="flex items-center justify-between gap-3">
        <Link
          to={documentAddress(areaPath, row)}
          className="flex min-w-0 items-center gap-2 font-medium after:absolute after:inset-0"
        >
          <DocumentTypeIcon type={row.type} />
          <span className="truncate">{row.name}</span>
        </Link>
        <Money value={countedFromWire(row)} className="font-semibold" />
      </div>
      <button
        type="button"
        aria-label={`Ver ${row.id} sin salir de la lista`}
        onClick={() => peek.at(documentAddress(areaPath, row))}
        className="relative z-1 row-span-2 -mr-3 grid size-11 place-items-center self-center rounded-md text-ink-faint"
      >
        <PanelRight aria-hidden="true" className="size-4" />
      </button>
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="min-w-36 flex-1 truncate text-ink-faint text-xs leading-5">
          <span className="figures">{row.id}</span> · <InstantDay value={row.createdAt} /> ·{' '}
          {row.creditedId ? kindText(row) : isReceived ? row.projectName : row.providerName}
        </p>
        <span className="flex flex-wrap justify-end gap-1">
          {row.isForced && <ForcedBadge />}
          <DocumentStatusBadge document={row} inline />
        </span>
      </div>
    </div>
  )
}

/** Badge of an order whose decision an administrator forced. */
function ForcedBadge() {
  return (
    <Badge tone="caution" icon={<CircleMinus aria-hidden="true" />}>
      Decisión forzada
    </Badge>
  )
}
