/** Approvals of the orders of a file's page, given or forced: read of all of them at once. */
import { mayKnowNames } from '#features/documents/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Day } from '#kernel/day.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type FileApproval = {
  readonly name: string
  /** Person who decided in the approver's place. */
  readonly delegate: string | null
  /** True of an administrator who forced the decision. */
  readonly isForced: boolean
  /** Day, in the company's time zone. */
  readonly day: Day
}

type Order = { readonly id: string; readonly revision: number }
type Row = { document_id: string; name: string; delegate: string | null; is_forced: boolean; day: Day }

/** Approvals of each order in its current revision, by its id, the first decided first; none for whoever may not know names. */
export async function approvalsForFile(
  tx: TenantTx,
  actor: Actor,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, readonly FileApproval[]>> {
  if (!mayKnowNames(actor) || orders.length === 0) return new Map()
  const ofOrders = part`unnest(${orders.map(({ id }) => id)}::text[], ${orders.map(({ revision }) => revision)}::int[])`
  const rows = await tx.all<Row>(sql`
    select y.document_id, y.name, y.delegate, y.id is null as is_forced, (y.at at time zone ${actor.zone})::date::text as day
    from (
      select a.document_id, a.id, coalesce(a.approver_name, trim(who.name || ' ' || who.last_name)) as name,
        coalesce(a.decided_by_name, trim(substitute.name || ' ' || substitute.last_name)) as delegate, a.decided_at as at
      from ${ofOrders} d (id, revision)
      join approval a on a.document_id = d.id and a.revision = d.revision
      join account who on who.id = a.approver_id
      left join account substitute on substitute.id = a.decided_by
      where a.company_id = ${tx.companyId} and a.status = 'approved'
      union all
      select distinct s.document_id, null::uuid, trim(who.name || ' ' || who.last_name), null, s.forced_at
      from ${ofOrders} d (id, revision)
      join approval_stage s on s.document_id = d.id and s.revision = d.revision
      join account who on who.id = s.forced_by
      where s.company_id = ${tx.companyId} and s.outcome = 'approved') y
    order by y.at, y.id`)
  const approvals = new Map<string, FileApproval[]>()
  for (const { document_id, name, delegate, is_forced, day } of rows) {
    const approval = { name, delegate, isForced: is_forced, day }
    const others = approvals.get(document_id)
    if (others) others.push(approval)
    else approvals.set(document_id, [approval])
  }
  return approvals
}
