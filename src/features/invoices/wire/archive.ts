/** Wire of a ZIP of invoices: no endpoint object, because its body is a stream. */
import { z } from 'zod'

export const archivePath = '/api/received-invoices/archives'

/** Answer of POST /api/received-invoices/archives, multipart with one part `file`. */
export const ReceivedArchiveWire = z.object({
  /** Files of the ZIP that lie in the tray now. */
  received: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Files that were not taken, each with the reason in Spanish. */
  leftOut: z.array(z.object({ name: z.string(), reason: z.string() })),
})
export type ReceivedArchiveWire = z.infer<typeof ReceivedArchiveWire>
