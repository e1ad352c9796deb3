import { loadCompany } from '#features/companies/store.ts'
import { type DocumentFilters, documentTotal } from '#features/documents/views/list.ts'
import type { exportDocuments as endpoint } from '#features/documents/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayOf, formatDay } from '#kernel/day.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { record } from '#server/journal.ts'
import type { TenantTx } from '#server/tenant.ts'

/** Writes down that a list leaves the house, and answers how many orders it has and what its file is called. */
export async function exportDocuments(
  tx: TenantTx,
  actor: Actor,
  { format, sort, ...filters }: BodyOf<typeof endpoint>,
): Promise<{ rows: number; name: string }> {
  const company = await loadCompany(tx)
  const rows = await documentTotal(tx, actor, filters)
  await record(tx, actor, {
    action: 'documents.exported',
    object: { type: 'company', id: tx.companyId },
    after: { rows, format, sort, ...said(filters) },
  })
  const today = formatDay(dayOf(tx.now, actor.zone)).replaceAll('/', '-')
  return { rows, name: `${nameable(company.name)} - ${listName(filters)} - ${today}.${format}` }
}

const said = (filters: DocumentFilters): { [filter: string]: string } =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

function listName({ type, projectId, contractId }: DocumentFilters): string {
  const kind = type === undefined ? 'Documentos' : lists[type]
  return [kind, projectId, contractId].filter(word => word !== undefined).join(' ')
}

const lists = { gasto: 'Pedidos de pago', emision: 'Pedidos de emisión' } as const

/** Without what a file system does not take in a name. */
const nameable = (name: string): string => name.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim() || 'Empresa'
