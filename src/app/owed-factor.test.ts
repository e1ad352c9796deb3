import { beforeEach, expect, test, vi } from 'vitest'
import { knownFactor, mayOweFactor, owedFactor, owesFactor } from '#app/owed-factor.ts'
import { toSessionUser } from '#app/session-user.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null })
})

const user = (role: string, asked?: string, factors?: { status: 'verified' }[]) =>
  toSessionUser({
    id: 'u1',
    aud: 'authenticated',
    created_at: '',
    app_metadata: { role, ...(asked && { second_factor: asked }) },
    user_metadata: {},
    ...(factors && {
      factors: factors.map(factor => ({
        id: 'f',
        factor_type: 'totp',
        created_at: '',
        updated_at: '',
        ...factor,
      })),
    }),
  })

test('of whoever may owe a second factor it is found out once in a tab, and of nobody else', () => {
  expect(mayOweFactor(user('admin', 'owed'))).toBe(true)
  expect(mayOweFactor(user('approver', 'of_deciders'))).toBe(true)
  expect(mayOweFactor(user('approver'))).toBe(false)
  kept.set(knownFactor, 'u1')
  expect(mayOweFactor(user('admin', 'owed'))).toBe(false)
  kept.set(knownFactor, 'u2')
  expect(mayOweFactor(user('admin', 'owed')), 'somebody else in the same tab').toBe(true)
})

test('whoever owes it owes it until they have it', () => {
  expect(owesFactor(user('approver', 'of_deciders'))).toBe(false)
  kept.set(owedFactor, 'u1')
  expect(owesFactor(user('approver', 'of_deciders'))).toBe(true)
  expect(owesFactor(user('approver', 'of_deciders', [{ status: 'verified' }]))).toBe(false)
  expect(owesFactor(null)).toBe(false)
})
