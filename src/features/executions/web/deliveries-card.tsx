import { FileCheck2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import type { DeliveryWire, ExecutionStatusWire } from '#features/executions/wire.ts'
import { PreviewPanel } from '#features/files/web/preview-panel.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { sizeText } from '#ui/fields/size-text.ts'
import { late } from '#ui/late.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { InstantDay } from '#ui/time.tsx'

/** Loaded for whoever sends: a provider, of an order that is approved. */
const DeliveryForm = late(
  async () => (await import('#features/executions/web/delivery-form.tsx')).DeliveryForm,
)

type DeliveriesCardProps = {
  document: Pick<DocumentRowWire, 'id' | 'type'>
  status: Pick<ExecutionStatusWire, 'deliveries' | 'can'>
}

/** Invoices and certificates that the provider sends once the order is approved. */
export function DeliveriesCard({ document, status: { deliveries, can } }: DeliveriesCardProps) {
  const maySend = can.deliver === true
  if (!maySend && deliveries.length === 0) return null
  return (
    <Card aria-labelledby="deliveries-title">
      <CardHeader
        id="deliveries-title"
        title={document.type === 'emision' ? 'Factura o certificado emitido' : 'Factura del proveedor'}
        note={noteFor(document.type, maySend, deliveries.length)}
      />
      <CardBody className="grid grid-cols-1 gap-4">
        {deliveries.length > 0 && <Delivered deliveries={deliveries} />}
        {maySend && (
          <Suspense fallback={<Skeleton className="h-36 w-full" />}>
            <DeliveryForm documentId={document.id} />
          </Suspense>
        )}
      </CardBody>
    </Card>
  )
}

function noteFor(type: DocumentRowWire['type'], maySend: boolean, count: number): string {
  if (!maySend) return 'Enviado por el proveedor después de la aprobación'
  if (count > 0) return 'Quien ejecuta el pedido ya lo ve. Puedes enviar algo más.'
  return type === 'emision'
    ? 'El pedido está aprobado: emite la factura o el certificado y envíalo aquí.'
    : 'Si falta tu factura, envíala aquí: quien ejecuta el pago la recibe al momento.'
}

function Delivered({ deliveries }: { deliveries: readonly DeliveryWire[] }) {
  const [shownId, show] = useState<string | null>(null)
  const shown = deliveries.find(({ fileId }) => fileId === shownId)
  return (
    <>
      <ul aria-label="Enviado por el proveedor" className="divide-y rounded-lg border">
        {deliveries.map(({ fileId, name, size, at, note }) => (
          <li key={fileId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <FileCheck2 aria-hidden="true" className="size-4 shrink-0 text-positive" />
            <div className="min-w-40 flex-1">
              <p className="truncate font-medium">{name}</p>
              <p className="text-ink-faint text-xs">
                {sizeText(size)} · <InstantDay value={at} />
              </p>
              {note !== null && <p className="whitespace-pre-line text-ink-soft">«{note}»</p>}
            </div>
            <Button
              size="sm"
              aria-expanded={fileId === shownId}
              aria-label={fileId === shownId ? `Cerrar ${name}` : `Ver ${name}`}
              onClick={() => show(fileId === shownId ? null : fileId)}
            >
              {fileId === shownId ? 'Cerrar' : 'Ver'}
            </Button>
          </li>
        ))}
      </ul>
      {shown && <PreviewPanel file={shown} height="h-80" />}
    </>
  )
}
