/** Stages of an order with their seats, for anybody who sees the order. */
import { mayReassign } from '#features/approvals/rules/reassignment.ts'
import { type SeatStatus, type Stage, stageOutcome } from '#features/approvals/rules.ts'
import { reassignAbility } from '#features/approvals/text.ts'
import { addedAsJson } from '#features/approvals/views/added.ts'
import { forcedAsJson } from '#features/approvals/views/forced.ts'
import { reassignedAsJson } from '#features/approvals/views/reassigned.ts'
import type { SeatWire, StageWire } from '#features/approvals/wire.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { part } from '#server/database/sql.ts'

export type SeatRow = {
  stage: number
  turn: number
  name: string
  mode: Stage['mode']
  needed: number
  origin: Stage['origin']
  basis: string
  added: StageWire['added']
  forced: StageWire['forced']
  outcome: 'pending' | 'approved' | 'rejected'
  id: string
  approver_id: string
  approver_name: string
  decided_by: string | null
  decided_by_name: string | null
  status: SeatStatus
  comment: string | null
  decided_at: string | null
  reassigned: SeatWire['reassigned']
}

/** Seats of the order `d` in its current revision, with their stages, as JSON. */
export const seatsAsJson = part`
  (select coalesce(json_agg(json_build_object('stage', s.stage, 'turn', s.turn, 'name', s.name, 'mode', s.mode,
      'needed', s.needed, 'origin', s.origin, 'basis', s.basis, 'added', ${addedAsJson},
      'forced', ${forcedAsJson}, 'outcome', s.outcome, 'id', a.id, 'approver_id', a.approver_id,
      'approver_name', coalesce(a.approver_name, trim(who.name || ' ' || who.last_name)), 'decided_by', a.decided_by,
      'decided_by_name', coalesce(a.decided_by_name,
        (select trim(x.name || ' ' || x.last_name) from account x where x.id = a.decided_by)), 'status', a.status, 'comment', a.comment,
      'decided_at', a.decided_at, 'reassigned', ${reassignedAsJson}) order by s.stage, a.id), '[]')
    from approval_stage s
    join approval a on a.company_id = s.company_id and a.document_id = s.document_id and a.revision = s.revision
      and a.stage = s.stage
    join account who on who.id = a.approver_id
    where s.company_id = d.company_id and s.document_id = d.id and s.revision = d.revision)`

/** Stages in two shapes: as the rules judge them, and as this person reads them. */
export function toStages(
  actor: Actor,
  state: DocumentState,
  rows: readonly SeatRow[],
): { stage: Stage; wire: StageWire }[] {
  return [...Map.groupBy(rows, row => row.stage).values()].flatMap(seats => {
    const [first] = seats
    if (!first) return []
    const { stage, turn, name, mode, needed, origin, basis, added, forced } = first
    const found: Stage = {
      stage,
      turn,
      mode,
      needed,
      origin,
      isAdded: added !== null,
      forcedOutcome: forced === null || first.outcome === 'pending' ? null : first.outcome,
      seats: seats.map(seat => ({
        id: seat.id,
        approverId: seat.approver_id,
        status: seat.status,
        decidedById: seat.decided_by,
      })),
    }
    return [
      {
        stage: found,
        wire: {
          stage,
          turn,
          name,
          mode,
          needed,
          origin,
          basis,
          added,
          forced,
          outcome: stageOutcome(found),
          seats: seats.map(seat => seatWire(actor, state, seat)),
        },
      },
    ]
  })
}

function seatWire(actor: Actor, state: DocumentState, row: SeatRow): SeatWire {
  return {
    id: row.id,
    approverId: row.approver_id,
    approverName: row.approver_name,
    decidedByName: row.decided_by_name,
    status: row.status,
    comment: row.comment,
    decidedAt: row.decided_at,
    reassigned: row.reassigned,
    can: { reassign: reassignAbility(mayReassign(actor, { state, seat: row })) },
  }
}
