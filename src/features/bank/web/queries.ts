/** Queries and mutations of the bank's desk. */
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import {
  bankDesk,
  decidedBankLines,
  explainBankLine,
  importBankFile,
  type OpenLineWire,
  reopenBankLine,
  settleBankLines,
} from '#features/bank/wire.ts'
import { ordersChanged } from '#features/documents/web/queries.ts'
import { newId } from '#kernel/ids.ts'
import { call } from '#ui/api.ts'
import { pageOptions } from '#ui/lists/pages.ts'
import { queryClient } from '#ui/query-client.ts'

export const openLinesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['bank', 'open'],
    queryFn: ({ pageParam, signal }) => call(bankDesk, { query: { after: pageParam }, signal }),
    ...pageOptions,
  })

export const decidedLinesQuery = (tab: 'settled' | 'explained') =>
  infiniteQueryOptions({
    queryKey: ['bank', tab],
    queryFn: ({ pageParam, signal }) => call(decidedBankLines, { query: { tab, after: pageParam }, signal }),
    ...pageOptions,
  })

const bankChanged = () => queryClient.invalidateQueries({ queryKey: ['bank'] })

/** Reads an uploaded file of the bank. */
export async function importFile(fileId: string) {
  const imported = await call(importBankFile, { body: { fileId }, idempotencyKey: newId() })
  await Promise.all([bankChanged(), ...(imported.settled > 0 ? [ordersChanged()] : [])])
  return imported
}

/** Also after a refusal, because the lines are no longer as they were shown. */
export const settleMutation = mutationOptions({
  mutationFn: (lines: readonly OpenLineWire[]) =>
    call(settleBankLines, {
      body: {
        lines: lines.flatMap(({ id, kind, payments }) =>
          kind === null
            ? []
            : [
                {
                  lineId: id,
                  kind,
                  payments: payments.map(({ documentId, payment }) => ({ documentId, payment })),
                },
              ],
        ),
      },
      idempotencyKey: newId(),
    }),
  onSettled: () => Promise.all([bankChanged(), ordersChanged()]),
})

type Explaining = { lineId: string; explanation: string; key: string }

export const explainMutation = mutationOptions({
  mutationFn: ({ lineId, explanation, key }: Explaining) =>
    call(explainBankLine, { params: { lineId }, body: { explanation }, idempotencyKey: key }),
  onSettled: bankChanged,
})

export const reopenMutation = mutationOptions({
  mutationFn: (lineId: string) => call(reopenBankLine, { params: { lineId }, idempotencyKey: newId() }),
  onSettled: bankChanged,
})
