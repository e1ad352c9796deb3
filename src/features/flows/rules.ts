/**
 * What a company requires before an order is approved, said as rules in order of priority. The first rule
 * whose conditions an order meets says its stages; an order that meets none takes the general flow. What is
 * published never changes: to require something else is a new version, and orders on their way keep theirs.
 */
import type { DocumentType } from '#features/documents/rules.ts'
import { ownHands } from '#features/identity/rules/hands.ts'
import type { Actor } from '#kernel/actor.ts'
import { compare, type Money } from '#kernel/money.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** One of its people, all of them, or as many as the quorum says. */
export type Mode = 'any' | 'all' | 'quorum'

/** Who sits in a stage: people by name, those named in the project, or everybody who approves in it. */
export type Approvers =
  | { readonly kind: 'users'; readonly userIds: readonly string[] }
  | { readonly kind: 'project_approvers' }
  | { readonly kind: 'permission_holders' }

export type StagePlan = {
  readonly name: string
  /** Stages of one turn are open together; the next turn opens when all of them are approved. */
  readonly turn: number
  readonly mode: Mode
  /** How many must approve, in mode `quorum`. */
  readonly quorum: number | null
  readonly approvers: Approvers
}

/** What an order must meet; an empty list, or null, asks nothing. */
export type Conditions = {
  readonly types: readonly DocumentType[]
  readonly projectIds: readonly string[]
  readonly contractIds: readonly string[]
  readonly providerIds: readonly string[]
  /** From this amount, itself included. */
  readonly from: Money | null
  /** Up to this amount, itself included. */
  readonly upTo: Money | null
  /** From this much asked for one payee in thirty days, by all contracts of the company, the order included. */
  readonly cumulativeFrom: Money | null
  /** Only what no longer fits in its contract. */
  readonly overBudget: boolean
}

export type Rule = {
  readonly id: string
  readonly name: string
  readonly conditions: Conditions
  readonly stages: readonly StagePlan[]
}

/** The rules that hold, in order of priority. Version null: the company has published none. */
export type Flow = { readonly version: number | null; readonly rules: readonly Rule[] }

export const generalFlow: Flow = { version: null, rules: [] }

/** An order as the conditions look at it. */
export type Subject = {
  readonly type: DocumentType
  readonly projectId: string
  readonly contractId: string
  readonly providerId: string
  readonly amount: Money
  /** Asked for the same payee in the last thirty days, by whatever contract, this order included. */
  readonly cumulative: Money
  /** Whether it exceeds what remains in the contract, counting what already waits. */
  readonly exceeds: boolean
}

/** Splitting an order does not dodge a threshold for this long. */
export const cumulativeDays = 30
export const rulesPerFlow = 50
export const stagesPerRule = 10
export const peoplePerStage = 50

/** The first rule that the order meets, or none. */
export const ruleFor = ({ rules }: Flow, subject: Subject): Rule | null =>
  rules.find(({ conditions }) => meets(subject, conditions)) ?? null

/**
 * An order meets conditions when it meets every one of them. What an amount in another currency is worth is not
 * known: it reaches every threshold, and stays below none.
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

/** Whether some rule looks at what was asked before: only then must submissions wait for one another. */
export const looksBack = ({ rules }: Flow): boolean =>
  rules.some(({ conditions }) => conditions.cumulativeFrom !== null)

/** The people that rules name. */
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
  | 'fresh_hands'

export type FlowVerb = 'edit' | 'publish'

/** Flows are the administrators'. While the company is suspended, or by fresh hands, they are prepared, not published. */
export function abilities(actor: Actor): { readonly [verb in FlowVerb]: true | Refusal<FlowRefusal> } {
  const edit = actor.role === 'admin' ? true : refuse<FlowRefusal>('forbidden')
  return {
    edit,
    publish: firstRefusal<FlowRefusal>(
      edit,
      actor.companySuspended ? refuse('company_suspended') : true,
      ownHands(actor),
    ),
  }
}

/** What a published rule names must be there: people who can approve, projects, contracts and providers. */
export type Known = {
  readonly approverIds: readonly string[]
  readonly projectIds: readonly string[]
  readonly contractIds: readonly string[]
  readonly providerIds: readonly string[]
}

/** What stands in the way of publishing, and the field that says it: '/rules/0/stages/1/quorum'. */
export type Finding = { readonly pointer: string; readonly refusal: Refusal<FlowRefusal> }

/** Whether these rules can hold. A rule that can never be satisfied would block every order that meets it. */
export const mayPublish = (rules: readonly Rule[], known: Known): true | Refusal<FlowRefusal> =>
  findings(rules, known)[0]?.refusal ?? true

/** Everything for which these rules cannot hold, in their order. */
export const findings = (rules: readonly Rule[], known: Known): Finding[] =>
  rules.flatMap((rule, at) =>
    [...misplaced(rule, known), ...unsatisfiable(rule, known)].map(([refused, field, facts]) => ({
      pointer: `/rules/${at}/${field}`,
      refusal: refuse<FlowRefusal>(refused, { rule: rule.name, ...facts }),
    })),
  )

/** More approvals than the people that it names. */
export const asksTooMany = ({ approvers, quorum = null }: Asking): boolean =>
  approvers.kind === 'users' && (quorum ?? 1) > approvers.userIds.length

type Found = readonly [refused: FlowRefusal, field: string, facts?: { readonly stage: string }]

function misplaced({ conditions }: Rule, known: Known): Found[] {
  const { from, upTo } = conditions
  const isBand = !from || !upTo || (from.currency === upTo.currency && compare(from, upTo) <= 0)
  return [
    ...(['projectIds', 'contractIds', 'providerIds'] as const)
      .filter(list => !conditions[list].every(id => known[list].includes(id)))
      .map((list): Found => ['unknown_place', `conditions/${list}`]),
    ...(isBand ? [] : [['band_upside_down', 'conditions/upTo/minor'] as const]),
  ]
}

function unsatisfiable({ stages }: Rule, known: Known): Found[] {
  return stages.flatMap((stage, at): Found[] => {
    const { name, approvers } = stage
    const isKnown =
      approvers.kind !== 'users' || approvers.userIds.every(id => known.approverIds.includes(id))
    return [
      ...(isKnown ? [] : [['unknown_person', `stages/${at}/approvers/userIds`, { stage: name }] as const]),
      ...(asksTooMany(stage) ? [['quorum_too_large', `stages/${at}/quorum`, { stage: name }] as const] : []),
    ]
  })
}

type Asking = Pick<StagePlan, 'approvers'> & { readonly quorum?: number | null | undefined }
