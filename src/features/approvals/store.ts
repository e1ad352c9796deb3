/** Stages and seats of orders. In its SQL `a` is a seat (a row of `approval`), `s` its stage and `d` its order. */
import type { Place } from '#features/approvals/rules/added.ts'
import type { Seat, SeatStatus, Stage } from '#features/approvals/rules.ts'
import type { Deputy } from '#features/flows/rules.ts'
import { newId } from '#kernel/ids.ts'
import { ConcurrencyConflict } from '#server/database/retrying.ts'
import { rows, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** A stage to be written, with the sentence that explains its approvers (`basis`). */
export type NewStage = Pick<Stage, 'stage' | 'turn' | 'mode' | 'needed' | 'origin'> & {
  readonly name: string
  readonly basis: string
  readonly approverIds: readonly string[]
  /** Who is asked too, after so many days. */
  readonly deputy: Deputy | null
  /** Who added the stage, why and where; absent for one that the order's flow asks for. */
  readonly added?: { readonly byId: string; readonly reason: string; readonly place: Place }
}

/** A revision of an order, and the project that it belongs to. */
export type Revision = { readonly id: string; readonly revision: number; readonly projectId: string }

/** Writes the stages and seats of a revision: a snapshot that later changes of flow or people do not touch. */
export async function insertStagesAndSeats(
  tx: TenantTx,
  { id: documentId, revision, projectId }: Revision,
  stages: readonly NewStage[],
): Promise<Seat[]> {
  if (stages.length === 0) return []
  await lockSeatHolders(tx, [...new Set(stages.flatMap(stage => stage.approverIds))])
  const { companyId, now } = tx
  const written = stages.map(({ stage, turn, name, mode, needed, basis, origin, deputy, added }) => [
    companyId,
    documentId,
    revision,
    stage,
    turn,
    name,
    mode,
    needed,
    'pending',
    basis,
    origin,
    added?.byId ?? null,
    added?.reason ?? null,
    added?.place ?? null,
    deputy?.userId ?? null,
    deputy?.afterDays ?? null,
  ])
  await tx.run(sql`
    insert into approval_stage (company_id, document_id, revision, stage, turn, name, mode, needed, outcome, basis, origin,
      added_by, added_reason, added_place, deputy_id, deputy_days)
    values ${rows(written)}`)
  const seats = stages.flatMap(({ stage, approverIds }) =>
    approverIds.map(approverId => ({
      stage,
      id: newId(now.getTime()),
      approverId,
      status: 'pending' as const,
    })),
  )
  const seated = seats.map(({ stage, id, approverId, status }) => [
    companyId,
    id,
    documentId,
    revision,
    stage,
    approverId,
    status,
    now,
    now,
    projectId,
  ])
  await tx.run(sql`insert into approval (company_id, id, document_id, revision, stage, approver_id, status, created_at,
    updated_at, project_id) values ${rows(seated)}`)
  return seats
}

/** The seats of an order, of all its revisions, follow it to another project. */
export function moveSeats(tx: TenantTx, documentId: string, projectId: string): Promise<number> {
  return tx.run(sql`update approval set project_id = ${projectId}
    where company_id = ${tx.companyId} and document_id = ${documentId}`)
}

/** Gives so many seats without one the project of their order; returns their number. */
export function placeSeats(tx: TenantTx, most: number): Promise<number> {
  return tx.run(sql`
    update approval a set project_id = d.project_id from document d
    where a.company_id = ${tx.companyId} and a.project_id is null and d.company_id = a.company_id and d.id = a.document_id
      and a.id = any (array(select id from approval
        where company_id = ${tx.companyId} and project_id is null limit ${most}))`)
}

export type NewSeat = {
  readonly id: string
  readonly documentId: string
  readonly revision: number
  readonly projectId: string
  readonly stage: number
  readonly userId: string
  /**
   * Former approver, the administrator who reassigned the seat (null: the system), and the reason if one was stated.
   */
  readonly reassigned: {
    readonly fromId: string
    readonly byId: string | null
    readonly reason: string | null
  }
} & Pick<Seat, 'pairId' | 'deputyDays'>

/** Adds a seat to an existing stage, for the person who takes another's place. */
export async function insertSeat(tx: TenantTx, seat: NewSeat): Promise<void> {
  await tx.runOne(sql`
    insert into approval (company_id, id, document_id, revision, stage, approver_id, status, created_at, updated_at,
      given_from, given_by, given_reason, project_id, pair_id, deputy_days)
    values (${tx.companyId}, ${seat.id}, ${seat.documentId}, ${seat.revision}, ${seat.stage}, ${seat.userId},
      'pending', ${tx.now}, ${tx.now}, ${seat.reassigned.fromId}, ${seat.reassigned.byId}, ${seat.reassigned.reason},
      ${seat.projectId}, ${seat.pairId ?? null}, ${seat.deputyDays ?? null})`)
}

/**
 * Holds the members who get seats. Throws `ConcurrencyConflict` when one of them has just been deactivated: the
 * command runs again, without them.
 */
export async function lockSeatHolders(tx: TenantTx, approverIds: readonly string[]): Promise<void> {
  await tx.run(sql`select from member where company_id = ${tx.companyId} and user_id = any (${approverIds}::uuid[])
    order by user_id for key share`)
  const active = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from member m join account who on who.id = m.user_id
    where m.company_id = ${tx.companyId} and m.user_id = any (${approverIds}::uuid[]) and m.active and who.active`)
  if (active?.count !== approverIds.length) throw new ConcurrencyConflict('an approver has just left')
}

type SeatRow = {
  stage: number
  turn: number
  mode: Stage['mode']
  needed: number
  origin: Stage['origin']
  is_added: boolean
  forced: 'approved' | 'rejected' | null
  id: string
  approver_id: string
  decided_by: string | null
  status: SeatStatus
  pair_id: string | null
  deputy_days: number | null
}

/** Stages of the order's current revision, with their seats. */
export async function currentStages(tx: TenantTx, documentId: string): Promise<Stage[]> {
  const found = await tx.all<SeatRow>(sql`
    select s.stage, s.turn, s.mode, s.needed, s.origin, s.added_by is not null as is_added,
      case when s.forced_by is not null then s.outcome end as forced, a.id, a.approver_id, a.decided_by, a.status,
      a.pair_id, a.deputy_days
    from document d
    join approval_stage s on s.company_id = d.company_id and s.document_id = d.id and s.revision = d.revision
    join approval a on a.company_id = s.company_id and a.document_id = s.document_id and a.revision = s.revision
      and a.stage = s.stage
    where d.company_id = ${tx.companyId} and d.id = ${documentId} order by s.stage, a.id`)
  const stages = new Map<number, Stage & { seats: Seat[] }>()
  for (const row of found) {
    const { stage, turn, mode, needed, origin, is_added, forced, id } = row
    const known = stages.get(stage) ?? {
      stage,
      turn,
      mode,
      needed,
      origin,
      isAdded: is_added,
      forcedOutcome: forced,
      seats: [],
    }
    known.seats.push({
      id,
      approverId: row.approver_id,
      status: row.status,
      decidedById: row.decided_by,
      pairId: row.pair_id,
      deputyDays: row.deputy_days,
    })
    stages.set(stage, known)
  }
  return [...stages.values()]
}

/**
 * Writes the decision of a seat: its comment, the substitute if one decided, and the names and addresses of both
 * people at this moment.
 */
export async function saveDecision(
  tx: TenantTx,
  seatId: string,
  status: SeatStatus,
  comment: string | null,
  decidedById: string | null,
): Promise<void> {
  await tx.runOne(sql`
    update approval a set status = ${status}, comment = ${comment}, decided_by = ${decidedById}, decided_at = ${tx.now},
      updated_at = ${tx.now},
      (approver_name, approver_email) = (
        select trim(who.name || ' ' || who.last_name), who.email from account who where who.id = a.approver_id),
      (decided_by_name, decided_by_email) = (
        select trim(who.name || ' ' || who.last_name), who.email from account who where who.id = ${decidedById}::uuid)
    where company_id = ${tx.companyId} and id = ${seatId} and status = 'pending'`)
}

/**
 * Closes open seats: `skipped` when no longer required, `void` when the order was withdrawn or the seat reassigned.
 */
export async function closeSeats(
  tx: TenantTx,
  seatIds: readonly string[],
  status: 'skipped' | 'void',
): Promise<void> {
  if (seatIds.length === 0) return
  await tx.run(sql`update approval set status = ${status}, updated_at = ${tx.now}
    where company_id = ${tx.companyId} and id = any (${seatIds}::uuid[]) and status = 'pending'`)
}

/** Opens seats again that were approved or no longer required, because an approval was undone. */
export async function reopenSeats(tx: TenantTx, seatIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    update approval set status = 'pending', comment = null, decided_by = null, decided_at = null, updated_at = ${tx.now},
      approver_name = null, approver_email = null, decided_by_name = null, decided_by_email = null
    where company_id = ${tx.companyId} and id = any (${seatIds}::uuid[]) and status in ('approved', 'skipped')`)
}

export async function saveOutcome(
  tx: TenantTx,
  documentId: string,
  revision: number,
  stage: number,
  outcome: 'pending' | 'approved' | 'rejected',
): Promise<void> {
  await tx.runOne(sql`
    update approval_stage set outcome = ${outcome}
    where company_id = ${tx.companyId} and document_id = ${documentId} and revision = ${revision} and stage = ${stage}`)
}

/** Decision on a revision that came last, by the journal's numbers, of a seat or forced; null when there is none. */
export const lastDecision = (tx: TenantTx, documentId: string, revision: number) =>
  tx.one<{ readonly name: string; readonly outcome: string }>(sql`
    select coalesce(each.name, trim(who.name || ' ' || who.last_name)) as name, each.outcome
    from (
      select a.decided_at as at, coalesce(a.decided_by, a.approver_id) as by_id,
        coalesce(a.decided_by_name, a.approver_name) as name, a.status as outcome from approval a
      where a.company_id = ${tx.companyId} and a.document_id = ${documentId} and a.revision = ${revision}
        and a.decided_at is not null
      union all
      select s.forced_at, s.forced_by, null, s.outcome from approval_stage s
      where s.company_id = ${tx.companyId} and s.document_id = ${documentId} and s.revision = ${revision}
        and s.forced_at is not null) each
    join account who on who.id = each.by_id
    order by (select max(e.number) from event e where e.company_id = ${tx.companyId} and e.object_type = 'document'
      and e.object_id = ${documentId} and e.action = 'approval.decided' and e.at = each.at
      and e.actor_id = who.id) desc nulls last limit 1`)
