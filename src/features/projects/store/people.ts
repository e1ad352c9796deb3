/**
 * Approvers and executors of projects, and what appoints people: lists of a project and global permissions. In its SQL `m`
 * is the member, `who` their account, `p` the project.
 */
import { type GlobalPermission, type Permission, rolesOfPeople } from '#features/projects/rules.ts'
import { holders, reaches } from '#features/projects/scope.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export const person = { member: part`m`, account: part`who` }

/** Replaces the lists of a project's approvers and executors. */
export async function saveAppointed(
  tx: TenantTx,
  projectId: string,
  approverIds: readonly string[],
  executorIds: readonly string[],
): Promise<void> {
  await tx.run(sql`delete from project_approver
    where company_id = ${tx.companyId} and project_id = ${projectId} and user_id <> all (${approverIds}::uuid[])`)
  await tx.run(sql`delete from project_permission where company_id = ${tx.companyId}
    and project_id = ${projectId} and permission = 'execute' and user_id <> all (${executorIds}::uuid[])`)
  await saveApprovers(tx, projectId, approverIds)
  await tx.insert(
    executorIds.map(userId => [tx.companyId, projectId, userId, 'execute']),
    executors => sql`insert into project_permission (company_id, project_id, user_id, permission)
      values ${executors} on conflict do nothing`,
  )
}

function saveApprovers(tx: TenantTx, projectId: string, userIds: readonly string[]): Promise<number> {
  return tx.insert(
    userIds.map(userId => [tx.companyId, projectId, userId, tx.now]),
    approvers => sql`insert into project_approver (company_id, project_id, user_id, created_at)
      values ${approvers} on conflict do nothing`,
  )
}

export async function grant(
  tx: TenantTx,
  projectId: string,
  userId: string,
  permissions: readonly Permission[],
): Promise<void> {
  await tx.insert(
    permissions.map(permission => [tx.companyId, projectId, userId, permission]),
    granted => sql`insert into project_permission (company_id, project_id, user_id, permission)
      values ${granted} on conflict do nothing`,
  )
}

/**
 * Replaces one person's permissions in a project. Approving is stored as being named in its list of approvers.
 */
export async function savePermissions(
  tx: TenantTx,
  projectId: string,
  userId: string,
  permissions: readonly Permission[],
): Promise<void> {
  const others = permissions.filter(permission => permission !== 'approve')
  const approves = permissions.includes('approve')
  await Promise.all([
    tx.run(sql`delete from project_permission where company_id = ${tx.companyId} and project_id = ${projectId}
      and user_id = ${userId} and permission <> all (${others}::text[])`),
    grant(tx, projectId, userId, others),
    tx.run(sql`delete from project_approver where company_id = ${tx.companyId} and project_id = ${projectId}
      and user_id = ${userId} and not ${approves}::boolean`),
    saveApprovers(tx, projectId, approves ? [userId] : []),
  ])
}

/** Replaces one person's global permissions. */
export async function saveGlobalPermissions(
  tx: TenantTx,
  userId: string,
  permissions: readonly GlobalPermission[],
): Promise<void> {
  await Promise.all([
    tx.run(sql`delete from member_permission where company_id = ${tx.companyId} and user_id = ${userId}
      and permission <> all (${permissions}::text[])`),
    tx.insert(
      permissions.map(permission => [tx.companyId, userId, permission]),
      granted => sql`insert into member_permission (company_id, user_id, permission)
        values ${granted} on conflict do nothing`,
    ),
  ])
}

/**
 * Approvers and executors of a project. Approvers only while they can sign in and may approve for its client.
 */
export type Appointed = {
  readonly approverIds: readonly string[]
  readonly executorIds: readonly string[]
  /** Lists without those who hold the permission only globally. */
  readonly named: { readonly approverIds: readonly string[]; readonly executorIds: readonly string[] }
}

type AppointedRow = {
  project_id: string
  user_id: string
  permission: 'approve' | 'execute'
  named: boolean
}

export async function appointedIn(tx: TenantTx, projectId: string): Promise<Appointed> {
  return appointedFrom(await appointedRows(tx, part`and x.project_id = ${projectId}`))
}

/** Approvers and executors of every project of the company, by project id. */
export async function appointedInEach(tx: TenantTx): Promise<ReadonlyMap<string, Appointed>> {
  const byProject = Map.groupBy(await appointedRows(tx, nothing), row => row.project_id)
  return new Map([...byProject].map(([projectId, found]) => [projectId, appointedFrom(found)]))
}

const appointedRows = (tx: TenantTx, wanted: ReturnType<typeof part>) =>
  tx.all<AppointedRow>(sql`
    select x.project_id, x.user_id, x.permission, bool_or(x.is_named) as named
    from (select 'approve' as permission, a.* from (${holders(tx.companyId, 'approve')}) a
      union all select 'execute', e.* from (${holders(tx.companyId, 'execute')}) e) x
    join member m on m.company_id = ${tx.companyId} and m.user_id = x.user_id
    join account who on who.id = x.user_id
    join project p on p.company_id = m.company_id and p.id = x.project_id
    where (x.permission = 'execute' or m.active and who.active and ${reaches(person, part`p.client_id`)}) ${wanted}
    group by x.project_id, x.user_id, x.permission order by min(x.named_at), x.user_id`)

const appointedFrom = (found: readonly AppointedRow[]): Appointed => ({
  ...groupByPermission(found),
  named: groupByPermission(found.filter(row => row.named)),
})

function groupByPermission(
  found: readonly Pick<AppointedRow, 'user_id' | 'permission'>[],
): Omit<Appointed, 'named'> {
  const idsWith = (permission: AppointedRow['permission']) =>
    found.filter(row => row.permission === permission).map(row => row.user_id)
  return { approverIds: idsWith('approve'), executorIds: idsWith('execute') }
}

/** Approvers and executors in every project of a client by their global list. */
export async function readGloballyAppointed(
  tx: TenantTx,
  clientId: string,
): Promise<Omit<Appointed, 'named'>> {
  const found = await tx.all<Pick<AppointedRow, 'user_id' | 'permission'>>(sql`
    select g.user_id, g.permission from member_permission g
    join member m on m.company_id = g.company_id and m.user_id = g.user_id
    join account who on who.id = g.user_id
    where g.company_id = ${tx.companyId} and g.permission in ('approve', 'execute') and ${reaches(person, clientId)}`)
  return groupByPermission(found)
}

/**
 * Ids of those people who are active members and may approve or execute for this client: nobody of a provider.
 */
export async function eligiblePeople(
  tx: TenantTx,
  userIds: readonly string[],
  clientId: string,
): Promise<string[]> {
  const found = await tx.all<{ user_id: string }>(sql`
    select m.user_id from member m join account who on who.id = m.user_id
    where m.company_id = ${tx.companyId} and m.user_id = any (${userIds}::uuid[]) and m.active and who.active
      and who.role = any (${rolesOfPeople}::text[]) and (m.client_id is null or m.client_id = ${clientId})`)
  return found.map(row => row.user_id)
}

/** Names of people by id. */
export async function readNames(
  tx: TenantTx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await tx.all<{ id: string; name: string }>(sql`
    select who.id, trim(who.name || ' ' || who.last_name) as name from member m join account who on who.id = m.user_id
    where m.company_id = ${tx.companyId} and m.user_id = any (${userIds}::uuid[])`)
  return new Map(found.map(row => [row.id, row.name]))
}

/** Client of each of these people by id; null for people of the company. */
export async function readPeoplesClients(
  tx: TenantTx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const found = await tx.all<{ user_id: string; client_id: string | null }>(sql`
    select user_id, client_id from member where company_id = ${tx.companyId} and user_id = any (${userIds}::uuid[])`)
  return new Map(found.map(row => [row.user_id, row.client_id]))
}
