/** A reading as it is kept beside its file: JSON without the lines of the invoice, and amounts as digits. */
import type { ReceivedInvoice } from '#features/invoices/rules/received.ts'
import { minorFromText, minorToText } from '#kernel/money.ts'

/** Shape of what is kept: a reading of another one is as good as none. */
const shape = 1

const longestText = 300
const longestList = 500

export const keptFromInvoice = (invoice: ReceivedInvoice): string =>
  JSON.stringify({ shape, invoice: { ...invoice, lines: [] } }, (_, value: unknown) => {
    if (typeof value === 'bigint') return minorToText(value)
    if (typeof value === 'string') return plainText(value).slice(0, longestText)
    return Array.isArray(value) ? value.slice(0, longestList) : value
  })

/** Null for a reading that another release kept in another shape. */
export function invoiceFromKept(kept: string): ReceivedInvoice | null {
  const read = JSON.parse(kept, (name, value: unknown) =>
    name.endsWith('Minor') && typeof value === 'string' ? minorFromText(value) : value,
  )
  return read.shape === shape ? read.invoice : null
}

/** Text as the database takes it: without control characters and halves of characters. */
export const plainText = (text: string): string => text.toWellFormed().replace(/\p{Cc}/gu, '')
