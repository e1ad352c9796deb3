import { useQuery } from '@tanstack/react-query'
import { BreakdownPartsPanel } from '#features/documents/web/breakdown-parts-panel.tsx'
import { sourceLabel } from '#features/invoices/text/source.ts'
import { FindingsPanel } from '#features/invoices/web/findings-panel.tsx'
import { InvoiceFactsPanel, sumText } from '#features/invoices/web/invoice-facts-panel.tsx'
import { invoiceFileQuery } from '#features/invoices/web/queries.ts'
import type { ReceivedInvoiceWire } from '#features/invoices/wire.ts'
import { failureMessage } from '#ui/api.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'

/** Electronic invoice as a page to read. */
export function InvoicePanel({ fileId }: { fileId: string }) {
  const { data, error, refetch, isFetching } = useQuery(invoiceFileQuery(fileId))
  if (data?.invoice) return <Invoice invoice={data.invoice} />
  if (data?.unreadable)
    return (
      <p className="grid size-full place-content-center p-6 text-center text-ink-soft">
        {data.unreadable.text}
      </p>
    )
  if (error)
    return (
      <ErrorState
        title="No se ha podido leer la factura"
        message={failureMessage(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    )
  return <Skeleton className="size-full rounded-none" />
}

function Invoice({ invoice }: { invoice: ReceivedInvoiceWire }) {
  const { lines, breakdown, total, payable, signature } = invoice
  return (
    <section
      aria-label="Factura electrónica"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="size-full overflow-auto bg-surface p-4 sm:p-6"
    >
      <div className="mx-auto grid max-w-2xl grid-cols-1 gap-5">
        <p className="font-semibold text-base">
          {invoice.isCreditNote ? 'Abono' : 'Factura'} {invoice.number}{' '}
          <span className="font-normal text-ink-soft text-sm">
            {sourceLabel[invoice.source]}
            {signature?.state === 'sound' && `, firmada por ${signature.signer ?? 'su emisor'}`}
          </span>
        </p>
        <FindingsPanel findings={invoice.findings} />
        <InvoiceFactsPanel invoice={invoice} />
        {lines.length > 0 && <Lines lines={lines} />}
        {breakdown && total && (
          <BreakdownPartsPanel
            label="Desglose de la factura"
            type="gasto"
            breakdown={breakdown}
            payable={payable ?? total}
            isCredit={invoice.isCreditNote}
          />
        )}
      </div>
    </section>
  )
}

function Lines({ lines }: Pick<ReceivedInvoiceWire, 'lines'>) {
  return (
    <table className="w-full">
      <caption className="sr-only">Conceptos</caption>
      <thead>
        <tr className="border-b text-left text-ink-faint text-xs">
          <th scope="col" className="py-1.5 font-medium">
            Concepto
          </th>
          <th scope="col" className="py-1.5 pl-4 text-right font-medium">
            Sin impuestos
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ description, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike.
          <tr key={index} className="border-b align-top">
            <td className="wrap-anywhere py-1.5">{description}</td>
            <td className="figures whitespace-nowrap py-1.5 pl-4 text-right">
              {amount ? sumText(amount) : ''}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
