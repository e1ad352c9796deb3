import { useMutation } from '@tanstack/react-query'
import { FileCheck2 } from 'lucide-react'
import { useState } from 'react'
import { useAttachments } from '#features/documents/web/attachments-panel.tsx'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { deliverMutation } from '#features/executions/web/queries.ts'
import type { DeliveryWire, ExecutionStatusWire } from '#features/executions/wire.ts'
import { PreviewPanel } from '#features/files/web/preview-panel.tsx'
import { acceptedMediaTypes } from '#features/files/wire.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { FileDrop, sizeText } from '#ui/fields/file-drop.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { useSubmission } from '#ui/fields/submission.ts'
import { useUnsent } from '#ui/hooks/unsent.ts'
import { InstantDay } from '#ui/time.tsx'
import { notify } from '#ui/toast.ts'

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
        {maySend && <Sending documentId={document.id} />}
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

function Sending({ documentId }: { documentId: string }) {
  const files = useAttachments([])
  const { mutateAsync, isPending } = useMutation(deliverMutation)
  const submission = useSubmission()
  const [failure, setFailure] = useState<string | null>(null)
  useUnsent(files.isChanged)
  const send = async () => {
    const body = { fileIds: files.files.map(({ fileId }) => fileId), note: null }
    setFailure(null)
    try {
      await submission(body, key => mutateAsync({ documentId, body, key }))
      files.reset([])
      notify.success('Enviado', { description: 'Quien ejecuta el pedido ya puede verlo.' })
    } catch (error) {
      setFailure(failureMessage(error))
    }
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <FileDrop
        label="Enviar archivos"
        hint="PDF o imágenes de hasta 10 MB. Arrastra, pega o elige."
        multiple
        accept={[...acceptedMediaTypes, '.heic'].join()}
        uploads={files.uploads}
        onAdd={files.on.add}
        onRetry={files.on.retry}
        onRemove={files.on.remove}
      />
      <FormFailure message={failure} />
      {files.isChanged && (
        <Button
          variant="primary"
          busy={isPending}
          refusal={files.refusal}
          onClick={send}
          className="justify-self-start max-sm:w-full"
        >
          Enviar
        </Button>
      )}
    </div>
  )
}
