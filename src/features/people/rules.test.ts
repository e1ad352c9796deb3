import { describe, expect, test } from 'vitest'
import { abilities, affiliationOf, mayAdd, mayAdminister } from '#features/people/rules.ts'
import { type Actor, type Role, roles } from '#kernel/actor.ts'

const actor = (role: Role, changes: Partial<Actor> = {}): Actor => ({
  ...{ userId: 'u', sessionId: 's', companyId: 'c', name: 'Ana', role, clientId: null, providerId: null },
  ...{ zone: 'Europe/Madrid', companySuspended: false },
  ...changes,
})

const other = { userId: 'o', role: 'approver', active: true, isInvited: false } as const

test('only administrators see and keep the company’s people', () => {
  for (const role of roles) {
    const may = role === 'admin'
    expect(mayAdminister(actor(role)) === true).toBe(may)
    expect(mayAdd(actor(role)) === true).toBe(may)
    const { activate, deactivate } = abilities(actor(role), other, 5)
    expect([activate === true, deactivate === true]).toEqual([may, may])
  }
})

test('a suspended company adds nobody, and may still switch somebody off', () => {
  const suspended = actor('admin', { companySuspended: true })
  expect(mayAdd(suspended)).toMatchObject({ refused: 'company_suspended' })
  expect(abilities(suspended, other, 1)).toMatchObject({
    activate: { refused: 'company_suspended' },
    deactivate: true,
  })
})

describe('switching an administrator off', () => {
  const admin = { userId: 'o', role: 'admin', active: true, isInvited: false } as const
  test.each([
    ['another one, of two', admin, 2, true],
    ['the last one', admin, 1, 'last_admin'],
    ['one who is off already', { ...admin, active: false }, 1, true],
    ['oneself, of two', { ...admin, userId: 'u' }, 2, 'own_account'],
    ['oneself, the last one', { ...admin, userId: 'u' }, 1, 'last_admin'],
  ] as const)('%s', (_, member, activeAdmins, answer) => {
    const { deactivate } = abilities(actor('admin'), member, activeAdmins)
    expect(deactivate === true ? true : deactivate.refused).toBe(answer)
  })
})

test('only somebody who has not come in yet is invited again', () => {
  const invite = (changes: object) => abilities(actor('admin'), { ...other, ...changes }, 2).invite
  expect(invite({ isInvited: true })).toBe(true)
  expect(invite({ isInvited: false })).toMatchObject({ refused: 'has_come_in' })
  expect(invite({ isInvited: true, active: false })).toMatchObject({ refused: 'has_come_in' })
})

test('people of clients and of providers belong to one', () => {
  expect(roles.map(affiliationOf)).toEqual([null, null, 'client', 'client', 'provider', 'provider', null])
})
