import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  covering,
  type Delegation,
  delegationAbilities,
  delegationState,
  mayBegin,
  mayDelegate,
  maySubstitute,
  overlap,
} from '#features/delegations/rules.ts'
import type { Actor, Role } from '#kernel/actor.ts'
import { addDays, type Day, dayFrom } from '#kernel/day.ts'
import { type Currency, money } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { actorWith } from '#tests/support/actor.ts'

function day(text: string): Day {
  const found = dayFrom(text)
  if (found === null) throw new Error(text)
  return found
}
const today = day('2026-03-10')
const answer = (may: true | Refusal) => (may === true ? true : may.refused)

const actor = (userId: string, role: Role = 'approver', clientId: string | null = null): Actor =>
  actorWith({ userId, role, clientId, name: userId })

const delegation = (fromId: string, toId: string, over: Partial<Delegation> = {}): Delegation => ({
  id: `${fromId}-${toId}`,
  fromId,
  toId,
  startsOn: '2026-03-10',
  endsOn: '2026-03-20',
  covers: 'approve',
  max: null,
  isEnded: false,
  ...over,
})

describe('a delegation', () => {
  it.each([
    ['2026-03-11', '2026-03-12', false, 'upcoming'],
    ['2026-03-10', '2026-03-10', false, 'active'],
    ['2026-03-01', '2026-03-10', false, 'active'],
    ['2026-03-01', '2026-03-09', false, 'over'],
    ['2026-03-01', '2026-03-20', true, 'over'],
  ] as const)('from %s to %s (ended: %s) is %s', (startsOn, endsOn, isEnded, state) => {
    expect(delegationState({ startsOn, endsOn, isEnded }, today)).toBe(state)
  })

  it.each([
    ['ana', 'luis', {}, [], true],
    ['ana', 'luis', { startsOn: '2026-03-09' }, [], 'delegation_in_past'],
    ['ana', 'luis', {}, [delegation('ana', 'zoe', { startsOn: '2026-03-20' })], 'already_substituted'],
    ['ana', 'luis', {}, [delegation('ana', 'zoe', { startsOn: '2026-03-21' })], true],
    ['ana', 'luis', {}, [delegation('ana', 'zoe', { isEnded: true })], true],
    ['ana', 'luis', { covers: 'execute' }, [delegation('ana', 'zoe')], true],
    ['ana', 'luis', { covers: 'both' }, [delegation('ana', 'zoe')], 'already_substituted'],
    ['ana', 'luis', {}, [delegation('ana', 'zoe', { covers: 'both' })], 'already_substituted'],
    ['ana', 'luis', {}, [delegation('luis', 'ana')], 'delegation_loop'],
    ['ana', 'luis', {}, [delegation('luis', 'zoe')], true],
    ['ana', 'luis', {}, [delegation('zoe', 'luis')], true],
  ] as const)('from %s to %s (%#)', (fromId, toId, over, others, expected) => {
    expect(answer(mayBegin(delegation(fromId, toId, over), others, today))).toBe(expected)
  })

  it('shares a day with another exactly when some day is in both', () => {
    const window = fc.tuple(fc.nat(30), fc.nat(10)).map(([from, days]) => ({
      startsOn: addDays(today, from),
      endsOn: addDays(today, from + days),
    }))
    fc.assert(
      fc.property(window, window, (one, other) => {
        const days = Array.from({ length: 45 }, (_, index) => addDays(today, index))
        const isIn = (each: Day, { startsOn, endsOn }: typeof one) => startsOn <= each && each <= endsOn
        expect(overlap(one, other)).toBe(days.some(each => isIn(each, one) && isIn(each, other)))
      }),
    )
  })

  it.each([
    [actor('ana'), 'ana', true],
    [actor('ana'), 'luis', 'forbidden'],
    [actor('ana', 'admin'), 'luis', true],
    [actor('ana', 'provider'), 'ana', 'forbidden'],
    [actor('ana', 'client', 'k'), 'ana', true],
  ] as const)('is made by oneself or an administrator (%#)', (who, giverId, expected) => {
    expect(answer(mayDelegate(who, giverId))).toBe(expected)
  })

  it('is ended by its giver or an administrator, once, and not by its substitute', () => {
    const end = (who: Actor, over: Partial<Delegation> = {}) =>
      answer(delegationAbilities(who, delegation('ana', 'luis', over), today).end)
    expect(end(actor('ana'))).toBe(true)
    expect(end(actor('zoe', 'admin'))).toBe(true)
    expect(end(actor('luis'))).toBe('forbidden')
    expect(end(actor('ana'), { isEnded: true })).toBe('delegation_over')
  })

  it.each([
    [{}, {}, true],
    [{}, { active: false }, 'person_not_eligible'],
    [{ active: false }, {}, 'giver_not_eligible'],
    [{}, { userId: 'ana' }, 'person_not_eligible'],
    [{}, { role: 'provider' }, 'person_not_eligible'],
    [{ clientId: 'k' }, { clientId: 'other' }, 'person_not_eligible'],
    [{ clientId: 'k' }, { clientId: 'k' }, true],
    [{ clientId: 'k' }, {}, true],
  ] as const)('joins two people who can approve (%#)', (giver, substitute, expected) => {
    const person = { active: true, role: 'approver', clientId: null } as const
    const [from, to] = [
      { userId: 'ana', ...person, ...giver },
      { userId: 'luis', ...person, ...substitute },
    ]
    expect(answer(maySubstitute(from, to))).toBe(expected)
  })
})

describe('a mandate', () => {
  const order = { clientId: 'k', amount: money(1000n, 'EUR') }
  const upTo = (minor: bigint, currency: Currency = 'EUR') => [
    {
      userId: 'ana',
      covers: 'approve' as const,
      max: money(minor, currency),
      isExecutor: false,
      side: 'company' as const,
    },
  ]

  it.each([
    [actor('luis'), upTo(1000n), 1],
    [actor('luis'), upTo(999n), 0],
    [actor('luis'), upTo(9999n, 'USD'), 0],
    [actor('luis'), [{ userId: 'ana', covers: 'both', max: null, isExecutor: false, side: 'company' }], 1],
    [actor('luis'), [{ userId: 'ana', covers: 'execute', max: null, isExecutor: true, side: 'company' }], 0],
    [actor('luis', 'client_user', 'k'), upTo(1000n), 1],
    [actor('luis', 'client_user', 'other'), upTo(1000n), 0],
    [actor('luis', 'provider'), upTo(1000n), 0],
  ] as const)('reaches what it covers and nothing else (%#)', (who, mandates, count) => {
    expect(covering(who, mandates, order, 'approve')).toHaveLength(count)
  })
})
