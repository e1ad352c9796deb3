import { describe, expect, test } from 'vitest'
import {
  mayReassign,
  mayReplace,
  type ReplacementRefusal,
  type SeatContext,
} from '#features/approvals/rules/reassignment.ts'
import type { SeatStatus, Stage } from '#features/approvals/rules.ts'
import { type DocumentState, documentStates } from '#features/documents/rules.ts'
import type { Permitted } from '#features/projects/rules.ts'
import { type Actor, roles } from '#kernel/actor.ts'
import { isRefusal } from '#kernel/refusal.ts'

const said = (answer: true | { refused: string }) => (answer === true ? true : answer.refused)

describe('a seat is reassigned', () => {
  const admin: Pick<Actor, 'role' | 'companySuspended'> = { role: 'admin', companySuspended: false }
  const asked = (state: DocumentState, status: SeatStatus, asking = admin) =>
    said(mayReassign(asking, { state, seat: { status } }))

  test.each(roles)('by administrators of the company alone: %s', role => {
    const answer = asked('in_approval', 'pending', { ...admin, role })
    expect(answer).toBe(role === 'admin' ? true : 'forbidden')
  })

  test('never in a suspended company', () => {
    expect(asked('in_approval', 'pending', { ...admin, companySuspended: true })).toBe('company_suspended')
  })

  test.each(documentStates)('while the order is in approval: %s', state => {
    expect(asked(state, 'pending')).toBe(state === 'in_approval' ? true : 'not_in_approval')
  })

  test.each(['approved', 'rejected', 'returned', 'skipped', 'void'] as const)(
    'while it is open: %s',
    status => {
      expect(asked('in_approval', status)).toBe('seat_not_open')
    },
  )
})

describe('whoever gets it', () => {
  const heir: Permitted = {
    userId: 'heir',
    name: 'Relevo',
    email: 'relevo@pruebas.example',
    role: 'approver',
    active: true,
    clientId: null,
    own: [],
    everywhere: [],
  }
  const stage: Stage = {
    stage: 1,
    turn: 1,
    mode: 'all',
    needed: 2,
    origin: 'general',
    seats: [
      { id: '1', approverId: 'ana', status: 'pending' },
      { id: '2', approverId: 'luis', status: 'approved', decidedById: 'marta' },
      { id: '3', approverId: 'gone', status: 'void' },
    ],
  }
  const context: SeatContext = {
    documentId: 'DOC-001',
    clientId: 'client',
    authorIds: ['maker', 'corrector'],
    stage,
    executorMayApprove: false,
  }
  const overrun: Partial<SeatContext> = { stage: { ...stage, origin: 'overrun' } }
  const executor: Partial<Permitted> = { own: ['execute'] }

  const table: [string, Partial<Permitted>, Partial<SeatContext>, ReplacementRefusal | true][] = [
    ['somebody active of the company', {}, {}, true],
    ['somebody of the project’s client', { role: 'client_user', clientId: 'client' }, {}, true],
    ['not of another client', { role: 'client_user', clientId: 'other' }, {}, 'person_not_eligible'],
    ['not a provider', { role: 'provider' }, {}, 'person_not_eligible'],
    ['not switched off', { active: false }, {}, 'person_not_eligible'],
    ['not who made the order', { userId: 'maker' }, {}, 'substitute_is_author'],
    ['not who corrected it', { userId: 'corrector' }, {}, 'substitute_is_author'],
    ['not who sits in the stage', { userId: 'ana' }, {}, 'substitute_has_seat'],
    ['not who decided there for another', { userId: 'marta' }, {}, 'substitute_has_seat'],
    ['not who had a seat of it', { userId: 'gone' }, {}, 'substitute_has_seat'],
    ['not who executes in the project', executor, {}, 'executor_cannot_approve'],
    ['nor who executes everywhere', { everywhere: ['execute'] }, {}, 'executor_cannot_approve'],
    ['unless the company allows it', executor, { executorMayApprove: true }, true],
    ['over the budget, who is of the company', {}, overrun, true],
    ['over the budget, an administrator', { role: 'admin' }, overrun, true],
    [
      'over the budget, nobody of a client',
      { role: 'client', clientId: 'client' },
      overrun,
      'person_not_eligible',
    ],
  ]
  test.each(table)('is %s', (_who, person, where, expected) => {
    expect(said(mayReplace({ ...heir, ...person }, { ...context, ...where }))).toBe(expected)
  })

  test('learns of which order they are refused', () => {
    const answer = mayReplace({ ...heir, userId: 'ana' }, context)
    expect(isRefusal(answer) && answer.facts).toEqual({ documentId: 'DOC-001' })
  })
})
