import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DocumentTypeBadge } from '#features/documents/web/document-type-badge.tsx'
import { countedFromWire } from '#features/documents/wire/counted-amount.ts'
import { orderFlowList } from '#features/platform/list.ts'
import { ForcedFlowBadge, OrderFlowBadge, PendingDays } from '#features/platform/web/order-flow-badge.tsx'
import type { OrderFlowWire } from '#features/platform/wire/order-flows.ts'
import { listColumns } from '#ui/lists/list-columns.ts'
import { type Sort, Table } from '#ui/lists/table.tsx'
import { Money } from '#ui/money.tsx'
import { InstantDay, ZoneContext } from '#ui/time.tsx'

type OrderFlowTableProps = {
  orders: readonly OrderFlowWire[]
  isStale: boolean
  sort: Sort
  onSort: (by: string) => void
  empty: ReactNode
}

/** Orders of all companies; an id is unique within a company only. */
export function OrderFlowTable({ orders, ...table }: OrderFlowTableProps) {
  return (
    <Table
      label="Pedidos"
      columns={columns}
      rows={orders}
      rowKey={({ companyId, id }) => `${companyId}/${id}`}
      {...table}
      card={order => <OrderFlowLines order={order} />}
    />
  )
}

const columns = listColumns<typeof orderFlowList, OrderFlowWire>(orderFlowList, 'orders', {
  id: ({ id }) => <span className="figures text-ink-faint">{id}</span>,
  company: { className: 'w-1/3 font-medium', isLine: true, cell: ({ companyName }) => companyName },
  type: ({ type, creditedId }) => <DocumentTypeBadge type={type} creditedId={creditedId} short />,
  project: { className: 'w-1/3', isLine: true, cell: ({ projectName }) => projectName },
  amount: order => <Money value={countedFromWire(order)} withCents className="font-medium" />,
  status: ({ status, isForced }) => (
    <span className="inline-flex flex-col items-start gap-1">
      <OrderFlowBadge status={status} />
      {isForced && <ForcedFlowBadge />}
    </span>
  ),
  date: order => <Created order={order} />,
  days: order => <PendingDays order={order} />,
  view: order => <DetailLink order={order} />,
})

type OrderProps = { order: OrderFlowWire }

function DetailLink({ order: { companyId, companyName, id } }: OrderProps) {
  return (
    <Link
      to="/admin_saas/order-flows/$companyId/$documentId"
      params={{ companyId, documentId: id }}
      aria-label={`Ver detalle de ${id}, ${companyName}`}
      className="inline-flex min-h-8 items-center whitespace-nowrap rounded-sm font-medium text-accent after:absolute after:inset-0 hover:underline focus-visible:after:outline-2 focus-visible:after:outline-accent"
    >
      Ver detalle
    </Link>
  )
}

/** Day of creation in the company's zone. */
function Created({ order: { createdAt, timeZone } }: OrderProps) {
  return (
    <ZoneContext value={timeZone}>
      <InstantDay value={createdAt} />
    </ZoneContext>
  )
}

function OrderFlowLines({ order }: OrderProps) {
  const { id, companyId, companyName, projectName, type, creditedId, status, pendingDays } = order
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <Link
          to="/admin_saas/order-flows/$companyId/$documentId"
          params={{ companyId, documentId: id }}
          aria-label={`Ver detalle de ${id}, ${companyName}`}
          className="min-w-0 truncate font-medium after:absolute after:inset-0"
        >
          {companyName}
        </Link>
        <Money value={countedFromWire(order)} className="font-semibold" />
      </div>
      <p className="min-w-0 truncate text-ink-faint text-xs leading-5">
        <span className="figures">{id}</span> · {projectName} · <Created order={order} />
      </p>
      <div className="flex items-center justify-between gap-3">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
          <OrderFlowBadge status={status} />
          {order.isForced && <ForcedFlowBadge />}
          <DocumentTypeBadge type={type} creditedId={creditedId} short />
        </span>
        {pendingDays !== null && <PendingDays order={order} />}
      </div>
    </div>
  )
}
