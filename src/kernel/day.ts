/**
 * A day is a date on the wall of the company's office (`2026-11-21`); an instant is a moment in UTC.
 * Rules take both as arguments: nothing here reads the clock.
 */
export type Day = string & { readonly brand: 'Day' }
export type Instant = string
export type TimeZone = string

/** A real calendar day written yyyy-mm-dd, or null. */
export function dayFrom(text: string): Day | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts || text < '1900-01-01' || text > '2200-12-31') return null
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text ? (text as Day) : null
}

/** A day as people type it in Spanish: dd/mm/yyyy, d/m/yyyy, with / - or dots; or null. */
export function parseDay(text: string): Day | null {
  const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim())
  return parts ? dayFrom(`${parts[3]}-${parts[2]?.padStart(2, '0')}-${parts[1]?.padStart(2, '0')}`) : null
}

/** dd/mm/yyyy */
export function formatDay(day: string): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
}

/** The day that a clock on the wall of `zone` shows at an instant. */
export function dayFromInstant(instant: Instant | Date, zone: TimeZone): Day {
  return formatter('en-CA', zone, { dateStyle: 'short' }).format(new Date(instant)) as Day
}

/** dd/mm/yyyy HH:mm in `zone`. */
export function formatInstant(instant: Instant, zone: TimeZone): string {
  const time = formatter('es-ES', zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return `${formatDay(dayFromInstant(instant, zone))} ${time.format(new Date(instant))}`
}

/** Whole days from one day to another: 0 on the same day, negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10) as Day
}

export function isTimeZone(text: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('es-ES', { timeZone: text }))
  } catch {
    return false
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(locale: string, zone: TimeZone, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${options.dateStyle ?? 'time'}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  formatters.set(key, made)
  return made
}
