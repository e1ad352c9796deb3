/**
 * Payment terms: when a provider is paid after the date of its invoice. One part of the whole, or instalments; where the
 * payer pays on fixed days of the month only, each falls on the next of them. Shares are basis points: 5000 is 50 %.
 */
import { addDays, type Day, dayFrom } from '#kernel/day.ts'
import { shareMinor } from '#kernel/money.ts'

export type PaymentTerms = {
  /** Instalments in order of their days; together 10,000 basis points. */
  readonly parts: readonly { readonly share: number; readonly days: number }[]
  /** Days of the month on which payments are made (*días de pago*), ascending; none for any day. */
  readonly payDays: readonly number[]
}

/** Payment that is planned: the day on which it is due, and minor units. */
export type PlannedPayment = { readonly dueOn: Day; readonly amountMinor: bigint }

/** Most payments of one order. */
export const maxPayments = 24
export const maxPayDays = 4
export const maxTermDays = 365
/** Days above which a term between companies is not valid in Spain: Ley 3/2004, article 4. */
export const lawfulDays = 60
export const wholeShare = 10_000

export const areSound = ({ parts, payDays }: PaymentTerms): boolean =>
  parts.length > 0 &&
  parts.length <= maxPayments &&
  parts.every(({ share }) => share > 0) &&
  parts.reduce((sum, { share }) => sum + share, 0) === wholeShare &&
  isAscending(parts.map(({ days }) => days)) &&
  new Set(payDays).size === payDays.length &&
  isAscending(payDays)

export const isBeyondLaw = ({ parts }: PaymentTerms): boolean => parts.some(({ days }) => days > lawfulDays)

/**
 * Payments of an amount by the terms, in order of their days; the last takes what rounding leaves. Instalments so small
 * that one would be nothing are paid as one, with the last.
 */
export function plannedPayments(
  { parts, payDays }: PaymentTerms,
  invoiceDate: Day,
  payableMinor: bigint,
): PlannedPayment[] {
  const lastDays = parts.at(-1)?.days ?? 0
  const due = (days: number) => onPayDay(addDays(invoiceDate, days), payDays)
  const amounts = parts.slice(0, -1).map(({ share }) => shareMinor(payableMinor, share))
  const lastMinor = payableMinor - amounts.reduce((sum, minor) => sum + minor, 0n)
  if (lastMinor <= 0n || amounts.some(minor => minor <= 0n))
    return [{ dueOn: due(lastDays), amountMinor: payableMinor }]
  return parts.map(({ days }, index) => ({ dueOn: due(days), amountMinor: amounts[index] ?? lastMinor }))
}

/** First payment day on or after the given day; in a month that is too short, its last day counts as the payment day. */
function onPayDay(day: Day, payDays: readonly number[]): Day {
  if (payDays.length === 0 || payDays.some(payDay => dayInMonth(day, payDay) === day)) return day
  return onPayDay(addDays(day, 1), payDays)
}

function dayInMonth(day: Day, dayOfMonth: number): Day {
  const month = day.slice(0, 8)
  const inMonth = (number: number): Day =>
    dayFrom(`${month}${String(number).padStart(2, '0')}`) ?? inMonth(number - 1)
  return inMonth(dayOfMonth)
}

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || (numbers[index - 1] ?? 0) <= number)
