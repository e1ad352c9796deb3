/** UBL 2.1 Invoice and CreditNote, as EN 16931 and Peppol use them. In brackets: business terms of EN 16931. */

import { exactInvoice } from '#features/invoices/readers/exact-invoice.ts'
import {
  accountsFrom,
  amountFrom,
  currencyFrom,
  dayFromXml,
  maxCharacters,
  maxLines,
  needed,
  short,
} from '#features/invoices/readers/fields.ts'
import { type TaxPart, toBreakdown, type WithheldPart } from '#features/invoices/readers/tax-parts.ts'
import { Unreadable } from '#features/invoices/readers/unreadable.ts'
import { isCreditType, taxKindFrom } from '#features/invoices/readers/vat-category.ts'
import { type Due, nobody, type Party, type ReceivedInvoice } from '#features/invoices/rules/received.ts'
import type { Currency } from '#kernel/money.ts'
import { attributeValue, type XmlElement, xmlPaths, xmlText } from '#server/xml/element.ts'

const schema = 'urn:oasis:names:specification:ubl:schema:xsd'
const { all, first, text } = xmlPaths({
  cac: `${schema}:CommonAggregateComponents-2`,
  cbc: `${schema}:CommonBasicComponents-2`,
})

export const isUbl = ({ namespace, local }: XmlElement): boolean =>
  (local === 'Invoice' || local === 'CreditNote') && namespace === `${schema}:${local}-2`

export function readUbl(root: XmlElement): ReceivedInvoice {
  const currency = currencyFrom(text(root, 'cbc:DocumentCurrencyCode'))
  const totals = first(root, 'cac:LegalMonetaryTotal')
  const total = (name: string) => amountIn(first(totals, `cbc:${name}`), currency)
  const isCredit = root.local === 'CreditNote' || isCreditType(text(root, 'cbc:InvoiceTypeCode'))
  const prepaidMinor = total('PrepaidAmount') ?? 0n
  const roundingMinor = total('PayableRoundingAmount') ?? 0n
  return exactInvoice(
    {
      source: 'ubl',
      issuer: partyIn(first(root, 'cac:AccountingSupplierParty/cac:Party')),
      recipient: partyIn(first(root, 'cac:AccountingCustomerParty/cac:Party')),
      payee: payeeIn(root),
      number: needed(short(text(root, 'cbc:ID'), maxCharacters.number), 'el número'),
      issuedOn: needed(dayFromXml(text(root, 'cbc:IssueDate')), 'la fecha'),
      dues: duesIn(root, currency),
      terms: short(text(root, 'cac:PaymentTerms/cbc:Note'), maxCharacters.terms),
      currency,
      // [BT-112], [BT-115]
      totalMinor: needed(total('TaxInclusiveAmount') ?? total('PayableAmount'), 'el total'),
      payableMinor: total('PayableAmount'),
      ...toBreakdown({
        taxes: taxesIn(root, currency),
        withheld: withheldIn(root, currency),
        disbursementsMinor: 0n,
        guaranteeMinor: 0n,
        prepaidMinor,
        roundingMinor,
      }),
      ...accountsFrom(
        all(root, 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID').map(each => xmlText(each)),
      ),
      corrects: all(root, 'cac:BillingReference/cac:InvoiceDocumentReference').flatMap(each => {
        const number = short(text(each, 'cbc:ID'), maxCharacters.number)
        return number === null ? [] : [{ number, issuedOn: dayFromXml(text(each, 'cbc:IssueDate')) }]
      }),
      lines: linesIn(root, currency),
    },
    isCredit,
  )
}

/** Amounts in another currency than the invoice's are no part of its totals. */
function amountIn(element: XmlElement | null, currency: Currency): bigint | null {
  if (element === null) return null
  const own = attributeValue(element, 'currencyID')
  if (own !== null && own !== currency) throw new Unreadable('mixed_currencies')
  return amountFrom(xmlText(element), currency)
}

function partyIn(party: XmlElement | null): Party {
  if (party === null) return nobody
  const schemes = all(party, 'cac:PartyTaxScheme')
  const vat = schemes.find(each => text(each, 'cac:TaxScheme/cbc:ID')?.toUpperCase() === 'VAT')
  return {
    name: short(
      text(party, 'cac:PartyLegalEntity/cbc:RegistrationName') ??
        text(party, 'cac:PartyName/cbc:Name') ??
        personIn(party),
      maxCharacters.name,
    ),
    taxId: short(
      text(vat ?? schemes[0] ?? null, 'cbc:CompanyID') ??
        text(party, 'cac:PartyLegalEntity/cbc:CompanyID') ??
        text(party, 'cac:PartyIdentification/cbc:ID'),
      maxCharacters.account,
    ),
    country: short(text(party, 'cac:PostalAddress/cac:Country/cbc:IdentificationCode'), 2),
  }
}

function personIn(party: XmlElement): string | null {
  const names = ['FirstName', 'MiddleName', 'FamilyName'].map(name => text(party, `cac:Person/cbc:${name}`))
  return names.filter(Boolean).join(' ') || null
}

/** Payee that is not the seller [BG-10]. */
function payeeIn(root: XmlElement): Party | null {
  const payee = first(root, 'cac:PayeeParty')
  return payee && partyIn(payee)
}

/** Due date [BT-9]: of an invoice its own, of a credit note that of its payment means; or of each instalment. */
function duesIn(root: XmlElement, currency: Currency): Due[] {
  const parts = all(root, 'cac:PaymentTerms').flatMap(each => {
    const on = dayFromXml(text(each, 'cbc:PaymentDueDate'))
    return on === null ? [] : [{ on, amountMinor: amountIn(first(each, 'cbc:Amount'), currency) }]
  })
  if (parts.length > 0) return parts
  const on = dayFromXml(text(root, 'cbc:DueDate') ?? text(root, 'cac:PaymentMeans/cbc:PaymentDueDate'))
  return on === null ? [] : [{ on, amountMinor: null }]
}

const hasOwnCurrency =
  (currency: Currency) =>
  (total: XmlElement): boolean => {
    const amount = first(total, 'cbc:TaxAmount')
    const own = amount && attributeValue(amount, 'currencyID')
    return own === null || own === currency
  }

/** Taxes [BG-23]: a second total in the currency of accounting [BT-111] is left out. */
function taxesIn(root: XmlElement, currency: Currency): TaxPart[] {
  return all(root, 'cac:TaxTotal')
    .filter(hasOwnCurrency(currency))
    .flatMap(total => all(total, 'cac:TaxSubtotal'))
    .map(each => ({
      kind: taxKindFrom(
        text(each, 'cac:TaxCategory/cac:TaxScheme/cbc:ID'),
        text(each, 'cac:TaxCategory/cbc:ID'),
      ),
      rate: text(each, 'cac:TaxCategory/cbc:Percent'),
      baseMinor: needed(amountIn(first(each, 'cbc:TaxableAmount'), currency), 'la base de un impuesto'),
      taxMinor: needed(amountIn(first(each, 'cbc:TaxAmount'), currency), 'la cuota de un impuesto'),
    }))
}

function withheldIn(root: XmlElement, currency: Currency): WithheldPart[] {
  return all(root, 'cac:WithholdingTaxTotal/cac:TaxSubtotal').map(each => ({
    kind: /IRPF/i.test(text(each, 'cac:TaxCategory/cac:TaxScheme/cbc:ID') ?? '') ? 'irpf' : 'otra',
    rate: text(each, 'cac:TaxCategory/cbc:Percent'),
    baseMinor: amountIn(first(each, 'cbc:TaxableAmount'), currency) ?? 0n,
    withheldMinor: amountIn(first(each, 'cbc:TaxAmount'), currency) ?? 0n,
  }))
}

function linesIn(root: XmlElement, currency: Currency) {
  const lines = all(root, root.local === 'CreditNote' ? 'cac:CreditNoteLine' : 'cac:InvoiceLine')
  return lines.slice(0, maxLines).map(each => ({
    description:
      short(
        text(each, 'cac:Item/cbc:Name') ?? text(each, 'cac:Item/cbc:Description'),
        maxCharacters.description,
      ) ?? '',
    amountMinor: amountFrom(text(each, 'cbc:LineExtensionAmount'), currency, 'rounded'),
  }))
}
