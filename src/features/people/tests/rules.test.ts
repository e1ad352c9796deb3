import { describe, expect, test } from 'vitest'
import {
  grantableRoles,
  manages,
  mayAdd,
  mayAdminister,
  mayBeDeactivated,
  mayGrantRole,
  personAbilities,
  roleAffiliation,
} from '#features/people/rules.ts'
import { type Actor, type Role, roles } from '#kernel/actor.ts'
import { actorWith } from '#tests/support/actor.ts'

const actor = (role: Role, changes: Partial<Actor> = {}): Actor =>
  actorWith({ userId: 'u', role, ...changes })

const other = { userId: 'o', role: 'approver', clientId: null, active: true, isInvited: false } as const

test('only administrators and main accounts of clients keep people, and only administrators everybody', () => {
  for (const role of roles) {
    const keeper = actor(role, { clientId: 'acme' })
    expect(mayAdminister(keeper) === true).toBe(role === 'admin' || role === 'client')
    expect(mayAdd(keeper) === true).toBe(role === 'admin' || role === 'client')
    expect(manages(keeper, other)).toBe(role === 'admin')
    expect(mayAdminister(actor(role)) === true).toBe(role === 'admin')
  }
})

describe('a client’s main account', () => {
  const client = actor('client', { clientId: 'acme' })
  test.each([
    ['a user of its own', { role: 'client_user', clientId: 'acme' }, true],
    ['a user of another client', { role: 'client_user', clientId: 'otro' }, false],
    ['itself', { role: 'client', clientId: 'acme' }, false],
    ['an approver', { role: 'approver', clientId: null }, false],
    ['a provider’s user', { role: 'provider_user', clientId: null }, false],
    ['an administrator', { role: 'admin', clientId: null }, false],
  ] as const)('and %s', (_, person, answer) => {
    expect(manages(client, person)).toBe(answer)
    const { deactivate, activate, invite } = personAbilities(
      client,
      { ...other, isInvited: true, ...person },
      5,
    )
    for (const may of [deactivate, activate, invite])
      expect(may).toEqual(answer ? true : { refused: 'not_found' })
  })

  test('gives one role only, and none while the company is suspended', () => {
    for (const role of grantableRoles) {
      expect(mayGrantRole(client, role) === true).toBe(role === 'client_user')
      expect(mayGrantRole(actor('admin'), role)).toBe(true)
      expect(mayGrantRole(actor('client_user', { clientId: 'acme' }), role)).toMatchObject({
        refused: 'forbidden',
      })
    }
    const suspended = actor('client', { clientId: 'acme', companySuspended: true })
    expect(mayGrantRole(suspended, 'client_user')).toMatchObject({ refused: 'company_suspended' })
  })
})

test('nobody leaves while orders wait for their approval', () => {
  expect(mayBeDeactivated(0)).toBe(true)
  expect(mayBeDeactivated(2)).toEqual({ refused: 'open_seats', facts: { count: 2 } })
})

test('only administrators switch the company’s people on and off', () => {
  for (const role of roles) {
    const may = role === 'admin'
    const { activate, deactivate } = personAbilities(actor(role), other, 5)
    expect([activate === true, deactivate === true]).toEqual([may, may])
  }
})

test('a suspended company adds nobody, and may still switch somebody off', () => {
  const suspended = actor('admin', { companySuspended: true })
  expect(mayAdd(suspended)).toMatchObject({ refused: 'company_suspended' })
  expect(personAbilities(suspended, other, 1)).toMatchObject({
    activate: { refused: 'company_suspended' },
    deactivate: true,
  })
})

describe('switching an administrator off', () => {
  const admin = { userId: 'o', role: 'admin', clientId: null, active: true, isInvited: false } as const
  test.each([
    ['another one, of two', admin, 2, true],
    ['the last one', admin, 1, 'last_admin'],
    ['one who is off already', { ...admin, active: false }, 1, true],
    ['oneself, of two', { ...admin, userId: 'u' }, 2, 'own_account'],
    ['oneself, the last one', { ...admin, userId: 'u' }, 1, 'last_admin'],
  ] as const)('%s', (_, member, activeAdmins, answer) => {
    const { deactivate } = personAbilities(actor('admin'), member, activeAdmins)
    expect(deactivate === true ? true : deactivate.refused).toBe(answer)
  })
})

test('only somebody who has not come in yet is invited again', () => {
  const invite = (changes: object) => personAbilities(actor('admin'), { ...other, ...changes }, 2).invite
  expect(invite({ isInvited: true })).toBe(true)
  expect(invite({ isInvited: false })).toMatchObject({ refused: 'has_come_in' })
  expect(invite({ isInvited: true, active: false })).toMatchObject({ refused: 'has_come_in' })
})

test('people of clients and of providers belong to one', () => {
  expect(roles.map(roleAffiliation)).toEqual([
    null,
    null,
    'client',
    'client',
    'provider',
    'provider',
    null,
    null,
  ])
})
