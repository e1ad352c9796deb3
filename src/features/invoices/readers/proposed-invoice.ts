/** The invoice of a file without XML: from its QR, which is exact for what it says, and from its text, which proposes. */

import type { ReadQr } from '#features/invoices/readers/qr-address.ts'
import { claimFromText, type TextFields } from '#features/invoices/readers/text-fields.ts'
import {
  type Claim,
  type FieldTrust,
  nobody,
  type ReceivedInvoice,
  type Trust,
  trustAll,
} from '#features/invoices/rules/received.ts'
import { isSameTaxId } from '#kernel/tax-id.ts'

/**
 * Null when neither says anything: a text that says a total, and nothing of whose or which it is, may be of any paper.
 * `ownTaxIds`: of whoever receives it.
 */
export function proposedInvoice(
  code: ReadQr | null,
  fields: TextFields | null,
  ownTaxIds: readonly string[],
): ReceivedInvoice | null {
  const text = fields && claimFromText(fields, ownTaxIds)
  const claims = [...(code ? [code.claim] : []), ...(text ? [text] : [])]
  if (!claims.some(isOfInvoice) && !fields?.ibans.length) return null
  const totalMinor = firstSaid(claims, 'totalMinor')
  return {
    source: code ? 'qr' : 'text',
    trust: trustBy(code),
    issuer: { ...nobody, taxId: firstSaid(claims, 'issuerTaxId') },
    recipient: { ...nobody, taxId: ownIn(fields, ownTaxIds) },
    payee: null,
    number: firstSaid(claims, 'number'),
    issuedOn: firstSaid(claims, 'issuedOn'),
    dues: fields?.dueOn ? [{ on: fields.dueOn, amountMinor: null }] : [],
    terms: null,
    currency: code ? 'EUR' : (fields?.currency ?? 'EUR'),
    totalMinor: totalMinor === null ? null : absolute(totalMinor),
    breakdown: null,
    unbroken: 'not_in_file',
    payableMinor: null,
    ibans: fields?.ibans ?? [],
    otherAccounts: [],
    isCreditNote: totalMinor !== null && totalMinor < 0n,
    corrects: [],
    lines: [],
    qr: code?.qr ?? null,
    // Of the text only what it says beside a QR.
    claims: code && text && text.totalMinor !== null ? [{ ...silent, totalMinor: text.totalMinor }] : [],
    signature: null,
  }
}

const silent: Claim = { from: 'text', issuerTaxId: null, number: null, issuedOn: null, totalMinor: null }

const absolute = (minor: bigint): bigint => (minor < 0n ? -minor : minor)

const isOfInvoice = ({ from, issuerTaxId, number, totalMinor }: Claim): boolean =>
  issuerTaxId !== null || number !== null || (from !== 'text' && totalMinor !== null)

function firstSaid<Field extends keyof Claim>(claims: readonly Claim[], field: Field): Claim[Field] | null {
  return claims.map(claim => claim[field]).find(value => value !== null) ?? null
}

const ownIn = (fields: TextFields | null, ownTaxIds: readonly string[]): string | null =>
  fields?.taxIds.find(id => ownTaxIds.some(own => isSameTaxId(own, id))) ?? null

/** Exact for what the QR says. */
function trustBy(code: ReadQr | null): FieldTrust {
  const by = (value: unknown): Trust => (value === null || value === undefined ? 'proposed' : 'exact')
  const claim = code?.claim
  return {
    ...trustAll('proposed'),
    issuerTaxId: by(claim?.issuerTaxId),
    number: by(claim?.number),
    issuedOn: by(claim?.issuedOn),
    total: by(claim?.totalMinor),
    currency: by(claim),
  }
}
