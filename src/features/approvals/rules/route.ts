/**
 * Route of a new order: its stages come from the company's flow; when no rule matches, every approver of the project
 * approves. An order that exceeds its contract may also need the company's budget owners, at the end. Nobody approves
 * an order of which they wrote any revision, and an order that cannot be approved as required is blocked.
 */
import {
  type ConflictOfDuties,
  conflictOfDuties,
  type Duties,
  type StageOrigin,
} from '#features/approvals/rules.ts'
import { type Balance, exceeds, type Overrun, requestRoom } from '#features/contracts/rules/budget.ts'
import type { BlockCause } from '#features/documents/rules.ts'
import type { Conversion, RateTable } from '#features/exchange-rates/rules.ts'
import { type Conditions, conditionsMet, type Subject } from '#features/flows/rules/conditions.ts'
import {
  type Deputy,
  type Flow,
  type Mode,
  type Rule,
  ruleFor,
  type StagePlan,
} from '#features/flows/rules.ts'
import { type Money, subtract } from '#kernel/money.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'

/** Stages and people that an order needs; submission turns them into stages and seats. */
export type Route = {
  readonly flowVersion: number | null
  readonly rule: Rule | null
  /** Conditions of the rule as the order met them (`conditionsMet`); null without a rule. */
  readonly met: Conditions | null
  /** Conversions that the choice of the rule needed. */
  readonly conversions: readonly Conversion[]
  /** Names of the clients and requesters of the flow's conditions, by id. */
  readonly names: ReadonlyMap<string, string>
  /** True when an order that exceeds its contract needs the budget owners for its cost centre too. */
  readonly exceedsCentre: boolean
  /** Stages in the order in which they open. While the order is blocked, none is written. */
  readonly stages: readonly RouteStage[]
  readonly excluded: readonly Excluded[]
  /** Cause for which the order starts blocked; null when it can be approved. */
  readonly blockedBy: Extract<BlockCause, 'no_approver' | 'budget'> | null
}

export type RouteStage = {
  readonly origin: StageOrigin
  readonly name: string
  readonly turn: number
  readonly mode: Mode
  /** Number of approvals that the stage needs; larger than its number of people when nobody can satisfy it. */
  readonly needed: number
  readonly approverIds: readonly string[]
  readonly deputy: Deputy | null
}

/** A person named by the flow who gets no seat, and the reason. */
export type Excluded = { readonly userId: string; readonly because: ConflictOfDuties | 'not_eligible' }

export type RouteFacts = Duties & {
  readonly flow: Flow
  readonly subject: Subject
  /** Approvers named in the project itself. */
  readonly projectApproverIds: readonly string[]
  /** All approvers of the project: named in it, or holders of the global permission. */
  readonly approverIds: readonly string[]
  /** People named by the flow who can be approvers for the project's client today. */
  readonly eligibleIds: readonly string[]
  /** Person who is nobody's deputy in this order, although the flow may say so; absent: none. */
  readonly barredDeputyId?: string | null
  /** Budget owners; null when nobody's permission is asked: by the contract's policy, or within its tolerance. */
  readonly budgetOwnerIds: readonly string[] | null
  /** True when they are asked for the cost centre of the order too; absent: they are not. */
  readonly exceedsCentre?: boolean
}

/** Inputs of a route: the order, its contract and the people, as the database has them when it begins its approval. */
export type RouteInputs = Duties & {
  readonly flow: Flow
  readonly order: Pick<
    Subject,
    'type' | 'clientId' | 'projectId' | 'providerId' | 'taxCategories' | 'costCentreId' | 'amount'
  > & {
    /** Amount that the order asks of its contract. Conditions of the flow ask for `amount`. */
    readonly charge: Money
  }
  readonly contract: Overrun & { readonly id: string; readonly balance: Balance }
  /** True when the contract's balance already counts the order's charge as requested. */
  readonly isCounted: boolean
  /** Sums requested for the same payee in the last days (`cumulativeDays`), by currency, without this order. */
  readonly recentlyRequested: readonly Money[]
  /** Rates of the day on which the order is sent. */
  readonly rates: RateTable
  readonly appointed: {
    readonly approverIds: readonly string[]
    readonly named: { readonly approverIds: readonly string[] }
  }
  readonly eligibleIds: readonly string[]
  readonly ownerIds: readonly string[]
  readonly exceedsCentre?: boolean
  readonly barredDeputyId?: string | null
}

/**
 * Route of an order from what the database holds: derives what its conditions ask, then plans. Refused when a rate is
 * missing that tells which rule the order takes.
 */
export function routeFromInputs(inputs: RouteInputs): Route | Refusal<'rate_missing'> {
  const { order, contract, appointed } = inputs
  const { flow, eligibleIds, ownerIds, authorIds, executorIds, executorMayApprove } = inputs
  const { charge } = order
  const { policy, tolerance } = contract
  const before = balanceBefore(inputs)
  const asksOwners = policy === 'requiere_aprobacion' && requestRoom(before, charge, tolerance) === 'none'
  return routeFor({
    flow,
    eligibleIds,
    authorIds,
    executorIds,
    executorMayApprove,
    subject: subjectFrom(inputs),
    projectApproverIds: appointed.approverIds.filter(id => appointed.named.approverIds.includes(id)),
    approverIds: appointed.approverIds,
    budgetOwnerIds: asksOwners ? ownerIds : null,
    exceedsCentre: inputs.exceedsCentre ?? false,
    barredDeputyId: inputs.barredDeputyId ?? null,
  })
}

/** Inputs of a route on which the choice of its rule depends. */
type RuleInputs = Pick<
  RouteInputs,
  'flow' | 'order' | 'contract' | 'isCounted' | 'recentlyRequested' | 'rates' | 'authorIds'
>

/** The rate that is missing to tell which rule the order takes; null when the rule is known. */
export function missingRate(inputs: RuleInputs): Refusal<'rate_missing'> | null {
  const chosen = ruleFor(inputs.flow, subjectFrom(inputs))
  return isRefusal(chosen) ? chosen : null
}

function subjectFrom(inputs: RuleInputs): Subject {
  const { charge, ...asked } = inputs.order
  return {
    ...asked,
    contractId: inputs.contract.id,
    requesterIds: inputs.authorIds,
    requested: inputs.recentlyRequested,
    rates: inputs.rates,
    exceeds: exceeds(balanceBefore(inputs), charge),
  }
}

const balanceBefore = ({ contract, order, isCounted }: RuleInputs): Balance =>
  isCounted ? withoutRequest(contract.balance, order.charge) : contract.balance

/** The balance before an amount was requested of it. */
const withoutRequest = (balance: Balance, amount: Money): Balance => ({
  ...balance,
  requested: subtract(balance.requested, amount),
})

/** Route of an order: its stages, the excluded people, and the cause of a block if it cannot be approved. */
export function routeFor(facts: RouteFacts): Route | Refusal<'rate_missing'> {
  const chosen = ruleFor(facts.flow, facts.subject)
  if (isRefusal(chosen)) return chosen
  const { rule, conversions } = chosen
  const planned = rule ? inTurns(rule.stages).map(stage => ruleStage(stage, facts)) : [generalStage(facts)]
  const needsOwners = facts.subject.exceeds && facts.budgetOwnerIds !== null
  const last = Math.max(...planned.map(({ stage }) => stage.turn))
  const all = [...planned, ...(needsOwners ? [ownersStage(facts, last + 1)] : [])]
  return {
    flowVersion: facts.flow.version,
    rule,
    met: rule && conditionsMet(rule.conditions, facts.subject),
    conversions,
    names: facts.flow.names ?? new Map(),
    exceedsCentre: facts.exceedsCentre ?? false,
    stages: all.map(({ stage }) => stage),
    excluded: all
      .flatMap(({ excluded }) => excluded)
      .filter((one, index, every) => every.findIndex(each => each.userId === one.userId) === index),
    blockedBy: blockCause(all.map(({ stage }) => stage)),
  }
}

type Planned = { readonly stage: RouteStage; readonly excluded: readonly Excluded[] }

/** Stage of the general flow: every approver of the project, all of whom must approve. */
function generalStage(facts: RouteFacts): Planned {
  const plan = { name: 'Aprobación del proyecto', turn: 1, mode: 'all', quorum: null } as const
  return planStage('general', plan, facts.approverIds, facts)
}

/** Stage of a rule, with the people whom it names or the project's. */
function ruleStage(plan: StagePlan, facts: RouteFacts): Planned {
  const { stage, excluded } = planStage('rule', plan, approversAsked(plan, facts), facts)
  const { userIds = [] } = plan.approvers.kind === 'users' ? plan.approvers : {}
  const missing = userIds.filter(id => !facts.eligibleIds.includes(id))
  // A required approver who is no longer eligible still counts, so the stage is blocked instead of losing a person.
  const needed = plan.mode === 'all' ? stage.needed + missing.length : stage.needed
  const gone = missing.map(userId => ({ userId, because: 'not_eligible' as const }))
  const deputy = plan.deputy?.userId === facts.barredDeputyId ? null : plan.deputy
  return { stage: { ...stage, needed, deputy }, excluded: [...excluded, ...gone] }
}

function approversAsked({ approvers }: StagePlan, facts: RouteFacts): readonly string[] {
  switch (approvers.kind) {
    case 'users':
      return approvers.userIds.filter(id => facts.eligibleIds.includes(id))
    case 'project_approvers':
      return facts.projectApproverIds
    case 'permission_holders':
      return facts.approverIds
  }
}

/** Stage of the budget owners: one of them permits the order to exceed its contract. */
export const overrunStage = (facts: OwnersFacts, turn: number): RouteStage => ownersStage(facts, turn).stage

type OwnersFacts = Duties & Pick<RouteFacts, 'budgetOwnerIds'>

function ownersStage(facts: OwnersFacts, turn: number): Planned {
  const plan = { name: 'Exceso de presupuesto', turn, mode: 'any', quorum: null } as const
  return planStage('overrun', plan, facts.budgetOwnerIds ?? [], facts)
}

/** Stage with seats for the named people, without those who have a conflict of duties. */
function planStage(
  origin: StageOrigin,
  { name, turn, mode, quorum }: Omit<StagePlan, 'approvers' | 'deputy'>,
  named: readonly string[],
  duties: Duties,
): Planned {
  const approverIds = named.filter(userId => conflictOfDuties(userId, duties) === null)
  const excluded = named.flatMap(userId => {
    const because = conflictOfDuties(userId, duties)
    return because ? [{ userId, because }] : []
  })
  const needed = { any: 1, all: Math.max(approverIds.length, 1), quorum: quorum ?? 1 }[mode]
  return { stage: { origin, name, turn, mode, needed, approverIds, deputy: null }, excluded }
}

/** Stages sorted by turn, with the turns renumbered from one without gaps. */
function inTurns(stages: readonly StagePlan[]): StagePlan[] {
  const turns = [...new Set(stages.map(stage => stage.turn))].toSorted((a, b) => a - b)
  return stages
    .map(stage => ({ ...stage, turn: turns.indexOf(stage.turn) + 1 }))
    .toSorted((a, b) => a.turn - b.turn)
}

function blockCause(stages: readonly RouteStage[]): Route['blockedBy'] {
  const cannot = stages.find(({ needed, approverIds }) => approverIds.length < needed)
  if (!cannot) return null
  return cannot.origin === 'overrun' ? 'budget' : 'no_approver'
}

/** Number of seats that the order begins with: none while it is blocked. */
export const countSeats = ({ stages, blockedBy }: Route): number =>
  blockedBy === null ? stages.reduce((sum, stage) => sum + stage.approverIds.length, 0) : 0

/** Stages of a revision as the journal seals them, one line each: stage, turn, mode, approvals needed, origin. */
export const stageLines = (stages: readonly SealedStage[]): string[] =>
  stages.map(({ stage, turn, mode, needed, origin }) => [stage, turn, mode, needed, origin].join(' '))

type SealedStage = Pick<RouteStage, 'turn' | 'mode' | 'needed' | 'origin'> & { readonly stage: number }

/** Stages that a route opens, and their deputies, as the journal seals them; a blocked route opens none. */
export const routeLines = ({ stages, blockedBy }: Pick<Route, 'stages' | 'blockedBy'>): RouteLines => {
  if (blockedBy !== null) return { stages: [] }
  const numbered = stages.map((stage, index) => ({ ...stage, stage: index + 1 }))
  const deputies = numbered.flatMap(({ stage, deputy }) =>
    deputy ? [[stage, deputy.userId, deputy.afterDays].join(' ')] : [],
  )
  return { stages: stageLines(numbered), ...(deputies.length === 0 ? {} : { deputies }) }
}

/** `deputies`: stage, person and days of each stage that names one; absent when none does. */
export type RouteLines = { readonly stages: readonly string[]; readonly deputies?: readonly string[] }
