/** Orders of a contract that its closing or opening moves. */
import type { Day } from '#kernel/day.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Orders that closing a contract blocks (`in_approval`), or that reopening it unblocks (`blocked` because of
 * the contract); by id.
 */
export async function documentsOfContract(
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

/**
 * Contract whose orders no longer agree with it: it ended or was closed with open orders, or opened with
 * blocked ones.
 */
export type ValidityChange = { readonly contractId: string; readonly isOpen: boolean }

export function contractsWithValidityChange(tx: TenantTx, today: Day): Promise<ValidityChange[]> {
  return tx.all<ValidityChange>(sql`
    select c.id as "contractId", o.is_open as "isOpen" from contract c
    cross join lateral (select c.status = 'active' and ${today} between c.starts_on and c.ends_on as is_open) o
    where c.company_id = ${tx.companyId} and exists (select from document d
      where d.company_id = c.company_id and d.contract_id = c.id and (
        not o.is_open and d.state = 'in_approval'
        or o.is_open and d.state = 'blocked' and d.block_cause = 'contract_inactive'))
    order by c.id`)
}
