/** Whether something has been used or changed since it was made, so that taking it back would take more than the import. */
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export const isProviderTouched = async (tx: TenantTx, id: string): Promise<boolean> =>
  (await tx.one(sql`
    select where exists (select from document d where d.company_id = ${tx.companyId} and d.provider_id = ${id})
      or exists (select from contract c where c.company_id = ${tx.companyId} and c.provider_id = ${id})
      or exists (select from member m where m.company_id = ${tx.companyId} and m.provider_id = ${id})
      or exists (select from invitation v where v.company_id = ${tx.companyId} and v.provider_id = ${id})
      or exists (select from received_invoice v where v.company_id = ${tx.companyId}
        and ${id} in (v.provider_id, v.sender_provider_id))
      or exists (select from event e where e.company_id = ${tx.companyId} and e.object_type = 'provider'
        and e.object_id = ${id} and e.action not in ('provider.created', 'provider.bank_change_asked'))`)) !==
  null

export const isClientTouched = async (tx: TenantTx, id: string): Promise<boolean> =>
  (await tx.one(sql`
    select where exists (select from project p where p.company_id = ${tx.companyId} and p.client_id = ${id})
      or exists (select from contract c where c.company_id = ${tx.companyId} and c.client_id = ${id})
      or exists (select from member m where m.company_id = ${tx.companyId} and m.client_id = ${id})
      or exists (select from client_provider x where x.company_id = ${tx.companyId} and x.client_id = ${id})
      or exists (select from event e where e.company_id = ${tx.companyId} and e.object_type = 'client'
        and e.object_id = ${id} and e.action <> 'client.created')`)) !== null
