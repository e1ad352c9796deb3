/** Rows of `member`: the people of the company. */
import type { Member } from '#features/people/rules.ts'
import { sqlState } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type NewMember = {
  readonly userId: string
  readonly clientId: string | null
  readonly providerId: string | null
}

/** Inserts a member; of a provider that was merged, of the one that stands for it. False when client or provider is not the company's; the transaction can do nothing more then, and must be rolled back. */
export async function insertMember(tx: TenantTx, member: NewMember): Promise<boolean> {
  const providerId = member.providerId && (await standingProvider(tx, member.providerId))
  try {
    await tx.runOne(sql`
      insert into member (company_id, user_id, client_id, provider_id, active, created_at)
      values (${tx.companyId}, ${member.userId}, ${member.clientId}, ${providerId}, true, ${tx.now})`)
    return true
  } catch (error) {
    if (sqlState(error) === '23503') return false
    throw error
  }
}

/** Id of the provider that stands for this one, kept from being merged until the transaction ends. */
async function standingProvider(tx: TenantTx, providerId: string): Promise<string> {
  const found = await tx.one<{ id: string }>(sql`
    select coalesce(merged_into, id) as id from provider
    where company_id = ${tx.companyId} and id = ${providerId} for key share`)
  return found?.id ?? providerId
}

/** True when client and provider, as far as they are set, belong to the company, and the provider was not merged. */
export async function isKnownAffiliation(
  tx: TenantTx,
  { clientId, providerId }: Pick<NewMember, 'clientId' | 'providerId'>,
): Promise<boolean> {
  const row = await tx.one<{ isKnown: boolean }>(sql`
    select (${clientId}::uuid is null or exists (
        select from client where company_id = ${tx.companyId} and id = ${clientId}))
      and (${providerId}::text is null or exists (
        select from provider where company_id = ${tx.companyId} and id = ${providerId} and merged_into is null))
      as "isKnown"`)
  return row?.isKnown ?? false
}

/** Number of active members, which the plan limits. */
export async function countActiveMembers(tx: TenantTx): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from member where company_id = ${tx.companyId} and active`)
  return row?.count ?? 0
}

export async function countActiveAdmins(tx: TenantTx): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from member m join account who on who.id = m.user_id
    where m.company_id = ${tx.companyId} and m.active and who.active and who.role = 'admin'`)
  return row?.count ?? 0
}

/** Locks a member until the transaction ends: meanwhile no order is routed to them (see `insertStagesAndSeats` of approvals). */
export async function lockMember(
  tx: TenantTx,
  userId: string,
): Promise<(Member & { email: string; name: string }) | null> {
  return tx.one(sql`
    select m.user_id as "userId", who.role, m.client_id as "clientId", m.active, who.email, who.name, who.password_hash is null as "isInvited"
    from member m join account who on who.id = m.user_id
    where m.company_id = ${tx.companyId} and m.user_id = ${userId} and not who.is_service for update of m`)
}

export async function saveActive(tx: TenantTx, userId: string, active: boolean): Promise<void> {
  await tx.runOne(sql`
    update member set active = ${active} where company_id = ${tx.companyId} and user_id = ${userId}`)
}

/**
 * Number of approvals that wait for the person. `approvals` owns these rows; this slice stands below it and may not call
 * it, and nobody is deactivated while something waits for them.
 */
export async function countPendingApprovals(tx: TenantTx, userId: string): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from approval a
    join document d on d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision
    where a.company_id = ${tx.companyId} and a.approver_id = ${userId} and a.status = 'pending'`)
  return row?.count ?? 0
}

/** Number of invitations mailed to an address within the last hour, by any company. */
export async function countInvitations(tx: TenantTx, email: string): Promise<number> {
  const since = new Date(tx.now.getTime() - 3_600_000)
  const row = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from mail
    where to_address = ${email} and kind = 'invitation' and created_at > ${since}`)
  return row?.count ?? 0
}

/** Number of companies to which the person belongs or has belonged, without samples. */
export async function countCompanies(tx: TenantTx, userId: string): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from account_company
    where user_id = ${userId} and sample_of is null`)
  return row?.count ?? 0
}
