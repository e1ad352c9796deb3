/**
 * SEPA credit transfers in one file for the bank: ISO 20022 `pain.001`, with one debtor, one day and many creditors.
 * Built from integers and plain text only, so that the same batch is always the same bytes. Source: the
 * implementation guidelines of the European Payments Council for customers' credit transfers, and the schemas of ISO
 * 20022.
 */

import type { Day } from '#kernel/day.ts'
import { minorToText } from '#kernel/money.ts'

/**
 * File formats: the version of 2019, which current rulebooks require, and the one of 2009, which every bank still
 * accepts.
 */
export const formats = ['pain.001.001.09', 'pain.001.001.03'] as const
export type Format = (typeof formats)[number]

export type Debtor = {
  readonly name: string
  readonly iban: string
  readonly bic: string | null
  /** Identifier that the bank knows the debtor by: in Spain its tax id and a suffix. */
  readonly ordererId: string | null
}

export type Transfer = {
  /**
   * End-to-end identifier, repeated in every message of the bank about this transfer: unique, at most 35 characters.
   */
  readonly endToEndId: string
  readonly amountMinor: bigint
  readonly name: string
  readonly iban: string
  readonly bic: string | null
  readonly remittance: string
}

export type TransferFile = {
  readonly format: Format
  /** Unique identifier of the file, at most 32 characters. */
  readonly messageId: string
  /** Creation time, written in UTC. */
  readonly madeAt: Date
  readonly payOn: Day
  readonly debtor: Debtor
  readonly transfers: readonly Transfer[]
}

const longestName = 70
/** Most characters of the text of a SEPA transfer. */
export const longestRemittance = 140
/** Largest amount of one SEPA transfer, in cents: 999.999.999,99 €. */
export const largestMinor = 99_999_999_999n

/** The complete XML file. */
export function creditTransferXml(file: TransferFile): string {
  const { format, messageId, madeAt, debtor, transfers } = file
  const sums = [
    element('NbOfTxs', String(transfers.length)),
    element('CtrlSum', euros(sumTransfers(transfers))),
  ]
  const header = group('GrpHdr', [
    element('MsgId', messageId),
    element('CreDtTm', madeAt.toISOString().slice(0, 19)),
    ...sums,
    group('InitgPty', [element('Nm', sepaText(debtor.name, longestName)), ...organisation(debtor.ordererId)]),
  ])
  const initiation = group('CstmrCdtTrfInitn', [header, payment(file, sums)])
  const root = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${format}">`
  return ['<?xml version="1.0" encoding="UTF-8"?>', root, indented(initiation), '</Document>', ''].join('\n')
}

export const sumTransfers = (transfers: readonly Pick<Transfer, 'amountMinor'>[]): bigint =>
  transfers.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)

/** Amount in cents as a decimal number of euros: `1234.05`. */
export function euros(minor: bigint): string {
  const digits = minorToText(minor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Text reduced to the SEPA character set: Latin letters, digits and a few signs. Accents are dropped and letters that
 * have a Latin spelling are spelt; any other character becomes a dot. Never empty, never longer than `longest`.
 */
export function sepaText(text: string, longest: number): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, letter => spelt.get(letter) ?? (/\s|\p{Cc}/u.test(letter) ? ' ' : '.'))
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, sign => signs.get(sign) ?? '.')
    // A slash at either end, or two in a row, has a meaning of its own to banks.
    .replace(/\/{2,}/g, '/')
    .replace(/\s+/g, ' ')
    .slice(0, longest)
    .replace(/^[/ ]+|[/ ]+$/g, '')
  return /[A-Za-z0-9]/.test(plain) ? plain : unknown
}

/**
 * True when a name survives `sepaText` legibly. Greek or Cyrillic letters would become dots: a name that the
 * creditor's bank does not recognise fails the verification of payee, or pays somebody unnamed.
 */
export function isLatin(name: string): boolean {
  const others = name.normalize('NFKD').match(/(?![A-Za-z])\p{L}/gu) ?? []
  return /[\p{L}\p{N}]/u.test(name) && others.every(letter => spelt.has(letter))
}

/** Value that SEPA prescribes for an unknown required field. */
const unknown = 'NOTPROVIDED'

const spelt = new Map([
  ...Object.entries({ æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ß: 'ss', ẞ: 'SS', ı: 'i' }),
  ...Object.entries({ ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', '€': 'E' }),
  ...Object.entries({ '–': '-', '—': '-', '‘': "'", '’': "'", '“': "'", '”': "'", '«': "'", '»': "'" }),
])

const signs = new Map(
  Object.entries({ '&': '+', _: '-', '"': "'", ';': ',', '[': '(', ']': ')', '{': '(', '}': ')' }),
)

type Node = readonly string[]

function payment({ format, messageId, payOn, debtor, transfers }: TransferFile, sums: readonly Node[]): Node {
  return group('PmtInf', [
    element('PmtInfId', `${messageId}-1`),
    element('PmtMtd', 'TRF'),
    // One line of the account's statement for each transfer, so that orders can be told apart there.
    element('BtchBookg', 'false'),
    ...sums,
    group('PmtTpInf', [group('SvcLvl', [element('Cd', 'SEPA')])]),
    format === 'pain.001.001.03'
      ? element('ReqdExctnDt', payOn)
      : group('ReqdExctnDt', [element('Dt', payOn)]),
    group('Dbtr', [element('Nm', sepaText(debtor.name, longestName)), ...organisation(debtor.ordererId)]),
    group('DbtrAcct', [account(debtor.iban), element('Ccy', 'EUR')]),
    group('DbtrAgt', [bank(format, writable(format, debtor.bic))]),
    element('ChrgBr', 'SLEV'),
    ...transfers.map(transfer => transferNode(format, transfer)),
  ])
}

function transferNode(format: Format, transfer: Transfer): Node {
  const { endToEndId, amountMinor, name, iban, remittance } = transfer
  const bic = writable(format, transfer.bic)
  return group('CdtTrfTxInf', [
    group('PmtId', [element('EndToEndId', endToEndId)]),
    group('Amt', [[`<InstdAmt Ccy="EUR">${euros(amountMinor)}</InstdAmt>`]]),
    // The creditor's bank follows from its IBAN: omitted when unknown, as the guidelines ask.
    ...(bic === null ? [] : [group('CdtrAgt', [bank(format, bic)])]),
    group('Cdtr', [element('Nm', sepaText(name, longestName))]),
    group('CdtrAcct', [account(iban)]),
    group('RmtInf', [element('Ustrd', sepaText(remittance, longestRemittance))]),
  ])
}

const account = (iban: string): Node => group('Id', [element('IBAN', iban)])

function bank(format: Format, bic: string | null): Node {
  const known = bic === null ? group('Othr', [element('Id', unknown)]) : element(bics[format].name, bic)
  return group('FinInstnId', [known])
}

/**
 * The BIC when the format's schema accepts it, else null: one invalid code makes a bank refuse the whole file, and
 * the IBAN suffices.
 */
const writable = (format: Format, bic: string | null): string | null =>
  bic !== null && bics[format].code.test(bic) ? bic : null

/** True when both formats accept the BIC. */
export const isWritableBic = (bic: string | null): boolean =>
  formats.every(format => writable(format, bic) !== null)

const bics: { readonly [format in Format]: { readonly name: string; readonly code: RegExp } } = {
  'pain.001.001.09': { name: 'BICFI', code: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/ },
  'pain.001.001.03': { name: 'BIC', code: /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/ },
}

const organisation = (id: string | null): readonly Node[] =>
  id === null ? [] : [group('Id', [group('OrgId', [group('Othr', [element('Id', id)])])])]

const element = (name: string, text: string): Node => [`<${name}>${escaped(text)}</${name}>`]

const group = (name: string, children: readonly Node[]): Node => [
  `<${name}>`,
  ...children.flatMap(child => child.map(line => `  ${line}`)),
  `</${name}>`,
]

const indented = (node: Node): string => node.map(line => `  ${line}`).join('\n')

/**
 * XML-escaped text. `sepaText` lets only apostrophes through today; a field that bypasses it is still written
 * correctly.
 */
const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.codePointAt(0) ?? 0};`)
