/** Rows of `mailbox_lane`: mailboxes that are on, of all companies. A node holds one while it visits it. */
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Lane = { readonly company: string; readonly holder: string; readonly failures: number }

/** Takes the mailbox that is due since longest, for a while; null when none is due. */
export async function claimLane(db: Db, holder: string, leaseMs: number): Promise<Lane | null> {
  const now = clock.now()
  const [lane] = await db.run<Lane>(sql`
    update mailbox_lane set holder = ${holder}, held_until = ${new Date(now.getTime() + leaseMs)}
    where company = (
      select company from mailbox_lane
      where next_visit_at <= ${now} and (held_until is null or held_until <= ${now})
      order by next_visit_at limit 1 for update skip locked)
    returning company, holder, failures`)
  return lane ?? null
}

/** True while the node still holds it, which nobody else takes then until the transaction ends. */
export const holdsLane = async (tx: TenantTx, holder: string): Promise<boolean> =>
  (await tx.one(sql`
    select from mailbox_lane where company = ${tx.companyId} and holder = ${holder} for update`)) !== null

/** Gives it back: it is visited again at an instant. */
export async function leaveLane(
  tx: TenantTx,
  { holder, failures, nextVisitAt }: { holder: string; failures: number; nextVisitAt: Date },
): Promise<void> {
  await tx.run(sql`
    update mailbox_lane set holder = null, held_until = null, failures = ${failures}, next_visit_at = ${nextVisitAt}
    where company = ${tx.companyId} and holder = ${holder}`)
}

/** A mailbox is on from now, or named anew: whoever visits the former one has lost it. */
export async function openLane(tx: TenantTx): Promise<void> {
  await tx.run(sql`
    insert into mailbox_lane (company, next_visit_at) values (${tx.companyId}, ${tx.now})
    on conflict (company) do update set next_visit_at = excluded.next_visit_at, failures = 0, holder = null,
      held_until = null`)
}

export async function closeLane(tx: TenantTx): Promise<void> {
  await tx.run(sql`delete from mailbox_lane where company = ${tx.companyId}`)
}
