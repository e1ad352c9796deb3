/**
 * Conditions and deputies, which came later than flows did: whoever does not know them saves a rule without changing them,
 * and copies it with them.
 */
import { type Conditions, noConditions } from '#features/flows/rules/conditions.ts'
import type { WrittenRule } from '#features/flows/rules/written.ts'
import type { Deputy, StagePlan } from '#features/flows/rules.ts'

type Later = Pick<Conditions, 'clientIds' | 'requesterIds' | 'taxCategories' | 'costCentreIds'>

/** A rule in which conditions and deputies may be missing that its sender does not know. */
type SavedRule = Omit<WrittenRule, 'conditions' | 'stages'> & {
  readonly conditions: Omit<WrittenRule['conditions'], keyof Later> & {
    readonly [name in keyof Later]?: Later[name] | undefined
  }
  readonly stages: readonly SavedStage[]
}
type SavedStage = Omit<StagePlan, 'deputy'> & { readonly deputy?: Deputy | null | undefined }

type FormerRule = Pick<WrittenRule, 'id' | 'name'> & {
  readonly conditions: Later
  readonly stages: readonly Pick<StagePlan, 'name' | 'deputy'>[]
}

/** The rule with all that it leaves out, as the rule of its id, or the rule that it copies, has had it; a new one has none. */
export function withLater(rule: SavedRule, before: readonly FormerRule[]): WrittenRule {
  const { conditions } = rule
  const former = before.find(({ id }) => id === rule.id) ?? copiedRule(rule.name, before)
  const kept: Later = former?.conditions ?? noConditions
  return {
    ...rule,
    conditions: {
      ...conditions,
      clientIds: conditions.clientIds ?? kept.clientIds,
      requesterIds: conditions.requesterIds ?? kept.requesterIds,
      taxCategories: conditions.taxCategories ?? kept.taxCategories,
      costCentreIds: conditions.costCentreIds ?? kept.costCentreIds,
    },
    stages: withDeputies(rule.stages, former?.stages ?? []),
  }
}

const copyEnding = / \(copia\)$/

/** Name that a copy of a rule begins with. */
export const copyName = (name: string): string => `${name} (copia)`.trim()

/** The only rule of which a rule that is called so is a copy, or a copy of a copy; undefined for none. */
function copiedRule(name: string, before: readonly FormerRule[]): FormerRule | undefined {
  if (!copyEnding.test(name)) return undefined
  const original = name.replace(copyEnding, '')
  const found = before.filter(rule => rule.name === original)
  return found.length === 0 ? copiedRule(original, before) : found.length === 1 ? found[0] : undefined
}

/** A stage that says nothing of a deputy has that of the former stage of its name, or of its place if that one has gone. */
function withDeputies(stages: readonly SavedStage[], former: FormerRule['stages']): StagePlan[] {
  const names = new Set(stages.map(({ name }) => name))
  const left = [...former]
  const named = stages.map(({ name }) => {
    const at = left.findIndex(each => each.name === name)
    return at < 0 ? undefined : left.splice(at, 1)[0]
  })
  return stages.map(({ deputy, ...stage }, index) => {
    const here = former[index]
    const renamed = here && !names.has(here.name) ? here : undefined
    return { ...stage, deputy: deputy === undefined ? ((named[index] ?? renamed)?.deputy ?? null) : deputy }
  })
}
