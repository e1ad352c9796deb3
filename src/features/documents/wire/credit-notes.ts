/** Credit notes as an order's page shows them. */
import { z } from 'zod'
import { DocumentStateWire } from '#features/documents/wire.ts'
import { MoneyWire } from '#kernel/wire.ts'

/** Credit note of an order. */
export const CreditNoteWire = z.object({
  id: z.string(),
  name: z.string(),
  state: DocumentStateWire,
  amount: MoneyWire,
})
export type CreditNoteWire = z.infer<typeof CreditNoteWire>

/** Order that a credit note reduces, of its own project; `left`: what is left of it beside this credit note. */
export const CreditedWire = z.object({
  id: z.string(),
  name: z.string(),
  amount: MoneyWire,
  left: MoneyWire,
})
export type CreditedWire = z.infer<typeof CreditedWire>
