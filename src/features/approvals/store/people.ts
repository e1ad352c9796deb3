/** Budget owners: approvers named by the company, not by a project. */
import { mayOwnBudgets } from '#features/approvals/scope.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Ids of the budget owners who can still sign in and belong to the company itself. */
export async function budgetOwners(tx: TenantTx): Promise<string[]> {
  const found = await tx.all<{ user_id: string }>(sql`
    select o.user_id from budget_owner o
    join member m on m.company_id = o.company_id and m.user_id = o.user_id
    join account who on who.id = o.user_id and ${mayOwnBudgets}
    where o.company_id = ${tx.companyId} order by o.created_at, o.user_id`)
  return found.map(row => row.user_id)
}

/** Budget owners who may let this order exceed its contract: without those who named themselves after it was sent. */
export async function budgetOwnersFor(tx: TenantTx, documentId: string): Promise<string[]> {
  const [owners, own] = await Promise.all([
    budgetOwners(tx),
    tx.all<{ user_id: string }>(sql`
      select o.user_id from budget_owner o
      join document d on d.company_id = o.company_id and d.id = ${documentId}
      where o.company_id = ${tx.companyId} and o.named_by = o.user_id and o.created_at > d.submitted_at`),
  ])
  return owners.filter(userId => !own.some(row => row.user_id === userId))
}

/** Replaces the list of budget owners; those who stay keep the date and author of their naming. */
export async function saveBudgetOwners(
  tx: TenantTx,
  userIds: readonly string[],
  namedBy: string,
): Promise<void> {
  await Promise.all([
    tx.run(sql`delete from budget_owner
      where company_id = ${tx.companyId} and user_id <> all (${userIds}::uuid[])`),
    tx.insert(
      userIds.map(userId => [tx.companyId, userId, tx.now, namedBy]),
      owners => sql`insert into budget_owner (company_id, user_id, created_at, named_by)
        values ${owners} on conflict do nothing`,
    ),
  ])
}

/**
 * Ids of the given people who may be budget owners: active, and of the company itself, not of a client or provider.
 */
export async function mayOwnBudget(tx: TenantTx, userIds: readonly string[]): Promise<string[]> {
  const found = await tx.all<{ user_id: string }>(sql`
    select m.user_id from member m join account who on who.id = m.user_id
    where m.company_id = ${tx.companyId} and m.user_id = any (${userIds}::uuid[]) and ${mayOwnBudgets}`)
  return found.map(row => row.user_id)
}

/** Duties that the person held when the order was sent: later ones may be of their own making. */
export async function heldWhenSent(
  tx: TenantTx,
  documentId: string,
  userId: string,
): Promise<{ readonly wasApprover: boolean; readonly wasBudgetOwner: boolean }> {
  const found = await tx.one<{ wasApprover: boolean; wasBudgetOwner: boolean }>(sql`
    select exists (select from project_approver n where n.company_id = d.company_id and n.project_id = d.project_id
          and n.user_id = ${userId} and n.created_at <= d.submitted_at)
        or exists (select from member_permission g where g.company_id = d.company_id and g.user_id = ${userId}
          and g.permission = 'approve') as "wasApprover",
      exists (select from budget_owner o where o.company_id = d.company_id and o.user_id = ${userId}
        and o.created_at <= d.submitted_at) as "wasBudgetOwner"
    from document d where d.company_id = ${tx.companyId} and d.id = ${documentId}`)
  return found ?? { wasApprover: false, wasBudgetOwner: false }
}
