/** Wire of a cost centre's name: all that an order says of its centre. */
import { z } from 'zod'

export const NamedCentreWire = z.object({ id: z.string(), code: z.string(), name: z.string() })
export type NamedCentreWire = z.infer<typeof NamedCentreWire>
