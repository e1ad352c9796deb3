import { describe, expect, test } from 'vitest'
import {
  bankAbilities,
  mayCreateProvider,
  providerAbilities,
  seesBankData,
  visibleProviders,
} from '#features/providers/rules.ts'
import { type Actor, type Role, roles } from '#kernel/actor.ts'
import { actorWith } from '#tests/support/actor.ts'

const actor = (role: Role, changes: Partial<Actor> = {}): Actor =>
  actorWith({ userId: 'u', role, ...changes })

test('only administrators make and keep providers, none while suspended', () => {
  for (const role of roles) {
    expect(mayCreateProvider(actor(role)) === true).toBe(role === 'admin')
    expect(providerAbilities(actor(role)).edit === true).toBe(role === 'admin')
  }
  expect(mayCreateProvider(actor('admin', { companySuspended: true }))).toMatchObject({
    refused: 'company_suspended',
  })
})

test('clients see their own providers without their accounts, a provider itself with it', () => {
  const client = actor('client_user', { clientId: 'x' })
  const provider = actor('provider', { providerId: 'PRV-001' })
  expect(visibleProviders(client)).toEqual({ kind: 'client', clientId: 'x' })
  expect(visibleProviders(provider)).toEqual({ kind: 'own', providerId: 'PRV-001' })
  expect(visibleProviders(actor('approver'))).toEqual({ kind: 'nothing' })
  expect([actor('admin'), provider, client, actor('approver')].map(seesBankData)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

describe('other bank data', () => {
  const verbs = (who: Actor, hasOtherHand = true) =>
    Object.entries(bankAbilities(who, { askedBy: 'u', hasOtherHand })).map(
      ([verb, may]) => `${verb}: ${may === true ? 'yes' : may.refused}`,
    )

  test('is for a second hand to confirm or reject, and for the first to take back', () => {
    expect(verbs(actor('admin', { userId: 'another' }))).toEqual([
      'confirm: yes',
      'reject: yes',
      'withdraw: not_asked_by_you',
    ])
    expect(verbs(actor('admin'))).toEqual([
      'confirm: own_bank_change',
      'reject: own_bank_change',
      'withdraw: yes',
    ])
    expect(verbs(actor('admin'), false)[0]).toBe('confirm: second_person_needed')
  })

  test.each(roles.filter(role => role !== 'admin'))('is not for the role %s', role => {
    expect(verbs(actor(role, { userId: 'another' }))).toEqual([
      'confirm: forbidden',
      'reject: forbidden',
      'withdraw: forbidden',
    ])
  })
})
