import { useQuery } from '@tanstack/react-query'
import { clientsQuery } from '#features/clients/web/queries.ts'
import { trayChanged } from '#features/invoices/web/tray-queries.ts'
import type { TrayInvoiceWire } from '#features/invoices/wire/tray.ts'
import { NewProviderDialog } from '#features/providers/web/provider-dialog.tsx'

type IssuerDialogProps = { invoice: TrayInvoiceWire; onClose: () => void }

/**
 * The issuer of an invoice as a new provider, with its name and tax id. Its account is typed by somebody who has checked
 * it, and never taken from the invoice.
 */
export function IssuerDialog({ invoice, onClose }: IssuerDialogProps) {
  const { data } = useQuery(clientsQuery())
  const { issuerName, issuerTaxId, client } = invoice
  if (!data) return null
  return (
    <NewProviderDialog
      clients={data.items}
      clientIds={client ? [client.id] : []}
      start={{ name: issuerName ?? '', taxId: issuerTaxId ?? '' }}
      onClose={onClose}
      onCreated={() => void trayChanged()}
    />
  )
}
