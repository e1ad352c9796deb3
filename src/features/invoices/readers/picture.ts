/** A photo or scan: only its QR is read. */

import { proposedInvoice } from '#features/invoices/readers/proposed-invoice.ts'
import { readQrAddress } from '#features/invoices/readers/qr-address.ts'
import { Unreadable } from '#features/invoices/readers/unreadable.ts'
import type { ReceivedInvoice } from '#features/invoices/rules/received.ts'
import type { FileKind } from '#server/files/file-kind.ts'
import { photo } from '#server/pictures/photo.ts'
import { pictureSize } from '#server/pictures/picture-size.ts'
import { qrTexts } from '#server/pictures/qr.ts'

/** Pixels of a good telephone; more would not fit into the thread. */
const maxPixels = 26_000_000

/** @throws Unreadable */
export async function readPicture(bytes: Uint8Array, kind: FileKind): Promise<ReceivedInvoice> {
  if (kind === 'picture') refuseLarge(bytes)
  const texts = await codesIn(bytes, kind)
  const code = texts.map(readQrAddress).find(each => each !== null)
  const invoice = code ? proposedInvoice(code, null, []) : null
  if (!invoice) throw new Unreadable('picture_without_qr')
  return invoice
}

function refuseLarge(bytes: Uint8Array): void {
  const size = pictureSize(bytes)
  if (!size) throw new Unreadable('picture_broken')
  if (size.width * size.height > maxPixels) throw new Unreadable('picture_too_large')
}

async function codesIn(bytes: Uint8Array, kind: FileKind): Promise<readonly string[]> {
  try {
    return await qrTexts(kind === 'photo' ? await photo(bytes) : bytes)
  } catch {
    throw new Unreadable('picture_broken')
  }
}
