/** Parts of an order that its correction takes over, for the preview of its route. */
import { centreKnownTo } from '#features/cost-centres/scope.ts'
import { authorsOfDocument } from '#features/documents/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Corrected = {
  /** Everybody who wrote any of its revisions, not only the first and the last. */
  readonly authorIds: readonly string[]
  /** Cost centre; null for none. */
  readonly formerId: string | null
  /** True when the person may know that centre. */
  readonly knowsFormer: boolean
}

export const nothingCorrected: Corrected = { authorIds: [], formerId: null, knowsFormer: false }

/** The order of a project that is corrected; nothing when the project has no order with this id. */
export async function findCorrected(
  tx: TenantTx,
  actor: Actor,
  projectId: string,
  documentId: string,
): Promise<Corrected> {
  const found = await tx.one<Corrected>(sql`
    select ${authorsOfDocument(part`d`)} as "authorIds", d.cost_centre_id as "formerId",
      exists (select from cost_centre cc where cc.company_id = d.company_id and cc.id = d.cost_centre_id
        and ${centreKnownTo(actor)}) as "knowsFormer"
    from document d
    where d.company_id = ${tx.companyId} and d.project_id = ${projectId} and d.id = ${documentId}`)
  return found ?? nothingCorrected
}
