/** Orders that are blocked for lack of somebody who may act on them. */
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Orders of a project that are blocked because nobody can approve them, or nobody can let them exceed their
 * contract.
 */
export async function blockedForApprovers(tx: TenantTx, projectId: string): Promise<string[]> {
  const found = await tx.all<{ id: string }>(sql`
    select id from document where company_id = ${tx.companyId} and project_id = ${projectId}
      and state = 'blocked' and block_cause in ('no_approver', 'budget') order by number`)
  return found.map(row => row.id)
}

/** Projects with an order that is blocked for lack of an approver or of a budget owner. */
export async function projectsBlockedForApprovers(tx: TenantTx): Promise<string[]> {
  const found = await tx.all<{ project_id: string }>(sql`
    select distinct project_id from document
    where company_id = ${tx.companyId} and state = 'blocked' and block_cause in ('no_approver', 'budget') order by 1`)
  return found.map(row => row.project_id)
}
