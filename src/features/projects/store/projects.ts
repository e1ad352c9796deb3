/** Rows of `project`, with the contracts that a project is tied to. */
import type { Money } from '#kernel/money.ts'
import { minorFromText } from '#kernel/money.ts'
import { part, rows, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

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

/** Ties contracts to a project; the first is the main one. */
export async function tieContracts(
  tx: TenantTx,
  projectId: string,
  contractIds: readonly string[],
): Promise<void> {
  await tx.run(sql`insert into project_contract (company_id, project_id, contract_id, main)
    values ${rows(contractIds.map((id, index) => [tx.companyId, projectId, id, index === 0]))}`)
}

/**
 * Locks a project's people. Orders are made under a shared lock of their project and people are appointed under
 * an exclusive one, so that no order is routed to somebody who has just been relieved.
 */
export async function lockAppointments(
  tx: TenantTx,
  projectId: string,
  how: 'shared' | 'exclusive',
): Promise<void> {
  await tx.run(sql`select id from project where company_id = ${tx.companyId} and id = ${projectId}
    ${how === 'shared' ? part`for key share` : part`for update`}`)
}

/** Locks the people of every project of the company exclusively, by id; returns the ids of the projects. */
export async function lockAppointmentsEverywhere(tx: TenantTx): Promise<string[]> {
  const found = await tx.all<{ id: string }>(sql`
    select id from project where company_id = ${tx.companyId} order by id for update`)
  return found.map(row => row.id)
}

/** Contract that a project is tied to; lists have the main one first. */
export type TiedContract = {
  readonly id: string
  readonly type: 'cliente' | 'proveedor'
  readonly providerId: string | null
}

export function tiedContracts(tx: TenantTx, projectId: string): Promise<TiedContract[]> {
  return tx.all<TiedContract>(sql`
    select c.id, c.type, c.provider_id as "providerId" from project_contract pc
    join contract c on c.company_id = pc.company_id and c.id = pc.contract_id
    where pc.company_id = ${tx.companyId} and pc.project_id = ${projectId} order by pc.main desc, c.id`)
}

/** A contract as the making of a project needs it. */
export type ContractToTie = { readonly id: string; readonly client_id: string; readonly currency: string }

export function readContractsToTie(tx: TenantTx, contractIds: readonly string[]): Promise<ContractToTie[]> {
  return tx.all<ContractToTie>(sql`
    select id, client_id, currency from contract where company_id = ${tx.companyId} and id = any (${contractIds}::text[])`)
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

export type ProjectContent = {
  readonly name: string
  readonly description: string | null
  readonly totalMinor: string
  readonly status: 'active' | 'inactive'
}

/**
 * Locks a project exclusively: nobody orders or is appointed in it meanwhile. Null when the company has none
 * with this id.
 */
export async function lockProject(
  tx: TenantTx,
  projectId: string,
): Promise<(ProjectContent & { readonly updatedAt: string }) | null> {
  return tx.one(sql`
    select name, description, total_minor::text as "totalMinor", status, updated_at as "updatedAt" from project
    where company_id = ${tx.companyId} and id = ${projectId} for update`)
}

export async function saveProject(tx: TenantTx, projectId: string, content: ProjectContent): Promise<void> {
  await tx.runOne(sql`
    update project set name = ${content.name}, description = ${content.description},
      total_minor = ${minorFromText(content.totalMinor)}, status = ${content.status}, updated_at = ${tx.now}
    where company_id = ${tx.companyId} and id = ${projectId}`)
}
