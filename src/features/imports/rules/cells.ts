/** Cells as people type them: amounts, days, parts of a hundred and words of a list; a value, or the fault of the cell. */
import { type Day, dayFrom, parseDay } from '#kernel/day.ts'
import { type Currency, isCurrency, type MoneyProblem, minorToText, parseMoney } from '#kernel/money.ts'
import { fold } from '#kernel/text.ts'

/** Value of a cell: null where it is empty or faulty. */
export type Read<Value> = { readonly value: Value | null; readonly fault: string | null }

const nothing = { value: null, fault: null }
const value = <Value>(found: Value): Read<Value> => ({ value: found, fault: null })
const fault = (text: string) => ({ value: null, fault: text })

const moneyFaults: { readonly [problem in MoneyProblem]: string } = {
  empty: 'Escribe un monto',
  not_a_number: 'Escribe solo cifras, por ejemplo 1.234,56',
  ambiguous: 'No queda claro: usa punto para los miles y coma para los decimales, por ejemplo 1.234,56',
  too_many_decimals: 'Demasiados decimales para esta moneda',
  too_long: 'El monto tiene demasiadas cifras',
  not_positive: 'El monto debe ser mayor que cero',
}

/** Digits of minor units. */
export function readAmount(text: string, currency: Currency): Read<string> {
  if (text.trim() === '') return nothing
  const amount = parseMoney(text, currency)
  return typeof amount === 'string' ? fault(moneyFaults[amount]) : value(minorToText(amount.minor))
}

/** Digits of minor units of what may be nothing: a cell of zero is as empty. */
export const readAmountOrNone = (text: string, currency: Currency): Read<string> =>
  /^[\s0.,€]*$/.test(text) ? nothing : readAmount(text, currency)

/** A day as dd/mm/yyyy, or as yyyy-mm-dd, which programs write. */
export function readDay(text: string): Read<Day> {
  if (text.trim() === '') return nothing
  const day = parseDay(text) ?? dayFrom(text.trim())
  return day === null ? fault('Fecha no válida (dd/mm/aaaa)') : value(day)
}

/** Basis points of a percentage with at most two decimals: `21`, `21 %` and `21,00` are 2100. */
export function readPercent(text: string): Read<number> {
  const typed = text.replace(/[\s%]/g, '')
  if (typed === '') return nothing
  const [, whole, fraction = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(typed) ?? []
  const points = whole === undefined ? Number.NaN : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return points <= 10_000 ? value(points) : fault('Porcentaje entre 0 y 100, con dos decimales como máximo')
}

/**
 * Basis points of a tax's rate. A spreadsheet keeps a cell of per cent as its part of one, 21 % as `0,21`: no tax of an
 * order is as low as that.
 */
export function readTaxRate(text: string): Read<number> {
  const [, fraction] = /^0[.,](\d{1,4})$/.exec(text.trim()) ?? []
  const points = fraction === undefined ? 0 : Number(fraction.padEnd(4, '0'))
  return points > 0 ? value(points) : readPercent(text)
}

export function readCurrency(text: string): Read<Currency> {
  const typed = text.trim().toUpperCase()
  if (typed === '') return nothing
  const code = typed === '€' || typed === 'EURO' || typed === 'EUROS' ? 'EUR' : typed
  return isCurrency(code) ? value(code) : fault('Moneda no admitida: escribe su código, por ejemplo EUR')
}

/** One of some words, each with the names that people give it, the first of which is told. */
export function readChoice<Word extends string>(
  text: string,
  names: { readonly [word in Word]: readonly [string, ...string[]] },
): Read<Word> {
  const typed = fold(text.trim())
  if (typed === '') return nothing
  const words = Object.keys(names).filter((word): word is Word => Object.hasOwn(names, word))
  const found = words.find(word => names[word].some(name => fold(name) === typed))
  if (found !== undefined) return value(found)
  return fault(`Escribe ${words.map(word => `«${names[word][0]}»`).join(' o ')}`)
}

/** Things that a cell names, kept apart by semicolons, bars or lines, or else by commas. */
export function listed(text: string): string[] {
  const signs = /[;|\n]/.test(text) ? /[;|\n]/ : /,/
  return text
    .split(signs)
    .map(each => each.trim())
    .filter(each => each !== '')
}

/** Addresses in a cell, in lower case. */
export const addresses = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s;,|]+/)
      .filter(each => each !== ''),
  ),
]
