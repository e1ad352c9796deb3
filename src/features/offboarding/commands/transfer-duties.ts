/** Transfer of a leaver's duties in the whole company to one successor. The caller has locked the company. */
import { appointmentFact } from '#features/appointments/facts.ts'
import { budgetOwners, mayOwnBudget, saveBudgetOwners } from '#features/approvals/store/people.ts'
import { endDelegations } from '#features/delegations/commands.ts'
import { flowFact } from '#features/flows/facts.ts'
import { firstUnsatisfiableStage, rulesNaming, withSuccessor } from '#features/flows/rules/succession.ts'
import type { Rule } from '#features/flows/rules.ts'
import { currentFlow, insertFlow, known, lockDraft, saveDraft } from '#features/flows/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Transferred = { readonly isRepublished: boolean }

/** Transfers the rules that name the leaver, the draft and the budget; ends all delegations from and to them. */
export async function transferDuties(
  tx: TenantTx,
  actor: Actor,
  userId: string,
  successorId: string | null,
): Promise<Transferred | Refusal> {
  if (successorId === userId) return refuse('person_not_eligible')
  const published = await replaceInFlow(tx, actor, userId, successorId)
  if (typeof published !== 'boolean') return published
  if (successorId !== null) await replaceInDraft(tx, actor, userId, successorId)
  const owned = await replaceAsBudgetOwner(tx, actor, userId, successorId)
  if (owned !== true) return owned
  await endDelegations(tx, actor, userId, 'reasignada')
  return { isRepublished: published }
}

/**
 * Publishes the flow with the successor in the leaver's place; true when a rule named the leaver. Orders on their way
 * keep the version they were submitted under; their seats have been transferred already.
 */
async function replaceInFlow(
  tx: TenantTx,
  actor: Actor,
  userId: string,
  successorId: string | null,
): Promise<boolean | Refusal> {
  const before = await currentFlow(tx)
  const naming = rulesNaming(before.rules, userId)
  if (naming.length === 0) return false
  if (successorId === null)
    return refuse('successor_required', { rules: naming.map(({ name }) => name).join(', ') })
  const rules = withSuccessor(before.rules, userId, successorId)
  if (!(await known(tx, rules)).approverIds.includes(successorId)) return refuse('person_not_eligible')
  const small = firstUnsatisfiableStage(rules)
  if (small) return refuse('quorum_too_large', small)
  const version = (before.version ?? 0) + 1
  await insertFlow(tx, { version, rules, note: 'Relevo de una persona que se va', publishedBy: actor.userId })
  await record(
    tx,
    actor,
    flowFact('flow.published', String(version), {
      before: { version: before.version, rules: ruleNames(before.rules) },
      after: { version, rules: ruleNames(rules), from: userId, to: successorId },
      reason: 'reasignada',
    }),
  )
  return true
}

const ruleNames = (rules: readonly Rule[]): string[] => rules.map(rule => rule.name)

/**
 * Replaces the leaver in the draft. Called only with a successor: a draft that still names the leaver cannot be
 * published, and its author corrects it.
 */
async function replaceInDraft(
  tx: TenantTx,
  actor: Actor,
  userId: string,
  successorId: string,
): Promise<void> {
  const draft = await lockDraft(tx)
  if (!draft || rulesNaming(draft.rules, userId).length === 0) return
  const rules = withSuccessor(draft.rules, userId, successorId)
  const revision = await saveDraft(tx, actor.userId, rules, draft.revision)
  if (revision === null) throw new Error('a locked draft was changed')
  await record(
    tx,
    actor,
    flowFact('flow.draft_saved', 'draft', {
      after: { revision, rules: ruleNames(rules), from: userId, to: successorId },
      reason: 'reasignada',
    }),
  )
}

/** Replaces the leaver as budget owner. Without a successor the other owners remain; refused when none would. */
async function replaceAsBudgetOwner(
  tx: TenantTx,
  actor: Actor,
  userId: string,
  successorId: string | null,
): Promise<true | Refusal> {
  const before = await budgetOwners(tx)
  if (!before.includes(userId)) return true
  const eligibleIds = successorId === null ? [] : await mayOwnBudget(tx, [successorId])
  const owners = [...new Set([...before.filter(id => id !== userId), ...eligibleIds])]
  if (owners.length === 0)
    return successorId === null
      ? refuse('successor_required', { rules: null })
      : refuse('person_not_eligible')
  await saveBudgetOwners(tx, owners, actor.userId)
  await record(
    tx,
    actor,
    appointmentFact('company.budget_owners_changed', tx.companyId, {
      before: { owners: before },
      after: { owners },
      reason: 'reasignada',
    }),
  )
  return true
}
