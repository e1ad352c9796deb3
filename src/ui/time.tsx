import { createContext, use } from 'react'
import { dayFromInstant, formatDay, formatInstant } from '#kernel/day.ts'
import { classes } from '#ui/classes.ts'

/** Time zone of the company, in which days are counted. */
export const ZoneContext = createContext('Europe/Madrid')

/** Time zone in which the person reads instants; undefined: the company's. */
export const OwnZoneContext = createContext<string | undefined>(undefined)

/** Day as dd/mm/yyyy. */
export function Day({ value, className }: { value: string; className?: string }) {
  return (
    <time dateTime={value} className={classes('figures', className)}>
      {formatDay(value)}
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
