import { useQuery } from '@tanstack/react-query'
import { sourceLabel } from '#features/invoices/text/source.ts'
import { FindingsPanel } from '#features/invoices/web/findings-panel.tsx'
import { orderInvoicesQuery } from '#features/invoices/web/order-invoices-queries.ts'
import type { OrderInvoicesWire } from '#features/invoices/wire/order-invoices.ts'
import { Alert } from '#ui/states.tsx'

/** Findings in the invoices of an order, for whoever decides on it, and why it was sent all the same. */
export function OrderInvoicesPanel({ documentId }: { documentId: string }) {
  const { data } = useQuery(orderInvoicesQuery(documentId))
  if (data === undefined) return null
  const told = data.items.filter(({ findings }) => findings.length > 0)
  if (told.length === 0) return null
  const hasAlarm = told.some(({ findings }) => findings.some(({ weight }) => weight === 'alarm'))
  return (
    <Alert
      tone={hasAlarm ? 'caution' : 'info'}
      title={hasAlarm ? 'La factura tiene una alarma' : 'Por comprobar en la factura'}
    >
      <div className="mt-1 grid grid-cols-1 gap-2">
        {told.map(({ fileId, name, source, findings }) => (
          <div key={fileId} className="grid grid-cols-1 gap-1">
            <p className="wrap-anywhere text-ink-soft">
              {name} · {sourceLabel[source]}
            </p>
            <FindingsPanel findings={findings} />
          </div>
        ))}
      </div>
      {hasAlarm && <Explanation explanation={data.explanation} />}
    </Alert>
  )
}

function Explanation({ explanation }: Pick<OrderInvoicesWire, 'explanation'>) {
  return (
    <p className="wrap-anywhere mt-2 whitespace-pre-line">
      {explanation === null
        ? 'No consta por qué se envió con esta alarma.'
        : `${explanation.byName}: «${explanation.reason}»`}
    </p>
  )
}
