import { expect, test } from 'vitest'
import { clientAbilities, mayCreateClient, visibleClients } from '#features/clients/rules.ts'
import { type Actor, type Role, roles } from '#kernel/actor.ts'
import { actorWith } from '#tests/support/actor.ts'

const actor = (role: Role, changes: Partial<Actor> = {}): Actor =>
  actorWith({ userId: 'u', role, ...changes })

test('only administrators make and keep clients', () => {
  for (const role of roles) {
    const may = role === 'admin'
    expect(mayCreateClient(actor(role)) === true).toBe(may)
    expect(clientAbilities(actor(role)).edit === true).toBe(may)
    expect(clientAbilities(actor(role)).assignProviders === true).toBe(may)
  }
})

test('a suspended company makes no client and may still correct one', () => {
  const suspended = actor('admin', { companySuspended: true })
  expect(mayCreateClient(suspended)).toMatchObject({ refused: 'company_suspended' })
  expect(clientAbilities(suspended).edit).toBe(true)
})

test('people of a client see their own and nobody without a client sees any', () => {
  expect(visibleClients(actor('admin'))).toEqual({ kind: 'company' })
  expect(visibleClients(actor('client', { clientId: 'u' }))).toEqual({ kind: 'own', clientId: 'u' })
  expect(visibleClients(actor('client_user', { clientId: 'x' }))).toEqual({ kind: 'own', clientId: 'x' })
  for (const role of ['approver', 'provider', 'provider_user', 'admin_saas', 'client'] as const)
    expect(visibleClients(actor(role))).toEqual({ kind: 'nothing' })
})
