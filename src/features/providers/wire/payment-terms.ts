/** Payment terms as they cross the wire and as the database keeps them. */
import { z } from 'zod'
import {
  areSound,
  mostPayDays,
  mostPayments,
  mostTermDays,
  wholeShare,
} from '#features/providers/rules/payment-terms.ts'

const days = z
  .int({ error: 'Días requeridos' })
  .min(0, 'Los días no pueden ser negativos')
  .max(mostTermDays, `Máximo ${mostTermDays} días`)

export const PaymentTermsWire = z
  .object({
    parts: z
      .array(z.object({ share: z.int().min(1).max(wholeShare), days }))
      .min(1, 'Indica al menos un plazo')
      .max(mostPayments, `Máximo ${mostPayments} plazos`),
    payDays: z
      .array(z.int().min(1, 'Día del mes entre 1 y 31').max(31, 'Día del mes entre 1 y 31'))
      .max(mostPayDays, `Máximo ${mostPayDays} días de pago`),
  })
  .refine(areSound, 'Los plazos deben sumar el 100 % e ir por orden, sin días de pago repetidos')
export type PaymentTermsWire = z.infer<typeof PaymentTermsWire>

/** Terms in a change: null takes them away; absent leaves them as they are. */
export const ChangedTermsWire = PaymentTermsWire.nullish()

export const ReadTermsWire = z.object({
  parts: z.array(z.object({ share: z.int(), days: z.int() })),
  payDays: z.array(z.int()),
})
export type ReadTermsWire = z.infer<typeof ReadTermsWire>
