import { useQueries, useQuery } from '@tanstack/react-query'
import { FileCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { InvoicesPanelProps } from '#features/documents/web/from-invoice-panel.tsx'
import type { AttachmentWire } from '#features/documents/wire.ts'
import { sourceLabel } from '#features/invoices/text/source.ts'
import { FindingsPanel } from '#features/invoices/web/findings-panel.tsx'
import { InvoiceFactsPanel } from '#features/invoices/web/invoice-facts-panel.tsx'
import { invoiceFileQuery } from '#features/invoices/web/queries.ts'
import type { ReceivedInvoiceWire } from '#features/invoices/wire.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/states.tsx'

/** The invoices among the files of an order that is being written, each with a button that fills the form in. */
export function ReadInvoicesPanel({ files, isAsked, reason, isReasonShown, ...props }: InvoicesPanelProps) {
  const read = files.slice(0, maxRead)
  const hasAlarm = useHasAlarm(read, props.projectId)
  return (
    <>
      {read.map((file, index) => (
        <ReadFile key={file.fileId} file={file} isAsked={isAsked && index === 0} {...props} />
      ))}
      {(hasAlarm || isReasonShown) && reason}
    </>
  )
}

/** True when one of the files is an invoice with an alarm. */
const useHasAlarm = (files: InvoicesPanelProps['files'], projectId: string): boolean =>
  useQueries({
    queries: files.map(({ fileId }) => fileQuery(fileId, projectId)),
    combine: results =>
      results.some(({ data }) => data?.invoice?.findings.some(({ weight }) => weight === 'alarm')),
  })

const fileQuery = (fileId: string, projectId: string) => ({
  ...invoiceFileQuery(fileId, projectId),
  enabled: projectId !== '',
})

/** Of many files the first ones are read: an order has one invoice, and what belongs to it. */
const maxRead = 4

type ReadFileProps = Omit<InvoicesPanelProps, 'files' | 'reason' | 'isReasonShown'> & {
  file: AttachmentWire
}

function ReadFile({ file, projectId, ...use }: ReadFileProps) {
  const { data } = useQuery(fileQuery(file.fileId, projectId))
  if (data?.invoice) return <Read name={file.name} invoice={data.invoice} {...use} />
  const { unreadable } = data ?? {}
  if (!unreadable || unreadable.isNoInvoice) return null
  return (
    <Alert tone="caution" title={`No se ha podido leer la factura de ${file.name}`}>
      {unreadable.text} Escribe sus datos a mano; el archivo se adjunta igual.
    </Alert>
  )
}

type ReadProps = Pick<InvoicesPanelProps, 'onUse' | 'isAsked'> & {
  name: string
  invoice: ReceivedInvoiceWire
}

function Read({ name, invoice, onUse, isAsked }: ReadProps) {
  const [isUsed, setUsed] = useState(false)
  const box = useRef<HTMLElement>(null)
  const { order, provider, signature } = invoice
  const fillOnce = useEffectEvent(() => {
    if (isAsked && order && !isUsed) use(order)
  })
  useEffect(() => {
    // The file may have been dropped far below.
    box.current?.scrollIntoView({ block: 'nearest' })
    fillOnce()
  }, [])
  const use = (filled: NonNullable<typeof order>) => {
    setUsed(true)
    onUse(filled, provider)
  }
  return (
    <section
      ref={box}
      aria-label={`Factura leída: ${name}`}
      className="grid scroll-mt-20 grid-cols-1 gap-4 rounded-lg border bg-sunken p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-48">
          <FileCheck aria-hidden="true" className="mr-2 inline size-4 text-positive" />
          <span className="wrap-anywhere font-medium">Factura leída: {name}</span>{' '}
          <span className="text-ink-soft">
            {sourceLabel[invoice.source]}
            {signature?.state === 'sound' && `, firmada por ${signature.signer ?? 'su emisor'}`}
          </span>
        </p>
        {order && (
          <Button variant={isUsed ? 'secondary' : 'primary'} onClick={() => use(order)}>
            {isUsed ? 'Volver a rellenar' : 'Rellenar el pedido'}
          </Button>
        )}
      </div>
      <InvoiceFactsPanel invoice={invoice} />
      <FindingsPanel findings={invoice.findings} />
      {invoice.isCreditNote && <p>Es un abono: reduce lo que se debe, y no se pide que se pague.</p>}
      {isUsed && (
        <p role="status" className="text-ink-soft">
          Sus datos están en el pedido. Revísalos antes de enviarlo.
        </p>
      )}
    </section>
  )
}
