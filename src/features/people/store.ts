import type { Member } from '#features/people/rules.ts'
import { sqlState } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type NewMember = {
  readonly userId: string
  readonly clientId: string | null
  readonly providerId: string | null
}

/** False when the client or the provider is not the company's: the foreign key says so, and the transaction is lost. */
export async function insertMember(tx: TenantTx, member: NewMember): Promise<boolean> {
  try {
    await tx.runOne(sql`
      insert into member (company_id, user_id, client_id, provider_id, active, created_at)
      values (${tx.companyId}, ${member.userId}, ${member.clientId}, ${member.providerId}, true, ${tx.now})`)
    return true
  } catch (error) {
    if (sqlState(error) === '23503') return false
    throw error
  }
}

/** Whether client and provider, where they are given, are the company's. */
export async function isKnownPlace(
  tx: TenantTx,
  { clientId, providerId }: Pick<NewMember, 'clientId' | 'providerId'>,
): Promise<boolean> {
  const row = await tx.one<{ isKnown: boolean }>(sql`
    select (${clientId}::uuid is null or exists (
        select from client where company_id = ${tx.companyId} and id = ${clientId}))
      and (${providerId}::text is null or exists (
        select from provider where company_id = ${tx.companyId} and id = ${providerId})) as "isKnown"`)
  return row?.isKnown ?? false
}

/** Members that can sign in: what the plan counts. */
export async function countActiveMembers(tx: TenantTx): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from member where company_id = ${tx.companyId} and active`)
  return row?.count ?? 0
}

export async function countActiveAdmins(tx: TenantTx): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from member m join account a on a.id = m.user_id
    where m.company_id = ${tx.companyId} and m.active and a.active and a.role = 'admin'`)
  return row?.count ?? 0
}

/** While it is held nobody gives this person an order to approve: see `openSeats` of the approvals. */
export async function lockMember(
  tx: TenantTx,
  userId: string,
): Promise<(Member & { email: string; name: string }) | null> {
  return tx.one(sql`
    select m.user_id as "userId", a.role, m.client_id as "clientId", m.active, a.email, a.name, a.password_hash is null as "isInvited"
    from member m join account a on a.id = m.user_id
    where m.company_id = ${tx.companyId} and m.user_id = ${userId} for update of m`)
}

export async function saveActive(tx: TenantTx, userId: string, active: boolean): Promise<void> {
  await tx.runOne(sql`
    update member set active = ${active} where company_id = ${tx.companyId} and user_id = ${userId}`)
}

/** Orders that wait for this person's approval. Seats are given by a later slice; who leaves is asked about them here. */
export async function countOpenSeats(tx: TenantTx, userId: string): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from approval a
    join document d on d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision
    where a.company_id = ${tx.companyId} and a.approver_id = ${userId} and a.status = 'pending'`)
  return row?.count ?? 0
}

/** Invitations to an address within the last hour, whoever sent them. */
export async function countInvitations(tx: TenantTx, email: string): Promise<number> {
  const since = new Date(tx.now.getTime() - 3_600_000)
  const row = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from mail
    where to_address = ${email} and kind = 'invitation' and created_at > ${since}`)
  return row?.count ?? 0
}

/** Companies that the person belongs to, or once did. */
export async function countCompanies(tx: TenantTx, userId: string): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from account_company where user_id = ${userId}`)
  return row?.count ?? 0
}
