import { openPdf } from '#server/pdf/open-pdf.ts'
import type { Raster } from '#server/pictures/raster.ts'

/** The first page of a PDF, drawn. */
export const firstPage = async (bytes: Uint8Array): Promise<Raster> => (await openPdf(bytes)).draw(0)
