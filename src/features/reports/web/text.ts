import type { Month } from '#features/reports/rules.ts'

const firstOf = (month: Month) => new Date(`${month}-01T00:00:00Z`)
const long = new Intl.DateTimeFormat('es-ES', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('es-ES', { month: 'short', timeZone: 'UTC' })

/** 'noviembre de 2026' */
export const monthName = (month: Month): string => long.format(firstOf(month))
/** 'nov' */
export const monthLabel = (month: Month): string => short.format(firstOf(month)).slice(0, 3)

export const daysText = (days: number): string => (days === 1 ? '1 día' : `${days} días`)
export const ordersText = (count: number): string => (count === 1 ? '1 pedido' : `${count} pedidos`)

/** 'termina hoy', 'termina en 12 días' */
export const endsText = (days: number): string =>
  days === 0 ? 'termina hoy' : `termina en ${daysText(days)}`
