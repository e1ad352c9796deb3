import { expect, test } from 'vitest'
import { affiliationFor, creatableBy, requiredAffiliation } from '#features/platform/rules.ts'
import { roles } from '#kernel/actor.ts'

test('the platform makes anybody, a company’s administrator nobody who administers, everybody else nobody', () => {
  expect(creatableBy('admin_saas')).toEqual(roles)
  expect(creatableBy('admin')).toEqual([
    'client',
    'client_user',
    'provider',
    'provider_user',
    'approver',
    'auditor',
  ])
  for (const role of roles.slice(2)) expect(creatableBy(role)).toEqual([])
})

test('a role belongs where it works: the platform’s people nowhere, users of an organisation to it', () => {
  const asked = { companyId: 'c', clientId: 'k', providerId: 'PRV-001' }
  expect(affiliationFor('admin_saas', asked)).toMatchObject({ refused: 'belongs_to_no_company' })
  expect(affiliationFor('admin_saas', { ...asked, companyId: null })).toEqual({
    companyId: null,
    clientId: null,
    providerId: null,
  })
  expect(affiliationFor('client_user', asked)).toEqual({ ...asked, providerId: null })
  expect(affiliationFor('client', asked)).toEqual({ companyId: 'c', clientId: null, providerId: null })
  expect(affiliationFor('provider_user', asked)).toEqual({ ...asked, clientId: null })
  expect(affiliationFor('approver', asked)).toEqual({ companyId: 'c', clientId: null, providerId: null })
  expect(affiliationFor('client_user', { ...asked, companyId: null })).toMatchObject({ clientId: null })
  expect(roles.filter(role => requiredAffiliation(role).company)).toEqual(roles.slice(1))
})
