/**
 * A PDF: the electronic invoice that it carries (Factur-X, ZUGFeRD), else its QR and its text. What the weaker parts say
 * besides is kept as claims, which are compared.
 */

import { proposedInvoice } from '#features/invoices/readers/proposed-invoice.ts'
import { type ReadQr, readQrAddress } from '#features/invoices/readers/qr-address.ts'
import { claimFromText, readTextFields, type TextFields } from '#features/invoices/readers/text-fields.ts'
import { Unreadable } from '#features/invoices/readers/unreadable.ts'
import { readXmlInvoice } from '#features/invoices/readers/xml.ts'
import type { Claim, ReceivedInvoice } from '#features/invoices/rules/received.ts'
import { type OpenPdf, openPdf, PdfError } from '#server/pdf/open-pdf.ts'
import { qrTexts } from '#server/pictures/qr.ts'
import { xmlBounds } from '#server/xml/read.ts'

/** Pages whose text is read, from the first; the QR stands on the first page or on the last. */
const maxPages = 5

const invoiceNames = /^(factur-x|zugferd-invoice|xrechnung)\.xml$/i

/** @throws Unreadable */
export async function readPdf(bytes: Uint8Array, ownTaxIds: readonly string[]): Promise<ReceivedInvoice> {
  const pdf = await opened(bytes)
  const carried = carriedInvoice(pdf)
  const code = await qrIn(pdf)
  const fields = textIn(pdf)
  if (carried) return { ...carried, qr: code?.qr ?? null, claims: claims(code, fields, ownTaxIds) }
  const invoice = proposedInvoice(code, fields, ownTaxIds)
  if (!invoice) throw new Unreadable('nothing_found')
  return invoice
}

async function opened(bytes: Uint8Array): Promise<OpenPdf> {
  try {
    return await openPdf(bytes)
  } catch (error) {
    if (error instanceof PdfError) throw new Unreadable(error.isLocked ? 'pdf_locked' : 'pdf_broken')
    throw error
  }
}

/** By the names of the standards; other XML only if it is an invoice, because a PDF may carry anything. */
function carriedInvoice(pdf: OpenPdf): ReceivedInvoice | null {
  const files = pdf.attachments().filter(({ name }) => /\.xml$/i.test(name))
  const named = files.find(({ name }) => invoiceNames.test(name))
  if (!named)
    return files
      .map(file => ({ file }))
      .reduce<ReceivedInvoice | null>((found, { file }) => found ?? ifInvoice(file), null)
  if (named.size > xmlBounds.bytes) throw new Unreadable('too_large')
  const bytes = named.bytes()
  if (!bytes) throw new Unreadable('pdf_broken')
  return readXmlInvoice(bytes, 'facturx')
}

function ifInvoice({ size, bytes }: ReturnType<OpenPdf['attachments']>[number]): ReceivedInvoice | null {
  const unpacked = size > xmlBounds.bytes ? null : bytes()
  try {
    return unpacked && readXmlInvoice(unpacked, 'facturx')
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

async function qrIn(pdf: OpenPdf): Promise<ReadQr | null> {
  const pages = [...new Set([0, pdf.pages - 1])].filter(index => index >= 0)
  for (const index of pages) {
    const codes = await qrTexts(pdf.draw(index))
    const found = codes.map(readQrAddress).find(each => each !== null)
    if (found) return found
  }
  return null
}

function textIn(pdf: OpenPdf): TextFields {
  const pages = Array.from({ length: Math.min(pdf.pages, maxPages) }, (_, index) => index)
  return readTextFields(pages.flatMap(index => pdf.rows(index)))
}

/** The text's only where it says something surely: its labelled total. Its numbers and dates may be of anything. */
function claims(code: ReadQr | null, fields: TextFields, ownTaxIds: readonly string[]): Claim[] {
  const { totalMinor } = claimFromText(fields, ownTaxIds)
  const silent = { from: 'text' as const, issuerTaxId: null, number: null, issuedOn: null }
  return [...(code ? [code.claim] : []), ...(totalMinor === null ? [] : [{ ...silent, totalMinor }])]
}
