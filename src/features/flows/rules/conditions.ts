/** Conditions of a rule, and whether an order meets them. Amounts in other currencies are converted, never guessed. */
import type { DocumentType } from '#features/documents/rules.ts'
import { type Conversion, convertedSum, type RateTable } from '#features/exchange-rates/rules.ts'
import type { TaxCategory } from '#features/flows/rules/tax-categories.ts'
import type { Actor } from '#kernel/actor.ts'
import { add, compare, type Money } from '#kernel/money.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** Name among the cost centres of a condition for orders that are charged to none. */
export const withoutCentre = 'sin_centro'

/** Conditions that an order must meet; an empty list or null sets no condition. */
export type Conditions = {
  readonly types: readonly DocumentType[]
  readonly clientIds: readonly string[]
  readonly projectIds: readonly string[]
  readonly contractIds: readonly string[]
  readonly providerIds: readonly string[]
  /** People of whom one has asked for the order, or corrected it, by themselves or through somebody. */
  readonly requesterIds: readonly string[]
  /** Categories of which the order's breakdown has one. */
  readonly taxCategories: readonly TaxCategory[]
  /** Cost centres of which the order is charged to one; `withoutCentre`: to none. */
  readonly costCentreIds: readonly string[]
  /** Smallest amount, inclusive. */
  readonly from: Money | null
  /** Largest amount, inclusive. */
  readonly upTo: Money | null
  /**
   * Smallest sum requested for one payee within `cumulativeDays`, over all contracts of the company, the order
   * included.
   */
  readonly cumulativeFrom: Money | null
  /** True: only orders that exceed what remains in their contract. */
  readonly overBudget: boolean
}

/** Conditions that ask nothing. */
export const noConditions: Conditions = {
  types: [],
  clientIds: [],
  projectIds: [],
  contractIds: [],
  providerIds: [],
  requesterIds: [],
  taxCategories: [],
  costCentreIds: [],
  from: null,
  upTo: null,
  cumulativeFrom: null,
  overBudget: false,
}

/** Subject of conditions: the data of one order, and the rates of the day on which it was sent. */
export type Subject = {
  readonly type: DocumentType
  readonly clientId: string
  readonly projectId: string
  readonly contractId: string
  readonly providerId: string
  /** People who wrote a revision of the order, or for whom one was written. */
  readonly requesterIds: readonly string[]
  readonly taxCategories: readonly TaxCategory[]
  /** Cost centre that it is charged to; null for none. */
  readonly costCentreId: string | null
  readonly amount: Money
  /** Sums requested for the same payee within `cumulativeDays`, over all contracts, by currency, without this order. */
  readonly requested: readonly Money[]
  /** True when it exceeds what remains in the contract, counting amounts already requested. */
  readonly exceeds: boolean
  readonly rates: RateTable
}

/** Amounts of the conditions that are set, each with its name. */
export const thresholdsIn = (
  conditions: Pick<Conditions, 'from' | 'upTo' | 'cumulativeFrom'>,
): (readonly ['from' | 'upTo' | 'cumulativeFrom', Money])[] =>
  (['from', 'upTo', 'cumulativeFrom'] as const).flatMap(field => {
    const threshold = conditions[field]
    return threshold ? [[field, threshold] as const] : []
  })

/** Answer of a comparison, with the conversions of the order's own amount that it needed. */
export type Compared = { readonly isMet: boolean; readonly conversions: readonly Conversion[] }

/**
 * True when the order meets every condition. Refused when it meets all that can be compared, and a rate is missing for
 * an amount: neither answer would be safe then.
 */
export function compareWith(subject: Subject, conditions: Conditions): Compared | Refusal<'rate_missing'> {
  if (!meetsWithoutAmounts(subject, conditions)) return { isMet: false, conversions: [] }
  const answers = thresholdsIn(conditions).map(threshold => compareAmount(subject, threshold))
  const known = answers.flatMap(answer => (isRefusal(answer) ? [] : [answer]))
  const isMet = known.every(answer => answer.isMet)
  const missing = answers.find(answer => isRefusal(answer))
  if (isMet && missing) return missing
  return { isMet, conversions: known.flatMap(answer => answer.conversions) }
}

/** Conditions of which only what the order met is named, for its readers: others' clients, people and places are not. */
export const conditionsMet = (conditions: Conditions, subject: Subject): Conditions => ({
  ...conditions,
  clientIds: conditions.clientIds.filter(id => id === subject.clientId),
  projectIds: conditions.projectIds.filter(id => id === subject.projectId),
  contractIds: conditions.contractIds.filter(id => id === subject.contractId),
  providerIds: conditions.providerIds.filter(id => id === subject.providerId),
  requesterIds: conditions.requesterIds.filter(id => subject.requesterIds.includes(id)),
  costCentreIds: conditions.costCentreIds.filter(id => id === centreOrNone(subject)),
})

const centreOrNone = ({ costCentreId }: Subject): string => costCentreId ?? withoutCentre

function meetsWithoutAmounts(subject: Subject, conditions: Conditions): boolean {
  const isIn = (asked: readonly string[], ...values: readonly string[]) =>
    asked.length === 0 || values.some(value => asked.includes(value))
  return (
    isIn(conditions.types, subject.type) &&
    isIn(conditions.clientIds, subject.clientId) &&
    isIn(conditions.projectIds, subject.projectId) &&
    isIn(conditions.contractIds, subject.contractId) &&
    isIn(conditions.providerIds, subject.providerId) &&
    isIn(conditions.requesterIds, ...subject.requesterIds) &&
    isIn(conditions.taxCategories, ...subject.taxCategories) &&
    isIn(conditions.costCentreIds, centreOrNone(subject)) &&
    (subject.exceeds || !conditions.overBudget)
  )
}

/**
 * Comparison with one threshold, in its currency. Only the order's own conversion is told, and a rate that is missing
 * for earlier requests is marked as theirs (`isOfEarlier`): whoever reads the order has not asked for those.
 */
function compareAmount(
  { amount, requested, rates }: Subject,
  [field, threshold]: ReturnType<typeof thresholdsIn>[number],
): Compared | Refusal<'rate_missing'> {
  const own = convertedSum(rates, [amount], threshold.currency)
  if (isRefusal(own)) return own
  const earlier = convertedSum(rates, field === 'cumulativeFrom' ? requested : [], threshold.currency)
  if (isRefusal(earlier)) return refuse('rate_missing', { ...earlier.facts, isOfEarlier: true })
  const difference = compare(add(own.sum, earlier.sum), threshold)
  return {
    isMet: field === 'upTo' ? difference <= 0 : difference >= 0,
    conversions: own.conversions.filter(conversion => conversion.rates.length > 0),
  }
}

/**
 * The refusal as a person reads it: in which currency others have ordered is told to people of the company, and not to
 * those of its clients and providers.
 */
export const missingRateTold = (
  { clientId, providerId }: Pick<Actor, 'clientId' | 'providerId'>,
  refusal: Refusal<'rate_missing'>,
): Refusal<'rate_missing'> =>
  refusal.facts?.isOfEarlier && (clientId !== null || providerId !== null) ? refuse('rate_missing') : refusal
