/** Batches that a line names, as our file and our texts call them. */
import type { LineToMatch, PaymentBatch } from '#features/bank/rules/bank-matching.ts'
import { lineWords } from '#features/bank/rules/line-words.ts'

/** Names of a batch: its own, and those of its file. */
export const batchNames = ({ id, messageId }: PaymentBatch): string[] =>
  [id, messageId, `${messageId}-1`].map(name => name.toUpperCase())

/** Names of batches that a line says: in the fields made for them first, then in its words. */
export function batchNamesSaid(line: LineToMatch): string[] {
  const { messageId, paymentInfoId } = line.references
  // An order's identifier also ends with its batch: that is one payment, not all.
  const words =
    lineWords(line)
      .toUpperCase()
      .match(/(?<![\w.-])(R-\d{3,9}|[0-9A-F]{32}(-1)?)(?![\w.-]*\w)/g) ?? []
  return [messageId?.toUpperCase(), paymentInfoId?.toUpperCase(), ...words].flatMap(name => name ?? [])
}
