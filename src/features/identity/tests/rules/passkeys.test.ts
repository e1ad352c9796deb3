import { describe, expect, test } from 'vitest'
import {
  freePasskeyName,
  isCounterGood,
  longestPasskeyName,
  maxPasskeys,
  mayAddPasskey,
} from '#features/identity/rules/passkeys.ts'
import { relyingParty } from '#server/auth/webauthn.ts'

const trusted = {
  count: 0,
  hasFactor: false,
  isSecondStepDone: false,
  untrustedReason: null,
  isOfCompany: false,
}

describe('a passkey is added', () => {
  test('by the owner of the account, the first one without a second step', () => {
    expect(mayAddPasskey(trusted)).toBe(true)
  })

  test('beside another second factor after the second step alone', () => {
    const further = { ...trusted, count: 1, hasFactor: true }
    expect(mayAddPasskey(further)).toMatchObject({ refused: 'enrolment_needs_second_step' })
    expect(mayAddPasskey({ ...further, isSecondStepDone: true })).toBe(true)
  })

  test('up to ten', () => {
    const many = { ...trusted, hasFactor: true, isSecondStepDone: true }
    expect(mayAddPasskey({ ...many, count: maxPasskeys - 1 })).toBe(true)
    expect(mayAddPasskey({ ...many, count: maxPasskeys })).toMatchObject({ refused: 'too_many_passkeys' })
  })

  test.each(['unconfirmed_address', 'given_password', 'changed_by_others'] as const)(
    'by nobody whose account may be in other hands: %s',
    untrustedReason => {
      expect(mayAddPasskey({ ...trusted, untrustedReason })).toMatchObject({
        refused: 'passkey_of_untrusted_account',
      })
    },
  )

  test('in no session that a company’s provider opened, which would outlive the company', () => {
    expect(mayAddPasskey({ ...trusted, isOfCompany: true })).toMatchObject({ refused: 'session_of_company' })
  })
})

describe('the name of a passkey', () => {
  test('is the wanted one, with a number where it is taken', () => {
    expect(freePasskeyName('Mac', [])).toBe('Mac')
    expect(freePasskeyName('Mac', ['Mac'])).toBe('Mac 2')
    expect(freePasskeyName('Mac', ['Mac', 'Mac 2'])).toBe('Mac 3')
  })

  test('stays within its length', () => {
    const long = 'x'.repeat(longestPasskeyName)
    expect(freePasskeyName(long, [long])).toHaveLength(longestPasskeyName)
  })
})

test.each([
  [0, 0, true],
  [0, 1, true],
  [5, 6, true],
  [5, 5, false],
  [5, 4, false],
  [5, 0, false],
])('a counter after %i that says %i is good: %s', (last, presented, isGood) => {
  expect(isCounterGood(last, presented)).toBe(isGood)
})

test.each([
  ['https://pagos.empresa.example', 'pagos.empresa.example', 'https://pagos.empresa.example'],
  ['https://pagos.empresa.example:8443', 'pagos.empresa.example', 'https://pagos.empresa.example:8443'],
  ['http://127.0.0.1:3000', 'localhost', 'http://localhost:3000'],
  ['http://[::1]:3000', 'localhost', 'http://localhost:3000'],
  ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
])('a program at %s makes keys for %s, and takes them from its own pages', (origin, id, from) => {
  expect(relyingParty(origin, 'Visto Bueno')).toEqual({ id, origin: from, name: 'Visto Bueno' })
})
