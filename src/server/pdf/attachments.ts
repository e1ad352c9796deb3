/** Files that a PDF carries (PDF/A-3). */
import { allocate, memoryView, type Pdfium } from '#server/pdf/pdfium.ts'

export type PdfAttachment = {
  readonly name: string
  readonly size: number
  /** Null for one that cannot be unpacked. */
  bytes(): Uint8Array | null
}

const maxAttachments = 50
const maxNameBytes = 1024

export function attachmentsIn(pdfium: Pdfium, document: number): readonly PdfAttachment[] {
  const count = Math.min(pdfium._FPDFDoc_GetAttachmentCount(document), maxAttachments)
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const attachment = pdfium._FPDFDoc_GetAttachment(document, index)
    const size = attachment === 0 ? 0 : fileSize(pdfium, attachment)
    return {
      name: attachment === 0 ? '' : fileName(pdfium, attachment),
      size,
      bytes: () => (size === 0 ? null : unpacked(pdfium, attachment, size)),
    }
  })
}

/** UTF-16, with a zero at its end. */
function fileName(pdfium: Pdfium, attachment: number): string {
  const buffer = allocate(pdfium, maxNameBytes)
  const length = pdfium._FPDFAttachment_GetName(attachment, buffer, maxNameBytes)
  const bytes = pdfium.HEAPU8.slice(buffer, buffer + Math.min(length, maxNameBytes))
  return new TextDecoder('utf-16le').decode(bytes).replace(/\0.*$/s, '')
}

function fileSize(pdfium: Pdfium, attachment: number): number {
  const needed = allocate(pdfium, 8)
  const isThere = pdfium._FPDFAttachment_GetFile(attachment, 0, 0, needed)
  return isThere ? memoryView(pdfium).getUint32(needed, true) : 0
}

function unpacked(pdfium: Pdfium, attachment: number, size: number): Uint8Array | null {
  const needed = allocate(pdfium, 8)
  const buffer = allocate(pdfium, size)
  if (!pdfium._FPDFAttachment_GetFile(attachment, buffer, size, needed)) return null
  return pdfium.HEAPU8.slice(buffer, buffer + size)
}
