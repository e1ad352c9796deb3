/** Invoices that a supplier sent to the demo: one as it should be, and one that asks to be paid to another account. */
import type { DemoHistory } from '#demo/history.ts'
import { receive } from '#features/invoices/commands/receive.ts'
import { unlessRefused } from '#features/samples/commands/history.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Day } from '#kernel/day.ts'

export type Invoice = {
  readonly issuer: { readonly name: string; readonly taxId: string }
  readonly number: string
  readonly issuedOn: Day
  readonly dueOn: Day
  readonly line: string
  /** Net amount, in cents; the tax is 21 %. */
  readonly baseMinor: bigint
  readonly iban: string
}

/** `sender`: a person of Climatización Norte. */
export async function sendInvoices(history: DemoHistory, sender: Actor): Promise<void> {
  const issuer = { name: 'Climatización Norte SL', taxId: 'B12345674' }
  const days = { issuer, issuedOn: history.dayIn(-2), dueOn: history.dayIn(28) }
  const invoices: Invoice[] = [
    {
      ...days,
      number: 'CN-2026-0131',
      line: 'Filtros de la planta 2',
      baseMinor: 84_000n,
      iban: 'ES9121000418450200051332',
    },
    {
      ...days,
      number: 'CN-2026-0133',
      line: 'Revisión de conductos',
      baseMinor: 126_500n,
      iban: 'ES7620770024003102575766',
    },
  ]
  for (const invoice of invoices) {
    const tx = history.before(1)
    const fileId = await history.file(tx, sender, `${invoice.number}.xml`, Buffer.from(ubl(invoice)))
    unlessRefused(await receive(tx, sender, { fileId }))
  }
}

/** Tax of a base, in cents. */
export const taxFrom = (baseMinor: bigint): bigint => (baseMinor * 21n) / 100n

/** The invoice as a file in UBL, which bills Grupo Miramar. */
export const ubl = ({ issuer, number, issuedOn, dueOn, line, baseMinor, iban }: Invoice): string => {
  const taxMinor = taxFrom(baseMinor)
  const amount = (name: string, minor: bigint) =>
    `<cbc:${name} currencyID="EUR">${minor / 100n}.${String(minor % 100n).padStart(2, '0')}</cbc:${name}>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID>${number}</cbc:ID>
  <cbc:IssueDate>${issuedOn}</cbc:IssueDate>
  <cbc:DueDate>${dueOn}</cbc:DueDate>
  <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty>${party(issuer.name, `ES${issuer.taxId}`)}</cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty>${party('Grupo Miramar SL', 'ESB57000895')}</cac:AccountingCustomerParty>
  <cac:PaymentMeans>
    <cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>
    <cac:PayeeFinancialAccount><cbc:ID>${iban}</cbc:ID></cac:PayeeFinancialAccount>
  </cac:PaymentMeans>
  <cac:TaxTotal>
    ${amount('TaxAmount', taxMinor)}
    <cac:TaxSubtotal>
      ${amount('TaxableAmount', baseMinor)}${amount('TaxAmount', taxMinor)}
      <cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory>
    </cac:TaxSubtotal>
  </cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    ${amount('TaxInclusiveAmount', baseMinor + taxMinor)}${amount('PayableAmount', baseMinor + taxMinor)}
  </cac:LegalMonetaryTotal>
  <cac:InvoiceLine>
    <cbc:ID>1</cbc:ID>${amount('LineExtensionAmount', baseMinor)}<cac:Item><cbc:Name>${line}</cbc:Name></cac:Item>
  </cac:InvoiceLine>
</Invoice>
`
}

const party = (name: string, taxId: string): string => `<cac:Party>
    <cac:PostalAddress><cac:Country><cbc:IdentificationCode>ES</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    <cac:PartyTaxScheme><cbc:CompanyID>${taxId}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party>`
