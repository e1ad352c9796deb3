/** A received invoice beside what the company knows: whom it may bill, its provider, and what needs a look. */
import { breakdownToDigits } from '#features/documents/rules/breakdown-digits.ts'
import { plannedToWire } from '#features/documents/wire/payments.ts'
import { proposeOrder } from '#features/invoices/rules/proposed-order.ts'
import { invoiceFields, type Party, type ReceivedInvoice } from '#features/invoices/rules/received.ts'
import type { Billed } from '#features/invoices/views/billed.ts'
import { checkedInvoice } from '#features/invoices/views/findings.ts'
import type { ReceivedInvoiceWire } from '#features/invoices/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { minorToText } from '#kernel/money.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** The invoice as the screen shows it; `billed` is null where it is only read. */
export async function toInvoiceWire(
  tx: TenantTx,
  actor: Actor,
  invoice: ReceivedInvoice,
  { billed, fileId }: { readonly billed: Billed | null; readonly fileId: string },
): Promise<ReceivedInvoiceWire> {
  const said = toSaidWire(invoice)
  if (billed === null) return { ...said, findings: [], provider: null, order: null }
  const { provider, findings } = await checkedInvoice(tx, actor, invoice, { billed, fileIds: [fileId] })
  return {
    ...said,
    findings: findings.map(({ weight, text }) => ({ weight, text })),
    provider: provider && { id: provider.id, name: provider.name },
    order: toOrderWire(invoice),
  }
}

const longestText = 300

/** Enough of a text for a screen. */
const cut = (text: string | null): string | null => (text === null ? null : text.slice(0, longestText))

const toPartyWire = ({ name, taxId }: Party) => ({ name: cut(name), taxId: cut(taxId) })

function toSaidWire(invoice: ReceivedInvoice) {
  const { trust, breakdown, signature, currency } = invoice
  const sum = (minor: bigint | null) => (minor === null ? null : { minor: minorToText(minor), currency })
  return {
    source: invoice.source,
    proposed: invoiceFields.filter(field => trust[field] === 'proposed'),
    issuer: toPartyWire(invoice.issuer),
    recipient: toPartyWire(invoice.recipient),
    number: cut(invoice.number),
    issuedOn: invoice.issuedOn,
    total: sum(invoice.totalMinor),
    payable: sum(invoice.payableMinor),
    breakdown: breakdown && breakdownToDigits(breakdown),
    dues: invoice.dues.slice(0, 60).map(({ on, amountMinor }) => ({ on, amount: sum(amountMinor) })),
    isCreditNote: invoice.isCreditNote,
    lines: invoice.lines.map(line => ({
      description: cut(line.description) ?? '',
      amount: sum(line.amountMinor),
    })),
    ibans: invoice.ibans.slice(0, 10),
    signature: signature && { state: signature.state, signer: cut(signature.signer) },
  }
}

function toOrderWire(invoice: ReceivedInvoice): ReceivedInvoiceWire['order'] {
  const order = proposeOrder(invoice)
  if (order === null) return null
  const { amountMinor, breakdown, payments, ...rest } = order
  return {
    ...rest,
    currency: invoice.currency,
    amountMinor: amountMinor === null ? null : minorToText(amountMinor),
    breakdown: breakdown && breakdownToDigits(breakdown),
    payments: payments && plannedToWire(payments),
  }
}
