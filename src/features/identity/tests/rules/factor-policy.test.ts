import { expect, test } from 'vitest'
import { mayChoose } from '#features/identity/rules/factor-policy.ts'
import { factorPolicyWords } from '#features/identity/text/factor-policy.ts'
import { roles } from '#kernel/actor.ts'
import { factorPolicies } from '#kernel/second-factor.ts'

const admin = { role: 'admin' } as const
const loose = { isStrict: false, inForce: 'nobody', hasFactor: true } as const
const answer = (...asked: Parameters<typeof mayChoose>) => {
  const may = mayChoose(...asked)
  return may === true ? true : may.refused
}

test('only administrators choose of whom a second factor is asked', () => {
  for (const role of roles)
    for (const policy of factorPolicies)
      expect(answer({ role }, loose, policy)).toBe(role === 'admin' ? true : 'forbidden')
})

test('an untrusted account changes nothing', () => {
  for (const policy of factorPolicies)
    expect(answer({ ...admin, untrustedReason: 'given_password' }, loose, policy)).toBe('untrusted_account')
})

test('a company asks of more people than the program, and never of fewer', () => {
  const strict = { ...loose, isStrict: true, inForce: 'deciders' } as const
  expect(factorPolicies.map(policy => answer(admin, strict, policy))).toEqual([
    'policy_of_program',
    true,
    true,
  ])
  const refused = mayChoose(admin, strict, 'nobody')
  expect(refused === true || factorPolicyWords(refused)).toMatch(/^En esta instalación/)
})

test('nobody asks of others what they have not done themself, but anybody may ask less', () => {
  const without = { ...loose, hasFactor: false }
  expect(factorPolicies.map(policy => answer(admin, without, policy))).toEqual([
    true,
    'own_factor_missing',
    'own_factor_missing',
  ])
  const asked = { ...without, inForce: 'deciders' } as const
  expect(factorPolicies.map(policy => answer(admin, asked, policy))).toEqual([true, true, true])
})
