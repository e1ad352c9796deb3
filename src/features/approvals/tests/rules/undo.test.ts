// Undoing an approval, the last one too: by whom, until when, and what opens again.
import { describe, expect, it } from 'vitest'
import { decide } from '#features/approvals/rules/decided.ts'
import { mayUndo, undo } from '#features/approvals/rules/undo.ts'
import { type Stage, stageOutcome } from '#features/approvals/rules.ts'
import { noon, seat, stage, undoFacts } from '#tests/support/seats.ts'

describe('an approval', () => {
  const of = (stages: readonly Stage[], userId: string) => {
    const may = mayUndo({ userId }, { ...undoFacts, stages }, noon)
    return may === true ? true : may.refused
  }

  it('can be taken back while its turn is open, and only by whoever gave it', () => {
    const both = [stage([seat('ana', 'approved'), seat('luis')])]
    expect(of(both, 'ana')).toBe(true)
    expect(of(both, 'luis')).toBe('nothing_to_undo')
  })

  it('cannot once the next turn is open, nor once the order is decided', () => {
    const second = [stage([seat('ana', 'approved')]), stage([seat('luis')], { stage: 2, turn: 2 })]
    expect(of(second, 'ana')).toBe('next_stage_open')
    expect(
      mayUndo({ userId: 'ana' }, { ...undoFacts, state: 'approved', stages: second }, noon),
    ).toMatchObject({
      refused: 'not_in_approval',
    })
  })

  const done = [stage([seat('ana', 'approved'), { ...seat('zoe', 'approved'), decidedById: 'luis' }])]
  const last = (who: string, deciderId = who, over = {}) => ({
    ...undoFacts,
    state: 'approved' as const,
    stages: done,
    standsInFor: [{ userId: 'zoe', isExecutor: false, side: 'company' as const }],
    lastApproval: { seatId: seat(who).id, deciderId, at: noon, isActedOn: false, ...over },
  })
  const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000)

  it.each([
    ['the last one, by who gave it', last('ana'), 'ana', 119, true],
    ['the last one, once the minutes are over', last('ana'), 'ana', 120, 'undo_time_over'],
    [
      'the last one, where the company makes it final',
      { ...last('ana'), undoMinutes: 0 },
      'ana',
      0,
      'undo_time_over',
    ],
    ['one before the last', last('zoe', 'luis'), 'ana', 1, 'not_in_approval'],
    ['the last one, by the substitute who gave it', last('zoe', 'luis'), 'luis', 1, true],
    ['the last one, by the principal who did not', last('zoe', 'luis'), 'zoe', 1, 'not_in_approval'],
    [
      'the last one, once something was done with the order',
      last('ana', 'ana', { isActedOn: true }),
      'ana',
      1,
      'acted_on',
    ],
    [
      'the last one, by somebody of neither side',
      { ...last('ana'), side: 'neither' as const },
      'ana',
      1,
      'no_longer_eligible',
    ],
    ['one that nobody gave', last('ana'), 'eva', 1, 'nothing_to_undo'],
  ])('of an approved order: %s', (_, facts, userId, seconds, answer) => {
    const may = mayUndo({ userId }, facts, later(seconds))
    expect(may === true ? true : may.refused).toBe(answer)
  })

  it('that is the last is not taken back by an account that others may hold', () => {
    const actor = { userId: 'ana', untrustedReason: 'given_password' as const }
    expect(mayUndo(actor, last('ana'), later(1))).toMatchObject({ refused: 'untrusted_account' })
  })

  it('taken back opens the seats of its stage that it had made unnecessary, and no others', () => {
    const parallel = [
      stage([seat('ana'), seat('luis')], { mode: 'any', needed: 1 }),
      stage([seat('eva')], { stage: 2 }),
    ]
    const given = decide(parallel, 'ana', 'approve').stages
    expect(given[0]?.seats.map(each => each.status)).toEqual(['approved', 'skipped'])
    expect(undo(given, 'ana', ['ana', 'luis', 'eva'])).toEqual(parallel)
    expect(undo(given, 'ana', ['ana', 'eva'])[0]?.seats.map(each => each.status)).toEqual([
      'pending',
      'skipped',
    ])
  })
})

it('an approval undone leaves a pair closed whose other seat has rejected, and the stage can still be decided', () => {
  const pair = { pairId: 'p' }
  const pairs = [
    { ...seat('a', 'rejected'), ...pair },
    { ...seat('deputy', 'skipped'), ...pair },
  ]
  const any = stage([...pairs, seat('b', 'approved')], { mode: 'any', needed: 1 })
  const undone = undo([any], 'b', ['a', 'b', 'deputy'])
  expect(undone[0]?.seats.map(({ status }) => status)).toEqual(['rejected', 'skipped', 'pending'])
  const [a] = pairs
  const left = stage([...(a ? [a] : []), { ...seat('deputy'), ...pair }, seat('b', 'rejected')], {
    mode: 'any',
    needed: 1,
  })
  expect(stageOutcome(left)).toBe('rejected')
})
