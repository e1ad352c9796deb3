/**
 * Approval flow: rules in order of priority that say which approvals an order needs. The first rule whose conditions
 * an order meets determines its stages; an order that meets none takes the general flow. A published version never
 * changes: a different requirement is a new version, and orders on their way keep theirs.
 */
import { type Conversion, convert, type RateTable } from '#features/exchange-rates/rules.ts'
import {
  type Conditions,
  compareWith,
  type Subject,
  thresholdsIn,
  withoutCentre,
} from '#features/flows/rules/conditions.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Currency, compare, money } from '#kernel/money.ts'
import { type Facts, firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** Approvals that a stage needs: one of its people, all of them, or the number in `quorum`. */
export type Mode = 'any' | 'all' | 'quorum'

/** Approvers of a stage: people by name, approvers named in the project, or everybody who approves in it. */
export type Approvers =
  | { readonly kind: 'users'; readonly userIds: readonly string[] }
  | { readonly kind: 'project_approvers' }
  | { readonly kind: 'permission_holders' }

/** Person who is given a seat beside one that has waited for more than these days. */
export type Deputy = { readonly userId: string; readonly afterDays: number }

export type StagePlan = {
  readonly name: string
  /** Stages of one turn are open together; the next turn opens when all of them are approved. */
  readonly turn: number
  readonly mode: Mode
  /** Number of approvals needed, in mode `quorum`; otherwise null. */
  readonly quorum: number | null
  readonly approvers: Approvers
  readonly deputy: Deputy | null
}

export type Rule = {
  readonly id: string
  readonly name: string
  readonly conditions: Conditions
  readonly stages: readonly StagePlan[]
}

/** One version of the flow: its rules in order of priority. Version null: the company has published none. */
export type Flow = {
  readonly version: number | null
  readonly rules: readonly Rule[]
  /** Names of the clients and requesters of its conditions, by id, for the sentences that tell why. */
  readonly names?: ReadonlyMap<string, string>
}

export const generalFlow: Flow = { version: null, rules: [] }

/** Days over which cumulative amounts are summed, so that a split order does not evade a threshold. */
export const cumulativeDays = 30
export const rulesPerFlow = 50
export const stagesPerRule = 10
export const peoplePerStage = 50
/** Most days that a stage lets an approval wait before its deputy is asked. */
export const maxDeputyDays = 365

/** The rule that an order takes, null for the general flow, with the conversions of its amount that the choice needed. */
export type ChosenRule = { readonly rule: Rule | null; readonly conversions: readonly Conversion[] }

/**
 * First rule whose conditions the order meets. Refused when a rate is missing without which that cannot be known: a
 * rule is never skipped, and none is met, because amounts could not be compared.
 */
export function ruleFor({ rules }: Flow, subject: Subject): ChosenRule | Refusal<'rate_missing'> {
  const conversions: Conversion[] = []
  for (const rule of rules) {
    const compared = compareWith(subject, rule.conditions)
    if (isRefusal(compared)) return compared
    conversions.push(...compared.conversions)
    if (compared.isMet) return { rule, conversions: distinct(conversions) }
  }
  return { rule: null, conversions: distinct(conversions) }
}

/** Conversions of one amount into one currency are named once. */
const distinct = (conversions: readonly Conversion[]): Conversion[] => {
  const key = ({ from, to }: Conversion) => `${from.minor} ${from.currency} ${to.currency}`
  return conversions.filter((one, at, all) => all.findIndex(other => key(other) === key(one)) === at)
}

/** True when some rule sums earlier requests: only then must submissions for one payee wait for one another. */
export const hasCumulativeRule = ({ rules }: Flow): boolean =>
  rules.some(({ conditions }) => conditions.cumulativeFrom !== null)

/** True when some rule compares with an amount in another currency, so that rates are needed. */
export const needsRates = ({ rules }: Flow, currency: Currency): boolean =>
  rules.some(
    ({ conditions }) =>
      conditions.cumulativeFrom !== null ||
      thresholdsIn(conditions).some(([, threshold]) => threshold.currency !== currency),
  )

/** Ids of the people whom rules ask for approvals, without deputies. */
export const askedIn = (rules: readonly Rule[]): string[] => [
  ...new Set(rules.flatMap(rule => rule.stages.flatMap(askedByName))),
]

/** Ids of the people whom rules name to approve, deputies too. */
export const namedIn = (rules: readonly Rule[]): string[] => [
  ...new Set([
    ...askedIn(rules),
    ...rules.flatMap(rule => rule.stages.flatMap(({ deputy }) => (deputy ? [deputy.userId] : []))),
  ]),
]

const askedByName = ({ approvers }: Pick<StagePlan, 'approvers'>): readonly string[] =>
  approvers.kind === 'users' ? approvers.userIds : []

/** True when the stage asks its deputy by name already: they would never have a seat beside another. */
export const isDeputyAsked = ({ approvers, deputy }: Pick<StagePlan, 'approvers' | 'deputy'>): boolean =>
  deputy !== null && askedByName({ approvers }).includes(deputy.userId)

export type FlowRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'stale_draft'
  | 'no_draft'
  | 'same_rules'
  | 'unknown_person'
  | 'unknown_place'
  | 'quorum_too_large'
  | 'deputy_in_stage'
  | 'band_upside_down'
  | 'unknown_requester'
  | 'rate_missing'
  | 'untrusted_account'

export type FlowVerb = 'edit' | 'publish'

/**
 * Permissions on the flow: administrators only. While the company is suspended, or with an untrusted account
 * (`accountTrust`), a draft is edited but not published.
 */
export function flowAbilities(actor: Actor): { readonly [verb in FlowVerb]: true | Refusal<FlowRefusal> } {
  const edit = actor.role === 'admin' ? true : refuse<FlowRefusal>('forbidden')
  return {
    edit,
    publish: firstRefusal<FlowRefusal>(
      edit,
      actor.companySuspended ? refuse('company_suspended') : true,
      accountTrust(actor),
    ),
  }
}

/** Existing things that a published rule may name, and the currencies that may meet its thresholds. */
export type ExistingIds = {
  readonly approverIds: readonly string[]
  /** People of the company, of its clients and its providers, also those who have left. */
  readonly requesterIds: readonly string[]
  readonly clientIds: readonly string[]
  readonly projectIds: readonly string[]
  readonly contractIds: readonly string[]
  readonly providerIds: readonly string[]
  readonly costCentreIds: readonly string[]
  /** Currencies of the contracts whose amounts a rule may compare, by the rule's id. */
  readonly currencies: ReadonlyMap<string, readonly Currency[]>
}

/** Surroundings of rules before they are published: the things that exist, and the rates that hold today. */
export type Surroundings = ExistingIds & { readonly rates: RateTable }

/** Obstacle to publishing, with a JSON pointer to its field: '/rules/0/stages/1/quorum'. */
export type Finding = { readonly pointer: string; readonly refusal: Refusal<FlowRefusal> }

/**
 * Permission to publish the rules: the first finding, or true. A rule that can never be satisfied would block every
 * order that meets it.
 */
export const mayPublish = (rules: readonly Rule[], existing: Surroundings): true | Refusal<FlowRefusal> =>
  findings(rules, existing)[0]?.refusal ?? true

/** All obstacles to publishing the rules, in the rules' order. */
export const findings = (rules: readonly Rule[], existing: Surroundings): Finding[] =>
  rules.flatMap((rule, at) =>
    [...findingsInConditions(rule, existing), ...findingsInStages(rule, existing)].map(
      ([refused, field, facts]) => ({
        pointer: `/rules/${at}/${field}`,
        refusal: refuse<FlowRefusal>(refused, { rule: rule.name, ...facts }),
      }),
    ),
  )

/** True when a stage asks for more approvals than it names people. */
export const asksTooMany = ({ approvers, quorum = null }: StageRequirement): boolean =>
  approvers.kind === 'users' && (quorum ?? 1) > approvers.userIds.length

/** A finding within one rule: the refusal, the field in the rule, and the stage that it is about. */
type RuleFinding = readonly [refused: FlowRefusal, field: string, facts?: Facts]

/**
 * Findings in the conditions: they name something unknown, their largest amount is below the smallest, or orders could
 * meet an amount that theirs cannot be compared with.
 */
function findingsInConditions({ id, conditions }: Rule, existing: Surroundings): RuleFinding[] {
  const { from, upTo } = conditions
  const isAmountRange = !from || !upTo || (from.currency === upTo.currency && compare(from, upTo) <= 0)
  return [
    ...(['clientIds', 'projectIds', 'contractIds', 'providerIds'] as const)
      .filter(list => !conditions[list].every(id => existing[list].includes(id)))
      .map((list): RuleFinding => ['unknown_place', `conditions/${list}`]),
    ...(conditions.costCentreIds.every(id => id === withoutCentre || existing.costCentreIds.includes(id))
      ? []
      : [['unknown_place', 'conditions/costCentreIds'] as const]),
    ...(conditions.requesterIds.every(userId => existing.requesterIds.includes(userId))
      ? []
      : [['unknown_requester', 'conditions/requesterIds'] as const]),
    ...(isAmountRange ? [] : [['band_upside_down', 'conditions/upTo/minor'] as const]),
    ...thresholdsIn(conditions).flatMap(([field, threshold]): RuleFinding[] => {
      const missing = missingRate(existing, id, threshold.currency)
      return missing ? [['rate_missing', `conditions/${field}/minor`, missing.facts ?? {}]] : []
    }),
  ]
}

/** The first refusal to convert what may meet the rule into a threshold's currency; undefined when all can be. */
const missingRate = (
  { rates, currencies }: Surroundings,
  ruleId: string,
  currency: Currency,
): Refusal<'rate_missing'> | undefined =>
  (currencies.get(ruleId) ?? [])
    .map(each => convert(rates, money(1n, each), currency))
    .find(answer => isRefusal(answer))

/**
 * Findings in the stages: they name somebody who cannot approve, ask for more approvals than they name people, or have a
 * deputy whom they ask already.
 */
function findingsInStages({ stages }: Rule, existing: ExistingIds): RuleFinding[] {
  return stages.flatMap((stage, at): RuleFinding[] => {
    const { name, deputy } = stage
    const mayApprove = (id: string) => existing.approverIds.includes(id)
    return [
      ...(askedByName(stage).every(mayApprove)
        ? []
        : [['unknown_person', `stages/${at}/approvers/userIds`, { stage: name }] as const]),
      ...(deputy === null || mayApprove(deputy.userId)
        ? []
        : [['unknown_person', `stages/${at}/deputy/userId`, { stage: name }] as const]),
      ...(isDeputyAsked(stage)
        ? [['deputy_in_stage', `stages/${at}/deputy/userId`, { stage: name }] as const]
        : []),
      ...(asksTooMany(stage) ? [['quorum_too_large', `stages/${at}/quorum`, { stage: name }] as const] : []),
    ]
  })
}

type StageRequirement = Pick<StagePlan, 'approvers'> & { readonly quorum?: number | null | undefined }
