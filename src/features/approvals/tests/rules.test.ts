import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '#features/approvals/rules/decided.ts'
import { mayUndo } from '#features/approvals/rules/undo.ts'
import {
  countSeats,
  type Decision,
  decidableSeat,
  mayDecide,
  openTurn,
  outcomeOfAll,
  type Principal,
  type Seat,
  type SeatStatus,
  type Stage,
  soundComment,
  stageOutcome,
} from '#features/approvals/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { actorWith } from '#tests/support/actor.ts'
import { noon, seat, stage, undoFacts } from '#tests/support/seats.ts'

const actor = (userId: string): Actor => actorWith({ userId, name: userId, role: 'approver' })

describe('a stage', () => {
  it.each([
    ['all', 2, ['approved', 'approved'], 'approved'],
    ['all', 2, ['approved', 'pending'], 'pending'],
    ['all', 2, ['approved', 'rejected'], 'rejected'],
    ['all', 2, ['pending', 'rejected'], 'rejected'],
    ['any', 1, ['pending', 'rejected'], 'pending'],
    ['any', 1, ['rejected', 'rejected'], 'rejected'],
    ['any', 1, ['approved', 'skipped'], 'approved'],
    ['quorum', 2, ['approved', 'rejected', 'pending'], 'pending'],
    ['quorum', 2, ['rejected', 'rejected', 'pending'], 'rejected'],
    ['quorum', 2, ['approved', 'approved', 'pending'], 'approved'],
  ] as const)('%s needing %i with %j is %s', (mode, needed, statuses, outcome) => {
    const seats = statuses.map((status, index) => seat(`p${index}`, status))
    expect(stageOutcome(stage(seats, { mode, needed }))).toBe(outcome)
  })

  it('without seats is never approved', () => {
    expect(stageOutcome(stage([], { needed: 1 }))).not.toBe('approved')
    expect(outcomeOfAll([])).toBe('pending')
  })
})

const deciding = (stages: readonly Stage[]) => ({
  stages,
  authorIds: [],
  executorMayApprove: false,
  standsInFor: [],
  side: 'company' as const,
})

describe('turns', () => {
  const two = [stage([seat('ana')]), stage([seat('luis')], { stage: 2, turn: 2 })]

  it('open one after the other: nobody of the second decides before the first is approved', () => {
    expect(openTurn(two)).toBe(1)
    expect(decidableSeat('luis', deciding(two))).toBeNull()
    const next = decide(two, 'ana', 'approve')
    expect(next).toMatchObject({ state: 'in_approval', turn: 2 })
    expect(decidableSeat('luis', deciding(next.stages))?.id).toBe('luis')
  })

  it('end at the first rejection: later seats are no longer required', () => {
    const next = decide(two, 'ana', 'reject')
    expect(next.state).toBe('rejected')
    expect(next.stages[1]?.seats[0]?.status).toBe('skipped')
  })
})

describe('who may decide', () => {
  const stages = [stage([seat('ana'), seat('luis', 'approved')])]
  const facts = {
    state: 'in_approval',
    authorIds: ['nuria'],
    stages,
    isExecutor: false,
    executorMayApprove: false,
    standsInFor: [],
    side: 'company',
  } as const

  it.each([
    ['ana', facts, true],
    ['luis', facts, 'already_decided'],
    ['zoe', facts, 'no_seat'],
    ['ana', { ...facts, state: 'rejected' }, 'not_in_approval'],
    ['ana', { ...facts, authorIds: ['ana'] }, 'own_document'],
    ['ana', { ...facts, isExecutor: true }, 'executor_cannot_approve'],
    ['ana', { ...facts, isExecutor: true, executorMayApprove: true }, true],
    ['ana', { ...facts, side: 'client' }, true],
    ['ana', { ...facts, side: 'neither' }, 'no_longer_eligible'],
    [
      'ana',
      { ...facts, side: 'client', stages: [stage([seat('ana')], { origin: 'overrun' })] },
      'overrun_is_of_company',
    ],
    ['ana', { ...facts, stages: [stage([seat('ana')], { origin: 'overrun' })] }, true],
  ] as const)('%s (%#)', (who, given, answer) => {
    const may = mayDecide(actor(who), given)
    expect(may === true ? true : may.refused).toBe(answer)
  })
})

describe('a substitute', () => {
  const giver = { userId: 'ana', isExecutor: false, side: 'company' } as const
  const of = (stages: readonly Stage[], over: object = {}) => {
    const facts = {
      ...({ state: 'in_approval', authorIds: ['nuria'], stages, isExecutor: false } as const),
      executorMayApprove: false,
      standsInFor: [giver],
      side: 'company' as const,
      ...over,
    }
    const may = mayDecide(actor('luis'), facts)
    return may === true ? (decidableSeat('luis', facts)?.id ?? null) : may.refused
  }
  const parallel = [stage([seat('ana'), seat('zoe')]), stage([seat('luis')], { stage: 2 })]

  it.each([
    [[stage([seat('ana')])], {}, 'ana'],
    [[stage([seat('ana')])], { standsInFor: [] }, 'no_seat'],
    [[stage([seat('ana')])], { authorIds: ['luis'] }, 'own_document'],
    [[stage([seat('ana')])], { authorIds: ['ana'] }, 'no_seat'],
    [[stage([seat('ana')])], { standsInFor: [{ ...giver, isExecutor: true }] }, 'no_seat'],
    [[stage([seat('ana')])], { isExecutor: true }, 'executor_cannot_approve'],
    [[stage([seat('ana')], { origin: 'overrun' })], {}, 'ana'],
    [[stage([seat('ana')], { origin: 'overrun' })], { side: 'client' }, 'overrun_is_of_company'],
    [[stage([seat('ana')])], { standsInFor: [{ ...giver, side: 'neither' }] }, 'no_seat'],
    [
      [stage([seat('ana')], { origin: 'overrun' })],
      { standsInFor: [{ ...giver, side: 'client' }] },
      'overrun_is_of_company',
    ],
    [parallel, {}, 'luis'],
    [[stage([seat('ana'), seat('luis', 'approved')])], {}, 'seat_of_same_stage'],
    [[stage([seat('ana'), { ...seat('zoe', 'approved'), decidedById: 'luis' }])], {}, 'seat_of_same_stage'],
    [[stage([seat('zoe')]), stage([seat('ana')], { stage: 2, turn: 2 })], {}, 'not_your_turn'],
    [[stage([seat('ana'), seat('luis', 'void')])], {}, 'ana'],
  ] as const)('decides the seat that is theirs to decide, and no other (%#)', (stages, over, answer) => {
    expect(of(stages, over)).toBe(answer)
  })

  it('takes back what they gave only while they stand in', () => {
    const stages = [stage([{ ...seat('ana', 'approved'), decidedById: 'luis' }, seat('zoe')])]
    const may = (userId: string, standsInFor: readonly Principal[]) =>
      mayUndo({ userId }, { ...undoFacts, stages, standsInFor }, noon)
    expect(may('luis', [giver])).toBe(true)
    expect(may('ana', [])).toBe(true)
    expect(may('luis', [])).toMatchObject({ refused: 'nothing_to_undo' })
  })
})

describe('comments', () => {
  it('are required to return, and to reject when the company says so', () => {
    expect(soundComment('return', null, false)).toMatchObject({ refused: 'comment_required' })
    expect(soundComment('reject', null, true)).toMatchObject({ refused: 'comment_required' })
    expect(soundComment('reject', null, false)).toBe(true)
    expect(soundComment('approve', null, true)).toBe(true)
    expect(soundComment('return', 'Falta el albarán', true)).toBe(true)
  })
})

/** Stages as a rule may make them: one to three turns, any mode, distinct people in each. */
const anyStages = fc
  .array(
    fc.record({
      mode: fc.constantFrom('any' as const, 'all' as const, 'quorum' as const),
      people: fc.integer({ min: 1, max: 4 }),
      turn: fc.integer({ min: 1, max: 3 }),
      quorum: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map(made =>
    made.map(({ mode, people, turn, quorum }, index): Stage => {
      const seats = Array.from({ length: people }, (_, p) => seat(`p${p}`, 'pending', `s${index}-${p}`))
      const needed = mode === 'any' ? 1 : mode === 'all' ? people : Math.min(quorum, people)
      return { stage: index + 1, turn, mode, needed, origin: 'rule', seats }
    }),
  )

const anyDecisions = fc.array(
  fc.record({
    who: fc.integer({ min: 0, max: 3 }),
    decision: fc.constantFrom<Decision>('approve', 'approve', 'approve', 'reject', 'return'),
  }),
  { maxLength: 30 },
)

it('the counters leave out a seat that counts no more, and keep what was not required', () => {
  const seats = [seat('ana', 'void'), seat('luis'), seat('eva', 'skipped'), seat('raul', 'returned')]
  const counts = { total: 3, approved: 0, rejected: 0, pending: 1, skipped: 2 }
  expect(countSeats([stage(seats)])).toEqual(counts)
})

describe('any sequence of decisions', () => {
  it('approves exactly when every stage has what it needs; counters always equal the counts; what is over stays over', () => {
    fc.assert(
      fc.property(anyStages, anyDecisions, (initial, decisions) => {
        let stages: readonly Stage[] = initial
        let state: string = 'in_approval'
        for (const { who, decision } of decisions) {
          const open = decidableSeat(`p${who}`, deciding(stages))
          if (state !== 'in_approval' || !open) continue
          const next = decide(stages, open.id, decision)
          stages = next.stages
          state = next.state
          const approvedCounts = stages.map(s => s.seats.filter(x => x.status === 'approved').length)
          expect(state === 'approved').toBe(stages.every((s, i) => (approvedCounts[i] ?? 0) >= s.needed))
          const counts = countSeats(stages)
          expect(counts.total).toBe(counts.approved + counts.rejected + counts.pending + counts.skipped)
          if (state !== 'in_approval') expect(counts.pending).toBe(0)
          else
            expect(stages.some(s => s.turn === next.turn && s.seats.some(x => x.status === 'pending'))).toBe(
              true,
            )
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('two seats that stand beside each other', () => {
  const pair = { pairId: 'a' }
  const seats = (...statuses: readonly SeatStatus[]): Seat[] =>
    ['a', 'b', 'c'].map((id, at) => ({
      id,
      approverId: id,
      status: statuses[at] ?? 'pending',
      ...(id === 'c' ? {} : pair),
    }))
  const all = (...statuses: readonly SeatStatus[]): Stage => ({
    stage: 1,
    turn: 1,
    mode: 'quorum',
    needed: 2,
    origin: 'rule',
    seats: seats(...statuses),
  })

  it('count as one: with the third gone, two of them cannot give two approvals', () => {
    expect(stageOutcome(all())).toBe('pending')
    expect(stageOutcome(all('pending', 'pending', 'rejected'))).toBe('rejected')
    expect(stageOutcome(all('approved', 'skipped', 'pending'))).toBe('pending')
  })

  it('are both over when one of them is decided, and the one that an older program left open decides nothing', () => {
    const [stage] = decide([all()], 'b', 'approve').stages
    expect(stage?.seats.map(({ status }) => status)).toEqual(['skipped', 'approved', 'pending'])
    const facts = { authorIds: [], executorMayApprove: false, standsInFor: [], side: 'company' } as const
    expect(decidableSeat('a', { ...facts, stages: [all('pending', 'approved')] })).toBeNull()
    expect(decidableSeat('a', { ...facts, stages: [all()] })?.id).toBe('a')
  })
})
