/** Queries and mutations of months; keyed under 'reports', so that a change to an order refetches them. */
import { queryOptions } from '@tanstack/react-query'
import { monthSpan, quarterSpan } from '#features/closings/rules/months.ts'
import type { PartKey } from '#features/closings/rules/parts.ts'
import { closeMonth, downloadClosing, issueClosingPapers } from '#features/closings/wire/closings.ts'
import { exportMovements, exportWithholdings } from '#features/closings/wire/exports.ts'
import { getWithholdings } from '#features/closings/wire/withholdings.ts'
import { getMonthEnd, listMonthPart } from '#features/closings/wire.ts'
import { newId } from '#kernel/ids.ts'
import { call } from '#ui/api.ts'
import type { ExportFormat } from '#ui/lists/export-menu.tsx'
import { queryClient } from '#ui/query-client.ts'

export type OfMonth = { month: string; clientId: string | undefined }

export const monthEndQuery = (of: OfMonth) =>
  queryOptions({
    queryKey: ['reports', 'month-end', of],
    queryFn: ({ signal }) => call(getMonthEnd, { query: of, signal }),
  })

export const monthPartQuery = (of: OfMonth, part: PartKey) =>
  queryOptions({
    queryKey: ['reports', 'month-part', of, part],
    queryFn: ({ signal }) => call(listMonthPart, { query: { ...of, part }, signal }),
  })

export type OfQuarter = { quarter: string; clientId: string | undefined }

export const withholdingsQuery = (of: OfQuarter) =>
  queryOptions({
    queryKey: ['reports', 'withholdings', of],
    queryFn: ({ signal }) => call(getWithholdings, { query: of, signal }),
  })

type Asked<Filter> = { body: Filter & { format: ExportFormat }; key: string }
export type SpanFilter = { from: string; until: string; clientId: string | undefined }

export const requestMovements = ({ body, key }: Asked<SpanFilter>) =>
  call(exportMovements, { body, idempotencyKey: key })
export const requestWithholdings = ({ body, key }: Asked<SpanFilter>) =>
  call(exportWithholdings, { body, idempotencyKey: key })

export const monthFilter = ({ month, clientId }: OfMonth): SpanFilter =>
  spanFilter(monthSpan(month), clientId)
export const quarterFilter = ({ quarter, clientId }: OfQuarter): SpanFilter =>
  spanFilter(quarterSpan(quarter), clientId)

const spanFilter = (span: ReturnType<typeof monthSpan>, clientId: string | undefined): SpanFilter => ({
  from: span?.from ?? '',
  until: span?.until ?? '',
  clientId,
})

type Closing = OfMonth & {
  /** Version that the screen shows last; 0: none. */
  seen: number
  key: string
  onLeft: (left: number) => void
}

/** Issues what Constancias are missing, some at a time, and closes the month. */
export async function closeWithPapers({ month, clientId, seen, key, onLeft }: Closing) {
  const body = { month, clientId }
  for (let left = 1; left > 0; onLeft(left)) {
    const answer = await call(issueClosingPapers, { body, idempotencyKey: newId() })
    left = answer.left
  }
  return call(closeMonth, { body: { ...body, seen }, idempotencyKey: key })
}

export const monthChanged = () => queryClient.invalidateQueries({ queryKey: ['reports'] })

export const requestArchive = (closingId: string) =>
  call(downloadClosing, { params: { closingId }, idempotencyKey: newId() })
