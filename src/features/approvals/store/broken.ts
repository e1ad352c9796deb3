/**
 * Open orders that an earlier release left in a state that the rules forbid today. Read without a lock: the repair
 * checks each again under its lock.
 */
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Ids = { readonly id: string }
const ids = (found: readonly Ids[]): string[] => found.map(({ id }) => id)

/** Ids of open seats whose approver is deactivated or may not hold them; `mendSeat` judges each again. */
export async function suspectSeats(tx: TenantTx): Promise<string[]> {
  return ids(
    await tx.all<Ids>(sql`
      select a.id from approval a
      join approval_stage s on s.company_id = a.company_id and s.document_id = a.document_id
        and s.revision = a.revision and s.stage = a.stage
      join document d on d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision
      join member m on m.company_id = a.company_id and m.user_id = a.approver_id
      join account who on who.id = a.approver_id
      where a.company_id = ${tx.companyId} and a.status = 'pending' and not (m.active and who.active
        and (who.role in ('admin', 'approver') and m.client_id is null
          or who.role in ('client', 'client_user') and m.client_id = d.client_id and s.origin <> 'overrun'))
      order by d.id, a.id`),
  )
}

export async function documentOfSeat(tx: TenantTx, seatId: string): Promise<string | null> {
  const found = await tx.one<Ids>(sql`
    select document_id as id from approval where company_id = ${tx.companyId} and id = ${seatId}`)
  return found?.id ?? null
}

/** Ids of open orders that are charged to another provider's contract. */
export async function ordersOfOtherProviders(tx: TenantTx): Promise<string[]> {
  return ids(
    await tx.all<Ids>(sql`
      select d.id from document d join contract c on c.company_id = d.company_id and c.id = d.contract_id
      where d.company_id = ${tx.companyId} and d.state in ('in_approval', 'blocked')
        and c.type = 'proveedor' and c.provider_id <> d.provider_id
      order by d.id`),
  )
}
