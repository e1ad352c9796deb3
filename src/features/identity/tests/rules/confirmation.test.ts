// When a session counts as confirmed, and by what.
import { describe, expect, test } from 'vitest'
import { confirmationMs, confirmationWays, confirmedBy } from '#features/identity/rules/confirmation.ts'

const began = new Date('2026-03-10T10:00:00.000Z')
const later = (ms: number) => new Date(began.getTime() + ms)
const step = (method: string, secondsLater = 0) => ({
  method,
  timestamp: began.getTime() / 1000 + secondsLater,
})
const withPassword = { hasPasskey: false, hasApplication: false, hasPassword: true }
const withPasskey = { ...withPassword, hasPasskey: true }
const withCodes = { ...withPassword, hasApplication: true }

describe('a session', () => {
  test('is confirmed for five minutes, and at five minutes no more', () => {
    expect(confirmationMs).toBe(300_000)
    const steps = [step('password')]
    expect(confirmedBy(steps, withPassword, began)).toBe('password')
    expect(confirmedBy(steps, withPassword, later(confirmationMs - 1))).toBe('password')
    expect(confirmedBy(steps, withPassword, later(confirmationMs))).toBeNull()
  })

  test('stays confirmed where the clock of another node is a little ahead', () => {
    expect(confirmedBy([step('password', 2)], withPassword, began)).toBe('password')
  })

  test('is not confirmed by a password where the account has a second factor', () => {
    for (const proofs of [withPasskey, withCodes]) {
      expect(confirmedBy([step('password')], proofs, began)).toBeNull()
      expect(confirmedBy([step('totp'), step('password')], proofs, began)).toBe('totp')
      expect(confirmedBy([step('recovery_code')], proofs, began)).toBe('recovery_code')
    }
  })

  test('is confirmed by its latest good step, in whatever order they stand', () => {
    const steps = [step('webauthn', -200), step('totp', -10), step('company')]
    expect(confirmedBy(steps, withPasskey, began)).toBe('totp')
    expect(confirmedBy(steps.toReversed(), withPasskey, began)).toBe('totp')
  })

  test('is confirmed neither by a company’s provider nor by the link of a mail', () => {
    for (const method of ['company', 'recovery', 'invite', 'otp', 'toString', ''])
      expect(confirmedBy([step(method)], withPassword, began), method).toBeNull()
    expect(confirmedBy([], withPassword, began)).toBeNull()
  })
})

test('an account confirms with what it has, and with a password only without a second factor', () => {
  expect(confirmationWays(withPassword)).toEqual({ passkey: false, code: false, password: true })
  expect(confirmationWays(withPasskey)).toEqual({ passkey: true, code: false, password: false })
  expect(confirmationWays({ ...withPasskey, hasApplication: true })).toEqual({
    passkey: true,
    code: true,
    password: false,
  })
  expect(confirmationWays({ hasPasskey: false, hasApplication: false, hasPassword: false })).toEqual({
    passkey: false,
    code: false,
    password: false,
  })
})
