/** Names of months, as charts and reports write them. */
import type { Month } from '#features/reports/rules.ts'
import { counted } from '#kernel/text.ts'

const firstInstant = (month: Month) => new Date(`${month}-01T00:00:00Z`)
const long = new Intl.DateTimeFormat('es-ES', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('es-ES', { month: 'short', timeZone: 'UTC' })

/** Name of a month: 'noviembre de 2026'. */
export const monthName = (month: Month): string => long.format(firstInstant(month))
/** Short name of a month: 'nov'. */
export const monthLabel = (month: Month): string => short.format(firstInstant(month)).slice(0, 3)

/** Text of a contract's end: 'termina hoy', 'termina en 12 días'. */
export const endsText = (days: number): string =>
  days === 0 ? 'termina hoy' : `termina en ${counted(days, 'día')}`
