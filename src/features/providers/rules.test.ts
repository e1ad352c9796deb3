import { describe, expect, test } from 'vitest'
import {
  abilities,
  bankAbilities,
  bicFrom,
  ibanFrom,
  mayCreateProvider,
  reachOf,
  seesBankData,
} from '#features/providers/rules.ts'
import { type Actor, type Role, roles } from '#kernel/actor.ts'

const actor = (role: Role, changes: Partial<Actor> = {}): Actor => ({
  ...{ userId: 'u', sessionId: 's', companyId: 'c', name: 'Ana', role, clientId: null, providerId: null },
  ...{ zone: 'Europe/Madrid', companySuspended: false },
  ...changes,
})

describe('an IBAN', () => {
  test.each([
    ['ES91 2100 0418 4502 0005 1332', 'ES9121000418450200051332'],
    ['es9121000418450200051332', 'ES9121000418450200051332'],
    ['DE89-3704-0044-0532-0130-00', 'DE89370400440532013000'],
    ['GB29 NWBK 6016 1331 9268 19', 'GB29NWBK60161331926819'],
    ['NO93 8601 1117 947', 'NO9386011117947'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(ibanFrom(typed)).toBe(kept)
  })

  test.each([
    ['ES91 2100 0418 4502 0005 1333', 'one digit is wrong'],
    ['ES19 2100 0418 4502 0005 1332', 'the check digits are swapped'],
    ['ES91 2100 0418 4502 0005 133', 'too short for Spain'],
    ['9121000418450200051332', 'no country'],
    ['ES', 'nothing'],
    ['ES91 2100 0418 4502 0005 13€2', 'a strange sign'],
    ['X'.repeat(60), 'nonsense'],
  ])('%s is refused: %s', typed => {
    expect(ibanFrom(typed)).toBeNull()
  })

  test('with any two neighbouring digits swapped is refused', () => {
    const iban = 'ES9121000418450200051332'
    for (let at = 4; at < iban.length - 1; at++) {
      const swapped = iban.slice(0, at) + iban.charAt(at + 1) + iban.charAt(at) + iban.slice(at + 2)
      if (swapped !== iban) expect(ibanFrom(swapped)).toBeNull()
    }
  })
})

test('a BIC has eight or eleven signs', () => {
  expect(bicFrom('caixesbb xxx')).toBe('CAIXESBBXXX')
  expect(bicFrom('CAIXESBB')).toBe('CAIXESBB')
  for (const bad of ['CAIXESB', 'CAIXESBBX', '12345678', '']) expect(bicFrom(bad)).toBeNull()
})

test('only administrators make and keep providers, none while suspended', () => {
  for (const role of roles) {
    expect(mayCreateProvider(actor(role)) === true).toBe(role === 'admin')
    expect(abilities(actor(role)).edit === true).toBe(role === 'admin')
  }
  expect(mayCreateProvider(actor('admin', { companySuspended: true }))).toMatchObject({
    refused: 'company_suspended',
  })
})

test('clients see their own providers without their accounts, a provider itself with it', () => {
  const client = actor('client_user', { clientId: 'x' })
  const provider = actor('provider', { providerId: 'PRV-001' })
  expect(reachOf(client)).toEqual({ kind: 'client', clientId: 'x' })
  expect(reachOf(provider)).toEqual({ kind: 'own', providerId: 'PRV-001' })
  expect(reachOf(actor('approver'))).toEqual({ kind: 'nothing' })
  expect([actor('admin'), provider, client, actor('approver')].map(seesBankData)).toEqual([
    ...[true, true, false, false],
  ])
})

describe('other bank data', () => {
  const verbs = (who: Actor, hasOtherHand = true) =>
    Object.entries(bankAbilities(who, { askedBy: 'u', hasOtherHand })).map(
      ([verb, may]) => `${verb}: ${may === true ? 'yes' : may.refused}`,
    )

  test('is for a second hand to confirm or reject, and for the first to take back', () => {
    expect(verbs(actor('admin', { userId: 'another' }))).toEqual([
      ...['confirm: yes', 'reject: yes', 'withdraw: not_asked_by_you'],
    ])
    expect(verbs(actor('admin'))).toEqual([
      ...['confirm: own_bank_change', 'reject: own_bank_change', 'withdraw: yes'],
    ])
    expect(verbs(actor('admin'), false)[0]).toBe('confirm: second_person_needed')
  })

  test.each(roles.filter(role => role !== 'admin'))('is not for the role %s', role => {
    expect(verbs(actor(role, { userId: 'another' }))).toEqual([
      ...['confirm: forbidden', 'reject: forbidden', 'withdraw: forbidden'],
    ])
  })
})
