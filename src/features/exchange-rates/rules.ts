/**
 * Exchange rates that a company says, and amounts converted through them. A rate is the company's currency for one unit
 * of another, as exact decimal digits (`0.92`). Amounts are converted with integers and rounded up once, to the minor
 * unit: a converted amount can only reach more thresholds, never fewer.
 */
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Day } from '#kernel/day.ts'
import {
  type Currency,
  currencyDecimals,
  type Money,
  minorFromText,
  money,
  powerOfTen,
} from '#kernel/money.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type ExchangeRate = {
  readonly currency: Currency
  /** Units of the company's currency for one of `currency`: `0.92`. */
  readonly rate: string
  readonly holdsFrom: Day
}

/** Rates of a company that hold on a day, against its own currency. */
export type RateTable = { readonly own: Currency; readonly rates: ReadonlyMap<Currency, ExchangeRate> }

/** The table of a company that has said no rate. */
export const noRates = (own: Currency): RateTable => ({ own, rates: new Map() })

/** An amount in another currency, with the rates that were used: two where neither is the company's. */
export type Conversion = {
  readonly from: Money
  readonly to: Money
  readonly rates: readonly ExchangeRate[]
}

/** Most digits before and after the point of a rate. */
export const rateDigits = { before: 9, after: 10 } as const

const decimal = new RegExp(`^\\d{1,${rateDigits.before}}(?:\\.\\d{1,${rateDigits.after}})?$`)

/** True for decimal digits above zero, with a point before the decimals. */
export const isRate = (text: string): boolean => decimal.test(text) && /[1-9]/.test(text)

/** The rate without zeros that say nothing: `01.50` is `1.5`. */
export const canonicalRate = (rate: string): string => {
  const [whole = '', decimals = ''] = rate.split('.')
  const kept = decimals.replace(/0+$/, '')
  const units = whole.replace(/^0+(?=\d)/, '')
  return kept === '' ? units : `${units}.${kept}`
}

/** A rate as people type it in Spanish: `0,92`; null for anything that could be read in two ways, as `1.234`. */
export function parseRate(typed: string): string | null {
  const text = typed.trim()
  if (text.includes('.') && !/^0\.\d+$/.test(text)) return null
  const rate = text.replace(',', '.')
  return isRate(rate) ? canonicalRate(rate) : null
}

/** A rate as a fraction of integers. */
type Fraction = { readonly over: bigint; readonly under: bigint }

const one: Fraction = { over: 1n, under: 1n }

function fractionFrom({ rate }: Pick<ExchangeRate, 'rate'>): Fraction {
  const [whole = '', decimals = ''] = rate.split('.')
  return { over: minorFromText(whole + decimals), under: powerOfTen(decimals.length) }
}

/** True when a rate makes less of an amount than another. */
export function isLowerRate(rate: string, other: string): boolean {
  const [one, two] = [fractionFrom({ rate }), fractionFrom({ rate: other })]
  return one.over * two.under < two.over * one.under
}

/** The amount in another currency, through the company's; refused when a rate is missing. */
export function convert(
  { own, rates }: RateTable,
  amount: Money,
  currency: Currency,
): Conversion | Refusal<'rate_missing'> {
  if (amount.currency === currency) return { from: amount, to: amount, rates: [] }
  const legs = [amount.currency, currency].filter(each => each !== own)
  const missing = legs.find(each => !rates.has(each))
  if (missing) return refuse('rate_missing', { currency: missing, own })
  const fraction = (each: Currency): Fraction => {
    const rate = rates.get(each)
    return rate ? fractionFrom(rate) : one
  }
  const [source, target] = [
    amount.currency === own ? one : fraction(amount.currency),
    currency === own ? one : fraction(currency),
  ]
  const over = amount.minor * source.over * target.under * powerOfTen(currencyDecimals(currency))
  const under = source.under * target.over * powerOfTen(currencyDecimals(amount.currency))
  return {
    from: amount,
    to: money(roundedUp(over, under), currency),
    rates: legs.flatMap(each => rates.get(each) ?? []),
  }
}

/** Quotient of integers above zero, rounded up. */
const roundedUp = (over: bigint, under: bigint): bigint => (over + under - 1n) / under

/** The sum of amounts in one currency, each converted by itself; refused when a rate is missing. */
export function convertedSum(
  table: RateTable,
  amounts: readonly Money[],
  currency: Currency,
): { readonly sum: Money; readonly conversions: readonly Conversion[] } | Refusal<'rate_missing'> {
  const conversions: Conversion[] = []
  for (const amount of amounts.filter(({ minor }) => minor > 0n)) {
    const converted = convert(table, amount, currency)
    if (isRefusal(converted)) return converted
    conversions.push(converted)
  }
  const minor = conversions.reduce((sum, { to }) => sum + to.minor, 0n)
  return { sum: money(minor, currency), conversions }
}

/** A rate as it was said, with the currency that was the company's then. */
export type SaidRate = ExchangeRate & { readonly against: Currency }

/** Rates that hold on a day, of a history in the order in which they were said: of one day, the last one. */
export function ratesOnDay(history: readonly SaidRate[], own: Currency, day: Day): RateTable {
  const rates = new Map<Currency, ExchangeRate>()
  for (const said of history) {
    const known = rates.get(said.currency)
    const holds = said.against === own && said.holdsFrom <= day
    if (holds && (!known || known.holdsFrom <= said.holdsFrom)) rates.set(said.currency, said)
  }
  return { own, rates }
}

export type ExchangeRateRefusal = 'forbidden' | 'company_suspended' | 'untrusted_account' | 'own_currency'

/** Permission to say exchange rates: administrators, since they move thresholds of flows. */
export function mayEnterRates(actor: Actor): true | Refusal<ExchangeRateRefusal> {
  if (actor.role !== 'admin') return refuse('forbidden')
  return firstRefusal<ExchangeRateRefusal>(
    actor.companySuspended ? refuse('company_suspended') : true,
    accountTrust(actor),
  )
}
