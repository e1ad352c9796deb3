/** Breakdown as it is read back: of an order, or of a form's draft, in which an amount may be no amount yet. */
import { z } from 'zod'
import { taxKinds, withholdingKinds } from '#features/documents/rules/tax-kinds.ts'

const digits = z.string()

export const ReadBreakdownWire = z.object({
  taxLines: z.array(z.object({ kind: z.enum(taxKinds), rate: z.int(), baseMinor: digits, taxMinor: digits })),
  disbursementsMinor: digits,
  withholding: z
    .object({ kind: z.enum(withholdingKinds), rate: z.int(), baseMinor: digits, withheldMinor: digits })
    .nullable(),
  prepaidMinor: digits,
  roundingMinor: digits,
})
export type ReadBreakdownWire = z.infer<typeof ReadBreakdownWire>
