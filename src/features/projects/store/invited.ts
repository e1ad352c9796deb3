/** Appointments of people who have not accepted their invitation yet. */
import { rolesOfPeople } from '#features/projects/rules.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type AppointmentPermission = 'approve' | 'execute'

/** Open invitations, of these, whose person could be appointed in a project of the client: twin of `eligiblePeople`. */
export async function eligibleInvitations(
  tx: TenantTx,
  invitationIds: readonly string[],
  clientId: string,
): Promise<string[]> {
  const found = await tx.all<{ id: string }>(sql`
    select id from invitation
    where company_id = ${tx.companyId} and id = any (${invitationIds}::uuid[]) and outcome is null
      and role = any (${rolesOfPeople}::text[]) and (client_id is null or client_id = ${clientId})`)
  return found.map(row => row.id)
}

type Invited = { readonly approverIds: readonly string[]; readonly executorIds: readonly string[] }

/** Saves the appointments, by the ids of invitations. */
export async function saveInvited(
  tx: TenantTx,
  projectId: string,
  { approverIds, executorIds }: Invited,
  appointedBy: string,
): Promise<void> {
  const appointments = (ids: readonly string[], permission: AppointmentPermission) =>
    [...new Set(ids)].map(id => [tx.companyId, id, projectId, permission, appointedBy, tx.now])
  await tx.insert(
    [...appointments(approverIds, 'approve'), ...appointments(executorIds, 'execute')],
    appointed => sql`
    insert into invited_appointment (company_id, invitation_id, project_id, permission, appointed_by, created_at)
    values ${appointed}`,
  )
}

export type InvitedAppointment = {
  readonly projectId: string
  readonly permission: AppointmentPermission
  readonly appointedBy: string
}

/** Removes the appointments of an accepted invitation, and returns them by project. */
export async function takeInvited(tx: TenantTx, invitationId: string): Promise<InvitedAppointment[]> {
  const taken = await tx.all<InvitedAppointment>(sql`
    delete from invited_appointment where company_id = ${tx.companyId} and invitation_id = ${invitationId}
    returning project_id as "projectId", permission, appointed_by as "appointedBy"`)
  return taken.toSorted((a, b) => (a.projectId < b.projectId ? -1 : 1))
}

export type InvitedPerson = {
  readonly invitationId: string
  readonly name: string
  readonly email: string
  readonly permission: AppointmentPermission
}

/** People invited to a project, by name: those whose invitation is still open. */
export function invitedIn(tx: TenantTx, projectId: string): Promise<InvitedPerson[]> {
  return tx.all<InvitedPerson>(sql`
    select i.id as "invitationId", trim(i.name || ' ' || i.last_name) as name, i.email, x.permission
    from invited_appointment x join invitation i on i.company_id = x.company_id and i.id = x.invitation_id
    where x.company_id = ${tx.companyId} and x.project_id = ${projectId} and i.outcome is null
    order by name, i.id`)
}

/** Client of a project, and the company's time zone. */
export function findClientAndZone(
  tx: TenantTx,
  projectId: string,
): Promise<{ clientId: string; zone: string } | null> {
  return tx.one<{ clientId: string; zone: string }>(sql`
    select p.client_id as "clientId", co.time_zone as zone from project p join company co on co.company_id = p.company_id
    where p.company_id = ${tx.companyId} and p.id = ${projectId}`)
}
