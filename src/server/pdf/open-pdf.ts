/** A PDF that somebody sent, opened by PDFium: the engine of Chrome, as WebAssembly. Only in a thread of its own. */
import { PDFiumModule } from '@hyzyla/pdfium'
import { attachmentsIn, type PdfAttachment } from '#server/pdf/attachments.ts'
import { pageRows } from '#server/pdf/page-rows.ts'
import { allocate, hasReadingCalls, type Pdfium } from '#server/pdf/pdfium.ts'
import { type Raster, shownSize } from '#server/pictures/raster.ts'

/** FPDF_ANNOT: draws stamps and filled forms too. FPDF_REVERSE_BYTE_ORDER: red first. */
const flags = 0x01 | 0x10
/** FPDFBitmap_BGRA. */
const format = 4
const opaqueWhite = 0xffffffff
/** FPDF_ERR_PASSWORD. */
const wrongPassword = 4

export class PdfError extends Error {
  readonly isLocked: boolean

  constructor(code: number) {
    super(`PDFium says ${code}`)
    this.isLocked = code === wrongPassword
  }
}

export type OpenPdf = {
  readonly pages: number
  /** Page of this number, from 0, drawn no larger than any picture. @throws PdfError */
  draw(index: number): Raster
  /** Text of a page, row by row from the top, columns apart by tabs. @throws PdfError */
  rows(index: number): readonly string[]
  attachments(): readonly PdfAttachment[]
}

/** No memory is freed, because the thread ends with its file. @throws PdfError */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const pdfium = await PDFiumModule({})
  if (!hasReadingCalls(pdfium)) throw new Error('PDFium lacks the calls for attachments and text')
  pdfium._FPDF_InitLibraryWithConfig({})
  const address = allocate(pdfium, bytes.length)
  pdfium.HEAPU8.set(bytes, address)
  const opened = pdfium._FPDF_LoadMemDocument(address, bytes.length, 0)
  if (!opened) throw new PdfError(pdfium._FPDF_GetLastError())
  const pages = pdfium._FPDF_GetPageCount(opened)
  const load = (index: number) => {
    const page = pdfium._FPDF_LoadPage(opened, index)
    if (!page) throw new PdfError(pdfium._FPDF_GetLastError())
    return page
  }
  return {
    pages,
    draw: index => ({ ...drawn(pdfium, load(index)), pages }),
    rows: index => pageRows(pdfium, load(index)),
    attachments: () => attachmentsIn(pdfium, opened),
  }
}

function drawn(pdfium: Pdfium, page: number): Omit<Raster, 'pages'> {
  const { width, height } = shownSize(pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page))
  const size = width * height * 4
  const canvas = allocate(pdfium, size)
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, format, canvas, width * 4)
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, opaqueWhite)
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
  return { width, height, pixels: new Uint8ClampedArray(pdfium.HEAPU8.slice(canvas, canvas + size)) }
}
