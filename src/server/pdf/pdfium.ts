/** The calls of PDFium that its wrapper has and its types omit. */
import type { PDFiumModule } from '@hyzyla/pdfium'

type Wrapped = Awaited<ReturnType<typeof PDFiumModule>>

type ReadingCalls = {
  _FPDFDoc_GetAttachmentCount(document: number): number
  _FPDFDoc_GetAttachment(document: number, index: number): number
  _FPDFAttachment_GetName(attachment: number, buffer: number, bytes: number): number
  _FPDFAttachment_GetFile(attachment: number, buffer: number, bytes: number, needed: number): number
  _FPDFText_GetUnicode(textPage: number, index: number): number
  /** Fills four 32-bit floats: left, top, right, bottom of the letter with the room around it. */
  _FPDFText_GetLooseCharBox(textPage: number, index: number, box: number): number
  /** Fills two 64-bit floats, x and y of where the letter begins on its baseline. */
  _FPDFText_GetCharOrigin(textPage: number, index: number, x: number, y: number): number
}

export type Pdfium = Wrapped & ReadingCalls

const names = [
  '_FPDFDoc_GetAttachmentCount',
  '_FPDFDoc_GetAttachment',
  '_FPDFAttachment_GetName',
  '_FPDFAttachment_GetFile',
  '_FPDFText_GetUnicode',
  '_FPDFText_GetLooseCharBox',
  '_FPDFText_GetCharOrigin',
]

export const hasReadingCalls = (engine: Wrapped): engine is Pdfium => names.every(name => name in engine)

/** Address of new memory. @throws Error when there is none. */
export function allocate(pdfium: Wrapped, bytes: number): number {
  const address = pdfium.wasmExports.malloc(bytes)
  if (address === 0) throw new Error('no memory')
  return address
}

/** The engine's memory as it is now: it moves when it grows. */
export const memoryView = ({ HEAPU8 }: Wrapped): DataView => new DataView(HEAPU8.buffer)
