import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countSeats,
  type Route,
  type RouteFacts,
  routeFor as routeOrRefusal,
} from '#features/approvals/rules/route.ts'
import { noRates } from '#features/exchange-rates/rules.ts'
import { type Conditions, noConditions } from '#features/flows/rules/conditions.ts'
import type { Rule, StagePlan } from '#features/flows/rules.ts'
import { money } from '#kernel/money.ts'
import { isRefusal } from '#kernel/refusal.ts'

/** The route of facts in one currency, which no rate can be missing for. */
function routeFor(given: RouteFacts): Route {
  const route = routeOrRefusal(given)
  if (isRefusal(route)) throw new Error(route.refused)
  return route
}

const euros = (amount: number) => money(BigInt(amount) * 100n, 'EUR')

const stageOf = (over: Partial<StagePlan> = {}): StagePlan => ({
  name: 'Dirección',
  turn: 1,
  mode: 'any',
  quorum: null,
  deputy: null,
  approvers: { kind: 'users', userIds: ['dora'] },
  ...over,
})

const rule = (stages: StagePlan[], conditions: Partial<Conditions> = {}): Rule => ({
  id: 'r1',
  name: 'Pagos grandes',
  conditions: { ...noConditions, ...conditions },
  stages,
})

const facts: RouteFacts = {
  flow: { version: null, rules: [] },
  subject: {
    type: 'gasto',
    projectId: 'PRJ-001',
    contractId: 'CTR-001',
    providerId: 'PRV-001',
    amount: euros(500),
    clientId: 'norte',
    requesterIds: ['luis'],
    taxCategories: ['sin_desglose'],
    costCentreId: null,
    requested: [],
    rates: noRates('EUR'),
    exceeds: false,
  },
  projectApproverIds: ['ana', 'luis'],
  approverIds: ['ana', 'luis', 'eva'],
  eligibleIds: ['dora', 'raul'],
  executorIds: ['eva'],
  executorMayApprove: false,
  authorIds: ['luis'],
  budgetOwnerIds: null,
}

const under = (rules: Rule[], over: Partial<RouteFacts> = {}) =>
  routeFor({ ...facts, flow: { version: 3, rules }, ...over })

describe('the general flow', () => {
  it('seats every approver of the project except authors and executors, and says why not them', () => {
    expect(routeFor(facts)).toMatchObject({
      stages: [{ origin: 'general', mode: 'all', needed: 1, approverIds: ['ana'] }],
      excluded: [
        { userId: 'luis', because: 'own_document' },
        { userId: 'eva', because: 'executor_cannot_approve' },
      ],
      blockedBy: null,
    })
  })

  it('seats executors when the company allows it, but never an author', () => {
    const [stage] = routeFor({ ...facts, executorMayApprove: true }).stages
    expect(stage?.approverIds).toEqual(['ana', 'eva'])
  })

  it('with nobody left blocks the order and seats nobody: an empty list is never approval', () => {
    const route = routeFor({ ...facts, approverIds: ['luis'] })
    expect(route.blockedBy).toBe('no_approver')
    expect(countSeats(route)).toBe(0)
  })

  it('holds for orders that meet no rule', () => {
    const route = under([rule([stageOf()], { from: euros(501) })])
    expect(route.rule).toBeNull()
    expect(route.stages[0]?.origin).toBe('general')
  })
})

describe('a rule of the company', () => {
  it('says the stages in the order in which they open, from one, parallel ones together', () => {
    const named = (name: string, turn: number) => stageOf({ name, turn })
    const { stages } = under([rule([named('c', 7), named('a', 2), named('b', 2)])])
    expect(stages.map(({ name, turn }) => [name, turn])).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 2],
    ])
  })

  it('seats the people it names, the approvers named in the project, or all who approve in it', () => {
    const kinds = [
      stageOf(),
      stageOf({ approvers: { kind: 'project_approvers' } }),
      stageOf({ approvers: { kind: 'permission_holders' } }),
    ]
    const { stages } = under([rule(kinds)], { executorMayApprove: true })
    expect(stages.map(each => each.approverIds)).toEqual([['dora'], ['ana'], ['ana', 'eva']])
  })

  it('that all must approve is not satisfied without somebody who can no longer approve', () => {
    const both = stageOf({ mode: 'all', approvers: { kind: 'users', userIds: ['dora', 'ido'] } })
    const route = under([rule([both])])
    expect(route.blockedBy).toBe('no_approver')
    expect(route.excluded).toEqual([{ userId: 'ido', because: 'not_eligible' }])
  })

  it('whose quorum is more than its people blocks the order rather than ask for less', () => {
    const quorum = stageOf({
      mode: 'quorum',
      quorum: 2,
      approvers: { kind: 'users', userIds: ['dora', 'luis'] },
    })
    expect(under([rule([quorum])], { eligibleIds: ['dora', 'luis'] }).blockedBy).toBe('no_approver')
  })

  it('never seats who made the order, nor who executes it', () => {
    const everybody = stageOf({ approvers: { kind: 'users', userIds: ['luis', 'eva', 'dora'] } })
    const route = under([rule([everybody])], { eligibleIds: ['luis', 'eva', 'dora'] })
    expect(route.stages[0]?.approverIds).toEqual(['dora'])
  })
})

describe('what exceeds its contract', () => {
  const exceeding = { subject: { ...facts.subject, exceeds: true } }

  it('also needs a budget owner, after everybody else, when the policy asks for one', () => {
    const route = under([rule([stageOf(), stageOf({ turn: 2 })])], { ...exceeding, budgetOwnerIds: ['olga'] })
    expect(route.stages.at(-1)).toMatchObject({
      origin: 'overrun',
      turn: 3,
      mode: 'any',
      approverIds: ['olga'],
    })
    expect(under([], { ...exceeding, budgetOwnerIds: null }).stages).toHaveLength(1)
    expect(under([], { budgetOwnerIds: ['olga'] }).stages).toHaveLength(1)
  })

  it('is blocked for its budget when no owner may decide on it', () => {
    expect(routeFor({ ...facts, ...exceeding, budgetOwnerIds: ['luis'] }).blockedBy).toBe('budget')
  })
})

describe('any route', () => {
  const people = ['ana', 'luis', 'eva', 'dora', 'raul', 'olga']
  const some = fc.subarray(people)
  const anyStage = fc.record({
    name: fc.constantFrom('a', 'b'),
    turn: fc.integer({ min: 1, max: 4 }),
    mode: fc.constantFrom('any' as const, 'all' as const, 'quorum' as const),
    quorum: fc.integer({ min: 1, max: 4 }),
    deputy: fc.constant(null),
    approvers: fc.oneof(
      some.filter(ids => ids.length > 0).map(userIds => ({ kind: 'users' as const, userIds })),
      fc.constant({ kind: 'project_approvers' as const }),
      fc.constant({ kind: 'permission_holders' as const }),
    ),
  })

  it('seats nobody unfit, needs at least one approval in each stage and no more than it can have, or is blocked', () => {
    fc.assert(
      fc.property(
        fc.array(anyStage, { minLength: 1, maxLength: 4 }),
        ...([some, some, some, some, some] as const),
        fc.boolean(),
        (stages, approverIds, eligibleIds, executorIds, authorIds, owners, exceeds) => {
          const route = under([rule(stages)], {
            approverIds,
            projectApproverIds: approverIds,
            eligibleIds,
            executorIds,
            authorIds,
            budgetOwnerIds: owners,
            subject: { ...facts.subject, exceeds },
          })
          for (const { approverIds: seated } of route.stages)
            for (const id of seated) expect([...authorIds, ...executorIds]).not.toContain(id)
          if (route.blockedBy !== null) expect(countSeats(route)).toBe(0)
          for (const { needed, approverIds: seated } of route.stages) {
            expect(needed).toBeGreaterThan(0)
            if (route.blockedBy === null) expect(needed).toBeLessThanOrEqual(seated.length)
          }
          expect(new Set(route.stages.map(stage => stage.turn))).toEqual(
            new Set(Array.from({ length: Math.max(...route.stages.map(s => s.turn)) }, (_, i) => i + 1)),
          )
        },
      ),
      { numRuns: 500 },
    )
  })
})
