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

/** Payments by the names of their former files. */
export function byFormerName<Of extends { readonly files: SentFiles }>(
  candidates: readonly Of[],
): ReadonlyMap<string, readonly Of[]> {
  const named = candidates.flatMap(each =>
    each.files.sentBefore.flatMap(batchNames).map(name => ({ name, each })),
  )
  return new Map(
    [...Map.groupBy(named, ({ name }) => name)].map(([name, some]) => [name, some.map(({ each }) => each)]),
  )
}

/** Those whose former file the line names. */
export const namedByFormer = <Of>(line: LineToMatch, named: ReadonlyMap<string, readonly Of[]>): Of[] => [
  ...new Set(batchNamesSaid(line).flatMap(name => named.get(name) ?? [])),
]
