/** The payment order that a received invoice proposes: what the invoice says, in the form's terms. A person sends it. */
import { type Breakdown, breakdownProblems, payableMinor } from '#features/documents/rules/breakdown.ts'
import { maxPayments, type PlannedPayment, paymentsProblems } from '#features/documents/rules/payments.ts'
import type { ReceivedInvoice } from '#features/invoices/rules/received.ts'
import { asksFrom } from '#features/invoices/rules/tray.ts'
import type { Day } from '#kernel/day.ts'

export type ProposedOrder = {
  /** At most 160 characters, one line; empty when the invoice has neither number nor lines. */
  readonly name: string
  readonly invoiceNumber: string | null
  readonly invoiceDate: Day | null
  /** Minor units of the invoice's currency. */
  readonly amountMinor: bigint | null
  readonly breakdown: Breakdown | null
  /** Null leaves it to the payment terms. */
  readonly payments: readonly PlannedPayment[] | null
}

const longest = { name: 160, invoiceNumber: 60 }

/** Null for a credit note, which asks nobody to pay, and for what is paid already. */
export function proposeOrder(invoice: ReceivedInvoice): ProposedOrder | null {
  if (asksFrom(invoice) !== 'payment') return null
  const number = oneLine(invoice.number ?? '')
  const amountMinor = invoice.totalMinor !== null && invoice.totalMinor > 0n ? invoice.totalMinor : null
  const breakdown = amountMinor === null ? null : invoice.breakdown
  return {
    name: proposeName(number, oneLine(invoice.lines[0]?.description ?? '')),
    invoiceNumber: number !== '' && number.length <= longest.invoiceNumber ? number : null,
    invoiceDate: invoice.issuedOn,
    amountMinor,
    breakdown,
    payments:
      amountMinor === null ? null : proposePayments(invoice.dues, payableMinor(amountMinor, breakdown)),
  }
}

export type ProposedCreditNote = Pick<
  ProposedOrder,
  'name' | 'invoiceNumber' | 'invoiceDate' | 'breakdown'
> & {
  readonly amountMinor: bigint
}

/** The credit note that a received one proposes, of whichever order; null when it says no amount. */
export function proposeCreditNote(invoice: ReceivedInvoice): ProposedCreditNote | null {
  const { totalMinor: amountMinor, breakdown, issuedOn: invoiceDate } = invoice
  if (!invoice.isCreditNote || amountMinor === null || amountMinor <= 0n) return null
  const number = oneLine(invoice.number ?? '')
  const isSound = breakdown !== null && breakdownProblems(amountMinor, breakdown).length === 0
  return {
    name: [...`Abono ${number}`].slice(0, longest.name).join('').trim(),
    invoiceNumber: number !== '' && number.length <= longest.invoiceNumber ? number : null,
    invoiceDate,
    amountMinor,
    breakdown: isSound ? breakdown : null,
  }
}

function proposeName(number: string, line: string): string {
  const title = number === '' ? '' : `Factura ${number}`
  const name = title !== '' && line !== '' ? `${title}: ${line}` : title + line
  // Cut between two characters: an emoji is one.
  const characters = [...name].slice(0, longest.name)
  return characters.join('').trim()
}

/** Without what no line of text has, and what nobody sees. */
const oneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()

/** Null unless the invoice says each day, and amounts that add up. */
function proposePayments(dues: ReceivedInvoice['dues'], payable: bigint): readonly PlannedPayment[] | null {
  const planned = dues
    .flatMap(({ on, amountMinor }) =>
      on === null ? [] : [{ dueOn: on, amountMinor: amountMinor ?? (dues.length === 1 ? payable : 0n) }],
    )
    .toSorted((one, other) => one.dueOn.localeCompare(other.dueOn))
  const isWhole = planned.length > 0 && planned.length === dues.length && planned.length <= maxPayments
  return isWhole && paymentsProblems(payable, planned).length === 0 ? planned : null
}
