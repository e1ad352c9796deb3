import { queryOptions } from '@tanstack/react-query'
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
