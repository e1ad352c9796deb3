/** Facturae 3.2, 3.2.1 and 3.2.2, signed or not. Its amounts may have eight decimals, which are rounded to the cent. */

import { alpha2From } from '#features/invoices/readers/countries.ts'
import { exactInvoice } from '#features/invoices/readers/exact-invoice.ts'
import { taxesInFacturae } from '#features/invoices/readers/facturae-taxes.ts'
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
import { signatureIn } from '#features/invoices/readers/signature.ts'
import { toBreakdown } from '#features/invoices/readers/tax-parts.ts'
import { Unreadable } from '#features/invoices/readers/unreadable.ts'
import { type Due, nobody, type Party, type ReceivedInvoice } from '#features/invoices/rules/received.ts'
import type { Currency } from '#kernel/money.ts'
import { isElement, type XmlDocument, type XmlElement, xmlPaths } from '#server/xml/element.ts'

const versions = ['3.2', '3.2.1', '3.2.2']

/** Versions have namespaces of their own, all at the ministry's two addresses. */
export const isFacturae = ({ namespace, local }: XmlElement): boolean =>
  local === 'Facturae' && /^https?:\/\/www\.facturae\.(es|gob\.es)\//.test(namespace)

export function readFacturae(document: XmlDocument): ReceivedInvoice {
  const { root } = document
  const file = xmlPaths({ '': namespaceOfParts(root) })
  const version = file.text(root, 'FileHeader/SchemaVersion')
  if (version === null || !versions.includes(version))
    throw new Unreadable('old_version', { format: 'Facturae', version: (version ?? '?').slice(0, 10) })
  const [invoice, ...others] = file.all(root, 'Invoices/Invoice')
  if (others.length > 0) throw new Unreadable('many_invoices', { count: others.length + 1 })
  const read = exactInvoice(fieldsIn(root, needed(invoice ?? null, 'la factura'), file), false)
  return { ...read, signature: signatureIn(document) }
}

/** The schema has its parts without a namespace; programs that declare theirs as the default one are understood too. */
const namespaceOfParts = ({ namespace, children }: XmlElement): string =>
  children.some(node => isElement(node) && node.local === 'FileHeader' && node.namespace === namespace)
    ? namespace
    : ''

type Paths = ReturnType<typeof xmlPaths>

function fieldsIn(root: XmlElement, invoice: XmlElement, file: Paths) {
  const { all, first, text } = file
  const head = first(invoice, 'InvoiceHeader')
  const issue = first(invoice, 'InvoiceIssueData')
  const currency = currencyFrom(text(issue, 'InvoiceCurrencyCode'))
  const { amounts, totalMinor, payableMinor } = taxesInFacturae(invoice, currency, file)
  const serial = [text(head, 'InvoiceSeriesCode'), text(head, 'InvoiceNumber')].filter(Boolean).join('-')
  const installments = all(invoice, 'PaymentDetails/Installment')
  const assignee = first(root, 'FileHeader/FactoringAssignmentData/Assignee')
  return {
    source: 'facturae' as const,
    issuer: partyIn(first(root, 'Parties/SellerParty'), file),
    recipient: partyIn(first(root, 'Parties/BuyerParty'), file),
    payee: assignee && partyIn(assignee, file),
    number: needed(short(serial || null, maxCharacters.number), 'el número'),
    issuedOn: needed(dayFromXml(text(issue, 'IssueDate')), 'la fecha'),
    dues: duesIn(installments, currency, file),
    terms: short(
      text(invoice, 'PaymentDetails/Installment/CollectionAdditionalInformation'),
      maxCharacters.terms,
    ),
    currency,
    totalMinor,
    payableMinor,
    ...toBreakdown(amounts),
    ...accountsFrom(
      [...installments, ...all(root, 'FileHeader/FactoringAssignmentData/PaymentDetails/Installment')].map(
        each => text(each, 'AccountToBeCredited/IBAN') ?? text(each, 'AccountToBeCredited/AccountNumber'),
      ),
    ),
    corrects: correctedIn(head, file),
    lines: linesIn(invoice, currency, file),
  }
}

function partyIn(party: XmlElement | null, { first, text }: Paths): Party {
  if (party === null) return nobody
  const entity = first(party, 'LegalEntity')
  const person = first(party, 'Individual')
  const names = ['Name', 'FirstSurname', 'SecondSurname'].map(name => text(person, name)).filter(Boolean)
  const owner = entity ?? person
  const country = text(owner, 'AddressInSpain/CountryCode') ?? text(owner, 'OverseasAddress/CountryCode')
  return {
    name: short(text(entity, 'CorporateName') ?? (names.join(' ') || null), maxCharacters.name),
    taxId: short(text(party, 'TaxIdentification/TaxIdentificationNumber'), maxCharacters.account),
    country: alpha2From(country),
  }
}

function duesIn(installments: readonly XmlElement[], currency: Currency, { text }: Paths): Due[] {
  return installments.map(each => ({
    on: dayFromXml(text(each, 'InstallmentDueDate')),
    amountMinor: amountFrom(text(each, 'InstallmentAmount'), currency, 'rounded'),
  }))
}

function correctedIn(head: XmlElement | null, { first, text }: Paths) {
  const corrective = first(head, 'Corrective')
  const serial = [text(corrective, 'InvoiceSeriesCode'), text(corrective, 'InvoiceNumber')]
  const number = short(serial.filter(Boolean).join('-') || null, maxCharacters.number)
  return number === null ? [] : [{ number, issuedOn: dayFromXml(text(corrective, 'InvoiceIssueDate')) }]
}

function linesIn(invoice: XmlElement, currency: Currency, { all, text }: Paths) {
  return all(invoice, 'Items/InvoiceLine')
    .slice(0, maxLines)
    .map(each => ({
      description: short(text(each, 'ItemDescription'), maxCharacters.description) ?? '',
      amountMinor: amountFrom(text(each, 'GrossAmount'), currency, 'rounded'),
    }))
}
