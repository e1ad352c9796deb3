/**
 * Reads every file of a folder as the product does, invoices and files of banks, and prints a line for each: its totals
 * beside those that the file itself says, or why it is refused. For files that nobody here wrote; nothing is kept.
 * Usage: `npm run try-files -- <folder>`.
 */
import fs from 'node:fs'
import path from 'node:path'
import { readBankFile } from '#features/bank/readers/reading.ts'
import { breakdownProblems } from '#features/documents/rules/breakdown.ts'
import { readInvoice } from '#features/invoices/readers/reading.ts'
import type { ReceivedInvoice } from '#features/invoices/rules/received.ts'
import { formatMoney, money } from '#kernel/money.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import { openPdf } from '#server/pdf/open-pdf.ts'

const [, , folder] = process.argv
if (folder === undefined) throw new Error('usage: npm run try-files -- <folder>')

const kinds = /\.(xml|xsig|pdf|n43|q43|asc|txt|png|jpe?g|zip)$|camt|norma43/i
const names = fs
  .readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => kinds.test(path.basename(name)) && fs.statSync(path.join(folder, name)).isFile())
  .toSorted()
for (const name of names) {
  const bytes = new Uint8Array(fs.readFileSync(path.join(folder, name)))
  const begun = performance.now()
  const said = await tried(bytes)
  console.log([name, `${Math.round(performance.now() - begun)} ms`, said].join('\t'))
}
process.exit(0)

/** Sentence on a file: as an invoice, else as a file of a bank. */
async function tried(bytes: Uint8Array): Promise<string> {
  const invoice = await readInvoice({ bytes, ownTaxIds: [] })
  if (!isRefusal(invoice)) return `read as ${invoice.source}: ${invoiceText(invoice, await xmlIn(bytes))}`
  const file = await readBankFile(bytes)
  if (isRefusal(file)) return `refused: ${refusalText(invoice)}; as a bank's: ${refusalText(file)}`
  const reports = file.reports.map(report =>
    report.kind === 'status'
      ? `${report.statuses.length} statuses`
      : `${report.iban} ${report.currency} ${report.lines.length} lines`,
  )
  return `read as ${file.reports[0]?.format}: ${reports.join(', ')}`
}

function refusalText({ refused, facts }: Refusal): string {
  return facts === undefined ? refused : `${refused} ${JSON.stringify(facts)}`
}

function invoiceText(invoice: ReceivedInvoice, xml: string): string {
  const { totalMinor, payableMinor, breakdown, currency } = invoice
  const sum = (minor: bigint | null) => (minor === null ? 'none' : formatMoney(money(minor, currency), true))
  const problems = breakdown && totalMinor !== null ? breakdownProblems(totalMinor, breakdown) : []
  return [
    `${invoice.number}, total ${sum(totalMinor)} (file: ${totalIn(xml) ?? 'none'}), payable ${sum(payableMinor)}`,
    invoice.isCreditNote && 'credit note',
    invoice.signature && `signature ${invoice.signature.state}`,
    breakdown === null && `no breakdown: ${invoice.unbroken}`,
    ...problems.map(({ fault, offMinor }) => `${fault} by ${offMinor}`),
  ]
    .filter(Boolean)
    .join('; ')
}

/** Total as the file says it, found without a reader: the last element of a total's name. */
function totalIn(xml: string): string | undefined {
  const totals = /<(?:\w+:)?(?:TaxInclusiveAmount|GrandTotalAmount|InvoiceTotal)\b[^>]*>\s*([^<\s]+)/g
  return [...xml.matchAll(totals)].at(-1)?.[1]
}

/** XML of the file, or the first that a PDF carries; empty for neither. */
async function xmlIn(bytes: Uint8Array): Promise<string> {
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') return Buffer.from(bytes).toString()
  const carried = (await openPdf(bytes)).attachments().find(({ name }) => /\.xml$/i.test(name))
  return Buffer.from(carried?.bytes() ?? []).toString()
}
