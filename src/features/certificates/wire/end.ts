/** End that a Constancia certifies, on the wire: apart from all else that one says. */
import { z } from 'zod'
import { ends } from '#features/certificates/rules/ends.ts'

export const EndWire = z.enum(ends)
