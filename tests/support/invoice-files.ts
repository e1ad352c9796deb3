// Invoices as files, made here: what suppliers send, in each kind that is read.
import { createHash, sign } from 'node:crypto'
import QRCode from 'qrcode'
import { canonicalXml } from '#server/xml/canonical.ts'
import { elementsWithin } from '#server/xml/element.ts'
import { readXml } from '#server/xml/read.ts'
import { pdfOf } from '#tests/support/hostile-pdfs.ts'
import { testCertificate, testKey } from '#tests/support/test-certificate.ts'

export const iban = 'ES9121000418450200051332'

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd'

type UblChanges = {
  kind?: 'Invoice' | 'CreditNote'
  total?: string
  currency?: string
  taxes?: string
  more?: string
}

const eur = (name: string, amount: string, currency: string) =>
  `<b:${name} currencyID="${currency}">${amount}</b:${name}>`

/** 100 € at 21 %, less 20 € paid before. The prefixes are not those that others use. */
export function ublFile({
  kind = 'Invoice',
  total = '121.00',
  currency = 'EUR',
  taxes,
  more = '',
}: UblChanges = {}) {
  const amount = (name: string, text: string) => eur(name, text, currency)
  const party = (name: string, id: string) => `<a:Party>
    <a:PostalAddress><a:Country><b:IdentificationCode>ES</b:IdentificationCode></a:Country></a:PostalAddress>
    <a:PartyTaxScheme><b:CompanyID>${id}</b:CompanyID><a:TaxScheme><b:ID>VAT</b:ID></a:TaxScheme></a:PartyTaxScheme>
    <a:PartyLegalEntity><b:RegistrationName>${name}</b:RegistrationName></a:PartyLegalEntity></a:Party>`
  const subtotal =
    taxes ??
    `<a:TaxSubtotal>${amount('TaxableAmount', '100.00')}${amount('TaxAmount', '21.00')}<a:TaxCategory>
      <b:ID>S</b:ID><b:Percent>21</b:Percent><a:TaxScheme><b:ID>VAT</b:ID></a:TaxScheme></a:TaxCategory></a:TaxSubtotal>`
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<i:${kind} xmlns:i="${ubl}:${kind}-2" xmlns:a="${ubl}:CommonAggregateComponents-2" xmlns:b="${ubl}:CommonBasicComponents-2">
  <b:ID>F-2026/014</b:ID><b:IssueDate>2026-11-03</b:IssueDate>
  ${kind === 'Invoice' ? '<b:DueDate>2026-12-03</b:DueDate><b:InvoiceTypeCode>380</b:InvoiceTypeCode>' : ''}
  <b:DocumentCurrencyCode>${currency}</b:DocumentCurrencyCode>
  <a:BillingReference><a:InvoiceDocumentReference><b:ID>F-2026/001</b:ID></a:InvoiceDocumentReference></a:BillingReference>
  <a:AccountingSupplierParty>${party('Cristales del Sur SL', 'ESB12345674')}</a:AccountingSupplierParty>
  <a:AccountingCustomerParty>${party('Hoteles Uno SA', 'ESA28000008')}</a:AccountingCustomerParty>
  <a:PaymentMeans><a:PayeeFinancialAccount><b:ID>${iban}</b:ID></a:PayeeFinancialAccount></a:PaymentMeans>
  <a:PaymentTerms><b:Note>A 30 días</b:Note></a:PaymentTerms>
  <a:TaxTotal>${amount('TaxAmount', '21.00')}${subtotal}</a:TaxTotal>
  <a:LegalMonetaryTotal>${amount('TaxInclusiveAmount', total)}${amount('PrepaidAmount', '20.00')}${amount('PayableAmount', '101.00')}</a:LegalMonetaryTotal>
  <a:${kind}Line>${amount('LineExtensionAmount', '100.000')}<a:Item><b:Name>Cristales &amp; marcos</b:Name></a:Item></a:${kind}Line>
  ${more}
</i:${kind}>`)
}

const cefact = 'urn:un:unece:uncefact:data:standard'

/** 200 € at 10 %, of which 2 cents are rounded; due in two parts. */
export function ciiFile({ type = '380', total = '220.00', version = '100' } = {}) {
  const due = (day: string, part: string) => `<r:SpecifiedTradePaymentTerms><r:DueDateDateTime>
    <u:DateTimeString format="102">${day}</u:DateTimeString></r:DueDateDateTime>
    <r:PartialPaymentAmount>${part}</r:PartialPaymentAmount></r:SpecifiedTradePaymentTerms>`
  return Buffer.from(`<?xml version='1.0' encoding='UTF-8'?>
<CrossIndustryInvoice xmlns="${cefact}:CrossIndustryInvoice:${version}" xmlns:u="${cefact}:UnqualifiedDataType:100"
  xmlns:r="${cefact}:ReusableAggregateBusinessInformationEntity:100">
  <ExchangedDocument><r:ID>77</r:ID><r:TypeCode>${type}</r:TypeCode>
    <r:IssueDateTime><u:DateTimeString format="102">20261103</u:DateTimeString></r:IssueDateTime></ExchangedDocument>
  <SupplyChainTradeTransaction>
    <r:IncludedSupplyChainTradeLineItem><r:SpecifiedTradeProduct><r:Name>Ventanas</r:Name></r:SpecifiedTradeProduct>
      <r:SpecifiedLineTradeSettlement><r:SpecifiedTradeSettlementLineMonetarySummation><r:LineTotalAmount>200</r:LineTotalAmount>
      </r:SpecifiedTradeSettlementLineMonetarySummation></r:SpecifiedLineTradeSettlement></r:IncludedSupplyChainTradeLineItem>
    <r:ApplicableHeaderTradeAgreement>
      <r:SellerTradeParty><r:Name>Cristales del Sur SL</r:Name><r:PostalTradeAddress><r:CountryID>ES</r:CountryID></r:PostalTradeAddress>
        <r:SpecifiedTaxRegistration><r:ID schemeID="FC">1</r:ID></r:SpecifiedTaxRegistration>
        <r:SpecifiedTaxRegistration><r:ID schemeID="VA">ESB12345674</r:ID></r:SpecifiedTaxRegistration></r:SellerTradeParty>
      <r:BuyerTradeParty><r:Name>Hoteles Uno SA</r:Name></r:BuyerTradeParty>
    </r:ApplicableHeaderTradeAgreement>
    <r:ApplicableHeaderTradeSettlement>
      <r:InvoiceCurrencyCode>EUR</r:InvoiceCurrencyCode>
      <r:PayeeTradeParty><r:Name>Banco Factor SA</r:Name></r:PayeeTradeParty>
      <r:SpecifiedTradeSettlementPaymentMeans><r:PayeePartyCreditorFinancialAccount><r:IBANID>ES00 0000</r:IBANID>
      </r:PayeePartyCreditorFinancialAccount></r:SpecifiedTradeSettlementPaymentMeans>
      <r:ApplicableTradeTax><r:CalculatedAmount>20.00</r:CalculatedAmount><r:TypeCode>VAT</r:TypeCode>
        <r:BasisAmount>200.00</r:BasisAmount><r:CategoryCode>S</r:CategoryCode><r:RateApplicablePercent>10.00</r:RateApplicablePercent></r:ApplicableTradeTax>
      ${due('20261203', '110.00')}${due('20270103', '110.02')}
      <r:SpecifiedTradeSettlementHeaderMonetarySummation><r:GrandTotalAmount>${total}</r:GrandTotalAmount>
        <r:RoundingAmount>0.02</r:RoundingAmount><r:DuePayableAmount>220.02</r:DuePayableAmount></r:SpecifiedTradeSettlementHeaderMonetarySummation>
    </r:ApplicableHeaderTradeSettlement>
  </SupplyChainTradeTransaction>
</CrossIndustryInvoice>`)
}

const namespaces: { readonly [version: string]: string } = {
  '3.1': 'http://www.facturae.es/Facturae/2007/v3.1/Facturae',
  '3.2': 'http://www.facturae.es/Facturae/2009/v3.2/Facturae',
  '3.2.1': 'http://www.facturae.es/Facturae/2014/v3.2.1/Facturae',
  '3.2.2': 'http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml',
}

type FacturaeChanges = {
  version?: string
  sign?: '' | '-'
  encoding?: string
  invoices?: number
  more?: string
  base?: string
}

/** 1000 € at 21 % and 5,2 % of surcharge, 50 € of disbursements, less 150 € of IRPF. */
export function facturaeFile({
  version = '3.2.2',
  sign: s = '',
  invoices = 1,
  more = '',
  base = '1000.000000',
}: FacturaeChanges = {}): string {
  const total = (name: string, amount: string) =>
    `<${name}><TotalAmount>${s}${amount}</TotalAmount></${name}>`
  const invoice = `<Invoice>
    <InvoiceHeader><InvoiceNumber>14</InvoiceNumber><InvoiceSeriesCode>A</InvoiceSeriesCode>
      ${s ? '<Corrective><InvoiceNumber>9</InvoiceNumber><InvoiceSeriesCode>A</InvoiceSeriesCode></Corrective>' : ''}</InvoiceHeader>
    <InvoiceIssueData><IssueDate>2026-11-03</IssueDate><InvoiceCurrencyCode>EUR</InvoiceCurrencyCode></InvoiceIssueData>
    <TaxesOutputs><Tax><TaxTypeCode>01</TaxTypeCode><TaxRate>21.00</TaxRate>${total('TaxableBase', base)}${total('TaxAmount', '210.00')}
      <EquivalenceSurcharge>5.20</EquivalenceSurcharge>${total('EquivalenceSurchargeAmount', '52.00')}</Tax></TaxesOutputs>
    <TaxesWithheld><Tax><TaxTypeCode>04</TaxTypeCode><TaxRate>15.00</TaxRate>${total('TaxableBase', '1000.00')}${total('TaxAmount', '150.00')}</Tax></TaxesWithheld>
    <InvoiceTotals><TotalGrossAmountBeforeTaxes>${s}1000.00</TotalGrossAmountBeforeTaxes><TotalTaxOutputs>${s}262.00</TotalTaxOutputs>
      <TotalTaxesWithheld>${s}150.00</TotalTaxesWithheld><InvoiceTotal>${s}1112.00</InvoiceTotal>
      <TotalReimbursableExpenses>${s}50.00</TotalReimbursableExpenses>
      <TotalExecutableAmount>${s}1162.00</TotalExecutableAmount></InvoiceTotals>
    <Items><InvoiceLine><ItemDescription>Rótulo de cristal</ItemDescription><GrossAmount>${s}1000.00000000</GrossAmount></InvoiceLine></Items>
    <PaymentDetails><Installment><InstallmentDueDate>2026-12-03</InstallmentDueDate><InstallmentAmount>${s}1162.00</InstallmentAmount>
      <PaymentMeans>04</PaymentMeans><AccountToBeCredited><IBAN>${iban}</IBAN></AccountToBeCredited></Installment></PaymentDetails>
  </Invoice>`
  const party = (name: string, id: string, owner: string) => `<${name}>
    <TaxIdentification><TaxIdentificationNumber>${id}</TaxIdentificationNumber></TaxIdentification>${owner}</${name}>`
  const address = '<AddressInSpain><CountryCode>ESP</CountryCode></AddressInSpain>'
  return `<?xml version="1.0" encoding="UTF-8"?>
<fe:Facturae xmlns:fe="${namespaces[version]}" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
  <FileHeader><SchemaVersion>${version}</SchemaVersion></FileHeader>
  <Parties>
    ${party('SellerParty', 'B12345674', `<LegalEntity><CorporateName>Cristales del Sur SL</CorporateName>${address}</LegalEntity>`)}
    ${party('BuyerParty', '00000000T', `<Individual><Name>Ana</Name><FirstSurname>Núñez</FirstSurname>${address}</Individual>`)}
  </Parties>
  <Invoices>${invoice.repeat(invoices)}</Invoices>${more}
</fe:Facturae>`
}

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const canonical = { isExclusive: false, withComments: false, inclusivePrefixes: [] }

/** The file with an enveloped signature of the test's certificate. `signedAt`: what the signer says. */
export function signedFacturae(text: string, signedAt = '2026-11-30T10:00:00Z', digest = 'sha256'): string {
  const hash = (canonicalText: string) => createHash('sha256').update(canonicalText).digest('base64')
  const whole = hash(canonicalXml({ of: readXml(Buffer.from(text)), without: null }, canonical))
  const info = `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/>
    <ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"/>
    <ds:Reference URI=""><ds:Transforms><ds:Transform Algorithm="${dsig}enveloped-signature"/></ds:Transforms>
    <ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#${digest}"/><ds:DigestValue>${whole}</ds:DigestValue></ds:Reference></ds:SignedInfo>`
  const signature = (value: string) => `<ds:Signature>${info}<ds:SignatureValue>${value}</ds:SignatureValue>
    <ds:KeyInfo><ds:X509Data><ds:X509Certificate>${testCertificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
    <ds:Object><x:SigningTime xmlns:x="http://uri.etsi.org/01903/v1.3.2#">${signedAt}</x:SigningTime></ds:Object></ds:Signature>`
  const withSignature = (value: string) => text.replace('</fe:Facturae>', `${signature(value)}</fe:Facturae>`)
  const { root } = readXml(Buffer.from(withSignature('')))
  const signed = [...elementsWithin(root)].find(({ local }) => local === 'SignedInfo')
  if (!signed) throw new Error('no SignedInfo')
  const bytes = Buffer.from(canonicalXml({ of: signed, without: null }, canonical))
  return withSignature(sign('sha256', bytes, { key: testKey, dsaEncoding: 'ieee-p1363' }).toString('base64'))
}

export const verifactuAddress =
  'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR?nif=B12345674&numserie=F-2026%2F014&fecha=03-11-2026&importe=121.00'

export const qrPicture = (text: string): Promise<Buffer> => QRCode.toBuffer(text, { scale: 6 })

const rows = [
  'Cristales del Sur SL · NIF B-12345674',
  'Cliente: Hoteles Uno SA, CIF A28000008',
  'Factura nº: F-2026/014',
  'Fecha de factura: 03/11/2026',
  'Vencimiento: 3 de diciembre de 2026',
  'Base imponible 100,00 €',
  'IVA 21 % 21,00 €',
  'TOTAL FACTURA 121,00 €',
  'IBAN ES91 2100 0418 4502 0005 1332',
]

type PdfParts = { text?: readonly string[]; qr?: string; file?: { name: string; bytes: Buffer } }

/** A PDF with some of: rows of text, a QR, an attached file. */
export async function invoicePdf({ text = [], qr, file }: PdfParts): Promise<Buffer> {
  const picture = qr === undefined ? null : await qrPicture(qr)
  return pdfOf({}, page => {
    for (const [index, row] of text.entries()) page.text(row, 60, 200 + index * 24, { lineBreak: false })
    if (picture) page.image(picture, 60, 40, { width: 110 })
    if (file) page.file(file.bytes, { name: file.name })
  })
}

export const invoiceRows: readonly string[] = rows
