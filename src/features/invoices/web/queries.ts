import { queryOptions } from '@tanstack/react-query'
import { getOrderInvoices } from '#features/invoices/wire/order-invoices.ts'
import { readInvoiceFile } from '#features/invoices/wire.ts'
import { call } from '#ui/api.ts'

const readingComesMs = 700

/** Invoice in a file, beside a project when one is given; a file never changes, what is known about it may. */
export const invoiceFileQuery = (fileId: string, projectId?: string) =>
  queryOptions({
    queryKey: ['files', 'invoice', fileId, projectId ?? null],
    queryFn: ({ signal }) => call(readInvoiceFile, { params: { fileId }, query: { projectId }, signal }),
    refetchInterval: ({ state }) => (state.data?.isComing ? readingComesMs : false),
  })

/** Findings about the invoices of an order: asked for again with the order, whose key begins alike. */
export const orderInvoicesQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['documents', 'invoices', documentId],
    queryFn: ({ signal }) => call(getOrderInvoices, { params: { documentId }, signal }),
  })
