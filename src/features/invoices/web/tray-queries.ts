/** Queries and mutations of the tray of received invoices. */
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { ordersChanged } from '#features/documents/web/queries.ts'
import type { receivedList } from '#features/invoices/list.ts'
import {
  exportReceived,
  getReceived,
  listReceived,
  orderInvoice,
  receiveInvoice,
  refuseInvoice,
} from '#features/invoices/wire/tray.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import type { ListFilter } from '#kernel/list.ts'
import { call } from '#ui/api.ts'
import { pagedKeepingPrevious } from '#ui/lists/pages.ts'
import { queryClient } from '#ui/query-client.ts'

const readingTakesMs = 1500

type TrayFilter = ListFilter<typeof receivedList>

/** The tray; asked again while something in it is being read. */
export const trayQuery = (filter: TrayFilter) =>
  infiniteQueryOptions({
    queryKey: ['received', 'tray', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listReceived, { query: { ...filter, after: pageParam }, signal }),
    ...pagedKeepingPrevious,
    refetchInterval: ({ state }) => {
      const items = state.data?.pages.flatMap(page => page.items) ?? []
      return items.some(item => item.state === 'waiting') ? readingTakesMs : false
    },
  })

type Export = { body: TrayFilter & { format: 'csv' | 'xlsx' }; key: string }

export const exportReceivedList = ({ body, key }: Export) =>
  call(exportReceived, { body, idempotencyKey: key })

export const receivedQuery = (receivedId: string) =>
  queryOptions({
    queryKey: ['received', 'one', receivedId],
    queryFn: ({ signal }) => call(getReceived, { params: { receivedId }, signal }),
  })

export const trayChanged = () => queryClient.invalidateQueries({ queryKey: ['received'] })

/** Puts an uploaded file into the tray. */
export async function receive(fileId: string): Promise<void> {
  await call(receiveInvoice, { body: { fileId }, idempotencyKey: newId() })
  await trayChanged()
}

type Refusing = { receivedId: string; body: BodyOf<typeof refuseInvoice>; key: string }

/** Also after a refusal, because the invoice is no longer as it was shown. */
export const refuseMutation = mutationOptions({
  mutationFn: ({ receivedId, body, key }: Refusing) =>
    call(refuseInvoice, { params: { receivedId }, body, idempotencyKey: key }),
  onSettled: trayChanged,
})

type Ordering = { receivedId: string; body: BodyOf<typeof orderInvoice>; key: string }

/** The order that pays an invoice. What is shown is asked for again also after a refusal. */
export async function orderReceived({ receivedId, body, key }: Ordering) {
  try {
    return await call(orderInvoice, { params: { receivedId }, body, idempotencyKey: key })
  } finally {
    await Promise.all([trayChanged(), ordersChanged()])
  }
}
