/** Somebody leaves, and another takes their place in what the company requires. */
import { asksTooMany, namedIn, type Rule, type StagePlan } from '#features/flows/rules.ts'

export const rulesNaming = (rules: readonly Rule[], userId: string): Rule[] =>
  rules.filter(rule => namedIn([rule]).includes(userId))

/** The same rules with one person in another's place; whoever was named beside them is named once. */
export function succeeded(rules: readonly Rule[], userId: string, successorId: string): Rule[] {
  const replaced = (ids: readonly string[]) => [...new Set(ids.map(id => (id === userId ? successorId : id)))]
  const inStage = (stage: StagePlan): StagePlan =>
    stage.approvers.kind === 'users'
      ? { ...stage, approvers: { kind: 'users', userIds: replaced(stage.approvers.userIds) } }
      : stage
  return rules.map(rule => ({ ...rule, stages: rule.stages.map(inStage) }))
}

/** The first stage that could never have the approvals that it asks for. */
export function tooSmall(rules: readonly Rule[]): { readonly rule: string; readonly stage: string } | null {
  for (const rule of rules)
    for (const stage of rule.stages) if (asksTooMany(stage)) return { rule: rule.name, stage: stage.name }
  return null
}
