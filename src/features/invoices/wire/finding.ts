/** Wire of what needs a look in an invoice, in a module of its own, so that whoever decides loads no more. */
import { z } from 'zod'

export const FindingWire = z.object({ weight: z.enum(['alarm', 'doubt', 'note']), text: z.string() })
export type FindingWire = z.infer<typeof FindingWire>
