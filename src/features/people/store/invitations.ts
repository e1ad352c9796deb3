/** Rows of `invitation`. */
import type { Invitation } from '#features/people/rules/invitations.ts'
import type { PersonTx } from '#server/database/person.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type NewInvitation = Invitation & {
  readonly invitedBy: string | null
  readonly invitedByName: string
  readonly companyName: string
}

const invitationColumns = part`id, user_id as "userId", email, name, last_name as "lastName", role, client_id as "clientId",
  provider_id as "providerId", expires_at as "expiresAt", gives_password as "givesPassword"`

export async function insertInvitation(tx: TenantTx, invitation: NewInvitation): Promise<void> {
  const { id, userId, email, name, lastName, role, clientId, providerId } = invitation
  await tx.runOne(sql`
    insert into invitation (company_id, id, user_id, email, name, last_name, role, client_id, provider_id,
      invited_by, invited_by_name, company_name, gives_password, created_at, expires_at)
    values (${tx.companyId}, ${id}, ${userId}, ${email}, ${name}, ${lastName}, ${role}, ${clientId}, ${providerId},
      ${invitation.invitedBy}, ${invitation.invitedByName}, ${invitation.companyName}, ${invitation.givesPassword},
      ${tx.now}, ${invitation.expiresAt})`)
  await tx.run(sql`
    insert into account_invitation (user_id, company, invitation) values (${userId}, ${tx.companyId}, ${id})`)
}

/** The invitation while nobody has answered it, expired or not; locked until the transaction ends. */
export async function lockInvitation(tx: TenantTx, id: string): Promise<Invitation | null> {
  return tx.one<Invitation>(sql`
    select ${invitationColumns} from invitation
    where company_id = ${tx.companyId} and id = ${id} and outcome is null for update`)
}

export async function findOpenInvitation(tx: TenantTx, email: string): Promise<Invitation | null> {
  return tx.one<Invitation>(sql`
    select ${invitationColumns} from invitation
    where company_id = ${tx.companyId} and email = ${email} and outcome is null for update`)
}

/** The company of a person's own invitation: only the person's transaction sees invitations of every company. */
export async function companyOfInvitation(tx: PersonTx, id: string): Promise<string | null> {
  const row = await tx.one<{ companyId: string }>(sql`
    select company as "companyId" from account_invitation where user_id = ${tx.userId} and invitation = ${id}`)
  return row?.companyId ?? null
}

export async function saveOutcome(
  tx: TenantTx,
  id: string,
  outcome: 'accepted' | 'refused' | 'revoked',
): Promise<void> {
  const ended = await tx.one<{ userId: string }>(sql`
    update invitation set outcome = ${outcome}, ended_at = ${tx.now}
    where company_id = ${tx.companyId} and id = ${id} and outcome is null returning user_id as "userId"`)
  if (!ended) throw new Error(`invitation ${id} has an outcome`)
  await tx.run(sql`delete from account_invitation
    where user_id = ${ended.userId} and company = ${tx.companyId} and invitation = ${id}`)
}

export async function saveExpiry(tx: TenantTx, id: string, expiresAt: string): Promise<void> {
  await tx.runOne(sql`
    update invitation set expires_at = ${expiresAt} where company_id = ${tx.companyId} and id = ${id}`)
}

/** Number of open, unexpired invitations: the plan counts them with the members. */
export async function countOpenInvitations(tx: TenantTx): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from invitation
    where company_id = ${tx.companyId} and outcome is null and expires_at > ${tx.now}`)
  return row?.count ?? 0
}

/**
 * Number of orders that wait for whoever is invited: blocked for want of an approver where they are appointed to approve,
 * approved where they are appointed to execute.
 */
export async function countWaitingFor(tx: TenantTx, invitationId: string): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(distinct d.id)::int as count from invited_appointment a
    join document d on d.company_id = a.company_id and d.project_id = a.project_id
      and case a.permission when 'approve' then d.state = 'blocked' and d.block_cause = 'no_approver'
        else d.state = 'approved' end
    where a.company_id = ${tx.companyId} and a.invitation_id = ${invitationId}`)
  return row?.count ?? 0
}
