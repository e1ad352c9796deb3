/** Payment terms as they cross the wire and as the database keeps them. */
import { z } from 'zod'
import { maxPayDays, maxPayments, maxTermDays, wholeShare } from '#features/providers/rules/payment-terms.ts'

/** Their soundness is checked by `soundTerms`, on the server alone: screens load this with every contract. */
export const PaymentTermsWire = z.object({
  parts: z
    .array(
      z.object({
        share: z.int().min(1).max(wholeShare),
        days: z.int().min(0).max(maxTermDays),
      }),
    )
    .min(1)
    .max(maxPayments),
  payDays: z.array(z.int().min(1).max(31)).max(maxPayDays),
})
export type PaymentTermsWire = z.infer<typeof PaymentTermsWire>

/** Terms in a change: null takes them away; absent leaves them as they are. */
export const ChangedTermsWire = PaymentTermsWire.nullish()

export const ReadTermsWire = z.object({
  parts: z.array(z.object({ share: z.int(), days: z.int() })),
  payDays: z.array(z.int()),
})
export type ReadTermsWire = z.infer<typeof ReadTermsWire>
