import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  documentAbilities,
  documentStates,
  mayMove,
  sameRevision,
  statesWith,
  statusFromState,
} from '#features/documents/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { actorWith } from '#tests/support/actor.ts'

const actor = (over: Partial<Actor> = {}): Actor =>
  actorWith({ userId: 'nuria', name: 'Nuria', role: 'client_user', clientId: 'brisa', ...over })
const standing = {
  clientId: 'brisa',
  permissions: ['view', 'edit'],
  isApprover: false,
  isItsProvider: false,
} as const
const order = {
  state: 'in_approval',
  revision: 1,
  createdBy: 'nuria',
  decisions: 0,
  paymentBatchId: null,
} as const
const answer = (given: true | { refused: string }) => (given === true ? true : given.refused)

describe('states', () => {
  it('each have one of the four statuses that people see', () => {
    expect(documentStates.map(statusFromState)).toEqual([
      'pending',
      'pending',
      'pending',
      'approved',
      'approved',
      'paid',
      'rejected',
      'rejected',
    ])
    expect(statesWith('pending')).toEqual(['in_approval', 'returned', 'blocked'])
  })

  it('that are final have no way out; an executed order is approved again when its payment comes back', () => {
    for (const from of ['rejected', 'cancelled'] as const) {
      expect(documentStates.filter(to => mayMove(from, to))).toEqual([])
    }
    expect(documentStates.filter(to => mayMove('executed', to))).toEqual(['approved'])
  })

  it('move in the database exactly as in the rules', () => {
    const sql = readFileSync(new URL('../../../../db/schema.sql', import.meta.url), 'utf8')
    const table = /document_transition CHECK \(\nCASE state([\s\S]*?)\n {4}ELSE false/.exec(sql)?.[1] ?? ''
    for (const to of documentStates) {
      const line = new RegExp(`WHEN '${to}'::text THEN (.*)`).exec(table)?.[1] ?? ''
      const allowed = documentStates.filter(from => line.includes(`'${from}'`) && from !== to)
      expect([to, allowed]).toEqual([to, documentStates.filter(from => from !== to && mayMove(from, to))])
    }
  })
})

describe('an order', () => {
  it.each([
    [actor(), order, true],
    [actor(), { ...order, decisions: 1 }, 'already_decided'],
    [actor(), { ...order, state: 'approved' }, 'wrong_state'],
    [actor({ userId: 'otro', role: 'admin' }), order, 'forbidden'],
  ] as const)(
    'is withdrawn by its requester alone, before the first decision (%#)',
    (who, what, expected) => {
      expect(answer(documentAbilities(who, what, standing).withdraw)).toBe(expected)
    },
  )

  it.each([
    [actor(), { ...order, state: 'returned' }, true],
    [actor({ userId: 'otro', role: 'admin' }), { ...order, state: 'returned' }, true],
    [actor({ userId: 'otro' }), { ...order, state: 'returned' }, 'forbidden'],
    [actor(), order, 'not_returned'],
    [actor(), { ...order, state: 'approved' }, 'not_returned'],
    [actor({ companySuspended: true }), { ...order, state: 'returned' }, 'company_suspended'],
  ] as const)('is corrected only once returned, by its own people (%#)', (who, what, expected) => {
    expect(answer(documentAbilities(who, what, standing).edit)).toBe(expected)
  })

  it.each([
    [actor({ role: 'admin' }), { ...order, state: 'approved' }, true],
    [actor({ role: 'admin' }), { ...order, state: 'execution_rejected' }, true],
    [actor({ role: 'admin' }), { ...order, state: 'executed' }, 'not_approved'],
    [actor({ role: 'admin' }), order, 'not_approved'],
    [actor(), { ...order, state: 'approved' }, 'forbidden'],
  ] as const)(
    'is cancelled only by an administrator, approved and not executed (%#)',
    (who, what, expected) => {
      expect(answer(documentAbilities(who, what, standing).cancel)).toBe(expected)
    },
  )

  it('is decided on in the revision that was seen, and in no other', () => {
    expect(sameRevision({ revision: 2 }, 2)).toBe(true)
    expect(answer(sameRevision({ revision: 2 }, 1))).toBe('stale_revision')
  })
})
