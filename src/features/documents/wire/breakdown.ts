/** Breakdown of an amount as it crosses the wire and as the database keeps it: digits of minor units, signed. */
import { z } from 'zod'
import { maxBasisPoints, maxTaxLines } from '#features/documents/rules/breakdown.ts'
import { taxKinds, withholdingKinds } from '#features/documents/rules/tax-kinds.ts'

const notAnAmount = 'Monto válido requerido'
export const SignedMinorWire = z.string({ error: notAnAmount }).regex(/^(0|-?[1-9]\d{0,13})$/, notAnAmount)
export const MinorWire = z.string({ error: notAnAmount }).regex(/^(0|[1-9]\d{0,13})$/, notAnAmount)

/** Basis points: 2100 is 21 %. */
export const RateWire = z
  .int({ error: 'Tipo en porcentaje requerido' })
  .min(0, 'El tipo no puede ser negativo')
  .max(maxBasisPoints, 'El tipo no puede pasar del 100 %')

export const TaxLineWire = z.object({
  kind: z.enum(taxKinds, { error: 'Elige el impuesto' }),
  rate: RateWire,
  baseMinor: SignedMinorWire,
  taxMinor: SignedMinorWire,
})

export const BreakdownWire = z.object({
  taxLines: z.array(TaxLineWire).max(maxTaxLines, `Máximo ${maxTaxLines} líneas de impuestos`).default([]),
  disbursementsMinor: MinorWire.default('0'),
  withholding: z
    .object({
      kind: z.enum(withholdingKinds, { error: 'Elige la retención' }),
      rate: RateWire,
      baseMinor: MinorWire,
      withheldMinor: MinorWire,
    })
    .nullish()
    .transform(withholding => withholding ?? null),
  prepaidMinor: MinorWire.default('0'),
  roundingMinor: SignedMinorWire.default('0'),
})
export type BreakdownWire = z.infer<typeof BreakdownWire>
