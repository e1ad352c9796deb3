/** The first page of a PDF, drawn by PDFium: the engine of Chrome, as WebAssembly. */
import { PDFiumModule } from '@hyzyla/pdfium'
import { type Raster, shownSize } from '#server/pictures/raster.ts'

/** FPDF_ANNOT: draws stamps and filled forms too. FPDF_REVERSE_BYTE_ORDER: red first. */
const flags = 0x01 | 0x10
/** FPDFBitmap_BGRA. */
const format = 4
const opaqueWhite = 0xffffffff

/** Draws the first page. No memory is freed, because the thread ends with its picture. */
export async function firstPage(bytes: Uint8Array): Promise<Raster> {
  const pdfium = await PDFiumModule({})
  pdfium._FPDF_InitLibraryWithConfig({})
  const allocate = (size: number) => {
    const address = pdfium.wasmExports.malloc(size)
    if (address === 0) throw new Error('no memory')
    return address
  }
  const address = allocate(bytes.length)
  pdfium.HEAPU8.set(bytes, address)
  const opened = pdfium._FPDF_LoadMemDocument(address, bytes.length, 0)
  const page = opened && pdfium._FPDF_LoadPage(opened, 0)
  if (!page) throw new Error(`PDFium says ${pdfium._FPDF_GetLastError()}`)
  const { width, height } = shownSize(pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page))
  const size = width * height * 4
  const canvas = allocate(size)
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, format, canvas, width * 4)
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, opaqueWhite)
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
  const pixels = new Uint8ClampedArray(pdfium.HEAPU8.slice(canvas, canvas + size))
  return { width, height, pixels, pages: pdfium._FPDF_GetPageCount(opened) }
}
