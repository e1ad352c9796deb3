/** Forced decision of an order by an administrator, in the place of all who are still asked. */
import { confirmedForApproval, moveAmount, toleratedSnapshot } from '#features/approvals/commands/decide.ts'
import { settleOverrun } from '#features/approvals/commands/overrun.ts'
import { approvalFact } from '#features/approvals/facts.ts'
import type { Decided } from '#features/approvals/rules/decided.ts'
import { force, forcedIn, mayForce } from '#features/approvals/rules/forced.ts'
import { stageLines } from '#features/approvals/rules/route.ts'
import { countSeats, type Stage, soundApproval } from '#features/approvals/rules.ts'
import { forcingAllowed, saveForced } from '#features/approvals/store/forced.ts'
import { closeSeats, currentStages } from '#features/approvals/store.ts'
import type { forceDecision } from '#features/approvals/wire/forced.ts'
import { sameRevision } from '#features/documents/rules.ts'
import { isProviderOff as findProviderOff } from '#features/documents/store/providers.ts'
import { isDocumentVisible } from '#features/documents/store/visible.ts'
import { type LockedDocument, lockDocument, saveState } from '#features/documents/store.ts'
import type { ConfirmingStep } from '#features/identity/rules/confirmation.ts'
import { holds } from '#features/projects/rules.ts'
import { readNames } from '#features/projects/store/people.ts'
import { projectOfDocument } from '#features/projects/store/standing.ts'
import { loadThreshold } from '#features/step-up/store.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Asked = BodyOf<typeof forceDecision>

/**
 * Locks the order's row first, as every decision. An approval settles with the budget like the last one: budget owners
 * who are not asked yet are asked then.
 */
export async function forceOrder(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  asked: Asked,
): Promise<ResponseOf<typeof forceDecision> | Refusal> {
  const [document, project, stages, isVisible, isProviderOff, { threshold }] = await Promise.all([
    lockDocument(tx, documentId),
    projectOfDocument(tx, actor, documentId),
    currentStages(tx, documentId),
    isDocumentVisible(tx, actor, documentId),
    findProviderOff(tx, documentId),
    loadThreshold(tx),
  ])
  if (!document || !project || !isVisible) return refuse('not_found')
  const facts = {
    ...(await forcingAllowed(tx, documentId)),
    state: document.state,
    authorIds: document.authorIds,
    isExecutor: holds(actor, project.standing, 'execute'),
  }
  const may = firstRefusal<string>(
    mayForce(actor, facts),
    sameRevision(document, asked.revision),
    soundApproval({ decision: asked.decision, comment: asked.reason }, isProviderOff),
  )
  if (may !== true) return may
  const confirmedBy =
    asked.decision === 'approve' ? await confirmedForApproval(tx, actor, threshold, document) : null
  const decided = force(stages, asked.decision)
  const next =
    decided.state === 'approved' ? await settleOverrun(tx, actor, document, project, decided) : decided
  if (isRefusal(next)) return next
  // Asked again while nobody can change the settings; behind the contract, which a change of them locks first.
  const mayStill = mayForce(actor, { ...facts, ...(await forcingAllowed(tx, documentId, { isHeld: true })) })
  if (mayStill !== true) return mayStill
  await writeForced(tx, actor, { document, stages, next, asked, confirmedBy })
  const { id, revision } = document
  return { id, state: next.state, revision, approvals: countSeats(next.stages) }
}

type ForcedToWrite = {
  readonly document: LockedDocument
  /** Stages before the decision. */
  readonly stages: readonly Stage[]
  readonly next: Decided
  readonly asked: Asked
  readonly confirmedBy: ConfirmingStep | null
}

async function writeForced(
  tx: TenantTx,
  actor: Actor,
  { document, stages, next, asked, confirmedBy }: ForcedToWrite,
) {
  const { id, revision, state } = document
  const { decision, reason } = asked
  const forced = forcedIn(stages, next.stages)
  const numbers = forced.stages.map(({ stage }) => stage)
  const outcome = decision === 'approve' ? 'approved' : 'rejected'
  const names = await readNames(
    tx,
    forced.seats.map(({ approverId }) => approverId),
  )
  const counters = countSeats(next.stages)
  const changesState = next.state !== state
  await Promise.all([
    closeSeats(
      tx,
      forced.seats.map(seat => seat.id),
      'skipped',
    ),
    saveForced(tx, document, { stages: numbers, outcome, byId: actor.userId, reason }),
    saveState(tx, id, { state: next.state, turn: next.turn, counters }),
    ...(changesState ? moveAmount(tx, document, next.state) : []),
    record(
      tx,
      actor,
      approvalFact('approval.forced', id, {
        after: {
          revision,
          decision,
          forcedStages: numbers.map(String),
          holders: [...new Set(names.values())],
          holderIds: [...names.keys()],
        },
        reason,
      }),
    ),
    record(
      tx,
      actor,
      approvalFact('approval.decided', id, {
        before: { state },
        after: {
          state: next.state,
          decision,
          revision,
          approved: counters.approved,
          total: counters.total,
          seatId: null,
          forced: true,
          byName: actor.name,
          content: document.contentDigest,
          stages: stageLines(next.stages.slice(stages.length)),
          openedTurn: changesState ? null : next.turn,
          ...toleratedSnapshot(next),
          ...(confirmedBy === null ? {} : { confirmedBy }),
        },
        reason,
      }),
    ),
  ])
}
