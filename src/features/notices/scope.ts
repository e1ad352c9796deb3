/** Notices that are resolved, as a SQL predicate: the twin of `currentStates` of the rules. */
import { decidesFor, holdsSeat } from '#features/approvals/scope.ts'
import { forSubstitute } from '#features/delegations/scope.ts'
import { awaitsRelease } from '#features/executions/scope/release.ts'
import { currentStates } from '#features/notices/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Part, part } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Predicate: nothing is left to do or to learn of the notice, whoever did it; expects `notice` as `n`, and its order,
 * provider and batch, where it has one, as `d`, `pv` and `b`.
 */
export function isResolved(tx: TenantTx, actor: Actor): Part {
  const states = part`(${JSON.stringify(currentStates)}::jsonb -> n.topic)`
  return part`coalesce(
    ${states} is not null and not ${states} ? d.state
    or n.topic in ('approval.requested', 'approval.deputy_asked', 'document.payee_changed') and not ${waitsFor(tx, actor)}
    or n.topic = 'execution.disputed' and d.receipt is distinct from 'disputed'
    or n.topic = 'batch.release_requested' and not ${awaitsRelease}
    or n.topic = 'provider.bank_change_requested' and not exists (select from bank_change bc
      where bc.company_id = n.company_id and bc.provider_id = n.provider_id and bc.outcome = 'pending'), false)`
}

/**
 * Predicate: the order `d` waits for this person's decision, in their own seat or as a substitute. `offset 0`: PostgreSQL
 * reads the seats of the order, and not for each notice all that wait for the person.
 */
const waitsFor = (tx: TenantTx, actor: Actor): Part => part`exists (
  select from (select a.* from approval a
    where a.company_id = d.company_id and a.document_id = d.id and a.revision = d.revision offset 0) a
  join approval_stage s on s.company_id = a.company_id and s.document_id = a.document_id and s.revision = a.revision
    and s.stage = a.stage and s.turn = d.turn
  where a.status = 'pending' and (a.approver_id = ${actor.userId} and ${holdsSeat(actor)} ${forSubstitute(actor, part`or ${decidesFor(tx, actor)}`)}))`
