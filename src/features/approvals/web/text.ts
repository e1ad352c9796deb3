/** Where everything that waits for this person's decision is. */
export const inboxAddress = (base: string): string => `${base}/pending-approvals`

/** 'hoy', 'hace 1 día', 'hace 6 días' */
export function ago(days: number): string {
  if (days <= 0) return 'hoy'
  return days === 1 ? 'hace 1 día' : `hace ${days} días`
}

/** 'desde hoy', 'desde hace 6 días' */
export const waited = (days: number): string => `desde ${ago(days)}`
