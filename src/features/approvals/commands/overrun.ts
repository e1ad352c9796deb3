/**
 * Final budget check, under the locks of the contract and of the cost centre. An amount that fitted when it was requested may not fit when it is
 * approved: other orders were approved meanwhile, or the contract was amended.
 */

import { type Decided, hasOverrun, withOverrun } from '#features/approvals/rules/decided.ts'
import { overrunStage } from '#features/approvals/rules/route.ts'
import { budgetOwnersFor } from '#features/approvals/store/people.ts'
import { insertStagesAndSeats, type NewStage } from '#features/approvals/store.ts'
import { type Exceeded, overrunBasis } from '#features/approvals/text/basis.ts'
import { claim, mayCommit, needsOwners, toleratedOverrun } from '#features/contracts/rules/budget.ts'
import { mayCharge } from '#features/contracts/rules.ts'
import { lockChargedContract } from '#features/contracts/store.ts'
import {
  asksOwners,
  type ChargedCentre,
  mayCommitToCentre,
  toleratedInCentre,
} from '#features/cost-centres/rules/year.ts'
import { toldTo } from '#features/cost-centres/rules.ts'
import { lockChargedCentre } from '#features/cost-centres/store.ts'
import type { LockedDocument } from '#features/documents/store.ts'
import { appointedIn } from '#features/projects/store/people.ts'
import type { ProjectWithStanding } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * The decision that would approve the order, as the budget lets it stand: as it is, with the budget owners' stage added,
 * or refused. Called by that decision alone: all others leave the contract unlocked.
 */
export async function settleOverrun(
  tx: TenantTx,
  actor: Actor,
  document: LockedDocument,
  project: ProjectWithStanding,
  decided: Decided,
): Promise<Decided | Refusal> {
  const contract = await lockChargedContract(tx, document.contractId)
  if (!contract) throw new Error(`the contract ${document.contractId} is gone`)
  const asked = claim(document)
  const centre = await lockCentre(tx, document)
  const may = firstRefusal<string>(
    mayCharge(contract, dayFromInstant(tx.now, actor.zone)),
    mayCommit(contract.balance, asked, contract),
    centre === null ? true : mayCommitToCentre(centre, asked, toldTo(actor, centre)),
  )
  if (may !== true) return may
  const tolerated = toleratedOverrun(contract.balance, asked, contract)
  const toleratedOfCentre = centre && toleratedInCentre(centre, asked)
  const next = {
    ...decided,
    ...(tolerated ? { tolerated } : {}),
    ...(toleratedOfCentre ? { toleratedOfCentre } : {}),
  }
  const ofContract = needsOwners(contract.balance, asked, contract)
  const ofCentre = centre !== null && asksOwners(centre, asked)
  if (!(ofContract || ofCentre) || hasOverrun(decided.stages)) return next
  // Permission is asked before the overrun is made: the tolerance is told of when they give it.
  const exceeded = ofContract ? (ofCentre ? 'both' : 'contract') : 'centre'
  return askOwners(tx, document, project, decided, exceeded)
}

/** The order's cost centre in its year, locked after the contract; null for none. */
async function lockCentre(
  tx: TenantTx,
  { costCentre }: Pick<LockedDocument, 'costCentre'>,
): Promise<ChargedCentre | null> {
  if (costCentre === null) return null
  const centre = await lockChargedCentre(tx, costCentre)
  if (!centre) throw new Error(`the cost centre ${costCentre.id} is gone`)
  return centre
}

async function askOwners(
  tx: TenantTx,
  document: LockedDocument,
  project: ProjectWithStanding,
  decided: Decided,
  exceeded: Exceeded,
): Promise<Decided | Refusal> {
  const [appointed, budgetOwnerIds] = await Promise.all([
    appointedIn(tx, document.projectId),
    budgetOwnersFor(tx, document.id),
  ])
  const planned = overrunStage(
    {
      budgetOwnerIds,
      authorIds: document.authorIds,
      executorIds: appointed.executorIds,
      executorMayApprove: project.policies.executorMayApprove,
    },
    decided.turn + 1,
  )
  if (planned.approverIds.length === 0) return refuse('no_budget_owner')
  const stage: NewStage = { ...planned, stage: decided.stages.length + 1, basis: overrunBasis(exceeded) }
  const seats = await insertStagesAndSeats(tx, document, [stage])
  return withOverrun(decided, { ...stage, seats })
}
