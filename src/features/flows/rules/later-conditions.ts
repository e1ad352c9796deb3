/** Conditions that came later than flows did: whoever does not know them saves a rule without changing them. */
import { type Conditions, noConditions } from '#features/flows/rules/conditions.ts'
import type { WrittenRule } from '#features/flows/rules/written.ts'

type Later = Pick<Conditions, 'clientIds' | 'requesterIds' | 'taxCategories' | 'costCentreIds'>

/** A rule in which conditions may be missing that its sender does not know. */
type SavedRule = Omit<WrittenRule, 'conditions'> & {
  readonly conditions: Omit<WrittenRule['conditions'], keyof Later> & {
    readonly [name in keyof Later]?: Later[name] | undefined
  }
}

/** The rule with the conditions that it leaves out, as the rule of its id has had them; a new one has none of them. */
export function withLaterConditions(
  rule: SavedRule,
  before: readonly { readonly id: string; readonly conditions: Later }[],
): WrittenRule {
  const { conditions } = rule
  const kept: Later = before.find(({ id }) => id === rule.id)?.conditions ?? noConditions
  return {
    ...rule,
    conditions: {
      ...conditions,
      clientIds: conditions.clientIds ?? kept.clientIds,
      requesterIds: conditions.requesterIds ?? kept.requesterIds,
      taxCategories: conditions.taxCategories ?? kept.taxCategories,
      costCentreIds: conditions.costCentreIds ?? kept.costCentreIds,
    },
  }
}
