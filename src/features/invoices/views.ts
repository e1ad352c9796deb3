/** A received invoice beside what the company knows: whom it may bill, its provider, and what needs a look. */
import { breakdownToDigits } from '#features/documents/rules/breakdown-digits.ts'
import { documentVisibleTo, projectVisibleTo } from '#features/documents/scope.ts'
import { breakdownIssue } from '#features/documents/wire/breakdown-issues.ts'
import { plannedToWire } from '#features/documents/wire/payments.ts'
import { checkInvoice, weights } from '#features/invoices/rules/checks.ts'
import { proposeOrder } from '#features/invoices/rules/proposed-order.ts'
import { invoiceFields, type Party, type ReceivedInvoice } from '#features/invoices/rules/received.ts'
import { findingText } from '#features/invoices/text.ts'
import type { ReceivedInvoiceWire } from '#features/invoices/wire.ts'
import { assignedTo } from '#features/providers/views.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { type Currency, formatMoney, minorToText, money } from '#kernel/money.ts'
import { taxIdKey } from '#kernel/tax-id.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Whom an invoice in a project may bill, and the currencies of the project's contracts, its main one first. */
export type Billed = {
  readonly clientId: string
  readonly taxIds: readonly string[]
  readonly currencies: readonly Currency[]
}

/** Null when there is no such project for this person. */
export const billedIn = (tx: TenantTx, actor: Actor, projectId: string): Promise<Billed | null> =>
  readBilled(tx, actor, part`${projectId}`)

/** In the project of the order that the file is attached to; null for none that the person sees. */
export const billedInOrderWith = (tx: TenantTx, actor: Actor, fileId: string): Promise<Billed | null> =>
  readBilled(
    tx,
    actor,
    part`(select d.project_id from attachment a
      join document d on d.company_id = a.company_id and d.id = a.document_id
      where a.company_id = ${tx.companyId} and a.file_id = ${fileId} and ${documentVisibleTo(tx, actor)}
      order by d.number desc limit 1)`,
  )

function readBilled(tx: TenantTx, actor: Actor, projectId: Part): Promise<Billed | null> {
  return tx.one<Billed>(sql`
    select p.client_id as "clientId", array_remove(array[co.tax_id, c.tax_id], null) as "taxIds",
      array(select k.currency from project_contract pc
        join contract k on k.company_id = pc.company_id and k.id = pc.contract_id
        where pc.company_id = p.company_id and pc.project_id = p.id
        order by pc.main desc, k.id) as currencies
    from project p join company co on co.company_id = p.company_id
    join client c on c.company_id = p.company_id and c.id = p.client_id
    where p.company_id = ${tx.companyId} and p.id = ${projectId} and ${projectVisibleTo(actor)}`)
}

/** The invoice as the screen shows it; `billed` is null where it is only read. */
export async function toInvoiceWire(
  tx: TenantTx,
  actor: Actor,
  invoice: ReceivedInvoice,
  billed: Billed | null,
): Promise<ReceivedInvoiceWire> {
  const said = toSaidWire(invoice)
  if (billed === null) return { ...said, findings: [], provider: null, order: null }
  const provider = await issuingProvider(tx, actor, invoice, billed.clientId)
  return {
    ...said,
    findings: findingsFor(actor, tx.now, invoice, billed, provider),
    provider: provider && { id: provider.id, name: provider.name },
    order: toOrderWire(invoice),
  }
}

type Issuing = { readonly id: string; readonly name: string; readonly iban: string | null }

/**
 * Active provider of the client with the issuer's tax id; of several the first. Whoever orders or decides in the project
 * learns it, and people of a provider their own alone.
 */
async function issuingProvider(
  tx: TenantTx,
  actor: Actor,
  { issuer }: ReceivedInvoice,
  clientId: string,
): Promise<Issuing | null> {
  const key = taxIdKey(issuer.taxId)
  if (key === '') return null
  return tx.one<Issuing>(sql`
    select p.id, p.name, p.iban from provider p
    where p.company_id = ${tx.companyId} and p.tax_key = ${key} and p.status = 'active'
      and ${assignedTo(part`${clientId}`)} and ${actor.providerId === null ? part`true` : part`p.id = ${actor.providerId}`}
    order by p.id limit 1`)
}

function findingsFor(
  actor: Actor,
  now: Date,
  invoice: ReceivedInvoice,
  { taxIds, currencies }: Billed,
  provider: Issuing | null,
): ReceivedInvoiceWire['findings'] {
  const { currency } = invoice
  const contractCurrency = currencies.find(each => each === currency) ?? currencies[0] ?? null
  const amountText = (minor: bigint) => formatMoney(money(minor, currency), true)
  const words = { currency, breakdownIssue: (problem: Problem) => breakdownIssue(problem, amountText) }
  // The form looks for orders of the same invoice itself, as the person writes.
  return checkInvoice(invoice, {
    today: dayFromInstant(now, actor.zone),
    recipients: taxIds.map(taxId => ({ taxId })),
    provider,
    contractCurrency,
    known: [],
  }).map(finding => ({ weight: weights[finding.kind], text: findingText(finding, words) }))
}

type Problem = Parameters<typeof breakdownIssue>[0]

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
