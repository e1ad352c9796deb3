import { use } from 'react'
import { dayFromInstant, daysBetween, formatDay, formatInstant } from '#kernel/day.ts'
import { OwnZoneContext, ZoneContext } from '#ui/time.tsx'

/** Instant as 'hace 3 horas', with the exact one in its title. Older than a week: the date. */
export function Instant({ value, exact = false }: { value: string; exact?: boolean }) {
  const company = use(ZoneContext)
  const zone = use(OwnZoneContext) ?? company
  const precise = exactText(value, zone, company)
  return (
    <time dateTime={value} title={precise} className="figures">
      {exact ? precise : relative(value, zone, new Date())}
    </time>
  )
}

/** City that names a time zone: 'Buenos Aires'. */
export const zoneCity = (zone: string): string => zone.replace(/.*\//, '').replaceAll('_', ' ')

/** dd/mm/yyyy HH:mm in `zone`, which is named when it is not the company's: `12/11/2026 09:30 (Lima)`. */
export const exactText = (instant: string, zone: string, company: string): string =>
  formatInstant(instant, zone) + (zone === company ? '' : ` (${zoneCity(zone)})`)

const words = new Intl.RelativeTimeFormat('es', { numeric: 'auto' })

/** An instant in words, as seen at `now`: `hace 3 horas`; older than a week, the date. */
export function relative(instant: string, zone: string, now: Date): string {
  const minutes = Math.round((Date.parse(instant) - now.getTime()) / 60_000)
  const days = daysBetween(dayFromInstant(now, zone), dayFromInstant(instant, zone))
  if (Math.abs(minutes) < 1) return 'ahora mismo'
  if (Math.abs(minutes) < 60) return words.format(minutes, 'minute')
  if (days === 0) return words.format(Math.round(minutes / 60), 'hour')
  return Math.abs(days) <= 7 ? words.format(days, 'day') : formatDay(dayFromInstant(instant, zone))
}
