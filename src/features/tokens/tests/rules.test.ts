import { describe, expect, test } from 'vitest'
import { maxTokens, mayAdd, mayHaveScopes, mayMake, mayRevoke, tokenState } from '#features/tokens/rules.ts'
import { scopeLabel } from '#features/tokens/text/scopes.ts'
import { scopeGroups } from '#features/tokens/web/text.ts'
import { listCompanyTokens, listOwnTokens } from '#features/tokens/wire.ts'
import { personalScopes, serviceScopes, tokenScopes } from '#kernel/token-scope.ts'

const now = new Date('2026-05-01T10:00:00.000Z')
const living = { revokedAt: null, isVoid: false, expiresAt: '2026-05-01T10:00:00.001Z' }

test('a token is active until the instant at which it expires, and what ended it first is said', () => {
  expect(tokenState(living, now)).toBe('active')
  expect(tokenState({ ...living, expiresAt: now.toISOString() }, now)).toBe('expired')
  expect(tokenState({ ...living, isVoid: true }, now)).toBe('void')
  expect(tokenState({ ...living, isVoid: true, revokedAt: now.toISOString() }, now)).toBe('revoked')
})

describe('who makes one', () => {
  test('is anybody for themselves, and an administrator for a service', () => {
    expect(mayMake({ role: 'provider_user' }, 'personal')).toBe(true)
    expect(mayMake({ role: 'admin' }, 'service')).toBe(true)
    for (const role of ['client', 'approver', 'provider'] as const)
      expect(mayMake({ role }, 'service')).toEqual({ refused: 'forbidden' })
  })

  test('is nobody whose account may be in other hands, and no service', () => {
    for (const untrustedReason of ['given_password', 'changed_by_others', 'service_account'] as const)
      for (const kind of ['personal', 'service'] as const)
        expect(mayMake({ role: 'admin', untrustedReason }, kind)).toMatchObject({
          refused: 'untrusted_account',
        })
  })
})

test('a personal token has a name of its own, while two of one service may live together', () => {
  const others = [{ name: 'Nóminas' }]
  expect(mayAdd({ kind: 'personal', name: 'NOMINAS' }, others)).toEqual({ refused: 'token_name_taken' })
  expect(mayAdd({ kind: 'service', name: 'Nóminas' }, others)).toBe(true)
  const many = Array.from({ length: maxTokens.service }, (_, index) => ({ name: `${index}` }))
  expect(mayAdd({ kind: 'service', name: 'x' }, many)).toMatchObject({ refused: 'token_limit' })
})

test('a service has no scope by which people decide, pay or give power, and a person not that of a directory', () => {
  for (const scope of tokenScopes) {
    const isOfPeople = personalScopes.some(each => each === scope)
    expect(mayHaveScopes('service', [scope])).toEqual(isOfPeople ? { refused: 'scope_of_people' } : true)
    const isOfServices = scope === 'people:provision'
    expect(mayHaveScopes('personal', [scope])).toEqual(isOfServices ? { refused: 'scope_of_services' } : true)
  }
  expect(serviceScopes).toHaveLength(tokenScopes.length - personalScopes.length)
})

test('a token is revoked by its owner or an administrator; to others it does not exist', () => {
  expect(mayRevoke({ userId: 'a', role: 'approver' }, { userId: 'a' })).toBe(true)
  expect(mayRevoke({ userId: 'b', role: 'admin' }, { userId: 'a' })).toBe(true)
  expect(mayRevoke({ userId: 'b', role: 'client' }, { userId: 'a' })).toEqual({ refused: 'not_found' })
})

test('every scope is offered once, under words of its own', () => {
  const offered = scopeGroups(tokenScopes).flatMap(({ scopes }) => scopes)
  expect(offered.toSorted()).toEqual([...tokenScopes].toSorted())
  expect(new Set(Object.values(scopeLabel)).size).toBe(tokenScopes.length)
  expect(scopeGroups(['orders:read'])).toEqual([{ label: 'Pedidos', scopes: ['orders:read'] }])
})

test('a page of this release reads the tokens of a node that knows no policy: it allows what it always did', () => {
  const policy = { personal: true, longestDays: 365 }
  expect(listOwnTokens.response.parse({ items: [], can: { make: true } })).toMatchObject({ policy })
  const company = { services: [], personal: [], can: { make: true } }
  expect(listCompanyTokens.response.parse(company)).toMatchObject({ policy, can: { choosePolicy: null } })
})
