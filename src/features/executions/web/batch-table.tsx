import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { BatchStateBadge } from '#features/executions/web/batch-state-badge.tsx'
import { batchAddress, namedWith } from '#features/executions/web/text.ts'
import type { BatchRowWire } from '#features/executions/wire/batches.ts'
import { counted } from '#kernel/text.ts'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Money } from '#ui/money.tsx'
import { Day, InstantDay } from '#ui/time.tsx'

type BatchTableProps = { areaPath: string; rows: readonly BatchRowWire[]; empty: ReactNode }

/** Payment batches, newest first. */
export function BatchTable({ areaPath, rows, empty }: BatchTableProps) {
  const columns = useMemo(() => columnsFor(areaPath), [areaPath])
  return (
    <Table
      label="Remesas SEPA"
      columns={columns}
      rows={rows}
      rowKey={batch => batch.id}
      empty={empty}
      card={batch => <BatchLines areaPath={areaPath} batch={batch} />}
    />
  )
}

function columnsFor(areaPath: string): readonly Column<BatchRowWire>[] {
  return [
    { id: 'id', header: 'ID', cell: batch => <BatchLink areaPath={areaPath} batch={batch} /> },
    { id: 'state', header: 'Estado', cell: batch => <BatchStateBadge batch={batch} /> },
    { id: 'payOn', header: 'Fecha de pago', cell: ({ payOn }) => <Day value={payOn} /> },
    { id: 'orders', header: 'Pedidos', className: 'w-1/4', cell: batch => <Progress batch={batch} /> },
    {
      id: 'amount',
      header: 'Total',
      align: 'end',
      cell: ({ amount }) => <Money value={amount} withCents className="font-medium" />,
    },
    {
      id: 'by',
      header: 'Creada por',
      className: 'w-1/5',
      isLine: true,
      cell: ({ madeByName, madeForName }) => namedWith(madeByName, madeForName),
    },
    { id: 'at', header: 'Creada', cell: ({ madeAt }) => <InstantDay value={madeAt} /> },
  ]
}

type LinesProps = { areaPath: string; batch: BatchRowWire }

function BatchLink({ areaPath, batch: { id } }: LinesProps) {
  return (
    <Link
      to={batchAddress(areaPath, id)}
      className="figures inline-flex min-h-6 items-center font-medium text-accent underline-offset-2 hover:underline"
    >
      {id}
    </Link>
  )
}

function BatchLines({ areaPath, batch }: LinesProps) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="flex items-center justify-between gap-3">
        <Link
          to={batchAddress(areaPath, batch.id)}
          className="figures font-medium after:absolute after:inset-0"
        >
          {batch.id}
        </Link>
        <Money value={batch.amount} className="font-semibold" />
      </p>
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-ink-faint text-xs">
        <span>
          <Progress batch={batch} /> · <Day value={batch.payOn} />
        </span>
        <BatchStateBadge batch={batch} />
      </p>
    </div>
  )
}

/** Number of orders in the batch ('3 pedidos'), with those paid and returned while it is not settled. */
function Progress({ batch: { orders, executed, returned, state } }: { batch: BatchRowWire }) {
  const parts = [
    ...(state === 'open' && executed > 0 ? [counted(executed, 'pagado')] : []),
    ...(returned > 0 ? [counted(returned, 'devuelto')] : []),
  ]
  return (
    <>
      {counted(orders, 'pedido')}
      {parts.length > 0 && <span className="text-ink-faint"> ({parts.join(', ')})</span>}
    </>
  )
}
