import { nothing, part, sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

/** A contract's orders that its closing stops, or that it stopped and its opening lets go on; by id. */
export async function ordersOfContract(
  tx: TenantTx,
  contractId: string,
  state: 'in_approval' | 'blocked',
  limit: number,
): Promise<string[]> {
  const found = await tx.all<{ id: string }>(sql`
    select id from document where company_id = ${tx.companyId} and contract_id = ${contractId} and state = ${state}
      ${state === 'blocked' ? part`and block_cause = 'contract_inactive'` : nothing}
    order by id limit ${limit}`)
  return found.map(row => row.id)
}
