/** Where everything that waits for this person's decision is. */
export const inboxAddress = (base: string): string => `${base}/pending-approvals`

/** 'desde hoy', 'desde hace 1 día', 'desde hace 6 días' */
export function waited(days: number): string {
  if (days <= 0) return 'desde hoy'
  return days === 1 ? 'desde hace 1 día' : `desde hace ${days} días`
}
