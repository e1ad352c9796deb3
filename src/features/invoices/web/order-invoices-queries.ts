import { queryOptions } from '@tanstack/react-query'
import { getOrderInvoices } from '#features/invoices/wire/order-invoices.ts'
import { call } from '#ui/api.ts'

/** Findings about the invoices of an order: asked for again with the order, whose key begins alike. */
export const orderInvoicesQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['documents', 'invoices', documentId],
    queryFn: ({ signal }) => call(getOrderInvoices, { params: { documentId }, signal }),
  })
