/** File of the tray of received invoices. */
import { receivedList } from '#features/invoices/list.ts'
import { trayStateLabel } from '#features/invoices/text/tray-states.ts'
import type { TrayInvoiceWire } from '#features/invoices/wire/tray.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { amountCell } from '#server/sheets/cells.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'

export const receivedSheet = listSheet<typeof receivedList, TrayInvoiceWire>(receivedList, {
  received: ({ receivedAt }, zone) => ({ day: dayFromInstant(receivedAt, zone) }),
  state: ({ state }) => trayStateLabel[state],
  issuer: ({ provider, issuerName }) => provider?.name ?? issuerName,
  taxId: ({ issuerTaxId }) => issuerTaxId,
  provider: ({ provider }) => provider?.id ?? null,
  number: ({ number }) => number,
  issuedOn: ({ issuedOn }) => (issuedOn === null ? null : { day: issuedOn }),
  total: ({ total }) => total && amountCell(total),
  currency: ({ total }) => total?.currency ?? null,
  kind: ({ isCreditNote }) => (isCreditNote ? 'Abono' : 'Factura'),
  client: ({ client }) => client?.name ?? null,
  sender: ({ sender, senderName }) => sender?.name ?? senderName,
  file: ({ file }) => file.name,
  order: ({ order }) => order?.id ?? null,
  reason: ({ refusal }) => refusal?.reason ?? null,
  settled: ({ settledAt }, zone) => (settledAt === null ? null : { day: dayFromInstant(settledAt, zone) }),
})
