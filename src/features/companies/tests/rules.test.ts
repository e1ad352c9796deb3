import { expect, test } from 'vitest'
import { companyAbilities, mayCreate, subscriptionTerms } from '#features/companies/rules.ts'
import { companyWords } from '#features/companies/text.ts'
import type { Actor, Role } from '#kernel/actor.ts'
import { actorWith } from '#tests/support/actor.ts'

test.each([
  ['free', 'users', 2, true],
  ['free', 'users', 3, 'plan_limit'],
  ['free', 'projects', 1, 'plan_limit'],
  ['free', 'documents', 19, true],
  ['starter', 'users', 15, 'plan_limit'],
  ['starter', 'projects', 9, true],
  ['starter', 'documents', 200, 'plan_limit'],
  ['business', 'users', 74, true],
  ['business', 'documents', 2000, 'plan_limit'],
  ['enterprise', 'documents', 1_000_000, true],
] as const)('%s with %s: one more than %i is %s', (plan, what, existing, answer) => {
  const may = mayCreate({ plan, status: 'active' }, what, existing)
  expect(may === true ? true : may.refused).toBe(answer)
})

test('a suspended or closed company creates nothing, whatever it pays', () => {
  for (const status of ['suspended', 'inactive'] as const)
    expect(mayCreate({ plan: 'enterprise', status }, 'documents', 0)).toMatchObject({
      refused: 'company_suspended',
    })
})

test('a refusal at a limit names the plan and the limit', () => {
  const may = mayCreate({ plan: 'starter', status: 'active' }, 'users', 15)
  expect(may === true || companyWords(may)).toBe(
    'El plan Starter admite 15 usuarios activos. Cambia de plan para añadir más.',
  )
})

test('prices grow with what they buy', () => {
  const prices = Object.values(subscriptionTerms).map(({ monthlyUsd }) => monthlyUsd)
  expect(prices).toEqual([0, 199, 499, 999])
})

test('only the company’s administrators change its settings', () => {
  const actor = (role: Role): Actor => actorWith({ role })
  expect(companyAbilities(actor('admin')).changeSettings).toBe(true)
  for (const role of [
    'admin_saas',
    'client',
    'client_user',
    'provider',
    'provider_user',
    'approver',
  ] as const)
    expect(companyAbilities(actor(role)).changeSettings).toMatchObject({ refused: 'forbidden' })
})
