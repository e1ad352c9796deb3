/** Room among the stages of an order for an approver whom somebody adds. */
import type { Revision } from '#features/approvals/store.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Moves the stages of this turn and of later ones one turn on, so that the turn is free. */
export function makeTurn(
  tx: TenantTx,
  { id, revision }: Pick<Revision, 'id' | 'revision'>,
  turn: number,
): Promise<number> {
  return tx.run(sql`update approval_stage set turn = turn + 1
    where company_id = ${tx.companyId} and document_id = ${id} and revision = ${revision} and turn >= ${turn}`)
}

export async function stageName(
  tx: TenantTx,
  { id, revision }: Pick<Revision, 'id' | 'revision'>,
  stage: number,
): Promise<string> {
  const found = await tx.one<{ name: string }>(sql`
    select name from approval_stage
    where company_id = ${tx.companyId} and document_id = ${id} and revision = ${revision} and stage = ${stage}`)
  if (!found) throw new Error(`stage ${stage} of ${id} is gone`)
  return found.name
}
