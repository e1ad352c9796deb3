/**
 * Payments that the bank may have from two files under one identifier: their batch was cancelled after somebody had its
 * file, and they wait in another, or in none. The identifier, the amount and the account do not say which file a line is of.
 */
import type { LineToMatch, OpenPayment, PaymentBatch } from '#features/bank/rules/bank-matching.ts'
import { batchNames, batchNamesSaid } from '#features/bank/rules/batch-names.ts'

/** Batch that stands, and those that were cancelled after their file had left. */
export type SentFiles = Pick<OpenPayment, 'batch' | 'sentBefore'>

export const neverSent: SentFiles = { batch: null, sentBefore: [] }

/** The line may be of a former file of one of these: it does not name, and name alone, the batch that stands. */
export const mayBeOfFormer = (line: LineToMatch, files: readonly SentFiles[]): boolean =>
  files.some(({ batch, sentBefore }) => {
    if (sentBefore.length === 0) return false
    const said = new Set(batchNamesSaid(line))
    const names = (of: readonly PaymentBatch[]) =>
      of.some(each => batchNames(each).some(name => said.has(name)))
    return names(sentBefore) || batch === null || !names([batch])
  })

/** Those whose former file the line names. */
export function namedByFormer<Of extends { readonly files: SentFiles }>(
  line: LineToMatch,
  candidates: readonly Of[],
): Of[] {
  const said = new Set(batchNamesSaid(line))
  return candidates.filter(({ files }) =>
    files.sentBefore.some(each => batchNames(each).some(name => said.has(name))),
  )
}
