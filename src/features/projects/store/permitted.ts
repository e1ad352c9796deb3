/**
 * Permissions that people hold, by name in a project and global. In its SQL `m` is the member, `who` their account, `p`
 * the project.
 */
import {
  permissions as inOrder,
  type Permission,
  type Permitted,
  rolesOfPeople,
} from '#features/projects/rules.ts'
import { reaches } from '#features/projects/scope.ts'
import { person } from '#features/projects/store/people.ts'
import type { Role } from '#kernel/actor.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type PermittedRow = {
  user_id: string
  name: string
  email: string
  role: Role
  active: boolean
  client_id: string | null
  own: string[]
  everywhere: string[]
}

/**
 * Columns of a person's permissions, by name in a project and global; expects `member` as `m` and `account` as
 * `who`.
 */
const permittedColumns = (tx: TenantTx, projectId: string | null | ReturnType<typeof part>) => part`
  m.user_id, trim(who.name || ' ' || who.last_name) as name, who.email, who.role, m.active and who.active as active, m.client_id,
  array(select permission from project_permission x where x.company_id = ${tx.companyId}
      and x.project_id = ${projectId} and x.user_id = m.user_id
    union select 'approve' from project_approver a where a.company_id = ${tx.companyId}
      and a.project_id = ${projectId} and a.user_id = m.user_id) as own,
  array(select permission from member_permission g where g.company_id = ${tx.companyId}
    and g.user_id = m.user_id) as everywhere`

/**
 * Member of the company; null when it has none with this id. Without a project no permission by name is read.
 */
export async function permitted(
  tx: TenantTx,
  userId: string,
  projectId: string | null = null,
): Promise<Permitted | null> {
  const row = await tx.one<PermittedRow>(sql`select ${permittedColumns(tx, projectId)}
    from member m join account who on who.id = m.user_id where m.company_id = ${tx.companyId} and m.user_id = ${userId}`)
  return row && permittedFrom(row)
}

/** People who could hold a permission in the project of an order, with those they hold there. */
export async function eligibleForDocument(tx: TenantTx, documentId: string): Promise<Permitted[]> {
  const found = await tx.all<PermittedRow>(sql`select ${permittedColumns(tx, part`p.id`)}
    from document d join project p on p.company_id = d.company_id and p.id = d.project_id
    join member m on m.company_id = d.company_id join account who on who.id = m.user_id
    where d.company_id = ${tx.companyId} and d.id = ${documentId} and m.active and who.active
      and who.role = any (${rolesOfPeople}::text[]) and (m.client_id is null or m.client_id = p.client_id)
    order by who.name, who.last_name, m.user_id`)
  return found.map(permittedFrom)
}

/** People who hold a permission in a project, by name or by a global list that counts there. */
export async function readPermittedIn(tx: TenantTx, projectId: string): Promise<Permitted[]> {
  const found = await tx.all<PermittedRow>(sql`select ${permittedColumns(tx, projectId)}
    from member m join account who on who.id = m.user_id
    join project p on p.company_id = m.company_id and p.id = ${projectId}
    where m.company_id = ${tx.companyId} and (m.user_id in (
        select user_id from project_permission where company_id = ${tx.companyId} and project_id = ${projectId}
        union select user_id from project_approver where company_id = ${tx.companyId} and project_id = ${projectId})
      or m.user_id in (select user_id from member_permission where company_id = ${tx.companyId})
        and m.active and who.active and ${reaches(person, part`p.client_id`)})
    order by who.name, who.last_name, m.user_id`)
  return found.map(permittedFrom)
}

function permittedFrom(row: PermittedRow): Permitted {
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    active: row.active,
    clientId: row.client_id,
    own: inOrder.filter(permission => row.own.includes(permission)),
    everywhere: allInOrder.filter(permission => row.everywhere.includes(permission)),
  }
}

const allInOrder = ['all', ...inOrder] as const

/** SQL: the permissions that a person holds by name, one row for each and its project. */
const namedIn = (tx: TenantTx, userId: string) => part`(
      select project_id, permission from project_permission
        where company_id = ${tx.companyId} and user_id = ${userId}
      union select project_id, 'approve' from project_approver
        where company_id = ${tx.companyId} and user_id = ${userId})`

/** Permissions a person holds by name: one list for each project within the reach of their global list. */
export async function namedWithinReach(tx: TenantTx, userId: string): Promise<Permission[][]> {
  const found = await tx.all<{ own: Permission[] }>(sql`
    select array_agg(x.permission) as own from ${namedIn(tx, userId)} x
    join project p on p.company_id = ${tx.companyId} and p.id = x.project_id
    join member m on m.company_id = ${tx.companyId} and m.user_id = ${userId}
    join account who on who.id = m.user_id
    where ${reaches(person, part`p.client_id`)}
    group by x.project_id`)
  return found.map(row => row.own)
}

/** Ids of the people who hold a permission, by name in a project or by a global list. */
export async function peopleWithPermissions(tx: TenantTx): Promise<string[]> {
  const found = await tx.all<{ id: string }>(sql`
    select user_id as id from project_permission where company_id = ${tx.companyId}
    union select user_id from project_approver where company_id = ${tx.companyId}
    union select user_id from member_permission where company_id = ${tx.companyId} order by id`)
  return found.map(({ id }) => id)
}

/** Permissions that a person holds by name, in each project with its client. */
export function namedByProject(
  tx: TenantTx,
  userId: string,
): Promise<{ projectId: string; clientId: string; own: Permission[] }[]> {
  return tx.all(sql`
    select p.id as "projectId", p.client_id as "clientId", array_agg(x.permission) as own from ${namedIn(tx, userId)} x
    join project p on p.company_id = ${tx.companyId} and p.id = x.project_id
    group by p.id, p.client_id order by p.id`)
}
