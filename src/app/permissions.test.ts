import { expect, test } from 'vitest'
import { type HeldPermissions, passesGlobal, passesProject } from '#app/permissions.ts'
import { roles } from '#kernel/actor.ts'

const nothing: HeldPermissions = { byProject: {}, global: [] }
const on = (...list: HeldPermissions['byProject'][string]): HeldPermissions => ({
  byProject: { 'PRJ-001': list },
  global: [],
})
const everywhere = (...global: HeldPermissions['global']): HeldPermissions => ({ byProject: {}, global })

test.each([
  [nothing, ['edit'], false],
  [on('edit'), ['edit'], true],
  [on('view'), ['edit'], false],
  [on('admin'), ['view', 'edit'], true],
  [on('admin'), ['approve'], false],
  [on('approve'), ['view'], true],
  [on('view', 'approve'), ['view', 'execute'], false],
  [everywhere('edit'), ['edit'], true],
  [everywhere('all'), ['view', 'edit', 'admin'], true],
  [everywhere('all'), ['approve'], false],
  [{ byProject: { 'PRJ-002': ['edit'] }, global: [] }, ['edit'], false],
] as const)('a person’s %j on the project, asked for %j', (held, needed, expected) => {
  expect(passesProject('client_user', held, 'PRJ-001', needed)).toBe(expected)
})

test('who administers the tenant needs no permission on the project, and the others do', () => {
  const passing = roles.filter(role => passesProject(role, nothing, 'PRJ-001', ['approve']))
  expect(passing).toEqual(['admin_saas', 'admin', 'client'])
})

test.each([
  ['client_user', nothing, ['edit'], false],
  ['client_user', on('edit'), ['edit'], false],
  ['client_user', everywhere('edit'), ['edit'], true],
  ['client_user', everywhere('edit'), ['edit', 'approve'], false],
  ['client_user', everywhere('all'), ['edit', 'approve'], true],
  ['admin', nothing, ['edit'], false],
  ['admin_saas', nothing, ['edit'], true],
] as const)('everywhere, %s with %j, asked for %j', (role, held, needed, expected) => {
  expect(passesGlobal(role, held, needed)).toBe(expected)
})
