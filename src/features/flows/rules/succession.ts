/** Succession: a successor takes the place of somebody who leaves the company in its rules. */
import { asksTooMany, isDeputyAsked, namedIn, type Rule, type StagePlan } from '#features/flows/rules.ts'

/** Rules that name the person. */
export const rulesNaming = (rules: readonly Rule[], userId: string): Rule[] =>
  rules.filter(rule => namedIn([rule]).includes(userId))

/**
 * The rules with one person replaced by another; a successor who was named beside them is named once, as an approver.
 */
export function withSuccessor(rules: readonly Rule[], userId: string, successorId: string): Rule[] {
  const replaced = (ids: readonly string[]) => [...new Set(ids.map(id => (id === userId ? successorId : id)))]
  const inStage = ({ approvers, deputy, ...stage }: StagePlan): StagePlan => {
    const next = {
      approvers:
        approvers.kind === 'users' ? { ...approvers, userIds: replaced(approvers.userIds) } : approvers,
      deputy: deputy?.userId === userId ? { ...deputy, userId: successorId } : deputy,
    }
    return { ...stage, ...next, deputy: isDeputyAsked(next) ? null : next.deputy }
  }
  return rules.map(rule => ({ ...rule, stages: rule.stages.map(inStage) }))
}

/** First stage that asks for more approvals than it names people; null when there is none. */
export function firstUnsatisfiableStage(
  rules: readonly Rule[],
): { readonly rule: string; readonly stage: string } | null {
  for (const rule of rules)
    for (const stage of rule.stages) if (asksTooMany(stage)) return { rule: rule.name, stage: stage.name }
  return null
}
