/** Call that checks a Constancia, or the digest of an archive. */
import { z } from 'zod'
import { EndWire } from '#features/certificates/wire/end.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { DayWire, InstantWire } from '#kernel/wire.ts'

export const checkCertificate = endpoint({
  id: 'checkCertificate',
  method: 'POST',
  path: '/api/certificates/check',
  summary:
    'Whether the code of a Constancia is genuine, whether a file is the one issued with it, when its order was cancelled or its approval taken back, and whether it certifies a rejection or a cancellation instead of an approval. Of the digest of a closed month, or of an archive of Constancias: whose, which and when. Nothing else.',
  body: z.object({
    /** The code as typed. Text that is no code is answered as an unknown one. */
    code: z.string().max(4000),
    /** SHA-256 of the file to check. */
    fileSha256: z.string().max(4000).optional(),
  }),
  response: z.object({
    isGenuine: z.boolean(),
    isFileGenuine: z.boolean().nullable(),
    /** The day on which the order was cancelled: a genuine Constancia, of what is no longer in force. */
    cancelledOn: DayWire.nullable(),
    /** The day on which the approval that it certifies was taken back. */
    takenBackOn: DayWire.nullable(),
    /** The end that it certifies, and its day: it certifies no approval. Absent for the Constancia of an approval. */
    ended: z.object({ end: EndWire, on: DayWire }).optional(),
    /** The closed month whose archive has this digest; absent for a Constancia. */
    closing: z
      .object({
        companyName: z.string(),
        isSample: z.boolean(),
        month: z.string(),
        version: z.int(),
        closedAt: InstantWire,
        isOfClient: z.boolean(),
        /** False when the month was closed again. */
        isLast: z.boolean(),
      })
      .optional(),
    /** The archive of Constancias that has this digest; absent for anything else. */
    archive: z
      .object({
        companyName: z.string(),
        isSample: z.boolean(),
        madeAt: InstantWire,
        /** Constancias in it. */
        orders: z.int(),
      })
      .optional(),
  }),
})
