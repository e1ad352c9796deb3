/** Routes of orders that are sent: with the invoices among their files, which are checked. */

import { resubmitDocument, submitDocument } from '#features/approvals/wire/submit.ts'
import { paces } from '#features/companies/rules/paces.ts'
import { correct, send } from '#features/invoices/commands/send.ts'
import { trayTexts } from '#features/invoices/text/tray.ts'
import { orderInvoices } from '#features/invoices/views/order-invoices.ts'
import { getOrderInvoices } from '#features/invoices/wire/order-invoices.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const sendingRoutes: readonly Route[] = [
  write({ ...submitDocument, pace: paces.orders }, trayTexts, (tx, actor, { body }) => send(tx, actor, body)),
  write(resubmitDocument, trayTexts, (tx, actor, { params, body }) =>
    correct(tx, actor, params.documentId, body),
  ),
  read(getOrderInvoices, (tx, actor, { params }) => orderInvoices(tx, actor, params.documentId)),
]
