/** Unanswered invitations: those of a company, and those of a person. */
import type { Invitee } from '#features/identity/store/admission.ts'
import { mayAccept } from '#features/people/rules/invitations.ts'
import { mayAdd } from '#features/people/rules.ts'
import { isSeenBy } from '#features/people/scope.ts'
import { invitationAbility } from '#features/people/text/invitations.ts'
import { personAbility } from '#features/people/text.ts'
import {
  type InvitationWire,
  maxInvitations,
  type OwnInvitationWire,
} from '#features/people/wire/invitations.ts'
import type { Actor, Role } from '#kernel/actor.ts'
import type { PersonTx } from '#server/database/person.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = Omit<InvitationWire, 'can'>

/** The unanswered invitations of the people whom the actor sees. */
export async function openInvitations(tx: TenantTx, actor: Actor): Promise<InvitationWire[]> {
  const isSeen = isSeenBy(actor, { role: part`i.role`, clientId: part`i.client_id` })
  const rows = await tx.all<Row>(sql`
    select i.id, trim(i.name || ' ' || i.last_name) as name, i.email, i.role, i.client_id as "clientId", coalesce(c.name, p.name) as organisation,
      i.invited_by_name as "invitedByName", i.created_at as "createdAt", i.expires_at as "expiresAt",
      i.expires_at <= ${tx.now} as "isExpired"
    from invitation i
    left join client c on c.company_id = i.company_id and c.id = i.client_id
    left join provider p on p.company_id = i.company_id and p.id = i.provider_id
    where i.company_id = ${tx.companyId} and i.outcome is null and ${isSeen}
    order by i.created_at desc, i.id desc limit ${maxInvitations}`)
  const can = { resend: personAbility(mayAdd(actor)), revoke: true as const }
  return rows.map(row => ({ ...row, can }))
}

type OwnRow = Omit<OwnInvitationWire, 'can'> &
  Pick<Invitee, 'active' | 'isRegistration' | 'hasOwnPassword' | 'hasCompany'> & {
    readonly givesPassword: boolean
    readonly ownRole: Role
  }

/** The person's own unanswered invitations, of all companies. */
export async function ownInvitations(tx: PersonTx): Promise<OwnInvitationWire[]> {
  const rows = await tx.all<OwnRow>(sql`
    select i.id, i.company_name as "companyName", i.invited_by_name as "invitedByName", i.role,
      i.created_at as "createdAt", i.expires_at as "expiresAt", i.gives_password as "givesPassword",
      who.role as "ownRole", who.active, false as "isRegistration",
      who.password_hash is not null and not who.password_given and who.email_confirmed_at is not null as "hasOwnPassword",
      exists (select from account_company x where x.user_id = who.id and x.sample_of is null) as "hasCompany"
    from account_invitation own
    join invitation i on i.company_id = own.company and i.id = own.invitation
    join account who on who.id = i.user_id
    where own.user_id = ${tx.userId} and i.outcome is null and i.expires_at > ${tx.now}
    order by i.created_at desc, i.id desc limit ${maxInvitations}`)
  return rows.map(row => ({ ...row, can: { accept: invitationAbility(mayAcceptAs(row, tx.now)) } }))
}

const mayAcceptAs = ({ ownRole, ...row }: OwnRow, now: Date) =>
  mayAccept(row, { ...row, role: ownRole }, 'session', now)
