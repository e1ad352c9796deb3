/**
 * Final budget check, under the contract's lock. An amount that fitted when it was requested may not fit when it is
 * approved: other orders were approved meanwhile, or the contract was amended.
 */

import { type Decided, hasOverrun, withOverrun } from '#features/approvals/rules/decided.ts'
import { overrunStage } from '#features/approvals/rules/route.ts'
import { budgetOwnersFor } from '#features/approvals/store/people.ts'
import { insertStagesAndSeats, type NewStage } from '#features/approvals/store.ts'
import { overrunBasis } from '#features/approvals/text/basis.ts'
import { claim, mayCommit, needsOwners, toleratedOverrun } from '#features/contracts/rules/budget.ts'
import { mayCharge } from '#features/contracts/rules.ts'
import { lockChargedContract } from '#features/contracts/store.ts'
import type { LockedDocument } from '#features/documents/store.ts'
import { appointedIn } from '#features/projects/store/people.ts'
import type { ProjectWithStanding } from '#features/projects/store/standing.ts'
import type { Day } from '#kernel/day.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * The decision that would approve the order, as the budget lets it stand: as it is, with the budget owners' stage added,
 * or refused. Called by that decision alone: all others leave the contract unlocked.
 */
export async function settleOverrun(
  tx: TenantTx,
  document: LockedDocument,
  project: ProjectWithStanding,
  { decided, today }: { readonly decided: Decided; readonly today: Day },
): Promise<Decided | Refusal> {
  const contract = await lockChargedContract(tx, document.contractId)
  if (!contract) throw new Error(`the contract ${document.contractId} is gone`)
  const asked = claim(document)
  const may = firstRefusal(mayCharge(contract, today), mayCommit(contract.balance, asked, contract))
  if (may !== true) return may
  const tolerated = toleratedOverrun(contract.balance, asked, contract)
  if (tolerated !== null) return { ...decided, tolerated }
  const asksOwners = needsOwners(contract.balance, asked, contract)
  if (!asksOwners || hasOverrun(decided.stages)) return decided
  return askOwners(tx, document, project, decided)
}

async function askOwners(
  tx: TenantTx,
  document: LockedDocument,
  project: ProjectWithStanding,
  decided: Decided,
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
  const stage: NewStage = { ...planned, stage: decided.stages.length + 1, basis: overrunBasis }
  const seats = await insertStagesAndSeats(tx, document, [stage])
  return withOverrun(decided, { ...stage, seats })
}
