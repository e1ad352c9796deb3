/** Whom an invoice in a project may bill. */
import { documentVisibleTo, projectVisibleTo } from '#features/documents/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Currency } from '#kernel/money.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Whom an invoice in a project may bill, and the currencies of the project's contracts, its main one first. */
export type Billed = {
  readonly clientId: string
  readonly taxIds: readonly string[]
  readonly currencies: readonly Currency[]
}

/** Null when there is no such project for this person. */
export const billedIn = (tx: TenantTx, actor: Actor, projectId: string): Promise<Billed | null> =>
  readBilled(tx, part`${projectId}`, projectVisibleTo(actor))

/** In the project of the order that the file is attached to; null for none that the person sees. */
export const billedInOrderWith = (tx: TenantTx, actor: Actor, fileId: string): Promise<Billed | null> =>
  readBilled(
    tx,
    part`(select d.project_id from attachment a
      join document d on d.company_id = a.company_id and d.id = a.document_id
      where a.company_id = ${tx.companyId} and a.file_id = ${fileId} and ${documentVisibleTo(tx, actor)}
      order by d.number desc limit 1)`,
    projectVisibleTo(actor),
  )

/** In the project of an order that the person sees, though they may not see the project itself. */
export const billedInProject = (tx: TenantTx, projectId: string): Promise<Billed | null> =>
  readBilled(tx, part`${projectId}`, part`true`)

function readBilled(tx: TenantTx, projectId: Part, isVisible: Part): Promise<Billed | null> {
  return tx.one<Billed>(sql`
    select p.client_id as "clientId", array_remove(array[co.tax_id, c.tax_id], null) as "taxIds",
      array(select k.currency from project_contract pc
        join contract k on k.company_id = pc.company_id and k.id = pc.contract_id
        where pc.company_id = p.company_id and pc.project_id = p.id
        order by pc.main desc, k.id) as currencies
    from project p join company co on co.company_id = p.company_id
    join client c on c.company_id = p.company_id and c.id = p.client_id
    where p.company_id = ${tx.companyId} and p.id = ${projectId} and ${isVisible}`)
}
