/** Serialised rules, as the database and the wire carry them: amounts as decimal digits. */
import type { Conditions, Rule } from '#features/flows/rules.ts'
import type { Money } from '#kernel/money.ts'
import { type MoneyWire, moneyFromWire, moneyToWire } from '#kernel/wire.ts'

type Amounts = 'from' | 'upTo' | 'cumulativeFrom'

export type WrittenRule = Omit<Rule, 'conditions'> & {
  readonly conditions: Omit<Conditions, Amounts> & { readonly [amount in Amounts]: MoneyWire | null }
}

/** A rule as it is stored and sent. */
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

/** A stored or sent rule with its amounts as `Money`. */
export function readRule({ conditions, ...rule }: WrittenRule): Rule {
  const read = (amount: MoneyWire | null) => amount && moneyFromWire(amount)
  const { from, upTo, cumulativeFrom, ...others } = conditions
  return {
    ...rule,
    conditions: { ...others, from: read(from), upTo: read(upTo), cumulativeFrom: read(cumulativeFrom) },
  }
}
