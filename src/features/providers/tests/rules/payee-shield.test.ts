import { expect, test } from 'vitest'
import { coolOffEnd, seesSharedAccounts, sharedAccount } from '#features/providers/rules/payee-shield.ts'
import type { Actor } from '#kernel/actor.ts'
import { addDays, dayFrom } from '#kernel/day.ts'
import { actorWith } from '#tests/support/actor.ts'

const day = (text: string) => dayFrom(text) ?? expect.fail(text)

test.each([
  ['2026-11-20', 3, '2026-11-23'],
  ['2026-11-22', 3, '2026-11-23'],
  ['2026-11-23', 3, null],
  ['2026-11-20', 1, '2026-11-21'],
  ['2026-11-21', 1, null],
  ['2026-11-20', 0, null],
  ['2026-12-19', 30, '2026-12-20'],
  ['2026-12-20', 30, null],
  // A zone moved backwards: the change lies in the day after.
  ['2026-11-19', 3, '2026-11-23'],
])(
  'on %s, %d days after an account changed on 2026-11-20, its payments wait until %s',
  (today, days, end) => {
    expect(coolOffEnd(day('2026-11-20'), days, day(today))).toBe(end)
  },
)

test('an account that replaced none waits on no day', () => {
  expect(coolOffEnd(null, 30, day('2026-11-20'))).toBeNull()
})

test('payments wait on exactly as many days as the company says, whatever they are', () => {
  const changedOn = day('2026-02-25')
  for (let days = 0; days <= 30; days++) {
    const all = Array.from({ length: 40 }, (_, index) => addDays(changedOn, index))
    expect(all.filter(today => coolOffEnd(changedOn, days, today) !== null)).toHaveLength(days)
  }
})

const actor = (over: Partial<Actor>): Actor =>
  actorWith({ userId: 'elena', name: 'Elena', role: 'approver', ...over })
const others = [{ id: 'PRV-002', name: 'Gemelo' }]

test.each([
  ['an administrator', { role: 'admin' }, { providers: others }],
  ['an approver of the company', {}, { providers: [] }],
  ['a client', { role: 'client', clientId: 'brisa' }, null],
  ['a person of a client', { role: 'client_user', clientId: 'brisa' }, null],
  ['a provider', { role: 'provider', providerId: 'PRV-001' }, null],
  ['a person of a provider', { role: 'provider_user', providerId: 'PRV-001' }, null],
] as const)('%s learns of an account’s other holders what they may', (_who, over, seen) => {
  expect(sharedAccount(actor(over), others)).toEqual(seen)
  expect(sharedAccount(actor(over), [])).toBeNull()
  expect(seesSharedAccounts(actor(over))).toBe(seen !== null)
})
