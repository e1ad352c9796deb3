import { Link } from '@tanstack/react-router'
import { CheckCheck, CircleX, Clock, Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { documentAddress } from '#features/documents/web/text.ts'
import type { BatchDocumentWire } from '#features/executions/wire/batches.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Money } from '#ui/money.tsx'

type BatchOrdersTableProps = {
  areaPath: string
  items: readonly BatchDocumentWire[]
  /** Records a payment returned by the bank; null where that is not allowed. Must be stable between renders. */
  onGiveBack: ((documentId: string) => void) | null
}

/** Orders of a batch in the file's sequence, with the outcome of each. */
export function BatchDocumentsTable({ areaPath, items, onGiveBack }: BatchOrdersTableProps) {
  const columns = useMemo(() => columnsFor(areaPath, onGiveBack), [areaPath, onGiveBack])
  return (
    <Table
      label="Pedidos de la remesa"
      columns={columns}
      rows={items}
      rowKey={({ document }) => document.id}
      card={item => <OrderLines areaPath={areaPath} item={item} onGiveBack={onGiveBack} />}
    />
  )
}

type GiveBack = BatchOrdersTableProps['onGiveBack']

function columnsFor(areaPath: string, onGiveBack: GiveBack): readonly Column<BatchDocumentWire>[] {
  const columns: Column<BatchDocumentWire>[] = [
    {
      id: 'id',
      header: 'ID',
      cell: ({ document }) => <span className="figures text-ink-faint">{document.id}</span>,
    },
    {
      id: 'name',
      header: 'Nombre',
      className: 'wrap-anywhere min-w-40',
      cell: item => <OrderLink areaPath={areaPath} item={item} />,
    },
    {
      id: 'to',
      header: 'Proveedor',
      className: 'wrap-anywhere min-w-32',
      cell: item => <Creditor item={item} />,
    },
    { id: 'account', header: 'Cuenta', cell: item => <Account item={item} /> },
    {
      id: 'amount',
      header: 'Monto',
      align: 'end',
      cell: item => <Amount areaPath={areaPath} item={item} />,
    },
    { id: 'standing', header: 'Estado', cell: item => <Standing item={item} /> },
  ]
  const actions: Column<BatchDocumentWire> = {
    id: 'actions',
    header: 'Acciones',
    align: 'end',
    cell: item => <GiveBackButton item={item} onGiveBack={onGiveBack} />,
  }
  return onGiveBack === null ? columns : [...columns, actions]
}

type LinesProps = { areaPath: string; item: BatchDocumentWire }

function OrderLink({ areaPath, item: { document } }: LinesProps) {
  return (
    <Link
      to={documentAddress(areaPath, document)}
      className="inline-flex min-h-6 items-center font-medium hover:underline touch:min-h-11"
    >
      <span className="line-clamp-2">{document.name}</span>
    </Link>
  )
}

function OrderLines({ areaPath, item, onGiveBack }: LinesProps & { onGiveBack: GiveBack }) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="flex items-center justify-between gap-3">
        <OrderLink areaPath={areaPath} item={item} />
        <Money value={item.amount} withCents className="font-semibold" />
      </p>
      <Reduced areaPath={areaPath} item={item} />
      <p className="text-ink-faint text-xs">
        <span className="figures">{item.document.id}</span> · <Creditor item={item} /> ·{' '}
        <Account item={item} />
      </p>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <Standing item={item} />
        <GiveBackButton item={item} onGiveBack={onGiveBack} />
      </p>
    </div>
  )
}

function Amount({ areaPath, item }: LinesProps) {
  return (
    <>
      <Money value={item.amount} withCents className="font-medium" />
      <Reduced areaPath={areaPath} item={item} />
    </>
  )
}

/** Whole payment and credit notes that reduce its transfer; nothing for a payment that is transferred whole. */
function Reduced({ areaPath, item: { gross, creditNotes } }: LinesProps) {
  if (creditNotes.length === 0) return null
  return (
    <ul className="text-ink-faint text-xs" aria-label="Monto neto">
      <li>
        Bruto <Money value={gross} withCents />
      </li>
      {creditNotes.map(note => (
        <li key={note.id}>
          Abono{' '}
          <Link
            to={documentAddress(areaPath, note)}
            className="inline-flex min-h-6 items-center underline-offset-2 hover:underline touch:min-h-11"
          >
            {note.id}
          </Link>{' '}
          −<Money value={note.amount} withCents />
        </li>
      ))}
    </ul>
  )
}

function Creditor({ item: { creditorName, document } }: { item: BatchDocumentWire }) {
  return (
    <>
      {creditorName}
      {document.providerOff && <span className="text-caution"> (dado de baja)</span>}
    </>
  )
}

function Account({ item: { account, isAccountShared } }: { item: BatchDocumentWire }) {
  return (
    <>
      <span className="figures">{account}</span>
      {isAccountShared && <span className="text-caution"> (también de otro proveedor)</span>}
    </>
  )
}

function GiveBackButton({ item, onGiveBack }: { item: BatchDocumentWire; onGiveBack: GiveBack }) {
  if (onGiveBack === null || item.standing !== 'waiting') return null
  const { id } = item.document
  return (
    <Button
      size="sm"
      icon={<Undo2 aria-hidden="true" />}
      aria-label={`Anotar devolución: ${id}`}
      onClick={() => onGiveBack(id)}
    >
      Anotar devolución
    </Button>
  )
}

function Standing({ item: { standing } }: { item: BatchDocumentWire }) {
  const { tone, Icon, word } = looks[standing]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {word}
    </Badge>
  )
}

const looks = {
  waiting: { tone: 'caution', Icon: Clock, word: 'Pendiente' },
  executed: { tone: 'positive', Icon: CheckCheck, word: 'Pagado' },
  returned: { tone: 'negative', Icon: Undo2, word: 'Devuelto' },
  released: { tone: 'neutral', Icon: CircleX, word: 'Liberado' },
} as const
