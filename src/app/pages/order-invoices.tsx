import { Suspense } from 'react'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { late } from '#ui/late.ts'

/** Loaded for a payment order with files. */
const OrderInvoicesPanel = late(
  async () => (await import('#features/invoices/web/order-invoices-panel.tsx')).OrderInvoicesPanel,
)

/** Findings about the invoices among the files of an order. */
export function OrderInvoices({ document }: { document: DocumentDetailWire }) {
  if (document.type !== 'gasto' || document.attachments.length === 0) return null
  return (
    <Suspense fallback={null}>
      <OrderInvoicesPanel documentId={document.id} />
    </Suspense>
  )
}
