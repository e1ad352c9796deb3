/** Where everything that this person executes is. */
export const queueAddress = (base: string): string => `${base}/pending-confirmations`

/** 'hoy', 'hace 1 día', 'hace 6 días' */
export function ago(days: number): string {
  if (days <= 0) return 'hoy'
  return days === 1 ? 'hace 1 día' : `hace ${days} días`
}
