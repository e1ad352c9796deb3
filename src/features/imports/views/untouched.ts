/** Changes of a record since the import made it: undoing the import would then undo later work too. */
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Contracts that were undone are no use of it any more. */
export async function isProviderTouched(tx: TenantTx, id: string): Promise<boolean> {
  const row = await tx.one<{ isTouched: boolean }>(sql`
    select exists (select from document d where d.company_id = ${tx.companyId} and d.provider_id = ${id})
      or exists (select from contract c where c.company_id = ${tx.companyId} and c.provider_id = ${id}
        and c.status <> 'inactive')
      or exists (select from provider o where o.company_id = ${tx.companyId} and o.merged_into = ${id})
      or exists (select from member m where m.company_id = ${tx.companyId} and m.provider_id = ${id})
      or exists (select from invitation v where v.company_id = ${tx.companyId} and v.provider_id = ${id})
      or exists (select from received_invoice r where r.company_id = ${tx.companyId}
        and ${id} in (r.provider_id, r.sender_provider_id))
      or exists (select from mailbox_message g where g.company_id = ${tx.companyId} and g.provider_id = ${id})
      or exists (select from mailbox_sender s where s.company_id = ${tx.companyId} and s.provider_id = ${id})
      or ${hasLaterEvent(tx, 'provider', id)} as "isTouched"`)
  return row?.isTouched ?? true
}

/**
 * Contracts and projects that were undone are no use of it any more. The invitation of its main account was made with
 * it, and is no use of it while nobody has accepted.
 */
export async function isClientTouched(tx: TenantTx, id: string): Promise<boolean> {
  const row = await tx.one<{ isTouched: boolean }>(sql`
    select exists (select from document d where d.company_id = ${tx.companyId} and d.client_id = ${id})
      or exists (select from project p where p.company_id = ${tx.companyId} and p.client_id = ${id}
        and p.status = 'active')
      or exists (select from contract c where c.company_id = ${tx.companyId} and c.client_id = ${id}
        and c.status <> 'inactive')
      or exists (select from member m where m.company_id = ${tx.companyId} and m.client_id = ${id})
      or exists (select from client_provider x where x.company_id = ${tx.companyId} and x.client_id = ${id})
      or exists (select from invitation v where v.company_id = ${tx.companyId} and v.client_id = ${id}
        and v.created_at > ${madeAt(tx, 'client', id)})
      or ${hasLaterEvent(tx, 'client', id)} as "isTouched"`)
  return row?.isTouched ?? true
}

/** A project that was undone is no use of it any more. */
export async function isContractTouched(tx: TenantTx, id: string): Promise<boolean> {
  const row = await tx.one<{ isTouched: boolean }>(sql`
    select exists (select from document d where d.company_id = ${tx.companyId} and d.contract_id = ${id})
      or exists (select from project_contract x join project p on p.company_id = x.company_id and p.id = x.project_id
        where x.company_id = ${tx.companyId} and x.contract_id = ${id} and p.status = 'active')
      or ${hasLaterEvent(tx, 'contract', id)} as "isTouched"`)
  return row?.isTouched ?? true
}

export async function isProjectTouched(tx: TenantTx, id: string): Promise<boolean> {
  const row = await tx.one<{ isTouched: boolean }>(sql`
    select exists (select from document d where d.company_id = ${tx.companyId} and d.project_id = ${id})
      or ${hasLaterEvent(tx, 'project', id)} as "isTouched"`)
  return row?.isTouched ?? true
}

/** True when the invited person is already named in an active project, which counts on them. */
export async function isInvitationUsed(tx: TenantTx, invitationId: string): Promise<boolean> {
  const row = await tx.one<{ isUsed: boolean }>(sql`
    select exists (select from invited_appointment x join project p on p.company_id = x.company_id
      and p.id = x.project_id and p.status = 'active'
      where x.company_id = ${tx.companyId} and x.invitation_id = ${invitationId}) as "isUsed"`)
  return row?.isUsed ?? true
}

/** Instant of the first event of an object: whatever was recorded with its making has the same. */
const madeAt = (tx: TenantTx, type: string, id: string): Part => part`(select min(f.at) from event f
  where f.company_id = ${tx.companyId} and f.object_type = ${type} and f.object_id = ${id})`

const hasLaterEvent = (tx: TenantTx, type: string, id: string): Part => part`exists (select from event e
  where e.company_id = ${tx.companyId} and e.object_type = ${type} and e.object_id = ${id}
    and e.at > ${madeAt(tx, type, id)})`
