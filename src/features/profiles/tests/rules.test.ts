import { describe, expect, test } from 'vitest'
import {
  type Asker,
  affiliationUnder,
  changedFields,
  mayChange,
  type Profile,
  profileReach,
  splitName,
  stopsBeing,
} from '#features/profiles/rules.ts'
import { type Role, roles } from '#kernel/actor.ts'

const asker = (role: Role, companyId: string | null = 'c'): Asker => ({ userId: 'me', role, companyId })
const profile = (changes: Partial<Profile> = {}): Profile => ({
  id: 'other',
  name: 'Luis',
  lastName: 'Gil',
  email: 'luis@norte.example',
  role: 'approver',
  active: true,
  accountActive: true,
  isPending: false,
  wasUsed: false,
  companies: 1,
  activeCompanies: 1,
  ...changes,
})
const told = (answer: ReturnType<typeof mayChange>) => (answer === true ? true : answer.refused)

test('the platform sees everybody, a company’s administrator its people, anybody else themselves', () => {
  expect(roles.map(role => profileReach({ role, companyId: 'c' }))).toEqual([
    'everybody',
    'company',
    'own',
    'own',
    'own',
    'own',
    'own',
    'own',
  ])
  expect(profileReach({ role: 'admin', companyId: null })).toBe('own')
})

describe('a change', () => {
  const me = { id: 'me' }
  test.each([
    ['client_user', me, { name: 'X' }, true],
    ['client_user', me, { email: 'x@y.example' }, 'only_own_name'],
    ['client_user', me, { role: 'admin_saas' }, 'own_role'],
    ['client_user', me, { active: false }, 'own_account'],
    ['admin', me, { name: 'X' }, true],
    ['admin', me, { email: 'x@y.example' }, 'only_own_name'],
    ['admin', { ...me, role: 'admin' }, { role: 'approver' }, 'own_role'],
    ['admin', me, { active: false }, 'own_account'],
    ['admin', {}, { name: 'X', email: 'x@y.example', role: 'client', active: false }, true],
    ['admin', {}, { role: 'admin' }, 'role_not_grantable'],
    ['admin', {}, { role: 'admin_saas' }, 'role_not_grantable'],
    ['admin', { role: 'admin' }, { role: 'approver' }, true],
    ['admin', { wasUsed: true }, { email: 'x@y.example', role: 'client', active: false }, true],
    ['admin', { wasUsed: true }, { name: 'X' }, 'name_is_owners'],
    ['admin', { role: 'admin' }, { email: 'x@y.example' }, 'address_of_admin'],
    ['admin_saas', { role: 'admin' }, { email: 'x@y.example' }, true],
    ['admin', { companies: 2 }, { active: false }, true],
    ['admin', { companies: 2 }, { name: 'X', active: false }, 'name_is_owners'],
    ['admin_saas', { wasUsed: true, companies: 2 }, { name: 'X' }, true],
    ['admin', { companies: 2 }, { role: 'provider' }, 'works_elsewhere'],
    ['admin', { companies: 2 }, { email: 'x@y.example' }, 'works_elsewhere'],
    ['admin_saas', {}, { name: 'X', email: 'x@y.example', role: 'admin', active: false }, true],
    ['admin_saas', { companies: 2, activeCompanies: 2 }, { role: 'provider', email: 'x@y.example' }, true],
    ['admin_saas', me, { email: 'x@y.example' }, true],
    ['admin_saas', me, { role: 'admin' }, 'own_role'],
    ['admin_saas', me, { active: false }, 'own_account'],
    ['admin_saas', {}, { role: 'admin_saas' }, 'belongs_to_company'],
    ['admin_saas', { companies: 0, activeCompanies: 0 }, { role: 'admin_saas' }, true],
    ['admin_saas', { isPending: true, active: false }, { active: true }, 'pending_registration'],
  ] as const)('of %s on %j: %j', (role, over, change, answer) => {
    expect(told(mayChange(asker(role), profile(over), change))).toBe(answer)
  })
})

test('a form that sends every field changes only what differs', () => {
  const same = { name: 'Luis Gil', email: 'luis@norte.example', role: 'approver', active: true } as const
  expect(changedFields(profile(), same)).toEqual({})
  expect(changedFields(profile(), { ...same, name: 'Luis Gil Soto', active: false })).toEqual({
    name: 'Luis Gil Soto',
    active: false,
  })
})

test('who is demoted or switched off no longer administers; who was off or is only renamed makes no difference', () => {
  const admin = profile({ role: 'admin' })
  expect(stopsBeing('admin', admin, { role: 'approver' })).toBe(true)
  expect(stopsBeing('admin', admin, { active: false })).toBe(true)
  expect(stopsBeing('admin', admin, { name: 'X', email: 'x@y.example' })).toBe(false)
  expect(stopsBeing('admin', { ...admin, active: false }, { role: 'approver' })).toBe(false)
  expect(stopsBeing('admin', profile(), { role: 'client' })).toBe(false)
})

test.each([
  ['Ana María Pérez', 'Pérez', { name: 'Ana María', lastName: 'Pérez' }],
  ['Ana', 'Pérez', { name: 'Ana', lastName: '' }],
  ['Pérez', 'Pérez', { name: 'Pérez', lastName: '' }],
  ['Acme', '', { name: 'Acme', lastName: '' }],
])('«%s» of somebody called %s', (whole, lastName, split) => {
  expect(splitName(whole, lastName)).toEqual(split)
})

test('a role keeps what fits it: a client’s user the client, a main account only itself', () => {
  const before = { clientId: 'other', providerId: null }
  expect(affiliationUnder('client_user', 'other', before)).toEqual(before)
  expect(affiliationUnder('client', 'other', before)).toEqual(before)
  expect(affiliationUnder('client', 'somebody', before)).toEqual({ clientId: null, providerId: null })
  expect(affiliationUnder('provider', 'other', before)).toEqual({ clientId: null, providerId: null })
  expect(affiliationUnder('provider_user', 'x', { clientId: null, providerId: 'PRV-001' })).toEqual({
    clientId: null,
    providerId: 'PRV-001',
  })
})
