import type { Permission, ProjectStatus, Standing } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Money } from '#kernel/money.ts'
import { part, rows, sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

export type NewProject = {
  readonly id: string
  readonly name: string
  readonly clientId: string
  readonly description: string | null
  readonly total: Money
  readonly createdBy: string
}

export async function insertProject(tx: TenantTx, project: NewProject): Promise<void> {
  await tx.runOne(sql`
    insert into project (company_id, id, client_id, name, description, status, currency, total_minor, created_by,
      created_at, updated_at)
    values (${tx.companyId}, ${project.id}, ${project.clientId}, ${project.name}, ${project.description}, 'active',
      ${project.total.currency}, ${project.total.minor}, ${project.createdBy}, ${tx.now}, ${tx.now})`)
}

/** The first contract is the main one. */
export async function tieContracts(
  tx: TenantTx,
  projectId: string,
  contractIds: readonly string[],
): Promise<void> {
  await tx.run(sql`insert into project_contract (company_id, project_id, contract_id, main)
    values ${rows(contractIds.map((id, index) => [tx.companyId, projectId, id, index === 0]))}`)
}

/** Replaces the lists of who approves and who executes. */
export async function savePeople(
  tx: TenantTx,
  projectId: string,
  approverIds: readonly string[],
  executorIds: readonly string[],
): Promise<void> {
  await tx.run(sql`delete from project_approver
    where company_id = ${tx.companyId} and project_id = ${projectId} and user_id <> all (${approverIds}::uuid[])`)
  await tx.run(sql`delete from project_permission where company_id = ${tx.companyId}
    and project_id = ${projectId} and permission = 'execute' and user_id <> all (${executorIds}::uuid[])`)
  await tx.run(sql`insert into project_approver (company_id, project_id, user_id, created_at)
    select ${tx.companyId}, ${projectId}, person, ${tx.now} from unnest(${approverIds}::uuid[]) person
    on conflict do nothing`)
  await tx.run(sql`insert into project_permission (company_id, project_id, user_id, permission)
    select ${tx.companyId}, ${projectId}, person, 'execute' from unnest(${executorIds}::uuid[]) person
    on conflict do nothing`)
}

export async function grant(
  tx: TenantTx,
  projectId: string,
  userId: string,
  permissions: readonly Permission[],
): Promise<void> {
  await tx.run(sql`insert into project_permission (company_id, project_id, user_id, permission)
    select ${tx.companyId}, ${projectId}, ${userId}, permission from unnest(${permissions}::text[]) permission
    on conflict do nothing`)
}

/**
 * Orders are made under a shared lock of their project and people are appointed under an exclusive one, so
 * that no order is routed to somebody who has just been relieved.
 */
export async function holdPeople(
  tx: TenantTx,
  projectId: string,
  how: 'shared' | 'exclusive',
): Promise<void> {
  await tx.run(sql`select id from project where company_id = ${tx.companyId} and id = ${projectId}
    ${how === 'shared' ? part`for key share` : part`for update`}`)
}

/** A project as a command needs it: its own facts, the person's standing, and the company's policies. */
export type ProjectSeen = {
  readonly id: string
  readonly name: string
  readonly status: ProjectStatus
  readonly currency: string
  readonly standing: Standing
  readonly policies: Policies
}

export type Policies = {
  readonly executorMayApprove: boolean
  readonly rejectionCommentRequired: boolean
  readonly proofRequired: boolean
}

/** The row that `seenAsJson` makes. */
export type SeenRow = {
  id: string
  name: string
  status: ProjectStatus
  currency: string
  client_id: string
  permissions: Permission[]
  is_approver: boolean
  is_its_provider: boolean
  executor_may_approve: boolean
  rejection_comment_required: boolean
  proof_required: boolean
}

/** The project of this id; null when the company has none. Whether the person sees it is for the rules. */
export function projectSeen(tx: TenantTx, actor: Actor, projectId: string): Promise<ProjectSeen | null> {
  return seen(tx, actor, part`${projectId}`)
}

export function projectOfDocument(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<ProjectSeen | null> {
  return seen(
    tx,
    actor,
    part`(select d.project_id from document d where d.company_id = ${tx.companyId} and d.id = ${documentId})`,
  )
}

async function seen(
  tx: TenantTx,
  actor: Actor,
  projectId: ReturnType<typeof part>,
): Promise<ProjectSeen | null> {
  const row = await tx.one<{ seen: SeenRow }>(sql`
    select ${seenAsJson(actor)} as seen from project p join company co on co.company_id = p.company_id
    where p.company_id = ${tx.companyId} and p.id = ${projectId}`)
  return row && seenFrom(row.seen)
}

/** The project `p` of the company `co` as this person stands to it, for views that show it beside something else. */
export function seenAsJson(actor: Actor) {
  return part`json_build_object(
    'id', p.id, 'name', p.name, 'status', p.status, 'currency', p.currency, 'client_id', p.client_id,
    'permissions', array(select x.permission from project_permission x where x.company_id = p.company_id
      and x.project_id = p.id and x.user_id = ${actor.userId}),
    'is_approver', exists (select from project_approver a where a.company_id = p.company_id
      and a.project_id = p.id and a.user_id = ${actor.userId}),
    'is_its_provider', ${actor.providerId === null ? part`false` : ofProvider(actor.providerId)},
    'executor_may_approve', co.executor_may_approve, 'proof_required', co.proof_required,
    'rejection_comment_required', co.rejection_comment_required)`
}

/** The provider is party to a contract of the project `p`. */
function ofProvider(providerId: string) {
  return part`exists (select from project_contract pc
    join contract c on c.company_id = pc.company_id and c.id = pc.contract_id
    where pc.company_id = p.company_id and pc.project_id = p.id and c.provider_id = ${providerId})`
}

export function seenFrom(row: SeenRow): ProjectSeen {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    currency: row.currency,
    standing: {
      clientId: row.client_id,
      permissions: row.permissions,
      isApprover: row.is_approver,
      isItsProvider: row.is_its_provider,
    },
    policies: {
      executorMayApprove: row.executor_may_approve,
      rejectionCommentRequired: row.rejection_comment_required,
      proofRequired: row.proof_required,
    },
  }
}

/** Who is named in a project; of the approvers, those who can still sign in. */
export type Appointed = { readonly approverIds: readonly string[]; readonly executorIds: readonly string[] }

export async function appointedIn(tx: TenantTx, projectId: string): Promise<Appointed> {
  const [approvers, executors] = await Promise.all([
    tx.all<{ user_id: string }>(sql`
      select a.user_id from project_approver a
      join member m on m.company_id = a.company_id and m.user_id = a.user_id and m.active
      join account w on w.id = a.user_id and w.active
      where a.company_id = ${tx.companyId} and a.project_id = ${projectId} order by a.created_at, a.user_id`),
    tx.all<{ user_id: string }>(sql`
      select user_id from project_permission
      where company_id = ${tx.companyId} and project_id = ${projectId} and permission = 'execute'`),
  ])
  return { approverIds: approvers.map(row => row.user_id), executorIds: executors.map(row => row.user_id) }
}

/** The contracts a project is tied to, main first. */
export type TiedContract = { readonly id: string; readonly type: 'cliente' | 'proveedor' }

export function tiedContracts(tx: TenantTx, projectId: string): Promise<TiedContract[]> {
  return tx.all<TiedContract>(sql`
    select c.id, c.type from project_contract pc
    join contract c on c.company_id = pc.company_id and c.id = pc.contract_id
    where pc.company_id = ${tx.companyId} and pc.project_id = ${projectId} order by pc.main desc, c.id`)
}

/** Contracts as a new project needs them. */
export type ContractFacts = { readonly id: string; readonly client_id: string; readonly currency: string }

export function contractFacts(tx: TenantTx, contractIds: readonly string[]): Promise<ContractFacts[]> {
  return tx.all<ContractFacts>(sql`
    select id, client_id, currency from contract where company_id = ${tx.companyId} and id = any (${contractIds}::text[])`)
}

/** Which of these people are active members who may approve or execute: nobody of a provider. */
export async function eligiblePeople(tx: TenantTx, userIds: readonly string[]): Promise<string[]> {
  const found = await tx.all<{ user_id: string }>(sql`
    select m.user_id from member m join account a on a.id = m.user_id
    where m.company_id = ${tx.companyId} and m.user_id = any (${userIds}::uuid[]) and m.active and a.active
      and a.role in ('admin', 'client', 'client_user', 'approver')`)
  return found.map(row => row.user_id)
}

export async function executorMayApprove(tx: TenantTx): Promise<boolean> {
  const company = await tx.one<{ allowed: boolean }>(
    sql`select executor_may_approve as allowed from company where company_id = ${tx.companyId}`,
  )
  return company?.allowed ?? false
}

export async function countActiveProjects(tx: TenantTx): Promise<number> {
  const found = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from project where company_id = ${tx.companyId} and status = 'active'`)
  return found?.count ?? 0
}
