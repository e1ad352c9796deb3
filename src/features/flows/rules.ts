/**
 * Approval flow: rules in order of priority that say which approvals an order needs. The first rule whose conditions
 * an order meets determines its stages; an order that meets none takes the general flow. A published version never
 * changes: a different requirement is a new version, and orders on their way keep theirs.
 */
import type { DocumentType } from '#features/documents/rules.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { Actor } from '#kernel/actor.ts'
import { compare, type Money } from '#kernel/money.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** Approvals that a stage needs: one of its people, all of them, or the number in `quorum`. */
export type Mode = 'any' | 'all' | 'quorum'

/** Approvers of a stage: people by name, approvers named in the project, or everybody who approves in it. */
export type Approvers =
  | { readonly kind: 'users'; readonly userIds: readonly string[] }
  | { readonly kind: 'project_approvers' }
  | { readonly kind: 'permission_holders' }

export type StagePlan = {
  readonly name: string
  /** Stages of one turn are open together; the next turn opens when all of them are approved. */
  readonly turn: number
  readonly mode: Mode
  /** Number of approvals needed, in mode `quorum`; otherwise null. */
  readonly quorum: number | null
  readonly approvers: Approvers
}

/** Conditions that an order must meet; an empty list or null sets no condition. */
export type Conditions = {
  readonly types: readonly DocumentType[]
  readonly projectIds: readonly string[]
  readonly contractIds: readonly string[]
  readonly providerIds: readonly string[]
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

export type Rule = {
  readonly id: string
  readonly name: string
  readonly conditions: Conditions
  readonly stages: readonly StagePlan[]
}

/** One version of the flow: its rules in order of priority. Version null: the company has published none. */
export type Flow = { readonly version: number | null; readonly rules: readonly Rule[] }

export const generalFlow: Flow = { version: null, rules: [] }

/** What conditions are compared with: the data of one order. */
export type Subject = {
  readonly type: DocumentType
  readonly projectId: string
  readonly contractId: string
  readonly providerId: string
  readonly amount: Money
  /** Sum requested for the same payee within `cumulativeDays`, over all contracts, this order included. */
  readonly cumulative: Money
  /** True when it exceeds what remains in the contract, counting amounts already requested. */
  readonly exceeds: boolean
}

/** Days over which cumulative amounts are summed, so that a split order does not evade a threshold. */
export const cumulativeDays = 30
export const rulesPerFlow = 50
export const stagesPerRule = 10
export const peoplePerStage = 50

/** First rule whose conditions the order meets, or null. */
export const ruleFor = ({ rules }: Flow, subject: Subject): Rule | null =>
  rules.find(({ conditions }) => meets(subject, conditions)) ?? null

/**
 * True when the order meets every condition. Amounts in other currencies cannot be compared: such an order reaches
 * every lower threshold, and fits under no upper one.
 */
export function meets(subject: Subject, conditions: Conditions): boolean {
  const isIn = (asked: readonly string[], value: string) => asked.length === 0 || asked.includes(value)
  const reaches = (amount: Money, from: Money | null) =>
    from === null || amount.currency !== from.currency || compare(amount, from) >= 0
  const staysIn = (amount: Money, upTo: Money | null) =>
    upTo === null || (amount.currency === upTo.currency && compare(amount, upTo) <= 0)
  return (
    isIn(conditions.types, subject.type) &&
    isIn(conditions.projectIds, subject.projectId) &&
    isIn(conditions.contractIds, subject.contractId) &&
    isIn(conditions.providerIds, subject.providerId) &&
    reaches(subject.amount, conditions.from) &&
    staysIn(subject.amount, conditions.upTo) &&
    reaches(subject.cumulative, conditions.cumulativeFrom) &&
    (subject.exceeds || !conditions.overBudget)
  )
}

/** True when some rule sums earlier requests: only then must submissions for one payee wait for one another. */
export const hasCumulativeRule = ({ rules }: Flow): boolean =>
  rules.some(({ conditions }) => conditions.cumulativeFrom !== null)

/** Ids of the people that rules name. */
export const namedIn = (rules: readonly Rule[]): string[] => [
  ...new Set(
    rules.flatMap(rule =>
      rule.stages.flatMap(stage => (stage.approvers.kind === 'users' ? stage.approvers.userIds : [])),
    ),
  ),
]

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
  | 'band_upside_down'
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

/** Existing things that a published rule may name: people who can approve, projects, contracts and providers. */
export type ExistingIds = {
  readonly approverIds: readonly string[]
  readonly projectIds: readonly string[]
  readonly contractIds: readonly string[]
  readonly providerIds: readonly string[]
}

/** Obstacle to publishing, with a JSON pointer to its field: '/rules/0/stages/1/quorum'. */
export type Finding = { readonly pointer: string; readonly refusal: Refusal<FlowRefusal> }

/**
 * Permission to publish the rules: the first finding, or true. A rule that can never be satisfied would block every
 * order that meets it.
 */
export const mayPublish = (rules: readonly Rule[], existing: ExistingIds): true | Refusal<FlowRefusal> =>
  findings(rules, existing)[0]?.refusal ?? true

/** All obstacles to publishing the rules, in the rules' order. */
export const findings = (rules: readonly Rule[], existing: ExistingIds): Finding[] =>
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
type RuleFinding = readonly [refused: FlowRefusal, field: string, facts?: { readonly stage: string }]

/** Findings in the conditions: they name something unknown, or their largest amount is below the smallest. */
function findingsInConditions({ conditions }: Rule, existing: ExistingIds): RuleFinding[] {
  const { from, upTo } = conditions
  const isAmountRange = !from || !upTo || (from.currency === upTo.currency && compare(from, upTo) <= 0)
  return [
    ...(['projectIds', 'contractIds', 'providerIds'] as const)
      .filter(list => !conditions[list].every(id => existing[list].includes(id)))
      .map((list): RuleFinding => ['unknown_place', `conditions/${list}`]),
    ...(isAmountRange ? [] : [['band_upside_down', 'conditions/upTo/minor'] as const]),
  ]
}

/** Findings in the stages: they name somebody who cannot approve, or ask for more approvals than they name people. */
function findingsInStages({ stages }: Rule, existing: ExistingIds): RuleFinding[] {
  return stages.flatMap((stage, at): RuleFinding[] => {
    const { name, approvers } = stage
    const isKnown =
      approvers.kind !== 'users' || approvers.userIds.every(id => existing.approverIds.includes(id))
    return [
      ...(isKnown ? [] : [['unknown_person', `stages/${at}/approvers/userIds`, { stage: name }] as const]),
      ...(asksTooMany(stage) ? [['quorum_too_large', `stages/${at}/quorum`, { stage: name }] as const] : []),
    ]
  })
}

type StageRequirement = Pick<StagePlan, 'approvers'> & { readonly quorum?: number | null | undefined }
