/** Forced decisions of stages, and whether the company allows them. */

import type { Revision } from '#features/approvals/store.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type ForcedStages = {
  readonly stages: readonly number[]
  readonly outcome: 'approved' | 'rejected'
  readonly byId: string
  readonly reason: string
}

export async function saveForced(
  tx: TenantTx,
  { id, revision }: Pick<Revision, 'id' | 'revision'>,
  { stages, outcome, byId, reason }: ForcedStages,
): Promise<void> {
  await tx.run(sql`
    update approval_stage set outcome = ${outcome}, forced_by = ${byId}, forced_at = ${tx.now}, forced_reason = ${reason}
    where company_id = ${tx.companyId} and document_id = ${id} and revision = ${revision}
      and stage = any (${[...stages]}::int[]) and forced_by is null`)
}

/**
 * When the order was sent, and who allowed forced decisions and when; null while they are not allowed. With `isHeld` the
 * company's settings stay as they are until the end of the transaction.
 */
export async function forcingAllowed(
  tx: TenantTx,
  documentId: string,
  { isHeld = false }: { readonly isHeld?: boolean } = {},
) {
  // The contract, to which the order's money is moved, before the company: a change of the settings locks them so.
  if (isHeld)
    await tx.run(sql`
      select c.id from document d join contract c on c.company_id = d.company_id and c.id = d.contract_id
      where d.company_id = ${tx.companyId} and d.id = ${documentId} for key share of c`)
  const row = await tx.one<{
    submitted_at: string
    allowed_by: string | null
    allowed_at: string | null
  }>(sql`
    select d.submitted_at, case when co.forced_decisions then co.forced_decisions_by end as allowed_by,
      case when co.forced_decisions then co.forced_decisions_at end as allowed_at
    from document d join company co on co.company_id = d.company_id
    where d.company_id = ${tx.companyId} and d.id = ${documentId} ${isHeld ? part`for share of co` : nothing}`)
  if (!row) throw new Error(`${documentId} is not there`)
  return { submittedAt: new Date(row.submitted_at), allowed: allowedFrom(row.allowed_by, row.allowed_at) }
}

export const allowedFrom = (byId: string | null, at: string | null) =>
  byId === null || at === null ? null : { byId, at: new Date(at) }
