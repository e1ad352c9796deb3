import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CreditNoteDialog } from '#features/approvals/web/credit-note-dialog.tsx'
import { documentQuery } from '#features/documents/web/order-queries.ts'
import { creditedQuery, creditReceived } from '#features/invoices/web/credit-queries.ts'
import type { CreditableWire, ProposedCreditNoteWire } from '#features/invoices/wire/credit.ts'
import type { TrayInvoiceWire } from '#features/invoices/wire/tray.ts'
import { formatDay } from '#kernel/day.ts'
import { type Currency, formatMoney } from '#kernel/money.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { RadioCards } from '#ui/fields/radio-cards.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type CreditReceivedDialogProps = { areaPath: string; invoice: TrayInvoiceWire; onClose: () => void }

/** A received credit note: first the order that it reduces, then what it takes away. */
export function CreditReceivedDialog({ areaPath, invoice, onClose }: CreditReceivedDialogProps) {
  const query = useQuery(creditedQuery(invoice.id))
  const [order, setOrder] = useState<CreditableWire | null>(null)
  if (order && query.data)
    return (
      <Content
        areaPath={areaPath}
        invoice={invoice}
        order={order}
        onClose={onClose}
        said={query.data.creditNote}
      />
    )
  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title={`Abono ${invoice.number ?? invoice.file.name}`}
      description="Reduce un pedido de su emisor: pasa por la misma aprobación, y al confirmarse su carga vuelve al contrato."
    >
      <Loaded query={query} skeleton={<Skeleton className="h-32 w-full rounded-lg" />}>
        {({ items }) =>
          items.length === 0 ? (
            <p>Su emisor no tiene ningún pedido aprobado ni pagado que se pueda reducir.</p>
          ) : (
            <Choice items={items} onChoose={setOrder} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

type ChoiceProps = { items: readonly CreditableWire[]; onChoose: (order: CreditableWire) => void }

/** The orders, that which the file names chosen where it names one. */
function Choice({ items, onChoose }: ChoiceProps) {
  const named = items.filter(({ isNamed }) => isNamed)
  const [only] = named.length === 1 ? named : items.length === 1 ? items : []
  const [id, setId] = useState(only?.id ?? '')
  const [wasPressed, setPressed] = useState(false)
  const chosen = items.find(each => each.id === id)
  const goOn = () => (chosen ? onChoose(chosen) : setPressed(true))
  return (
    <div className="grid grid-cols-1 gap-4">
      <RadioCards
        label="Pedido que reduce"
        value={id}
        onChange={setId}
        error={wasPressed && !chosen ? 'Elige el pedido que reduce' : undefined}
        options={items.map(each => ({
          value: each.id,
          label: `${each.id} ${each.name}`,
          note: noteOn(each),
        }))}
      />
      <Button variant="primary" className="justify-self-end" onClick={goOn}>
        Seguir
      </Button>
    </div>
  )
}

function noteOn({ isNamed, invoiceNumber, invoiceDate, left }: CreditableWire): string {
  const parts = [
    isNamed && 'La factura que nombra el abono',
    invoiceNumber && `Factura ${invoiceNumber}`,
    invoiceDate && formatDay(invoiceDate),
    `quedan ${formatMoney(moneyFromWire(left))}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

type ContentProps = CreditReceivedDialogProps & {
  order: CreditableWire
  said: ProposedCreditNoteWire | null
}

function Content({ areaPath, invoice, order, said, onClose }: ContentProps) {
  const { data } = useQuery(documentQuery(order.projectId, order.id))
  if (!data) return null
  const { id, file, revision: invoiceRevision } = invoice
  return (
    <CreditNoteDialog
      areaPath={areaPath}
      document={data}
      onClose={onClose}
      received={{
        file,
        content: contentFrom(said, order.left.currency),
        send: (body, key) =>
          creditReceived({ receivedId: id, body: { ...body, creditedId: order.id, invoiceRevision }, key }),
      }}
    />
  )
}

/** Content of the file, in the fields of the form; an amount in another currency than the order's is left out. */
function contentFrom(said: ProposedCreditNoteWire | null, currency: Currency) {
  if (said === null) return {}
  const { amountMinor, breakdown, invoiceNumber, invoiceDate, name } = said
  const amounts = said.currency === currency ? { amountMinor, breakdown } : {}
  return { name, invoiceNumber: invoiceNumber ?? '', invoiceDate: invoiceDate ?? '', ...amounts }
}
