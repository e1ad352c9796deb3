/** UN/CEFACT Cross Industry Invoice (D16B, D22B), also inside Factur-X and ZUGFeRD. In brackets: terms of EN 16931. */

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
import { type TaxPart, toBreakdown } from '#features/invoices/readers/tax-parts.ts'
import { isCreditType, taxKindFrom } from '#features/invoices/readers/vat-category.ts'
import {
  type Due,
  nobody,
  type Party,
  type ReceivedInvoice,
  type SourceKind,
} from '#features/invoices/rules/received.ts'
import type { Day } from '#kernel/day.ts'
import type { Currency } from '#kernel/money.ts'
import { attributeValue, type XmlElement, xmlPaths, xmlText } from '#server/xml/element.ts'

const schema = 'urn:un:unece:uncefact:data:standard'
const root = { local: 'CrossIndustryInvoice', namespace: `${schema}:CrossIndustryInvoice:100` }
const { all, first, text } = xmlPaths({
  rsm: root.namespace,
  ram: `${schema}:ReusableAggregateBusinessInformationEntity:100`,
  udt: `${schema}:UnqualifiedDataType:100`,
  qdt: `${schema}:QualifiedDataType:100`,
})

export const isCii = ({ namespace, local }: XmlElement): boolean =>
  local === root.local && namespace === root.namespace

export function readCii(invoice: XmlElement, source: SourceKind = 'cii'): ReceivedInvoice {
  const head = first(invoice, 'rsm:ExchangedDocument')
  const deal = first(invoice, 'rsm:SupplyChainTradeTransaction')
  const agreement = first(deal, 'ram:ApplicableHeaderTradeAgreement')
  const settlement = first(deal, 'ram:ApplicableHeaderTradeSettlement')
  const currency = currencyFrom(text(settlement, 'ram:InvoiceCurrencyCode'))
  const totals = first(settlement, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation')
  const total = (name: string) => amountIn(all(totals, `ram:${name}`), currency)
  const payee = first(settlement, 'ram:PayeeTradeParty')
  return exactInvoice(
    {
      source,
      issuer: partyIn(first(agreement, 'ram:SellerTradeParty')),
      recipient: partyIn(first(agreement, 'ram:BuyerTradeParty')),
      payee: payee && partyIn(payee),
      number: needed(short(text(head, 'ram:ID'), maxCharacters.number), 'el número'),
      issuedOn: needed(dayIn(first(head, 'ram:IssueDateTime')), 'la fecha'),
      dues: duesIn(settlement, currency),
      terms: short(text(settlement, 'ram:SpecifiedTradePaymentTerms/ram:Description'), maxCharacters.terms),
      currency,
      // [BT-112], [BT-115]
      totalMinor: needed(total('GrandTotalAmount') ?? total('DuePayableAmount'), 'el total'),
      payableMinor: total('DuePayableAmount'),
      ...toBreakdown({
        taxes: taxesIn(settlement, currency),
        withheld: [],
        disbursementsMinor: 0n,
        guaranteeMinor: 0n,
        prepaidMinor: total('TotalPrepaidAmount') ?? 0n,
        roundingMinor: total('RoundingAmount') ?? 0n,
      }),
      ...accountsFrom(accountTexts(settlement)),
      corrects: correctedIn(settlement),
      lines: linesIn(deal, currency),
    },
    isCreditType(text(head, 'ram:TypeCode')),
  )
}

/** Of amounts in several currencies that of the invoice's, or the one that names none. */
function amountIn(elements: readonly XmlElement[], currency: Currency): bigint | null {
  const own = elements.find(each => (attributeValue(each, 'currencyID') ?? currency) === currency)
  return own ? amountFrom(xmlText(own), currency) : null
}

/** `20261124` of the format 102, or a day as XML has it. */
function dayIn(parent: XmlElement | null): Day | null {
  const written =
    text(parent, 'udt:DateTimeString') ?? text(parent, 'qdt:DateTimeString') ?? text(parent, 'udt:DateTime')
  return dayFromXml(written?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') ?? null)
}

function partyIn(party: XmlElement | null): Party {
  if (party === null) return nobody
  const registrations = all(party, 'ram:SpecifiedTaxRegistration/ram:ID')
  const vat = registrations.find(each => attributeValue(each, 'schemeID') === 'VA') ?? registrations[0]
  const name =
    text(party, 'ram:Name') ?? text(party, 'ram:SpecifiedLegalOrganization/ram:TradingBusinessName')
  return {
    name: short(name, maxCharacters.name),
    taxId: short(
      (vat ? xmlText(vat) || null : null) ??
        text(party, 'ram:SpecifiedLegalOrganization/ram:ID') ??
        text(party, 'ram:ID'),
      maxCharacters.account,
    ),
    country: short(text(party, 'ram:PostalTradeAddress/ram:CountryID'), 2),
  }
}

function duesIn(settlement: XmlElement | null, currency: Currency): Due[] {
  return all(settlement, 'ram:SpecifiedTradePaymentTerms').flatMap(each => {
    const on = dayIn(first(each, 'ram:DueDateDateTime'))
    if (on === null) return []
    return [{ on, amountMinor: amountIn(all(each, 'ram:PartialPaymentAmount'), currency) }]
  })
}

function accountTexts(settlement: XmlElement | null): readonly (string | null)[] {
  return all(
    settlement,
    'ram:SpecifiedTradeSettlementPaymentMeans/ram:PayeePartyCreditorFinancialAccount',
  ).map(each => text(each, 'ram:IBANID') ?? text(each, 'ram:ProprietaryID'))
}

/** Taxes [BG-23]. */
function taxesIn(settlement: XmlElement | null, currency: Currency): TaxPart[] {
  return all(settlement, 'ram:ApplicableTradeTax').map(each => ({
    kind: taxKindFrom(text(each, 'ram:TypeCode'), text(each, 'ram:CategoryCode')),
    rate: text(each, 'ram:RateApplicablePercent'),
    baseMinor: needed(amountIn(all(each, 'ram:BasisAmount'), currency), 'la base de un impuesto'),
    taxMinor: needed(amountIn(all(each, 'ram:CalculatedAmount'), currency), 'la cuota de un impuesto'),
  }))
}

/** Preceding invoices [BG-3]. */
function correctedIn(settlement: XmlElement | null) {
  return all(settlement, 'ram:InvoiceReferencedDocument').flatMap(each => {
    const number = short(text(each, 'ram:IssuerAssignedID'), maxCharacters.number)
    return number === null ? [] : [{ number, issuedOn: dayIn(first(each, 'ram:FormattedIssueDateTime')) }]
  })
}

function linesIn(deal: XmlElement | null, currency: Currency) {
  return all(deal, 'ram:IncludedSupplyChainTradeLineItem')
    .slice(0, maxLines)
    .map(each => ({
      description: short(text(each, 'ram:SpecifiedTradeProduct/ram:Name'), maxCharacters.description) ?? '',
      amountMinor: amountFrom(
        text(
          each,
          'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount',
        ),
        currency,
        'rounded',
      ),
    }))
}
