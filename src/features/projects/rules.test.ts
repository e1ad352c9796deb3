import { describe, expect, it } from 'vitest'
import { holds, mayOrder, scopeOf, sees, separated } from '#features/projects/rules.ts'
import type { Actor, Role } from '#kernel/actor.ts'

const actor = (role: Role, over: Partial<Actor> = {}): Actor => ({
  userId: 'ana',
  sessionId: 's',
  companyId: 'c',
  name: 'Ana',
  role,
  clientId: null,
  providerId: null,
  zone: 'Europe/Madrid',
  companySuspended: false,
  ...over,
})
const standing = { clientId: 'brisa', permissions: [], isApprover: false, isItsProvider: false } as const
const brisa = { clientId: 'brisa' }

describe('permissions', () => {
  it('to approve and to execute are never implied: not by administering, not by being the client', () => {
    for (const who of [actor('admin'), actor('client', brisa), actor('client_user', brisa)]) {
      const administering = { ...standing, permissions: ['admin'] as const }
      expect(holds(who, administering, 'approve')).toBe(false)
      expect(holds(who, administering, 'execute')).toBe(false)
    }
  })

  it('to see, edit and administer come with the company’s administration and with being its client', () => {
    for (const permission of ['view', 'edit', 'admin'] as const) {
      expect(holds(actor('admin'), standing, permission)).toBe(true)
      expect(holds(actor('client', brisa), standing, permission)).toBe(true)
      expect(holds(actor('client', { clientId: 'olivar' }), standing, permission)).toBe(false)
      expect(holds(actor('client_user', brisa), standing, permission)).toBe(false)
    }
  })
})

describe('sight', () => {
  it.each([
    [actor('admin'), standing, true],
    [actor('client', brisa), standing, true],
    [
      actor('client', { clientId: 'olivar' }),
      { ...standing, isApprover: true, permissions: ['execute'] },
      false,
    ],
    [actor('client_user', brisa), standing, false],
    [actor('client_user', brisa), { ...standing, permissions: ['view'] }, true],
    [actor('approver'), { ...standing, isApprover: true }, true],
    [actor('approver'), standing, false],
    [actor('provider', { providerId: 'PRV-001' }), { ...standing, isItsProvider: true }, true],
    [actor('provider', { providerId: 'PRV-001' }), standing, false],
    [actor('admin_saas'), { ...standing, isApprover: true }, false],
  ] as const)('of a project (%#)', (who, how, expected) => {
    expect(sees(who, how)).toBe(expected)
  })

  it('of somebody without a client or provider is of nothing', () => {
    expect(scopeOf(actor('client'))).toEqual({ kind: 'nothing' })
    expect(scopeOf(actor('provider_user'))).toEqual({ kind: 'nothing' })
  })
})

describe('making orders', () => {
  const provider = actor('provider', { providerId: 'PRV-001' })
  const its = { ...standing, isItsProvider: true }

  it.each([
    [actor('admin'), standing, {}, true],
    [actor('client', brisa), standing, {}, true],
    [actor('client_user', brisa), { ...standing, permissions: ['edit'] as const }, {}, true],
    [actor('client_user', brisa), { ...standing, permissions: ['view'] as const }, {}, 'forbidden'],
    [provider, its, { type: 'gasto', providerId: 'PRV-001' }, true],
    [provider, its, { type: 'gasto', providerId: 'PRV-002' }, 'forbidden'],
    [provider, its, { type: 'emision', providerId: 'PRV-001' }, 'forbidden'],
    [provider, standing, { type: 'gasto', providerId: 'PRV-001' }, 'forbidden'],
    [actor('admin', { companySuspended: true }), standing, {}, 'company_suspended'],
  ] as const)('is for those who may (%#)', (who, how, order, expected) => {
    const may = mayOrder(who, how, order)
    expect(may === true ? true : may.refused).toBe(expected)
  })
})

describe('approvers and executors', () => {
  it('are different people unless the company allows it', () => {
    expect(separated(['ana'], ['luis'], false)).toBe(true)
    expect(separated(['ana'], ['ana'], false)).toMatchObject({ refused: 'approver_is_executor' })
    expect(separated(['ana'], ['ana'], true)).toBe(true)
  })
})
