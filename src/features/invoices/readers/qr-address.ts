/**
 * The address in the QR of an invoice, which leads to the tax office: VERI*FACTU (Order HAC/1177/2024) and TicketBAI of
 * the Basque provinces. It is read and never opened. Anything else in a QR is none of an invoice.
 */

import { minorFromDecimal } from '#features/invoices/rules/decimal.ts'
import type { Claim, InvoiceQr } from '#features/invoices/rules/received.ts'
import { type Day, dayFrom, parseDay } from '#kernel/day.ts'

export type ReadQr = { readonly qr: InvoiceQr; readonly claim: Claim }

const offices =
  /(^|\.)(agenciatributaria\.gob\.es|aeat\.es|araba\.eus|batuz\.eus|bizkaia\.eus|gipuzkoa\.eus)$/
const forTests = /^(pre|prue|test)|\.prep\./
const maxCharacters = 1000

export function readQrAddress(text: string): ReadQr | null {
  const address = text.trim()
  const url = address.length <= maxCharacters ? URL.parse(address) : null
  if (url?.protocol !== 'https:' || !offices.test(url.hostname)) return null
  const isOfTests = forTests.test(url.hostname)
  const page = url.pathname.split('/').filter(Boolean).at(-1)
  if (page === 'ValidarQR') return verifactu(address, url, 'verifactu', isOfTests)
  if (page === 'ValidarQRNoVerifactu') return verifactu(address, url, 'no_verifactu', isOfTests)
  return url.searchParams.has('id') ? ticketBai(address, url, isOfTests) : null
}

const given = (url: URL, name: string): string | null =>
  url.searchParams
    .get(name)
    ?.replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 100) || null

function verifactu(
  address: string,
  url: URL,
  system: 'verifactu' | 'no_verifactu',
  isOfTests: boolean,
): ReadQr | null {
  const issuerTaxId = given(url, 'nif')
  const number = given(url, 'numserie')
  if (issuerTaxId === null || number === null) return null
  return {
    qr: { system, address, isSound: true, isOfTests },
    claim: {
      from: 'qr',
      issuerTaxId,
      number,
      issuedOn: parseDay(given(url, 'fecha') ?? ''),
      totalMinor: euros(given(url, 'importe')),
    },
  }
}

/** `TBAI-NIF-DDMMYY-signature-check`. */
function ticketBai(address: string, url: URL, isOfTests: boolean): ReadQr | null {
  const id = /^(TBAI-([A-Z0-9]{9})-(\d{6})-.{13}-)(\d{3})$/s.exec(given(url, 'id') ?? '')
  if (!id) return null
  const [, checked = '', issuerTaxId = '', date = '', check = ''] = id
  const [before = '', digits = ''] = address.split('&cr=')
  const number = [given(url, 's'), given(url, 'nf')].filter(Boolean).join('-') || null
  return {
    qr: {
      system: 'ticketbai',
      address,
      isSound: checkDigits(checked) === check && checkDigits(before) === digits,
      isOfTests,
    },
    claim: {
      from: 'qr',
      issuerTaxId,
      number,
      issuedOn: dayFromSix(date),
      totalMinor: euros(given(url, 'i')),
    },
  }
}

const dayFromSix = (date: string): Day | null =>
  dayFrom(`20${date.slice(4, 6)}-${date.slice(2, 4)}-${date.slice(0, 2)}`)

/** Both systems are of invoices in euros. */
function euros(text: string | null): bigint | null {
  const minor = text === null ? null : minorFromDecimal(text, 'EUR')
  return typeof minor === 'bigint' ? minor : null
}

/** CRC-8 (polynomial 0x07) as three digits. */
function checkDigits(text: string): string {
  let crc = 0
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : crc << 1
  }
  return String(crc).padStart(3, '0')
}
