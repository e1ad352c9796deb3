/** Approved credit notes that a person may net in a batch. */
import { decidersOfDocument, forcersOfDocument } from '#features/approvals/scope.ts'
import type { Principal } from '#features/delegations/rules.ts'
import { executingForAsJson, projectsToExecute } from '#features/delegations/scope.ts'
import {
  authorsOfDocument,
  documentCharge,
  documentPayable,
  documentVisibleTo,
  keptCharge,
} from '#features/documents/scope.ts'
import {
  type DocumentRow,
  documentColumns,
  documentJoins,
  documentRow,
} from '#features/documents/views/documents.ts'
import { mayNet } from '#features/executions/rules/netting.ts'
import { batchAbility } from '#features/executions/text/batches.ts'
import type { CreditNoteCandidateWire } from '#features/executions/wire/make-batch.ts'
import { projectFromRow, type StandingRow, standingAsJson } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = DocumentRow & {
  client_id: string
  back_minor: bigint
  charge_minor: bigint
  kept_minor: bigint
  author_ids: string[]
  decider_ids: string[]
  forcer_ids: string[]
  stands_in_for: Principal[]
  project: StandingRow
}

/** Credit notes that wait, each with the reason when it cannot be netted. */
export async function creditNoteCandidates(tx: TenantTx, actor: Actor): Promise<CreditNoteCandidateWire[]> {
  const found = await tx.all<Row>(sql`
    select ${documentColumns}, d.client_id, ${documentPayable} as back_minor,
      note.charge as charge_minor, (select ${keptCharge()} from document d
        where d.company_id = ${tx.companyId} and d.id = note.order_id) as kept_minor,
      ${authorsOfDocument(part`d`)} as author_ids, ${decidersOfDocument(part`d`)} as decider_ids,
      ${forcersOfDocument(part`d`)} as forcer_ids, ${standingAsJson(actor)} as project,
      ${executingForAsJson(tx, actor, part`d`)} as stands_in_for
    from document d ${documentJoins} join company co on co.company_id = d.company_id
    cross join lateral (select d.credited_id as order_id, ${documentCharge} as charge) note
    where d.company_id = ${tx.companyId} and d.type = 'gasto' and d.credited_id is not null and d.state = 'approved'
      and d.netted_batch_id is null and d.currency = 'EUR'
      and d.project_id = any (array(${projectsToExecute(tx, actor)})) and ${documentVisibleTo(tx, actor)}
    order by d.number limit 500`)
  return found.map(row => toCandidate(row, actor))
}

function toCandidate(row: Row, actor: Actor): CreditNoteCandidateWire {
  const project = projectFromRow(row.project)
  const currency = currencyFrom(row.currency)
  const note = {
    state: row.state,
    type: row.type,
    currency,
    paymentBatchId: null,
    authorIds: row.author_ids,
    deciderIds: row.decider_ids,
    forcerIds: row.forcer_ids,
    executorMayApprove: project.policies.executorMayApprove,
    isCreditNote: true,
    standsInFor: row.stands_in_for,
    hasPaid: false,
  }
  return {
    document: documentRow(row),
    clientId: row.client_id,
    amount: moneyToWire(money(row.back_minor, currency)),
    charge: moneyToWire(money(row.charge_minor, currency)),
    kept: moneyToWire(money(row.kept_minor, currency)),
    can: batchAbility(mayNet(actor, note, project.standing)),
  }
}
