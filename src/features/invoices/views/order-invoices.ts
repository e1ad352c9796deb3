/** The invoices among an order's files, for whoever decides on it: what needs a look, and why it was sent all the same. */
import { documentVisibleTo } from '#features/documents/scope.ts'
import { billedInProject } from '#features/invoices/views/billed.ts'
import { findingsOfFiles } from '#features/invoices/views/findings.ts'
import type { getOrderInvoices } from '#features/invoices/wire/order-invoices.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Response = ResponseOf<typeof getOrderInvoices>

type OrderRow = {
  project_id: string
  is_credit_note: boolean
  file_ids: string[]
  explanation: Response['explanation']
}

/** Null for an order that the person does not see; people of a provider are told nothing. */
export async function orderInvoices(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<Response | null> {
  tx.readInSteps()
  const order = await tx.one<OrderRow>(sql`
    select d.project_id, d.credited_id is not null as is_credit_note,
      array(select a.file_id from attachment a where a.company_id = d.company_id and a.document_id = d.id
        and a.revision = d.revision and d.type = 'gasto' order by a.position) as file_ids,
      (select json_build_object('reason', e.reason, 'at', e.at, 'byName',
          coalesce(e.actor_name, trim(who.name || ' ' || who.last_name)))
        from event e left join account who on who.id = e.actor_id
        where e.company_id = d.company_id and e.object_type = 'document' and e.object_id = d.id
          and e.action = 'invoice.alarm_explained' order by e.number desc limit 1) as explanation
    from document d
    where d.company_id = ${tx.companyId} and d.id = ${documentId} and ${documentVisibleTo(tx, actor)}`)
  if (order === null) return null
  const billed =
    actor.providerId === null && order.file_ids.length > 0
      ? await billedInProject(tx, order.project_id)
      : null
  if (billed === null) return { items: [], explanation: null }
  const items = await findingsOfFiles(tx, actor, billed, order.file_ids)
  return {
    items: items.map(({ findings, ...file }) => ({
      ...file,
      findings: findings
        .filter(({ kind }) => !(order.is_credit_note && kind === 'credit_note'))
        .map(({ weight, text }) => ({ weight, text })),
    })),
    explanation: order.explanation,
  }
}
