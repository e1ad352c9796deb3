/**
 * Forced decision: where the company allows it, an administrator approves or rejects an order in the place of all who
 * are still asked, with a reason.
 */
import type { Decided } from '#features/approvals/rules/decided.ts'
import {
  type ApprovalRefusal,
  conflictOfDuties,
  type Stage,
  stageOutcome,
} from '#features/approvals/rules.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { OwnHand } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export const forcedDecisions = ['approve', 'reject'] as const
export type ForcedDecision = (typeof forcedDecisions)[number]

export type ForcingRefusal = ApprovalRefusal | 'forcing_off' | 'company_suspended' | OwnHand

export type ForcingFacts = {
  readonly state: DocumentState
  readonly authorIds: readonly string[]
  /** True when the person executes in the project today. */
  readonly isExecutor: boolean
  readonly submittedAt: Date
  /** Who allowed forced decisions in the company and when; null while they are not allowed. */
  readonly allowed: { readonly byId: string; readonly at: Date } | null
}

type Forcer = Pick<Actor, 'userId' | 'role' | 'companySuspended' | 'untrustedReason'>

/**
 * Permission to force a decision: never on an order of one's own, nor as its executor, whatever the company lets executors
 * approve; and not on one that was sent before the person allowed it themself: nobody gives themselves power over what is
 * open.
 */
export function mayForce(actor: Forcer, facts: ForcingFacts): true | Refusal<ForcingRefusal> {
  const { allowed, state, authorIds, submittedAt } = facts
  const executorIds = facts.isExecutor ? [actor.userId] : []
  const because = conflictOfDuties(actor.userId, { authorIds, executorIds, executorMayApprove: false })
  return firstRefusal<ForcingRefusal>(
    actor.role === 'admin' ? true : refuse('forbidden'),
    allowed === null ? refuse('forcing_off') : true,
    actor.companySuspended ? refuse('company_suspended') : true,
    state === 'in_approval' ? true : refuse('not_in_approval', { state }),
    because === null ? true : refuse(because),
    allowed?.byId === actor.userId && allowed.at > submittedAt ? refuse('own_hand') : true,
    accountTrust(actor),
  )
}

/** The stages after a forced decision: those that were not decided are, and their open seats are no longer required. */
export function force(stages: readonly Stage[], decision: ForcedDecision): Decided {
  const outcome = decision === 'approve' ? 'approved' : 'rejected'
  const forced = stages.map(stage => (stageOutcome(stage) === 'pending' ? overridden(stage, outcome) : stage))
  return { stages: forced, state: outcome, turn: Math.max(...stages.map(({ turn }) => turn)) }
}

function overridden(stage: Stage, forcedOutcome: 'approved' | 'rejected'): Stage {
  const seats = stage.seats.map(seat =>
    seat.status === 'pending' ? { ...seat, status: 'skipped' as const } : seat,
  )
  return { ...stage, forcedOutcome, seats }
}

/** Stages that the forced decision decided, and the ids of the seats that it overrode. */
export function forcedIn(before: readonly Stage[], after: readonly Stage[]) {
  const stages = after.filter((stage, index) => stage.forcedOutcome && !before[index]?.forcedOutcome)
  const open = before.flatMap(({ seats }) => seats).filter(({ status }) => status === 'pending')
  const closed = stages.flatMap(({ seats }) => seats).filter(({ id }) => open.some(seat => seat.id === id))
  return { stages, seats: closed }
}
