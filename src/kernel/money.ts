/**
 * An amount is an integer number of minor units and a currency. It never meets a float: text goes in
 * by digits, comes out by digits, and two currencies are never added.
 */

/** ISO 4217 code → number of decimals of its minor unit. */
const decimals = {
  EUR: 2,
  USD: 2,
  ARS: 2,
  MXN: 2,
  COP: 2,
  PEN: 2,
  UYU: 2,
  BRL: 2,
  GBP: 2,
  CLP: 0,
  CHF: 2,
  DKK: 2,
  NOK: 2,
  SEK: 2,
  PLN: 2,
  CZK: 2,
  HUF: 2,
} as const

export type Currency = keyof typeof decimals
export type Money = { readonly minor: bigint; readonly currency: Currency }
export type MoneyProblem =
  | 'empty'
  | 'not_a_number'
  | 'ambiguous'
  | 'too_many_decimals'
  | 'too_long'
  | 'not_positive'

const maxDigits = 15

export function isCurrency(text: string): text is Currency {
  return Object.hasOwn(decimals, text)
}

export const currencies: readonly Currency[] = Object.keys(decimals).filter(isCurrency)

export const currencyDecimals = (currency: Currency): number => decimals[currency]

export const money = (minor: bigint, currency: Currency): Money => ({ minor, currency })

/** Minor units of digits, as the wire, the journal and forms carry them: amounts are read here and nowhere else. */
export const minorFromText = (digits: string): bigint => BigInt(digits)

/** Digits of minor units, as `minorFromText` reads them: amounts are written here and nowhere else. */
export const minorToText = (minor: bigint): string => minor.toString()

export const moneyFromText = (digits: string, currency: Currency): Money =>
  money(minorFromText(digits), currency)

/** An amount of whole units: `wholeUnits(30, 'USD')` is 30 $. */
export const wholeUnits = (units: number, currency: Currency): Money =>
  money(BigInt(units) * powerOfTen(decimals[currency]), currency)

export const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent)

export const zero = (currency: Currency): Money => money(0n, currency)

export function add(a: Money, b: Money): Money {
  return money(a.minor + sameCurrency(a, b).minor, a.currency)
}

export function subtract(a: Money, b: Money): Money {
  return money(a.minor - sameCurrency(a, b).minor, a.currency)
}

/** The sign of a − b: negative, zero or positive. */
export function compare(a: Money, b: Money): number {
  const difference = a.minor - sameCurrency(a, b).minor
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/**
 * Part of an amount at a rate in basis points, rounded to the minor unit, halves away from zero: 21,00 % of 33,33 € is
 * 7,00 €.
 */
export function shareMinor(minor: bigint, rate: number): bigint {
  const exact = minor * BigInt(rate)
  const half = exact < 0n ? -5_000n : 5_000n
  return (exact + half) / 10_000n
}

/** Part of an amount at a rate in basis points, without its fraction of a minor unit: never more than the rate. */
export const shareWithin = ({ minor, currency }: Money, rate: number): Money =>
  money((minor * BigInt(rate)) / 10_000n, currency)

/** The amount whose part at a rate, added to it, makes the total: of 121,00 € at 21,00 % it is 100,00 €. */
export function withoutShare(totalMinor: bigint, rate: number): bigint {
  const whole = 10_000n + BigInt(rate)
  const half = totalMinor < 0n ? -whole / 2n : whole / 2n
  return (totalMinor * 10_000n + half) / whole
}

/** Hundredths of a whole: 9000 when `part` is 90,00 % of `whole`. Null for an empty whole. */
export function basisPoints(part: Money, whole: Money): number | null {
  sameCurrency(part, whole)
  return whole.minor === 0n ? null : Number((part.minor * 10_000n) / whole.minor)
}

/**
 * Reads an amount as people type it in Spanish: `1.234,56`, `1234,56`, `1.234`, `1234`.
 * Dots only group thousands and a comma only separates decimals; anything that could be read in two
 * ways (`1.23`, `1,234`, `1,234.56`) is `ambiguous`. Zero and negatives are `not_positive`.
 */
export function parseMoney(text: string, currency: Currency): Money | MoneyProblem {
  const typed = withoutSymbol(text.replace(/[\s\u00a0\u202f]/g, ''), currency)
  if (typed === '') return 'empty'
  if (/^-/.test(typed)) return 'not_positive'
  if (!/^[\d.,]+$/.test(typed) || !/\d/.test(typed)) return 'not_a_number'
  const shape = /^(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/.exec(typed)
  if (shape?.[1] === undefined) return 'ambiguous'
  const fraction = shape[2] ?? ''
  if (fraction.length > decimals[currency]) return fraction.length === 3 ? 'ambiguous' : 'too_many_decimals'
  const digits = (shape[1].replaceAll('.', '') + fraction.padEnd(decimals[currency], '0')).replace(/^0+/, '')
  if (digits.length > maxDigits) return 'too_long'
  return digits === '' ? 'not_positive' : moneyFromText(digits, currency)
}

/**
 * An amount in es-ES: always grouped, without decimals when whole, with all of them otherwise: `250.000 €`,
 * `8.982,09 €`. `withCents`: with all of them also when whole, for columns.
 */
export function formatMoney({ minor, currency }: Money, withCents = false): string {
  const places = decimals[currency]
  const isWhole = !withCents && minor % powerOfTen(places) === 0n
  const shown = isWhole ? 0 : places
  return formatter(currency, shown).format(decimalText(minor, places))
}

/** The editable text of an amount: `1234,56`, without symbol. `withCents`: with all decimals also when whole. */
export function moneyText({ minor, currency }: Money, withCents = false): string {
  const text = decimalText(minor, decimals[currency]).replace('.', ',')
  return withCents ? text : text.replace(/,0+$/, '')
}

/** The typed text without the currency's own code or symbol, before or after it: no other letters are forgiven. */
function withoutSymbol(typed: string, currency: Currency): string {
  for (const sign of [currency, symbolFor(currency)]) {
    if (typed.startsWith(sign)) return typed.slice(sign.length)
    if (typed.endsWith(sign)) return typed.slice(0, -sign.length)
  }
  return typed
}

const symbols = new Map<Currency, string>()

/** Symbol that es-ES writes beside an amount: `€`, `US$`. Kept: a search reads its text as an amount of each currency. */
function symbolFor(currency: Currency): string {
  const known = symbols.get(currency)
  if (known !== undefined) return known
  const parts = formatter(currency, 0).formatToParts(0)
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? currency
  symbols.set(currency, symbol)
  return symbol
}

function decimalText(minor: bigint, places: number): `${number}` {
  const sign = minor < 0n ? '-' : ''
  const digits = minorToText(minor < 0n ? -minor : minor).padStart(places + 1, '0')
  const cut = digits.length - places
  const text = places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`
  // Intl takes decimal text and formats it exactly; TypeScript types that text as `${number}`.
  return text as `${number}`
}

const formatters = new Map<string, Intl.NumberFormat>()

function formatter(currency: Currency, places: number): Intl.NumberFormat {
  const key = `${currency}${places}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat('es-ES', {
    style: 'currency',
    currency,
    useGrouping: 'always',
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  })
  formatters.set(key, made)
  return made
}

function sameCurrency(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new Error(`${a.currency} and ${b.currency} are never added`)
  return b
}
