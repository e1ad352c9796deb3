import { expect, test } from 'vitest'
import { roles } from '#kernel/actor.ts'
import { factorDuty, factorPolicies, isStricter, policyInForce } from '#kernel/second-factor.ts'

test.each([
  [false, null, 'nobody'],
  [false, 'nobody', 'nobody'],
  [false, 'administrators', 'administrators'],
  [false, 'deciders', 'deciders'],
  [true, null, 'administrators'],
  [true, 'administrators', 'administrators'],
  [true, 'deciders', 'deciders'],
] as const)(
  'where the program asks administrators (%s) and the company says %s, %s',
  (isStrict, chosen, answer) => {
    expect(policyInForce(isStrict, chosen)).toBe(answer)
  },
)

test('a company that says nobody does not loosen what the program asks', () => {
  expect(policyInForce(true, 'nobody')).toBe('administrators')
})

test.each([
  ['nobody', [], []],
  ['administrators', ['admin_saas', 'admin', 'auditor'], []],
  [
    'deciders',
    ['admin_saas', 'admin', 'auditor'],
    ['client', 'client_user', 'provider', 'provider_user', 'approver'],
  ],
] as const)('%s: administrators %j, and %j when they decide', (policy, administrators, deciders) => {
  const owing = (decides: boolean, duty: string) =>
    roles.filter(role => factorDuty({ role, decides }, policy) === duty)
  for (const decides of [false, true]) expect(owing(decides, 'administrator')).toEqual(administrators)
  expect(owing(true, 'decider')).toEqual(deciders)
  expect(owing(false, 'decider')).toEqual([])
})

test('each policy asks everybody whom a looser one asks', () => {
  for (const [index, policy] of factorPolicies.entries())
    for (const looser of factorPolicies.slice(0, index)) {
      expect(isStricter(policy, looser)).toBe(true)
      expect(isStricter(looser, policy)).toBe(false)
      for (const role of roles)
        for (const decides of [false, true])
          if (factorDuty({ role, decides }, looser) !== null)
            expect(factorDuty({ role, decides }, policy)).not.toBeNull()
    }
})
