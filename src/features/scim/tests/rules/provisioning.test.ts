// Who may provision, and with which roles.
import { expect, test } from 'vitest'
import { isOfDomain, mayBringBack, mayGive, mayProvision, provisionedRoles } from '#features/scim/rules.ts'
import { roles } from '#kernel/actor.ts'

test('a service provisions, a person does not', () => {
  expect(mayProvision({ role: 'admin', responsibleId: 'a' })).toBe(true)
  expect(mayProvision({ role: 'admin' })).toMatchObject({ refused: 'services_alone' })
  expect(mayProvision({ role: 'approver', responsibleId: 'a' })).toMatchObject({ refused: 'services_alone' })
})

test('a directory gives the role of approver to anybody, that of an auditor to its own domains, and no other', () => {
  expect(provisionedRoles[0]).toBe('approver')
  expect(roles.filter(role => mayGive(role, true) === true).toSorted()).toEqual(['approver', 'auditor'])
  expect(roles.filter(role => mayGive(role, false) === true)).toEqual(['approver'])
})

test('a directory brings back whom it let go, with a role that it gives, and nobody else', () => {
  expect(roles.filter(role => mayBringBack(role, true) === true).toSorted()).toEqual(['approver', 'auditor'])
  expect(roles.filter(role => mayBringBack(role, false) === true)).toEqual([])
})

test('an address is of its domain, and not of one that ends like it', () => {
  expect(isOfDomain('ana@propio.example', ['propio.example'])).toBe(true)
  for (const email of ['ana@no.propio.example', 'ana@otropropio.example', 'propio.example@otro.example'])
    expect(isOfDomain(email, ['propio.example']), email).toBe(false)
})
