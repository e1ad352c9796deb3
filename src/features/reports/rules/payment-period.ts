/**
 * Average payment period of a quarter or a year, as the resolution of 29 January 2016 of the ICAC defines it: the days of
 * payments made and of payments still to be made, each weighted by its amount. Days are counted from the date of the
 * invoice, and amounts in euros alone.
 */
import { type Period, quarterOn, yearOn } from '#features/reports/rules/money.ts'
import { type Day, dayFrom } from '#kernel/day.ts'

/** Quarter of a year, or the whole year where no quarter is named. */
export function periodIn(year: number, quarter: number | null): Period {
  const day = dayFrom(`${year}-${String(((quarter ?? 1) - 1) * 3 + 1).padStart(2, '0')}-01`)
  if (day === null) throw new Error(`no quarter ${quarter} of ${year}`)
  return quarter === null ? yearOn(day) : quarterOn(day)
}

/** Years before the present one of which the period is told: of older ones too much was paid since to be read again. */
const maxYearsAgo = 5

/**
 * Day on which pending payments are counted: the last of the period, or today while it runs. Null before it begins, and
 * for one that is long past.
 */
export function closingDay({ from, until }: Period, today: Day): Day | null {
  if (from > today || yearIn(from) < yearIn(today) - maxYearsAgo) return null
  return until < today ? until : today
}

const yearIn = (day: Day): number => Number(day.slice(0, 4))

/** Payments that weigh in a ratio. */
export type Weighed = {
  /** Sum of the amounts, in minor units. */
  readonly minor: bigint
  /** Sum of days × amount. */
  readonly dayMinor: bigint
}

export type PaymentPeriod = {
  /** Days, in hundredths of a day. Null without any payment. */
  readonly paid: number | null
  readonly pending: number | null
  readonly period: number | null
}

/**
 * Ratios of payments made and pending, and their average weighted by the sums of both, which is the ratio of all payments
 * together.
 */
export const paymentPeriod = (paid: Weighed, pending: Weighed): PaymentPeriod => ({
  paid: hundredths(paid),
  pending: hundredths(pending),
  period: hundredths({ minor: paid.minor + pending.minor, dayMinor: paid.dayMinor + pending.dayMinor }),
})

/** Average days in hundredths, halves rounded up. */
const hundredths = ({ minor, dayMinor }: Weighed): number | null =>
  minor === 0n ? null : Number((dayMinor * 200n + minor) / (minor * 2n))
