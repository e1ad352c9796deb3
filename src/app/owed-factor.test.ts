import { beforeEach, expect, test, vi } from 'vitest'
import { mayOweFactor, nothingOwed, owedFactor, owesFactor } from '#app/owed-factor.ts'
import { toSessionUser } from '#app/session-user.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null })
})

const user = (role: string, policy?: string, factors?: { status: 'verified' }[]) =>
  toSessionUser({
    id: 'u1',
    aud: 'authenticated',
    created_at: '',
    app_metadata: { role, ...(policy && { second_factor_policy: policy }) },
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

test('whoever owes a second factor by their role is known with the session', () => {
  expect(owesFactor(user('admin', 'administrators'))).toBe(true)
  expect(owesFactor(user('approver', 'administrators'))).toBe(false)
  expect(owesFactor(user('admin'))).toBe(false)
  expect(owesFactor(user('admin', 'administrators', [{ status: 'verified' }]))).toBe(false)
  expect(owesFactor(null)).toBe(false)
})

test('of whoever may decide it is asked until it is known, and of nobody else', () => {
  const approver = user('approver', 'deciders')
  expect(mayOweFactor(approver)).toBe(true)
  expect(mayOweFactor(user('approver', 'administrators'))).toBe(false)
  expect(mayOweFactor(user('approver', 'deciders', [{ status: 'verified' }]))).toBe(false)
  expect(mayOweFactor(user('admin', 'deciders')), 'known by their role').toBe(false)
  kept.set(nothingOwed, 'u1')
  expect(mayOweFactor(approver)).toBe(false)
  expect(owesFactor(approver)).toBe(false)
  kept.clear()
  kept.set(owedFactor, 'u1')
  expect(mayOweFactor(approver)).toBe(false)
  expect(owesFactor(approver)).toBe(true)
})
