/** Route that reads the invoice in a file. */
import { visibleFile } from '#features/files/views.ts'
import type { Readings } from '#features/invoices/commands/readings.ts'
import { isNoInvoice, unreadableKinds } from '#features/invoices/rules/unreadable.ts'
import { unreadableTexts } from '#features/invoices/text.ts'
import { billedIn, billedInOrderWith, toInvoiceWire } from '#features/invoices/views.ts'
import { readInvoiceFile } from '#features/invoices/wire.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { type FileStore, readBytes } from '#server/files/file-store.ts'
import { type Route, read } from '#server/http/route.ts'

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
    return { isComing: false, unreadable: null, invoice: await toInvoiceWire(tx, actor, reading, billed) }
  }),
]

function toUnreadable(refusal: Parameters<typeof unreadableTexts>[0]) {
  const kind = unreadableKinds.find(each => each === refusal.refused)
  return {
    kind: refusal.refused,
    text: unreadableTexts(refusal),
    isNoInvoice: kind !== undefined && isNoInvoice(kind),
  }
}
