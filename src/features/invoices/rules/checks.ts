/**
 * Findings that a person has to look at before a received invoice becomes an order. None forbids it: an alarm asks for
 * a reason, a doubt for a look, a note only tells.
 */
import {
  type BreakdownProblem,
  breakdownProblems,
  payableMinor as payableOfBreakdown,
} from '#features/documents/rules/breakdown.ts'
import { invoiceKeyFrom } from '#features/documents/rules/duplicates.ts'
import type { Claim, Party, ReceivedInvoice, UnbrokenReason } from '#features/invoices/rules/received.ts'
import { asksFrom } from '#features/invoices/rules/tray.ts'
import { type Day, daysBetween } from '#kernel/day.ts'
import type { Currency } from '#kernel/money.ts'
import { doubtTaxId, isSameTaxId } from '#kernel/tax-id.ts'

export type Weight = 'alarm' | 'doubt' | 'note'

/** Field in which two parts of a file differ. */
export type ClaimedField = 'issuerTaxId' | 'number' | 'issuedOn' | 'total'

export type Finding =
  | { readonly kind: 'breakdown'; readonly problem: BreakdownProblem }
  | { readonly kind: 'not_broken_down'; readonly reason: UnbrokenReason }
  | { readonly kind: 'payable_differs'; readonly statedMinor: bigint; readonly expectedMinor: bigint }
  | { readonly kind: 'dues_differ'; readonly statedMinor: bigint; readonly expectedMinor: bigint }
  | { readonly kind: 'recipient_other'; readonly name: string | null; readonly taxId: string | null }
  | { readonly kind: 'currency_differs'; readonly contract: Currency; readonly invoice: Currency }
  | { readonly kind: 'iban_differs'; readonly iban: string }
  | { readonly kind: 'iban_unconfirmed'; readonly iban: string }
  | { readonly kind: 'account_unreadable'; readonly account: string }
  | { readonly kind: 'payee_other'; readonly name: string | null; readonly taxId: string | null }
  | { readonly kind: 'issuer_unknown'; readonly name: string | null; readonly taxId: string | null }
  | { readonly kind: 'issuer_tax_id_wrong'; readonly taxId: string }
  | { readonly kind: 'already_known'; readonly number: string; readonly as: string }
  | { readonly kind: 'in_future' | 'long_ago'; readonly on: Day }
  | { readonly kind: 'claim_differs'; readonly from: Claim['from']; readonly field: ClaimedField }
  | { readonly kind: PlainFinding }

const plainFindings = [
  'recipient_missing',
  'issuer_missing',
  'number_missing',
  'date_missing',
  'total_missing',
  'qr_unsound',
  'qr_of_tests',
  'signature_altered',
  'signature_wrong',
  'signature_unsupported',
  'certificate_expired',
  'nothing_due',
  'credit_note',
] as const
type PlainFinding = (typeof plainFindings)[number]
export type FindingKind = Finding['kind']

export const weights: { readonly [kind in FindingKind]: Weight } = {
  breakdown: 'doubt',
  not_broken_down: 'note',
  payable_differs: 'doubt',
  dues_differ: 'doubt',
  recipient_other: 'alarm',
  recipient_missing: 'doubt',
  currency_differs: 'alarm',
  iban_differs: 'alarm',
  iban_unconfirmed: 'doubt',
  account_unreadable: 'doubt',
  payee_other: 'alarm',
  issuer_unknown: 'doubt',
  issuer_missing: 'doubt',
  issuer_tax_id_wrong: 'alarm',
  already_known: 'alarm',
  number_missing: 'doubt',
  date_missing: 'doubt',
  total_missing: 'doubt',
  in_future: 'doubt',
  long_ago: 'doubt',
  claim_differs: 'alarm',
  qr_unsound: 'alarm',
  qr_of_tests: 'alarm',
  signature_altered: 'alarm',
  signature_wrong: 'alarm',
  signature_unsupported: 'note',
  certificate_expired: 'doubt',
  nothing_due: 'alarm',
  credit_note: 'alarm',
}

/** Invoice that is known already. `as`: how people find it (`DOC-001`). */
export type KnownInvoice = { readonly issuerTaxId: string; readonly number: string; readonly as: string }

export type Surroundings = {
  readonly today: Day
  /** Who may be billed: the company, and the client of the project. */
  readonly recipients: readonly { readonly taxId: string | null }[]
  /** The provider that the issuer is known as; null for none. `iban`: of its confirmed bank data. */
  readonly provider: { readonly iban: string | null } | null
  /** Of the contract that is proposed; null for none. */
  readonly contractCurrency: Currency | null
  readonly known: readonly KnownInvoice[]
}

const maxAgeDays = 365

/** Everything there is to look at, in the order of the screen. */
export function checkInvoice(invoice: ReceivedInvoice, around: Surroundings): Finding[] {
  return [
    ...issuerFindings(invoice, around),
    ...recipientFindings(invoice, around),
    ...numberFindings(invoice, around),
    ...dateFindings(invoice, around),
    ...amountFindings(invoice, around),
    ...accountFindings(invoice, around),
    ...claimFindings(invoice),
    ...signatureFindings(invoice),
  ]
}

function issuerFindings({ issuer }: ReceivedInvoice, { provider }: Surroundings): Finding[] {
  const { name, taxId } = issuer
  if (taxId === null && name === null) return [{ kind: 'issuer_missing' }]
  return [
    ...(taxId !== null && isWrongSpanish(issuer) ? [{ kind: 'issuer_tax_id_wrong', taxId } as const] : []),
    ...(provider === null ? [{ kind: 'issuer_unknown', name, taxId } as const] : []),
  ]
}

const isWrongSpanish = ({ taxId, country }: Party): boolean =>
  (country === null || country === 'ES') && taxId !== null && doubtTaxId(taxId) === 'wrong'

function recipientFindings({ recipient }: ReceivedInvoice, { recipients }: Surroundings): Finding[] {
  const { name, taxId } = recipient
  if (taxId === null) return [{ kind: 'recipient_missing' }]
  const isOurs = recipients.some(each => isSameTaxId(each.taxId, taxId))
  return isOurs ? [] : [{ kind: 'recipient_other', name, taxId }]
}

function numberFindings({ number, issuer }: ReceivedInvoice, { known }: Surroundings): Finding[] {
  const key = invoiceKeyFrom(number)
  if (number === null || key === null) return [{ kind: 'number_missing' }]
  return known
    .filter(each => isSameTaxId(each.issuerTaxId, issuer.taxId) && invoiceKeyFrom(each.number) === key)
    .map(({ as }) => ({ kind: 'already_known', number, as }))
}

function dateFindings({ issuedOn: on }: ReceivedInvoice, { today }: Surroundings): Finding[] {
  if (on === null) return [{ kind: 'date_missing' }]
  if (on > today) return [{ kind: 'in_future', on }]
  return daysBetween(on, today) > maxAgeDays ? [{ kind: 'long_ago', on }] : []
}

function amountFindings(invoice: ReceivedInvoice, { contractCurrency }: Surroundings): Finding[] {
  const { totalMinor, breakdown, unbroken, currency } = invoice
  const other = contractCurrency !== null && contractCurrency !== currency ? contractCurrency : null
  return [
    ...(other === null ? [] : [{ kind: 'currency_differs', contract: other, invoice: currency } as const]),
    ...(totalMinor === null ? [{ kind: 'total_missing' } as const] : []),
    ...(unbroken === null ? [] : [{ kind: 'not_broken_down', reason: unbroken } as const]),
    ...(totalMinor === null || breakdown === null
      ? []
      : breakdownProblems(totalMinor, breakdown)
          .filter(({ fault }) => fault !== 'nothing_to_pay')
          .map(problem => ({ kind: 'breakdown', problem }) as const)),
    ...payableFindings(invoice),
  ]
}

const findingOfAsks = {
  payment: [],
  reduction: [{ kind: 'credit_note' }],
  nothing: [{ kind: 'nothing_due' }],
} as const

function payableFindings(invoice: ReceivedInvoice): Finding[] {
  const { totalMinor, breakdown, payableMinor, dues, isCreditNote } = invoice
  const derived = totalMinor === null || breakdown === null ? null : payableOfBreakdown(totalMinor, breakdown)
  const payable = payableMinor ?? derived
  const differs =
    derived !== null && payableMinor !== null && derived !== payableMinor
      ? [{ kind: 'payable_differs', statedMinor: payableMinor, expectedMinor: derived } as const]
      : []
  if (payable === null) return [...differs, ...findingOfAsks[asksFrom(invoice)]]
  return [
    ...differs,
    ...findingOfAsks[asksFrom({ isCreditNote, payableMinor: payable })],
    ...dueFindings(dues, payable),
  ]
}

/** Only where every due says its amount. */
function dueFindings(dues: ReceivedInvoice['dues'], expectedMinor: bigint): Finding[] {
  const amounts = dues.flatMap(({ amountMinor }) => (amountMinor === null ? [] : [amountMinor]))
  if (amounts.length === 0 || amounts.length < dues.length) return []
  const statedMinor = amounts.reduce((sum, each) => sum + each, 0n)
  return statedMinor === expectedMinor ? [] : [{ kind: 'dues_differ', statedMinor, expectedMinor }]
}

/** Another account than the confirmed one is an alarm, never a silent change. */
function accountFindings(invoice: ReceivedInvoice, { provider }: Surroundings): Finding[] {
  const { ibans, otherAccounts, payee, isCreditNote } = invoice
  const confirmed = provider?.iban ?? null
  const strange = isCreditNote ? [] : ibans.filter(iban => iban !== confirmed)
  const kind = confirmed === null ? ('iban_unconfirmed' as const) : ('iban_differs' as const)
  return [
    ...strange.map(iban => ({ kind, iban })),
    ...otherAccounts.map(account => ({ kind: 'account_unreadable', account }) as const),
    ...(payee === null ? [] : [{ kind: 'payee_other', name: payee.name, taxId: payee.taxId } as const]),
  ]
}

function claimFindings({ qr, claims, ...invoice }: ReceivedInvoice): Finding[] {
  return [
    ...(qr !== null && !qr.isSound ? [{ kind: 'qr_unsound' } as const] : []),
    ...(qr?.isOfTests ? [{ kind: 'qr_of_tests' } as const] : []),
    ...claims.flatMap(claim =>
      differingFields(claim, invoice).map(
        field => ({ kind: 'claim_differs', from: claim.from, field }) as const,
      ),
    ),
  ]
}

type Compared = Pick<ReceivedInvoice, 'issuer' | 'number' | 'issuedOn' | 'totalMinor' | 'isCreditNote'>

/** The fields that both say, each in its own words: a credit note's QR has a negative total. */
function differingFields(claim: Claim, invoice: Compared): ClaimedField[] {
  const differs = {
    issuerTaxId:
      claim.issuerTaxId !== null &&
      invoice.issuer.taxId !== null &&
      !isSameTaxId(claim.issuerTaxId, invoice.issuer.taxId),
    number:
      claim.number !== null &&
      invoice.number !== null &&
      invoiceKeyFrom(claim.number) !== invoiceKeyFrom(invoice.number),
    issuedOn: claim.issuedOn !== null && invoice.issuedOn !== null && claim.issuedOn !== invoice.issuedOn,
    total:
      claim.totalMinor !== null &&
      invoice.totalMinor !== null &&
      absolute(claim.totalMinor) !== absolute(invoice.totalMinor),
  }
  const fields = ['issuerTaxId', 'number', 'issuedOn', 'total'] as const
  return fields.filter(field => differs[field])
}

const absolute = (minor: bigint): bigint => (minor < 0n ? -minor : minor)

function signatureFindings({ signature }: ReceivedInvoice): Finding[] {
  if (signature === null) return []
  const { state, signedAt, validFrom, validUntil } = signature
  const isOutside =
    signedAt !== null &&
    ((validFrom !== null && signedAt < validFrom) || (validUntil !== null && signedAt > validUntil))
  return [
    ...(state === 'altered' ? [{ kind: 'signature_altered' } as const] : []),
    ...(state === 'wrong' ? [{ kind: 'signature_wrong' } as const] : []),
    ...(state === 'unsupported' ? [{ kind: 'signature_unsupported' } as const] : []),
    ...(isOutside ? [{ kind: 'certificate_expired' } as const] : []),
  ]
}
