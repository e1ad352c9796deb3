/** Words of the calendar of payments: how a payment stands, weeks, days, periods and counts of days. */

import type { DueStanding, ForecastRow } from '#features/reports/rules/calendar.ts'
import { addDays, type Day, dayFrom, formatDay } from '#kernel/day.ts'
import { countText } from '#kernel/text.ts'

export const standingLabel: { readonly [standing in DueStanding]: string } = {
  overdue: 'Vencido',
  approved: 'Aprobado',
  pending: 'Por aprobar',
}

const dayWords = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('es-ES', { ...options, timeZone: 'UTC' })
  return (day: string) => formatter.format(new Date(`${day}T00:00:00Z`))
}
const shortDay = dayWords({ day: 'numeric', month: 'short' })

/** Day in a column of a week: 'lun 23'. */
export const dayLabel: (day: string) => string = dayWords({ weekday: 'short', day: 'numeric' })
/** Day in words: 'lunes, 23 de noviembre'. */
export const dayName: (day: string) => string = dayWords({ weekday: 'long', day: 'numeric', month: 'long' })

/** Days of a week: '23 nov – 29 nov'. */
export const weekLabel = (from: string, until: string): string => `${shortDay(from)} – ${shortDay(until)}`

/** Time of a row of the forecast. */
export function placeLabel({ place, from }: { place: ForecastRow['place']; from: string | null }): string {
  const monday = dayFrom(from ?? '')
  if (place === 'week' && monday !== null) return weekLabel(monday, addDays(monday, 6))
  return { overdue: 'Vencido', week: '', later: 'Más adelante', undated: 'Sin vencimiento' }[place]
}

/** Days from hundredths of a day: '32,5 días'; a dash without any payment. */
export function daysText(hundredths: number | null): string {
  if (hundredths === null) return '–'
  const days = (hundredths / 100).toLocaleString('es-ES', { maximumFractionDigits: 2 })
  return `${days} ${hundredths === 100 ? 'día' : 'días'}`
}

/** Part of the calendar whose payments are listed: a day, a week, or what lies outside. */
export type Shown =
  | { readonly kind: 'before' | 'after' | 'undated' }
  | { readonly kind: 'day' | 'week'; readonly day: Day }

/** Part of the calendar as an address names it; null for what names none. */
export function shownFromText(text: string | undefined): Shown | null {
  if (text === 'before' || text === 'after' || text === 'undated') return { kind: text }
  const [, isWeek, day = ''] = /^(week-)?(.+)$/.exec(text ?? '') ?? []
  const known = dayFrom(day)
  return known === null ? null : { kind: isWeek === undefined ? 'day' : 'week', day: known }
}

export function textFromShown(shown: Shown): string {
  if (!('day' in shown)) return shown.kind
  return shown.kind === 'week' ? `week-${shown.day}` : shown.day
}

type Span = { readonly from: string; readonly until: string }

/** Title of the list of a part of the calendar. */
export function shownTitle(shown: Shown, { from, until }: Span): string {
  switch (shown.kind) {
    case 'before':
      return `Vencimientos antes del ${formatDay(from)}`
    case 'after':
      return `Vencimientos después del ${formatDay(until)}`
    case 'undated':
      return 'Pagos sin vencimiento'
    case 'day':
      return `Vencimientos del ${dayName(shown.day)}`
    case 'week':
      return `Vencimientos del ${weekLabel(shown.day, addDays(shown.day, 6))}`
  }
}

export type DuesQuery = { dueFrom?: string; dueTo?: string; undated?: 'true' }

/** Query of the payments of a part of the calendar. */
export function shownQuery(shown: Shown, { from, until }: Span): DuesQuery {
  switch (shown.kind) {
    case 'before':
      return { dueTo: dayBeside(from, -1) }
    case 'after':
      return { dueFrom: dayBeside(until, 1) }
    case 'undated':
      return { undated: 'true' }
    case 'day':
      return { dueFrom: shown.day, dueTo: shown.day }
    case 'week':
      return { dueFrom: shown.day, dueTo: addDays(shown.day, 6) }
  }
}

/** Payments that the list leaves out, counted where the server says how many. */
export const hiddenText = (more: number | undefined): string => {
  if (more === undefined) return 'Aquí no se ven todos los pagos.'
  return more === 1 ? 'Aquí no se ve 1 pago más.' : `Aquí no se ven ${countText(more)} pagos más.`
}

/** True when the list is of several days, of which one can be chosen. */
export const hasSeveralDays = ({ dueFrom, dueTo, undated }: DuesQuery): boolean =>
  undated === undefined && dueFrom !== dueTo

function dayBeside(text: string, count: number): Day {
  const day = dayFrom(text)
  if (day === null) throw new Error(`not a day: ${text}`)
  return addDays(day, count)
}

/** Quarters and years that the average payment period is offered for, the present ones first: '2026-4', '2026'. */
export function periodOptions(today: Day): { value: string; label: string }[] {
  const year = Number(today.slice(0, 4))
  const quarter = Math.ceil(Number(today.slice(5, 7)) / 3)
  const quarters = Array.from({ length: 8 }, (_, back) => {
    const count = year * 4 + (quarter - 1) - back
    const [ofYear, number] = [Math.floor(count / 4), (count % 4) + 1]
    return { value: `${ofYear}-${number}`, label: `${number}.º trimestre de ${ofYear}` }
  })
  const years = [year, year - 1, year - 2].map(each => ({ value: `${each}`, label: `Año ${each}` }))
  return [...quarters, ...years]
}

/** Period of an option: the year, and the quarter unless it is the whole. */
export function periodFromText(text: string): { year: number; quarter?: number } {
  const [year = 0, quarter] = text.split('-').map(Number)
  return quarter === undefined ? { year } : { year, quarter }
}
