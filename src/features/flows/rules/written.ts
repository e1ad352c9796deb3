/** Serialised rules, as the database and the wire carry them: amounts as decimal digits. */
import type { Conditions } from '#features/flows/rules/conditions.ts'
import type { Rule, StagePlan } from '#features/flows/rules.ts'
import type { Money } from '#kernel/money.ts'
import { type MoneyWire, moneyFromWire, moneyToWire } from '#kernel/wire.ts'

type Amounts = 'from' | 'upTo' | 'cumulativeFrom'
type WrittenConditions = Omit<Conditions, Amounts> & { readonly [amount in Amounts]: MoneyWire | null }

export type WrittenRule = Omit<Rule, 'conditions'> & { readonly conditions: WrittenConditions }

/** A rule as it is sent. */
export function writeRule({ conditions, ...rule }: Rule): WrittenRule {
  const write = (amount: Money | null) => amount && moneyToWire(amount)
  const { from, upTo, cumulativeFrom, ...others } = conditions
  return {
    ...rule,
    conditions: {
      ...others,
      from: write(from),
      upTo: write(upTo),
      cumulativeFrom: write(cumulativeFrom),
    },
  }
}

/** A sent rule with its amounts as `Money`. */
export function readRule({ conditions, ...rule }: WrittenRule): Rule {
  const read = (amount: MoneyWire | null) => amount && moneyFromWire(amount)
  const { from, upTo, cumulativeFrom, ...others } = conditions
  return {
    ...rule,
    conditions: { ...others, from: read(from), upTo: read(upTo), cumulativeFrom: read(cumulativeFrom) },
  }
}

/** Conditions that programs before 0101 do not know. */
type Further = Pick<WrittenConditions, 'clientIds' | 'requesterIds' | 'taxCategories'>

/** Conditions that programs of before decision 120 do not know. */
type Newest = Pick<WrittenConditions, 'costCentreIds'>

/**
 * A rule as it is stored. One that asks a further condition hides its stages from programs that would take it for every
 * order: to those it asks an approval of nobody, which blocks an order, and which they do not publish. The
 * newest conditions hide theirs in the same way from programs that know the further ones.
 */
export type StoredRule = Omit<WrittenRule, 'conditions' | 'stages'> & {
  readonly conditions: Omit<WrittenConditions, keyof Further | keyof Newest>
  readonly stages: readonly StoredStage[]
  readonly further?: Hidden<Further> & { readonly newest?: Hidden<Newest> }
}

/** Conditions, with the stages of whoever knows them. */
type Hidden<Asked> = { readonly conditions: Asked; readonly stages: readonly StoredStage[] }

/** A stage of this release, or of one before that knows no deputies. */
type StoredStage = Omit<StagePlan, 'deputy'> & Partial<Pick<StagePlan, 'deputy'>>

/** Stage that asks an account that never is: nobody approves it, and it is not published. */
const stageOfNobody: StoredStage = {
  name: 'Pendiente de actualizar',
  turn: 1,
  mode: 'any',
  quorum: null,
  approvers: { kind: 'users', userIds: ['00000000-0000-0000-0000-000000000000'] },
}

export function storeRule(rule: Rule): StoredRule {
  const { conditions, stages, ...others } = writeRule(rule)
  const { clientIds, requesterIds, taxCategories, costCentreIds, ...known } = conditions
  const isCentred = costCentreIds.length > 0
  if (!isCentred && clientIds.length + requesterIds.length + taxCategories.length === 0)
    return { ...others, conditions: known, stages }
  return {
    ...others,
    conditions: known,
    stages: [stageOfNobody],
    further: {
      conditions: { clientIds, requesterIds, taxCategories },
      stages: isCentred ? [stageOfNobody] : stages,
      ...(isCentred && { newest: { conditions: { costCentreIds }, stages } }),
    },
  }
}

const asksNothingFurther: Further & Newest = {
  clientIds: [],
  requesterIds: [],
  taxCategories: [],
  costCentreIds: [],
}

/** A stored rule, of this release or one before, as it is sent. */
export function writtenFromStored({ further, conditions, stages, ...others }: StoredRule): WrittenRule {
  return {
    ...others,
    conditions: {
      ...asksNothingFurther,
      ...conditions,
      ...further?.conditions,
      ...further?.newest?.conditions,
    },
    stages: (further?.newest?.stages ?? further?.stages ?? stages).map(stageFromStored),
  }
}

/** Fields in one sequence, by which two versions are compared. */
const stageFromStored = ({ name, turn, mode, quorum, approvers, deputy }: StoredStage): StagePlan => ({
  name,
  turn,
  mode,
  quorum,
  approvers,
  deputy: deputy ? { userId: deputy.userId, afterDays: deputy.afterDays } : null,
})

export const ruleFromStored = (stored: StoredRule): Rule => readRule(writtenFromStored(stored))
