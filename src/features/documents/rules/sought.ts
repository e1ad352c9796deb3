/**
 * Search text of a list of orders: its terms, and the amounts that a figure among them may mean, as Spanish,
 * machines and other countries write them. Nothing is converted: a figure is searched in each currency.
 */
import {
  type Currency,
  currencies,
  currencyDecimals,
  minorFromText,
  parseMoney,
  powerOfTen,
} from '#kernel/money.ts'
import { fold } from '#kernel/text.ts'

/** Term of a search: a word, or the words of one figure and its currency. */
export type SoughtTerm = readonly [string, ...string[]]

/**
 * Terms of a search text, each of which must be found. Spaces separate terms, but neither the thousands of a
 * figure («45 000,50») nor a figure and its currency («45.000 €»).
 */
export function soughtTerms(text: string): readonly SoughtTerm[] {
  const terms: [string, ...string[]][] = []
  for (const word of text.split(/\s+/).filter(each => each !== '')) {
    const last = terms.at(-1)
    if (last !== undefined && continues(last.join(' '), word)) last.push(word)
    else terms.push([word])
  }
  return [...new Map(terms.map(term => [fold(term.join(' ')), term])).values()]
}

/** True when the word belongs to the term before it: as the next thousands of a figure, or as its currency. */
function continues(term: string, word: string): boolean {
  const isThousands = /^\d{1,3}(?: \d{3})*$/.test(term) && /^\d{3}(?:[.,]\d{1,2})?$/.test(word)
  const isFigureBesideWord = /\d/.test(term) !== /\d/.test(word)
  return isThousands || (isFigureBesideWord && soughtAmounts(`${term} ${word}`).length > 0)
}

/** Range of amounts in minor units, both ends included, with the currencies it applies to. */
export type SoughtAmount = {
  readonly from: bigint
  readonly to: bigint
  readonly currencies: readonly Currency[]
}

/**
 * Amounts meant by a text: «1250» means every amount that begins with 1250, «1.250,00» and «1250.5» that amount
 * alone; a text that is no amount gives none.
 */
export function soughtAmounts(text: string): readonly SoughtAmount[] {
  const typed = inSpanish(text)
  const byRange = new Map<string, SoughtAmount>()
  for (const currency of currencies) {
    const amount = parseMoney(typed, currency)
    if (typeof amount === 'string') continue
    const from = amount.minor
    const to = typed.includes(',') ? from : from + powerOfTen(currencyDecimals(currency)) - 1n
    const others = byRange.get(`${from}-${to}`)?.currencies ?? []
    byRange.set(`${from}-${to}`, { from, to, currencies: [...others, currency] })
  }
  return [...byRange.values()]
}

/** Amounts of each currency from a plain amount upwards: `1250.5` is 1.250,50 €, and 1.251 $ where there are no cents. */
export const amountsFrom = (plain: string): readonly SoughtAmount[] =>
  inEach(plain, (minor, hasRest) => ({ from: minor + (hasRest ? 1n : 0n), to: most }))

/** Amounts of each currency up to a plain amount, which is included. */
export const amountsTo = (plain: string): readonly SoughtAmount[] =>
  inEach(plain, minor => ({ from: 0n, to: minor }))

/** Amounts of each currency from one plain amount to another, both included. */
export function amountsBetween(from: string | undefined, to: string | undefined): readonly SoughtAmount[] {
  const upTo = to === undefined ? [] : amountsTo(to)
  return amountsFrom(from ?? '0').map(least => {
    const greatest = upTo.find(({ currencies }) => currencies[0] === least.currencies[0])
    return { ...least, to: greatest?.to ?? most }
  })
}

/** Greatest amount that the database holds. */
const most = 2n ** 63n - 1n

/** Range of each number of decimals; `hasRest` when the plain amount has more of them than the currencies. */
function inEach(
  plain: string,
  rangeFrom: (minor: bigint, hasRest: boolean) => Pick<SoughtAmount, 'from' | 'to'>,
): readonly SoughtAmount[] {
  const [units = '', cents = ''] = plain.split('.')
  const places = [...new Set(currencies.map(currencyDecimals))]
  return places.map(count => {
    const minor = minorFromText(units + cents.padEnd(count, '0').slice(0, count))
    const hasRest = /[1-9]/.test(cents.slice(count))
    return {
      ...rangeFrom(minor, hasRest),
      currencies: currencies.filter(each => currencyDecimals(each) === count),
    }
  })
}

/** Figure rewritten in Spanish: elsewhere a dot precedes one or two decimals, and commas separate thousands. */
function inSpanish(text: string): string {
  return text.replace(/[\d.,]+/, figure => {
    if (/^\d+\.\d{1,2}$/.test(figure)) return figure.replace('.', ',')
    if (!/^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(figure)) return figure
    return figure.replaceAll(',', '').replace('.', ',')
  })
}
