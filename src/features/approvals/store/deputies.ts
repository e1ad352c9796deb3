/** Approvals whose stage names a deputy, and the deputies' seats. */
import type { Revision } from '#features/approvals/store.ts'
import type { Day, Instant } from '#kernel/day.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** An approval that waits in a stage that names a deputy who has no seat in it yet. */
export type AwaitedDeputy = {
  readonly documentId: string
  readonly stage: number
  readonly seatId: string
  readonly waitingId: string
  readonly since: Instant
  readonly deputyId: string
  readonly afterDays: number
  /** True when it was refused and told on an earlier day. */
  readonly isTold: boolean
}

/** Seats that wait without a deputy's beside them, of the open turn; `since` as `waitingSince` says. */
const awaiting = (tx: TenantTx) => part`document d
  join approval_stage s on s.company_id = d.company_id and s.document_id = d.id and s.revision = d.revision
    and s.turn = d.turn and s.outcome = 'pending' and s.deputy_id is not null
  join approval a on a.company_id = s.company_id and a.document_id = s.document_id and a.revision = s.revision
    and a.stage = s.stage and a.status = 'pending'
  where d.company_id = ${tx.companyId} and d.state = 'in_approval' and not exists (select from approval y
    where y.company_id = s.company_id and y.document_id = s.document_id and y.revision = s.revision
      and y.stage = s.stage and y.deputy_days is not null)`

/**
 * Instant since which the seat `a` waits: its person has it, its turn is open and its order is not blocked. An approval
 * that was undone, an order that was blocked or corrected, and a seat that changed hands wait anew.
 */
const waitingSince = part`greatest(a.updated_at,
  (select max(greatest(y.decided_at, t.forced_at)) from approval_stage t
    join approval y on y.company_id = t.company_id and y.document_id = t.document_id and y.revision = t.revision
      and y.stage = t.stage
    where t.company_id = s.company_id and t.document_id = s.document_id and t.revision = s.revision and t.turn < s.turn),
  (select max(e.at) from event e where e.company_id = d.company_id and e.object_type = 'document'
    and e.object_id = d.id and e.action = 'document.unblocked'))`

/**
 * The approval that has waited longest in each stage that was not refused today, oldest first; of one stage or of all.
 */
export function awaitedDeputies(
  tx: TenantTx,
  today: Day,
  only?: Pick<AwaitedDeputy, 'documentId' | 'stage'>,
): Promise<AwaitedDeputy[]> {
  return tx.all<AwaitedDeputy>(sql`
    select * from (
      select distinct on (d.id, s.stage) d.id as "documentId", s.stage, a.id as "seatId", a.approver_id as "waitingId",
        ${waitingSince} as since, s.deputy_id as "deputyId", s.deputy_days as "afterDays",
        s.deputy_tried_on is not null as "isTold"
      from ${awaiting(tx)} and s.deputy_tried_on is distinct from ${today}::date
        ${only ? part`and d.id = ${only.documentId} and s.stage = ${only.stage}` : nothing}
      order by d.id, s.stage, since, a.id) found
    order by since, "documentId", stage`)
}

/** True while the person has a substitute in approving. */
export async function isAway(tx: TenantTx, userId: string, today: Day): Promise<boolean> {
  const found = await tx.one<{ away: boolean }>(sql`
    select exists (select from delegation g where g.company_id = ${tx.companyId} and g.from_user = ${userId}
      and g.ended_at is null and g.covers <> 'execute' and ${today}::date between g.starts_on and g.ends_on) as away`)
  return found?.away ?? false
}

export type NewDeputySeat = {
  readonly id: string
  readonly waitingSeatId: string
  readonly stage: number
  readonly userId: string
  readonly afterDays: number
}

/** Adds the deputy's seat, and marks the one that waits as its pair. */
export async function insertDeputySeat(
  tx: TenantTx,
  { id: documentId, revision, projectId }: Revision,
  { id, waitingSeatId, stage, userId, afterDays }: NewDeputySeat,
): Promise<void> {
  await tx.runOne(sql`update approval set pair_id = id
    where company_id = ${tx.companyId} and id = ${waitingSeatId} and status = 'pending' and pair_id is null`)
  await tx.runOne(sql`
    insert into approval (company_id, id, document_id, revision, stage, approver_id, status, created_at, updated_at,
      project_id, pair_id, deputy_days)
    values (${tx.companyId}, ${id}, ${documentId}, ${revision}, ${stage}, ${userId}, 'pending', ${tx.now}, ${tx.now},
      ${projectId}, ${waitingSeatId}, ${afterDays})`)
}

/** Keeps that the deputy was refused today, so that it is tried again tomorrow and told once. */
export function saveRefusedDeputy(
  tx: TenantTx,
  { id, revision }: Pick<Revision, 'id' | 'revision'>,
  stage: number,
  { today, because }: { readonly today: Day; readonly because: string },
): Promise<void> {
  return tx.runOne(sql`update approval_stage set deputy_tried_on = ${today}, deputy_refused = ${because}
    where company_id = ${tx.companyId} and document_id = ${id} and revision = ${revision} and stage = ${stage}`)
}
