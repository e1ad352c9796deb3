// When a session counts as confirmed, and by what.
import { describe, expect, test } from 'vitest'
import {
  confirmationMs,
  confirmationWays,
  confirmedBy,
  isSettled,
  settlingMs,
  stepTakenAt,
} from '#features/identity/rules/confirmation.ts'

const began = new Date('2026-03-10T10:00:00.000Z')
const later = (ms: number) => new Date(began.getTime() + ms)
const step = (method: string, secondsLater = 0) => ({
  method,
  timestamp: began.getTime() / 1000 + secondsLater,
})
const withPassword = { hasPasskey: false, hasApplication: false, hasPassword: true }
const withPasskey = { ...withPassword, hasPasskey: true }
const withCodes = { ...withPassword, hasApplication: true }
const withBoth = { ...withPasskey, hasApplication: true }

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
    for (const proofs of [withPasskey, withCodes])
      expect(confirmedBy([step('password')], proofs, began)).toBeNull()
    expect(confirmedBy([step('totp'), step('password')], withCodes, began)).toBe('totp')
    expect(confirmedBy([step('webauthn'), step('password')], withPasskey, began)).toBe('webauthn')
  })

  test('is confirmed by no factor that the account has not had for long, and by no recovery code', () => {
    expect(confirmedBy([step('totp'), step('webauthn')], withPassword, began)).toBeNull()
    expect(confirmedBy([step('webauthn')], withCodes, began)).toBeNull()
    expect(confirmedBy([step('recovery_code')], withCodes, began)).toBeNull()
  })

  test('is confirmed by its latest good step, in whatever order they stand', () => {
    const steps = [step('webauthn', -200), step('totp', -10), step('company')]
    expect(confirmedBy(steps, withBoth, began)).toBe('totp')
    expect(confirmedBy(steps.toReversed(), withBoth, began)).toBe('totp')
  })

  test('is confirmed neither by a company’s provider nor by the link of a mail', () => {
    for (const method of ['company', 'recovery', 'invite', 'otp', 'toString', ''])
      expect(confirmedBy([step(method)], withPassword, began), method).toBeNull()
    expect(confirmedBy([], withPassword, began)).toBeNull()
  })
})

test('a factor confirms from a day after it was made; until then its step is kept as if its confirmation had ended', () => {
  const madeAt = began.toISOString()
  expect(settlingMs).toBe(24 * 3600_000)
  expect(isSettled(madeAt, later(settlingMs - 1))).toBe(false)
  expect(isSettled(madeAt, later(settlingMs))).toBe(true)
  expect(stepTakenAt(madeAt, later(settlingMs))).toEqual(later(settlingMs))
  expect(stepTakenAt(madeAt, later(60_000))).toEqual(later(60_000 - confirmationMs))
})

test('an account confirms with what it has, and with a password only without a second factor', () => {
  expect(confirmationWays(withPassword)).toEqual({ passkey: false, code: false, password: true })
  expect(confirmationWays(withPasskey)).toEqual({ passkey: true, code: false, password: false })
  expect(confirmationWays(withBoth)).toEqual({
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
