import { describe, expect, it } from 'vitest'
import {
  difference,
  isEligible,
  mayPermit,
  mayPermitEverywhere,
  separateDuties,
} from '#features/projects/rules/granting.ts'
import {
  holds,
  impliedBy,
  mayAppoint,
  mayOrder,
  permissionReach,
  sees,
  visibleProjects,
  withEverywhere,
} from '#features/projects/rules.ts'
import { type Actor, type Role, roles } from '#kernel/actor.ts'
import { actorWith } from '#tests/support/actor.ts'

const actor = (role: Role, over: Partial<Actor> = {}): Actor => actorWith({ role, ...over })
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
    expect(visibleProjects(actor('client'))).toEqual({ kind: 'nothing' })
    expect(visibleProjects(actor('provider_user'))).toEqual({ kind: 'nothing' })
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
    expect(separateDuties(['ana'], ['luis'], false)).toBe(true)
    expect(separateDuties(['ana'], ['ana'], false)).toMatchObject({ refused: 'approver_is_executor' })
    expect(separateDuties(['ana'], ['ana'], true)).toBe(true)
  })
})

describe('a global list', () => {
  it.each([
    [[], [], []],
    [['view'], ['approve'], ['view', 'approve']],
    [[], ['all'], ['view', 'edit', 'admin']],
    [['execute'], ['all', 'approve'], ['view', 'edit', 'approve', 'execute', 'admin']],
    [['edit'], ['edit'], ['edit']],
  ] as const)('adds to %j by name and %j everywhere: %j', (own, everywhere, together) => {
    expect(withEverywhere(own, everywhere)).toEqual(together)
  })

  it('counts where the role reaches: nowhere for providers and for the platform', () => {
    expect(roles.map(role => permissionReach(actor(role, brisa)).kind)).toEqual([
      'nothing',
      'company',
      'client',
      'client',
      'nothing',
      'nothing',
      'company',
      'nothing',
    ])
    expect(permissionReach(actor('client_user'))).toEqual({ kind: 'nothing' })
  })

  it('is the company’s administrators’ to give', () => {
    expect(roles.filter(role => mayPermitEverywhere(actor(role)) === true)).toEqual(['admin'])
  })
})

describe('permissions bring others along', () => {
  it.each([
    [[], []],
    [['view'], []],
    [['edit'], ['view']],
    [['approve'], ['view']],
    [
      ['view', 'admin'],
      ['view', 'edit'],
    ],
  ] as const)('%j bring %j', (held, implied) => {
    expect(impliedBy(held)).toEqual(implied)
  })
})

describe('giving and taking permissions', () => {
  const administering = { ...standing, permissions: ['admin'] as const }
  const approving = { ...standing, permissions: ['admin', 'approve'] as const }
  const [own, internal, foreign] = [brisa, { clientId: null }, { clientId: 'olivar' }]
  const olivar = actor('client', { clientId: 'olivar' })

  it.each([
    [actor('admin'), standing, internal, ['approve', 'execute'], true],
    [actor('client', brisa), standing, own, ['view', 'edit', 'admin'], true],
    [actor('client', brisa), standing, own, ['approve'], 'permission_lacked'],
    [actor('client', brisa), standing, internal, ['view'], 'not_your_person'],
    [actor('client', brisa), standing, foreign, ['view'], 'not_your_person'],
    [olivar, standing, foreign, ['view'], 'forbidden'],
    [actor('client_user', brisa), standing, own, ['view'], 'forbidden'],
    [actor('client_user', brisa), administering, own, ['view', 'edit'], true],
    [actor('client_user', brisa), administering, own, ['execute'], 'permission_lacked'],
    [actor('client_user', brisa), approving, own, ['approve'], true],
    [actor('approver'), administering, internal, ['view'], 'forbidden'],
    [actor('provider', { providerId: 'PRV-001' }), administering, internal, [], 'forbidden'],
  ] as const)('is for those who may (%#)', (who, how, person, changed, expected) => {
    const may = mayPermit(who, how, person, changed)
    expect(may === true ? true : may.refused).toBe(expected)
  })

  it('begins with appointing: the administrator, and the project’s client', () => {
    expect(mayAppoint(actor('admin'), standing)).toBe(true)
    expect(mayAppoint(actor('client', brisa), standing)).toBe(true)
    expect(mayAppoint(actor('client_user', brisa), standing)).toMatchObject({ refused: 'forbidden' })
    expect(mayAppoint(olivar, administering)).toMatchObject({ refused: 'forbidden' })
  })

  it('is about active people of the company or of the project’s client, and of no provider', () => {
    const person = (role: Role, over: object = {}) => ({ role, active: true, clientId: null, ...over })
    const eligible = roles.filter(role => isEligible(person(role), 'brisa'))
    expect(eligible).toEqual(['admin', 'client', 'client_user', 'approver'])
    expect(isEligible(person('client_user', brisa), 'brisa')).toBe(true)
    expect(isEligible(person('client_user', foreign), 'brisa')).toBe(false)
    expect(isEligible(person('approver', { active: false }), 'brisa')).toBe(false)
  })

  it('changes what is in one list and not in the other', () => {
    expect(difference(['view', 'edit'], ['edit', 'admin'])).toEqual(['view', 'admin'])
    expect(difference(['view'], ['view'])).toEqual([])
  })
})
