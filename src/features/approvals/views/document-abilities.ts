/** Abilities of a person on one order: `can` of its page, with the facts that its rules ask for. */
import { mayAddApprover } from '#features/approvals/rules/added.ts'
import { mayForce } from '#features/approvals/rules/forced.ts'
import { type DecisionFacts, decisionAbilities, type Stage } from '#features/approvals/rules.ts'
import { addingAbility } from '#features/approvals/text/added.ts'
import { forcingAbility } from '#features/approvals/text/forced.ts'
import { approvalAbility } from '#features/approvals/text.ts'
import type { DocumentDetailRow } from '#features/approvals/views/document.ts'
import { forcingFrom } from '#features/approvals/views/forced.ts'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { covering, type Mandate } from '#features/delegations/rules.ts'
import { mayCredit } from '#features/documents/rules/credit-notes.ts'
import { documentAbilities } from '#features/documents/rules.ts'
import { documentAbility } from '#features/documents/text.ts'
import { holds, mayOrder, personSide } from '#features/projects/rules.ts'
import type { ProjectWithStanding } from '#features/projects/store/standing.ts'
import { projectAbility } from '#features/projects/text.ts'
import type { Actor } from '#kernel/actor.ts'
import { money } from '#kernel/money.ts'
import { firstRefusal, refuse } from '#kernel/refusal.ts'
import { type AbilityWire, currencyFrom, type MoneyWire } from '#kernel/wire.ts'

/** Abilities on the order but undoing, which the moment of its last approval decides. */
export function orderAbilities(
  actor: Actor,
  row: DocumentDetailRow,
  project: ProjectWithStanding,
  { facts, left }: { readonly facts: DecisionFacts; readonly left: MoneyWire },
): Omit<DocumentDetailWire['can'], 'undo'> {
  const decisions = row.approvals_approved + row.approvals_rejected + row.approvals_skipped
  const { payment_batch_id: paymentBatchId } = row
  const document = {
    state: row.state,
    revision: row.revision,
    createdBy: row.created_by,
    decisions,
    paymentBatchId,
  }
  const onOrder = documentAbilities(actor, document, project.standing)
  const onSeat = decisionAbilities(actor, facts)
  return {
    approve: approvalAbility(onSeat.approve),
    reject: approvalAbility(onSeat.reject),
    return: approvalAbility(onSeat.return),
    addApprover: addingAbility(mayAddApprover(actor, facts)),
    edit: documentAbility(onOrder.edit),
    withdraw: documentAbility(onOrder.withdraw),
    cancel: documentAbility(onOrder.cancel),
    force: forcingAbility(mayForce(actor, { ...facts, ...forcingFrom(row) })),
    credit: creditAbility(actor, row, project, left),
    duplicate:
      project.status !== 'active'
        ? documentAbility(refuse('project_inactive'))
        : row.credited_id === null
          ? projectAbility(mayOrder(actor, project.standing))
          : approvalAbility(refuse('credit_note')),
  }
}

/** Ability to ask for a credit note of the order, by whoever may order in its project, while something is left of it. */
function creditAbility(
  actor: Actor,
  row: DocumentDetailRow,
  { status, standing }: ProjectWithStanding,
  left: MoneyWire,
): AbilityWire {
  const order = { type: row.type, providerId: row.provider_id }
  const may = mayOrder(actor, standing, order)
  if (may !== true) return projectAbility(may)
  return approvalAbility(
    firstRefusal<string>(
      status === 'active' ? true : refuse('project_inactive'),
      mayCredit({ state: row.state, creditedId: row.credited_id }),
      left.minor === '0' ? refuse('nothing_left') : true,
    ),
  )
}

/** Facts of the order from which the rules tell whose decision it waits for. */
export function toDecisionFacts(
  actor: Actor,
  row: DocumentDetailRow,
  project: ProjectWithStanding,
  stages: readonly Stage[],
  mandates: readonly Mandate[],
): DecisionFacts {
  const order = {
    clientId: row.client_id,
    amount: money(row.amount_minor, currencyFrom(row.currency)),
  }
  return {
    state: row.state,
    authorIds: row.author_ids,
    stages,
    isExecutor: holds(actor, project.standing, 'execute'),
    executorMayApprove: project.policies.executorMayApprove,
    standsInFor: covering(actor, mandates, order, 'approve'),
    side: personSide(actor, row.client_id),
  }
}
