import {
  abilities as decisionAbilities,
  outcomeOf,
  type SeatStatus,
  type Stage,
  seatOf,
} from '#features/approvals/rules.ts'
import { approvalAbility } from '#features/approvals/text.ts'
import type { DocumentCardWire, StageWire } from '#features/approvals/wire.ts'
import { contractAsJson } from '#features/contracts/views.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import { abilities } from '#features/documents/rules.ts'
import { documentAbility } from '#features/documents/text.ts'
import {
  attachmentsOf,
  type DocumentRow,
  documentColumns,
  documentJoins,
  documentRow,
} from '#features/documents/views/documents.ts'
import { documentsOf } from '#features/documents/views/reach.ts'
import { holds } from '#features/projects/rules.ts'
import { type ProjectSeen, projectSeen } from '#features/projects/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

type CardRow = DocumentRow & {
  changed_by: string
  client_id: string
  client_name: string
  contract_provider_id: string | null
  description: string | null
  submitted_at: string
  contract: ContractWire
}

/** One order with everything its approver needs. The project of the address must be the order's own. */
export async function documentCard(
  tx: TenantTx,
  actor: Actor,
  { projectId, documentId }: { readonly projectId: string; readonly documentId: string },
): Promise<DocumentCardWire | null> {
  const [row, seats, attachments, project] = await Promise.all([
    tx.one<CardRow>(sql`
      select ${documentColumns}, d.changed_by, d.client_id, k.name as client_name, d.description, d.submitted_at,
        c.provider_id as contract_provider_id, ${contractAsJson} as contract
      from document d ${documentJoins}
      join client k on k.company_id = d.company_id and k.id = d.client_id
      join contract c on c.company_id = d.company_id and c.id = d.contract_id
      where d.company_id = ${tx.companyId} and d.id = ${documentId} and d.project_id = ${projectId}
        and ${documentsOf(actor)}`),
    seatRows(tx, documentId),
    attachmentsOf(tx, documentId),
    projectSeen(tx, actor, projectId),
  ])
  if (!row || !project) return null
  const isProvider = actor.providerId !== null
  const stages = stagesOf(seats)
  const hidesContract = isProvider && row.contract_provider_id !== actor.providerId
  return {
    ...documentRow(row),
    clientId: row.client_id,
    clientName: row.client_name,
    description: row.description,
    submittedAt: row.submitted_at,
    contract: hidesContract ? null : row.contract,
    attachments,
    stages: isProvider ? [] : stages.map(({ wire }) => wire),
    mySeatId:
      row.state === 'in_approval'
        ? (seatOf(
            stages.map(({ stage }) => stage),
            actor.userId,
          )?.id ?? null)
        : null,
    rejectionCommentRequired: project.policies.rejectionCommentRequired,
    can: verbs(
      actor,
      row,
      project,
      stages.map(({ stage }) => stage),
    ),
  }
}

function verbs(
  actor: Actor,
  row: CardRow,
  project: ProjectSeen,
  stages: readonly Stage[],
): DocumentCardWire['can'] {
  const decisions = row.approvals_approved + row.approvals_rejected
  const document = { state: row.state, revision: row.revision, createdBy: row.created_by, decisions }
  const onOrder = abilities(actor, document, project.standing)
  const onSeat = decisionAbilities(actor, {
    state: row.state,
    authorIds: [row.created_by, row.changed_by],
    stages,
    isExecutor: holds(actor, project.standing, 'execute'),
    executorMayApprove: project.policies.executorMayApprove,
  })
  return {
    approve: approvalAbility(onSeat.approve),
    reject: approvalAbility(onSeat.reject),
    return: approvalAbility(onSeat.return),
    edit: documentAbility(onOrder.edit),
    withdraw: documentAbility(onOrder.withdraw),
    cancel: documentAbility(onOrder.cancel),
  }
}

type SeatRow = {
  stage: number
  turn: number
  name: string
  mode: Stage['mode']
  needed: number
  basis: string
  id: string
  approver_id: string
  approver_name: string
  status: SeatStatus
  comment: string | null
  decided_at: string | null
}

function seatRows(tx: TenantTx, documentId: string): Promise<SeatRow[]> {
  return tx.all<SeatRow>(sql`
    select s.stage, s.turn, s.name, s.mode, s.needed, s.basis, a.id, a.approver_id,
      trim(w.name || ' ' || w.last_name) as approver_name, a.status, a.comment, a.decided_at
    from document d
    join approval_stage s on s.company_id = d.company_id and s.document_id = d.id and s.revision = d.revision
    join approval a on a.company_id = s.company_id and a.document_id = s.document_id and a.revision = s.revision
      and a.stage = s.stage
    join account w on w.id = a.approver_id
    where d.company_id = ${tx.companyId} and d.id = ${documentId} order by s.stage, a.id`)
}

function stagesOf(rows: readonly SeatRow[]): { stage: Stage; wire: StageWire }[] {
  return [...Map.groupBy(rows, row => row.stage).values()].flatMap(seats => {
    const [first] = seats
    if (!first) return []
    const { stage, turn, name, mode, needed, basis } = first
    const found: Stage = {
      stage,
      turn,
      mode,
      needed,
      seats: seats.map(seat => ({ id: seat.id, approverId: seat.approver_id, status: seat.status })),
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
          basis,
          outcome: outcomeOf(found),
          seats: seats.map(seatWire),
        },
      },
    ]
  })
}

function seatWire(row: SeatRow): StageWire['seats'][number] {
  return {
    id: row.id,
    approverId: row.approver_id,
    approverName: row.approver_name,
    status: row.status,
    comment: row.comment,
    decidedAt: row.decided_at,
  }
}
