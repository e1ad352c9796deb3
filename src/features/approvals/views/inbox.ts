import type { approvalInbox, InboxItemWire } from '#features/approvals/wire.ts'
import { contractAsJson } from '#features/contracts/views.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import {
  type DocumentRow,
  documentColumns,
  documentJoins,
  documentRow,
} from '#features/documents/views/documents.ts'
import { countAlike } from '#features/documents/views/duplicates.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayOf, daysBetween } from '#kernel/day.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import { nothing, part, sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

type Row = DocumentRow & {
  approval_id: string
  stage_name: string
  basis: string
  submitted_at: string
  attachments: number
  duplicates: number
  contract: ContractWire
}

/** What waits for this person's decision now, oldest first. */
export async function inbox(
  tx: TenantTx,
  actor: Actor,
  { projectId }: QueryOf<typeof approvalInbox>,
): Promise<{ items: InboxItemWire[] }> {
  const found = await tx.all<Row>(sql`
    select a.id as approval_id, s.name as stage_name, s.basis, d.submitted_at, ${documentColumns},
      (select count(*)::int from attachment f where f.company_id = d.company_id and f.document_id = d.id
        and f.revision = d.revision) as attachments,
      ${contractAsJson} as contract, ${countAlike(actor)} as duplicates
    from approval a
    join document d on d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision
      and d.state = 'in_approval'
    join approval_stage s on s.company_id = a.company_id and s.document_id = a.document_id
      and s.revision = a.revision and s.stage = a.stage and s.turn = d.turn
    join contract c on c.company_id = d.company_id and c.id = d.contract_id
    ${documentJoins}
    where a.company_id = ${tx.companyId} and a.approver_id = ${actor.userId} and a.status = 'pending'
      ${projectId ? part`and d.project_id = ${projectId}` : nothing}
    order by d.submitted_at, d.number limit 200`)
  const today = dayOf(tx.now, actor.zone)
  return {
    items: found.map(row => ({
      approvalId: row.approval_id,
      stageName: row.stage_name,
      basis: row.basis,
      pendingDays: daysBetween(dayOf(row.submitted_at, actor.zone), today),
      document: documentRow(row),
      contract: row.contract,
      attachmentsCount: row.attachments,
      duplicatesCount: row.duplicates,
    })),
  }
}
