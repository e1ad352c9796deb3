/** Queries of a received credit note. Apart from the tray's, which do without the wire of credit notes. */
import { queryOptions } from '@tanstack/react-query'
import { ordersChanged } from '#features/documents/web/queries.ts'
import { trayChanged } from '#features/invoices/web/tray-queries.ts'
import { creditInvoice, listCredited } from '#features/invoices/wire/credit.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'

export const creditedQuery = (receivedId: string) =>
  queryOptions({
    queryKey: ['received', 'credited', receivedId],
    queryFn: ({ signal }) => call(listCredited, { params: { receivedId }, signal }),
  })

type Crediting = { receivedId: string; body: BodyOf<typeof creditInvoice>; key: string }

/** The credit note that a received one becomes. What is shown is asked for again also after a refusal. */
export async function creditReceived({ receivedId, body, key }: Crediting) {
  try {
    return await call(creditInvoice, { params: { receivedId }, body, idempotencyKey: key })
  } finally {
    await Promise.all([trayChanged(), ordersChanged()])
  }
}
