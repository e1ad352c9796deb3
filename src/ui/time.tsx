import { createContext, use } from 'react'
import { dayFromInstant, daysBetween, formatDay, formatInstant } from '#kernel/day.ts'
import { classes } from '#ui/classes.ts'

/** Time zone in which instants are shown. */
export const ZoneContext = createContext('Europe/Madrid')

/** Day as dd/mm/yyyy. */
export function Day({ value, className }: { value: string; className?: string }) {
  return (
    <time dateTime={value} className={classes('figures', className)}>
      {formatDay(value)}
    </time>
  )
}

/** Instant as 'hace 3 horas', with the exact one in its title. Older than a week: the date. */
export function Instant({ value, exact = false }: { value: string; exact?: boolean }) {
  const zone = use(ZoneContext)
  const precise = formatInstant(value, zone)
  return (
    <time dateTime={value} title={precise} className="figures">
      {exact ? precise : relative(value, zone, new Date())}
    </time>
  )
}

/** Calendar day of an instant in the company's zone: dd/mm/yyyy. */
export function InstantDay({ value }: { value: string }) {
  const zone = use(ZoneContext)
  return (
    <time dateTime={value} title={formatInstant(value, zone)} className="figures">
      {formatDay(dayFromInstant(value, zone))}
    </time>
  )
}

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
