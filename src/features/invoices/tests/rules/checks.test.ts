import { expect, test } from 'vitest'
import { breakdownIssue } from '#features/documents/wire/breakdown-issues.ts'
import { checkInvoice, type Surroundings } from '#features/invoices/rules/checks.ts'
import { nobody, type ReceivedInvoice, trustAll } from '#features/invoices/rules/received.ts'
import { unreadableKinds } from '#features/invoices/rules/unreadable.ts'
import { findingText, unreadableTexts } from '#features/invoices/text.ts'
import { type Day, dayFrom } from '#kernel/day.ts'
import { refuse } from '#kernel/refusal.ts'
import { otherWordsFor } from '#tests/architecture/words.ts'

const day = (text: string): Day => {
  const found = dayFrom(text)
  if (!found) throw new Error(text)
  return found
}
const iban = 'ES9121000418450200051332'

const sound: ReceivedInvoice = {
  source: 'ubl',
  trust: trustAll('exact'),
  issuer: { name: 'Cristales', taxId: 'ESB12345674', country: 'ES' },
  recipient: { name: 'Hoteles', taxId: 'A28000008', country: 'ES' },
  payee: null,
  number: 'F-14',
  issuedOn: day('2026-11-03'),
  dues: [{ on: day('2026-12-03'), amountMinor: 12100n }],
  terms: null,
  currency: 'EUR',
  totalMinor: 12100n,
  breakdown: {
    taxLines: [{ kind: 'iva', rate: 2100, baseMinor: 10000n, taxMinor: 2100n }],
    disbursementsMinor: 0n,
    withholding: null,
    prepaidMinor: 0n,
    roundingMinor: 0n,
  },
  unbroken: null,
  payableMinor: 12100n,
  ibans: [iban],
  otherAccounts: [],
  isCreditNote: false,
  corrects: [],
  lines: [],
  qr: null,
  claims: [],
  signature: null,
}
const around: Surroundings = {
  today: day('2026-11-24'),
  recipients: [{ taxId: 'A-28000008' }],
  provider: { iban },
  contractCurrency: 'EUR',
  known: [{ issuerTaxId: 'B12345674', number: 'F-13', as: 'DOC-001' }],
}

const kinds = (invoice: Partial<ReceivedInvoice>, more: Partial<Surroundings> = {}) =>
  checkInvoice({ ...sound, ...invoice }, { ...around, ...more }).map(({ kind }) => kind)

test('a sound invoice of a known provider has nothing to look at', () => {
  expect(kinds({})).toEqual([])
})

const signature = { signer: 'A', signerTaxId: null, certifiedBy: null, validFrom: null, validUntil: null }
const signedAt = '2026-11-03T00:00:00.000Z'
const silent = { from: 'qr' as const, issuerTaxId: null, number: null, issuedOn: null, totalMinor: null }
const qr = { system: 'verifactu' as const, address: '', isSound: true, isOfTests: false }

type Case = readonly [string, Partial<ReceivedInvoice>, Partial<Surroundings>?]
const cases: readonly Case[] = [
  ['breakdown', { totalMinor: 12200n, payableMinor: null, dues: [] }],
  ['not_broken_down', { breakdown: null, unbroken: 'not_in_file' }],
  ['payable_differs', { payableMinor: 12000n, dues: [] }],
  [
    'dues_differ',
    {
      dues: [
        { on: null, amountMinor: 1n },
        { on: null, amountMinor: 2n },
      ],
    },
  ],
  ['nothing_due', { payableMinor: 0n, breakdown: null, dues: [] }],
  ['recipient_other', { recipient: { ...nobody, taxId: 'B00000000' } }],
  ['recipient_missing', { recipient: nobody }],
  ['currency_differs', {}, { contractCurrency: 'USD' }],
  ['iban_differs', {}, { provider: { iban: 'DE89370400440532013000' } }],
  ['iban_unconfirmed', {}, { provider: { iban: null } }],
  ['account_unreadable', { otherAccounts: ['123'] }],
  ['payee_other', { payee: { ...nobody, name: 'Factor' } }],
  ['issuer_unknown', { ibans: [] }, { provider: null }],
  ['issuer_missing', { issuer: nobody }],
  ['issuer_tax_id_wrong', { issuer: { ...sound.issuer, taxId: 'B12345675' } }],
  ['already_known', { number: 'f 0013' }],
  ['number_missing', { number: null }],
  ['date_missing', { issuedOn: null }],
  ['total_missing', { totalMinor: null, breakdown: null }],
  ['in_future', { issuedOn: day('2026-11-25') }],
  ['long_ago', { issuedOn: day('2025-11-23') }],
  ['claim_differs', { claims: [{ ...silent, totalMinor: 12101n }] }],
  ['qr_unsound', { qr: { ...qr, isSound: false } }],
  ['qr_of_tests', { qr: { ...qr, isOfTests: true } }],
  ['signature_altered', { signature: { ...signature, signedAt, state: 'altered' } }],
  ['signature_wrong', { signature: { ...signature, signedAt, state: 'wrong' } }],
  ['signature_unsupported', { signature: { ...signature, signedAt, state: 'unsupported' } }],
  [
    'certificate_expired',
    { signature: { ...signature, signedAt, state: 'sound', validUntil: '2026-11-02' } },
  ],
]

const named = cases.map(([kind, invoice, more]) => ({ kind, invoice, more }))

test.each(named)('$kind is found, and said in a sentence', ({ kind, invoice, more }) => {
  const found = checkInvoice({ ...sound, ...invoice }, { ...around, ...more })
  expect(found.map(each => each.kind)).toContain(kind)
  const words = {
    currency: 'EUR' as const,
    breakdownIssue: (problem: Parameters<typeof breakdownIssue>[0]) => breakdownIssue(problem, String),
  }
  for (const each of found) expect(findingText(each, words)).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/s)
})

test('every way of being unreadable has its sentence, in the words of the screens', () => {
  for (const kind of unreadableKinds) {
    const sentence = unreadableTexts(refuse(kind, { text: '1', count: 2, field: 'x', currency: 'X' }))
    expect(sentence).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/)
    expect(otherWordsFor(sentence)).toEqual([])
  }
})

test('a QR agrees in its own words: leading zeros, the country before a tax id, the sign of a credit note', () => {
  const claim = {
    from: 'qr' as const,
    issuerTaxId: 'b12345674',
    number: 'F 0014',
    issuedOn: day('2026-11-03'),
    totalMinor: -12100n,
  }
  expect(kinds({ claims: [claim] })).toEqual([])
  expect(
    kinds({ claims: [{ ...claim, number: '15', issuerTaxId: 'A28000008', issuedOn: day('2026-11-04') }] }),
  ).toEqual(['claim_differs', 'claim_differs', 'claim_differs'])
})

test('a day of today and one of a year ago are in order', () => {
  expect(kinds({ issuedOn: day('2026-11-24') })).toEqual([])
  expect(kinds({ issuedOn: day('2025-11-24') })).toEqual([])
})
