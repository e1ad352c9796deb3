import { expect, test } from 'vitest'
import {
  type Area,
  onlyReads,
  readsWholeCompany,
  roleAreas,
  roleHome,
  roles,
  roleTakesPart,
} from '#kernel/actor.ts'

// Specification, section 6; decisions, section 2, for the roles that the specification leaves open.
test.each([
  ['admin_saas', ['admin_saas', 'provider', 'client'], '/admin_saas/dashboard'],
  ['admin', ['empresa', 'provider', 'client'], '/empresa/projects'],
  ['client', ['client'], '/client/projects'],
  ['client_user', ['client'], '/client/dashboard'],
  ['provider', ['provider'], '/provider/projects'],
  ['provider_user', ['provider'], '/provider/projects'],
  ['approver', ['client'], '/client/projects'],
  ['auditor', ['empresa'], '/empresa/dashboard'],
] as const)('%s may use %j and lands on %s', (role, areas, home) => {
  expect(roleAreas[role]).toEqual(areas)
  expect(roleHome[role]).toBe(home)
})

test('every role lands in an area that it may use', () => {
  for (const role of roles) {
    const [, area = ''] = roleHome[role].split('/')
    const own: readonly Area[] = roleAreas[role]
    expect(own.map(String)).toContain(area)
  }
})

test('the whole company is read by those who administer it, and by auditors, who only read and have no part in it', () => {
  expect(roles.filter(readsWholeCompany)).toEqual(['admin', 'auditor'])
  expect(roles.filter(onlyReads)).toEqual(['auditor'])
  expect(roles.filter(roleTakesPart)).not.toContain('auditor')
})
