/** Planned payments as they cross the wire: days, and digits of minor units. */
import { z } from 'zod'
import { maxPayments, type PlannedPayment } from '#features/documents/rules/payments.ts'
import { type Day, dayFrom } from '#kernel/day.ts'
import { minorFromText, minorToText } from '#kernel/money.ts'
import { DayWire, DocumentMinorWire } from '#kernel/wire.ts'

export const PlannedPaymentsWire = z
  .array(z.object({ dueOn: DayWire, amountMinor: DocumentMinorWire }))
  .max(maxPayments, `Máximo ${maxPayments} vencimientos`)
export type PlannedPaymentsWire = z.infer<typeof PlannedPaymentsWire>

/** Planned payments as they are read back. */
export const ReadPaymentsWire = z.array(z.object({ dueOn: z.string(), amountMinor: z.string() }))

export const plannedFromWire = (payments: PlannedPaymentsWire): PlannedPayment[] =>
  payments.map(({ dueOn, amountMinor }) => ({
    dueOn: knownDay(dueOn),
    amountMinor: minorFromText(amountMinor),
  }))

export const plannedToWire = (payments: readonly PlannedPayment[]): PlannedPaymentsWire =>
  payments.map(({ dueOn, amountMinor }) => ({ dueOn, amountMinor: minorToText(amountMinor) }))

function knownDay(text: string): Day {
  const day = dayFrom(text)
  if (day === null) throw new Error('the wire lets only days through')
  return day
}
