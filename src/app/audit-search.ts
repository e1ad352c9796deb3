const auditKeys = ['actor', 'group', 'object', 'from', 'to', 'delegated', 'event'] as const

/** Search parameters of the journal: its filters, and the open event. */
export type AuditSearch = { [key in (typeof auditKeys)[number]]?: string | undefined }

export function auditSearchOf(search: { [key: string]: unknown }): AuditSearch {
  return Object.fromEntries(
    auditKeys.flatMap(key => (typeof search[key] === 'string' ? [[key, search[key]]] : [])),
  )
}
