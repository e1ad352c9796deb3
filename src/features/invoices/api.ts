/** Routes of received invoices: the reading of a file, and the tray. */
import { paces } from '#features/companies/rules/paces.ts'
import { visibleFile } from '#features/files/views.ts'
import type { Readings } from '#features/invoices/commands/readings.ts'
import { receive } from '#features/invoices/commands/receive.ts'
import { creditReceived, order, refuseReceived } from '#features/invoices/commands/settle.ts'
import { isNoInvoice, unreadableKinds } from '#features/invoices/rules/unreadable.ts'
import { trayTexts } from '#features/invoices/text/tray.ts'
import { unreadableTexts } from '#features/invoices/text.ts'
import { billedIn, billedInOrderWith } from '#features/invoices/views/billed.ts'
import { creditedBy } from '#features/invoices/views/credited.ts'
import { readReceived, trayPage } from '#features/invoices/views/tray.ts'
import { toInvoiceWire } from '#features/invoices/views.ts'
import { creditInvoice, listCredited } from '#features/invoices/wire/credit.ts'
import {
  getReceived,
  listReceived,
  orderInvoice,
  receiveInvoice,
  refuseInvoice,
} from '#features/invoices/wire/tray.ts'
import { readInvoiceFile } from '#features/invoices/wire.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { type FileStore, readBytes } from '#server/files/file-store.ts'
import { type Route, read, write } from '#server/http/route.ts'

type Sources = { readonly readings: Readings; readonly files: Pick<FileStore, 'read'> }

export const invoiceRoutes = ({ readings, files }: Sources): readonly Route[] => [
  read(readInvoiceFile, async (tx, actor, { params, query }) => {
    const { companyId } = tx
    tx.readInSteps()
    const { fileId } = params
    const { projectId } = query
    const [file, billed] = await Promise.all([
      visibleFile(tx, actor, fileId),
      projectId === undefined ? billedInOrderWith(tx, actor, fileId) : billedIn(tx, actor, projectId),
    ])
    if (file === null || (billed === null && projectId !== undefined)) return null
    const reading = await readings.of({
      companyId,
      fileId,
      ownTaxIds: billed?.taxIds ?? [],
      bytes: () => readBytes(files, companyId, file),
    })
    if (reading === 'coming') return { isComing: true, unreadable: null, invoice: null }
    if (isRefusal(reading)) return { isComing: false, unreadable: toUnreadable(reading), invoice: null }
    return {
      isComing: false,
      unreadable: null,
      invoice: await toInvoiceWire(tx, actor, reading, { billed, fileId }),
    }
  }),
  read(listReceived, (tx, actor, { query }) => trayPage(tx, actor, query)),
  read(getReceived, (tx, actor, { params }) => readReceived(tx, actor, params.receivedId)),
  write({ ...receiveInvoice, pace: paces.uploads }, trayTexts, (tx, actor, { body }) =>
    receive(tx, actor, body),
  ),
  write({ ...orderInvoice, pace: paces.orders }, trayTexts, (tx, actor, { params, body }) =>
    order(tx, actor, params.receivedId, body),
  ),
  read(listCredited, (tx, actor, { params }) => creditedBy(tx, actor, params.receivedId)),
  write({ ...creditInvoice, pace: paces.orders }, trayTexts, (tx, actor, { params, body }) =>
    creditReceived(tx, actor, params.receivedId, body),
  ),
  write(refuseInvoice, trayTexts, (tx, actor, { params, body }) =>
    refuseReceived(tx, actor, params.receivedId, body),
  ),
]

function toUnreadable(refusal: Parameters<typeof unreadableTexts>[0]) {
  const kind = unreadableKinds.find(each => each === refusal.refused)
  return {
    kind: refusal.refused,
    text: unreadableTexts(refusal),
    isNoInvoice: kind !== undefined && isNoInvoice(kind),
  }
}
