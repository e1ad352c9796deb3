/** Cells of payment terms as people write them: after how many days, in which parts, and on which days of the month. */
import type { Read } from '#features/imports/rules/cells.ts'
import {
  areSound,
  maxPayDays,
  maxTermDays,
  type PaymentTerms,
  wholeShare,
} from '#features/providers/rules/payment-terms.ts'
import { fold } from '#kernel/text.ts'

const nothing = { value: null, fault: null }
const fault = (text: string) => ({ value: null, fault: text })

const sign = ' ?(?:[,;/-]|\\by\\b) ?'
const when = '(?:a )?(\\d{1,3}|contado)(?: ?d(?:ias?)?)?'
const part = `(?:(\\d{1,3}(?:[.,]\\d{1,2})?) ?% )?${when}`
const wholeCell = new RegExp(`^${part}(?:${sign}${part})*$`)
const eachPart = new RegExp(`${part}(?=${sign}|$)`, 'g')

/**
 * Parts of a price and the days after which each is due: `30`, `a 30 días`, `al contado`, `30/60/90` (equal parts; the last
 * takes what is left of the whole), `50 % a 30 días y 50 % a 60 días`. Days count from the invoice's date, also where the
 * cell says so (`30 días f. f.`).
 */
export function readTermParts(text: string): Read<PaymentTerms['parts']> {
  const typed = plain(text)
  if (typed === '') return nothing
  if (!wholeCell.test(typed)) return fault(howToWrite)
  const found = [...typed.matchAll(eachPart)].map(([, share, days]) => ({ share, days: daysIn(days) }))
  if (found.some(({ days }) => days > maxTermDays)) return fault(`${maxTermDays} días como máximo`)
  const equal = Math.floor(wholeShare / found.length)
  const isEqual = found.every(({ share }) => share === undefined)
  const parts = found.map(({ share, days }, index) => ({
    share: isEqual ? equal + (index === found.length - 1 ? wholeShare % found.length : 0) : pointsIn(share),
    days,
  }))
  return areSound({ parts, payDays: [] })
    ? { value: parts, fault: null }
    : fault('Los plazos deben sumar el 100 % e ir por orden')
}

const howToWrite = 'Escribe, por ejemplo, «30 días», «30/60/90» o «50 % a 30 días y 50 % a 60 días»'

/** Days of the month on which payments are made: `10 y 25`, `5, 20`; `fin de mes` is the last of each. */
export function readPayDays(text: string): Read<readonly number[]> {
  const typed = fold(text.trim())
    .replace(/\b(fin de mes|ultimo)\b/g, '31')
    .replace(/^(los )?dias? /, '')
  if (typed === '') return nothing
  const days = typed.split(/ ?[,;/-] ?| y /).map(day => (/^\d{1,2}$/.test(day.trim()) ? Number(day) : 0))
  const sorted = [...new Set(days)].toSorted((a, b) => a - b)
  if (sorted.some(day => day < 1 || day > 31)) return fault('Escribe días del mes, por ejemplo «10 y 25»')
  return sorted.length > maxPayDays ? fault(`${maxPayDays} días como máximo`) : { value: sorted, fault: null }
}

/** Both cells together: days of the month alone say nothing of when. */
export function readTerms(parts: string, payDays: string) {
  const cells = { paymentTerms: readTermParts(parts), payDays: readPayDays(payDays) }
  const isAlone = cells.payDays.value !== null && parts.trim() === ''
  return isAlone ? { ...cells, payDays: fault('Escribe también el plazo de pago') } : cells
}

/** Terms of both cells; null where there are none, or where one is faulty. */
export function termsFrom({ paymentTerms, payDays }: ReturnType<typeof readTerms>): PaymentTerms | null {
  if (paymentTerms.value === null || payDays.fault !== null) return null
  return { parts: paymentTerms.value, payDays: payDays.value ?? [] }
}

/** Lower case without accents, and without the words that say from when days count. */
const plain = (text: string): string =>
  fold(text)
    .replace(/\b(desde (la )?)?fecha (de )?(la )?factura\b|\bf\.? ?f\.?(?= |$)/g, ' ')
    .replace(/\bal contado\b/g, 'contado')
    .replace(/\s+/g, ' ')
    .trim()

const daysIn = (text: string | undefined): number => (text === 'contado' ? 0 : Number(text))

/** Basis points of a percentage. */
function pointsIn(text: string | undefined): number {
  const [whole = '', fraction = ''] = (text ?? '0').split(/[.,]/)
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}
