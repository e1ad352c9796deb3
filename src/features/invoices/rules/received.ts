/**
 * A received invoice: what a file says, whatever its kind. Nothing of it is decided here, and nothing is guessed
 * silently: each field is exact, or proposed until somebody confirms it. Amounts are minor units of its currency.
 */
import type { Breakdown } from '#features/documents/rules/breakdown.ts'
import type { Day } from '#kernel/day.ts'
import type { Currency } from '#kernel/money.ts'

/** Source from which the fields were read: the strongest of the file. */
export const sourceKinds = ['facturae', 'ubl', 'cii', 'facturx', 'qr', 'text'] as const
export type SourceKind = (typeof sourceKinds)[number]

export type Trust = 'exact' | 'proposed'

export const invoiceFields = [
  'issuer',
  'issuerTaxId',
  'recipient',
  'recipientTaxId',
  'number',
  'issuedOn',
  'dues',
  'currency',
  'total',
  'breakdown',
  'ibans',
] as const
export type InvoiceField = (typeof invoiceFields)[number]
export type FieldTrust = { readonly [field in InvoiceField]: Trust }

export type Party = {
  readonly name: string | null
  /** As the file says it; `taxIdKey` of the kernel compares. */
  readonly taxId: string | null
  /** ISO 3166, two letters. */
  readonly country: string | null
}

/** A payment that the invoice asks for; `amountMinor` is null for all that is payable. */
export type Due = { readonly on: Day | null; readonly amountMinor: bigint | null }

/** Invoice that this one corrects. */
export type Corrected = { readonly number: string; readonly issuedOn: Day | null }

/** Line of text, for the reader of the invoice. Its amount is without taxes. */
export type InvoiceLine = { readonly description: string; readonly amountMinor: bigint | null }

/** Why a breakdown cannot say what the file says: the order then has a total alone, and a person looks. */
export const unbrokenReasons = [
  'not_in_file',
  'many_lines',
  'many_withholdings',
  'odd_rate',
  'retained_guarantee',
] as const
export type UnbrokenReason = (typeof unbrokenReasons)[number]

/** Claim of another part of the same file about the invoice: its QR beside its XML, its text beside its QR. */
export type Claim = {
  readonly from: 'qr' | 'text'
  readonly issuerTaxId: string | null
  readonly number: string | null
  readonly issuedOn: Day | null
  readonly totalMinor: bigint | null
}

export const qrSystems = ['verifactu', 'no_verifactu', 'ticketbai'] as const

/** The QR of the tax office. `isSound`: its own check digits are right; `isOfTests`: it leads to a system for tests. */
export type InvoiceQr = {
  readonly system: (typeof qrSystems)[number]
  readonly address: string
  readonly isSound: boolean
  readonly isOfTests: boolean
}

/**
 * `altered`: what was signed is not what the file says. `wrong`: the certificate's key did not make the signature.
 * `unsupported`: made in a way that is not understood here.
 */
export const signatureStates = ['sound', 'altered', 'wrong', 'unsupported'] as const

/** An electronic signature, as arithmetic sees it: whether the certificate is trusted or revoked is not asked. */
export type InvoiceSignature = {
  readonly state: (typeof signatureStates)[number]
  readonly signer: string | null
  readonly signerTaxId: string | null
  readonly certifiedBy: string | null
  /** Instants; `signedAt` is what the signer says. */
  readonly signedAt: string | null
  readonly validFrom: string | null
  readonly validUntil: string | null
}

export type ReceivedInvoice = {
  readonly source: SourceKind
  readonly trust: FieldTrust
  readonly issuer: Party
  readonly recipient: Party
  /** Who is to be paid when it is not the issuer: a factor. */
  readonly payee: Party | null
  readonly number: string | null
  readonly issuedOn: Day | null
  readonly dues: readonly Due[]
  /** Terms of payment in words. */
  readonly terms: string | null
  readonly currency: Currency
  /** Amount with taxes, before withholding; null when the file says none that can be read. Never negative. */
  readonly totalMinor: bigint | null
  readonly breakdown: Breakdown | null
  /** Null with a breakdown. */
  readonly unbroken: UnbrokenReason | null
  /** Amount left to pay, as the file says it. */
  readonly payableMinor: bigint | null
  readonly ibans: readonly string[]
  /** Accounts of the issuer that are no IBAN. */
  readonly otherAccounts: readonly string[]
  /** True when it reduces what is owed; its amounts are positive all the same. */
  readonly isCreditNote: boolean
  readonly corrects: readonly Corrected[]
  readonly lines: readonly InvoiceLine[]
  readonly qr: InvoiceQr | null
  readonly claims: readonly Claim[]
  readonly signature: InvoiceSignature | null
}

export const nobody: Party = { name: null, taxId: null, country: null }

/** All fields with one trust. */
export const trustAll = (trust: Trust): FieldTrust => ({
  issuer: trust,
  issuerTaxId: trust,
  recipient: trust,
  recipientTaxId: trust,
  number: trust,
  issuedOn: trust,
  dues: trust,
  currency: trust,
  total: trust,
  breakdown: trust,
  ibans: trust,
})
