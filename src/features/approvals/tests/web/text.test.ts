import { expect, test } from 'vitest'
import type { SeatStatus } from '#features/approvals/rules.ts'
import {
  groupSteps,
  isDefinite,
  isLongWait,
  leftText,
  missingComment,
  neededText,
  ownStepText,
  refusedText,
} from '#features/approvals/web/text.ts'
import { ApiProblem, NetworkProblem } from '#ui/api.ts'

const refusal = (facts: Record<string, string>) =>
  new ApiProblem({ type: '/problems/already_decided', title: 'Ya no es necesaria.', status: 409, facts })

test('a return needs a comment, a rejection only where the company says so, an approval never', () => {
  expect(missingComment('return', ' ', false)).toBe('Explica qué hay que cambiar.')
  expect(missingComment('reject', '', true)).toBe('Explica por qué lo rechazas.')
  expect(missingComment('reject', '', false)).toBeUndefined()
  expect(missingComment('approve', '', true)).toBeUndefined()
  expect(missingComment('approve', '', false, true)).toBe('Explica por qué se aprueba.')
  expect(missingComment('return', 'Falta el albarán', true)).toBeUndefined()
})

test('a lost race names who decided and what', () => {
  const decidedBy = 'Lucía Vega'
  expect(refusedText(refusal({ decidedBy, state: 'rejected' }))).toBe(
    'Ya no es necesaria. Lo rechazó Lucía Vega.',
  )
  expect(refusedText(refusal({ decidedBy, state: 'in_approval' }))).toBe(
    'Ya no es necesaria. Decidió Lucía Vega.',
  )
  expect(refusedText(refusal({}))).toBe('Ya no es necesaria.')
})

test('no answer is not a no', () => {
  expect(isDefinite(refusal({}))).toBe(true)
  expect(isDefinite(new NetworkProblem('Sin conexión'))).toBe(false)
  expect(isDefinite(new ApiProblem({ type: '/problems/busy', title: 'Ocupado', status: 503 }))).toBe(false)
})

test('more than five days is a long wait', () => {
  expect([4, 5, 6].map(isLongWait)).toEqual([false, false, true])
})

const notReassigned = {
  reassigned: null,
  deputy: null,
  can: { reassign: { refused: 'forbidden', text: '' } },
}

test('a stage says how many must approve, without those whose place another took', () => {
  const pending: SeatStatus = 'pending'
  const gone: SeatStatus = 'void'
  const seats = [1, 2, 3].map(number => ({
    id: `${number}`,
    approverId: `${number}`,
    approverName: 'Ana',
    decidedByName: null,
    status: pending,
    comment: null,
    decidedAt: null,
    ...notReassigned,
  }))
  expect(neededText({ mode: 'any', needed: 1, seats })).toBe('Basta con que apruebe una persona')
  const replaced = [...seats.slice(0, 2), ...seats.slice(2).map(seat => ({ ...seat, status: gone }))]
  expect(neededText({ mode: 'quorum', needed: 1, seats: replaced })).toBe('Debe aprobar 1 de 2')
  expect(neededText({ mode: 'all', needed: 2, seats: replaced })).toBe('Deben aprobar las 2 personas')
  expect(neededText({ mode: 'quorum', needed: 2, seats })).toBe('Deben aprobar 2 de 3')
  expect(neededText({ mode: 'quorum', needed: 1, seats })).toBe('Debe aprobar 1 de 3')
  expect(neededText({ mode: 'all', needed: 3, seats })).toBe('Deben aprobar las 3 personas')
  expect(neededText({ mode: 'all', needed: 1, seats: seats.slice(0, 1) })).toBe('Debe aprobar una persona')
})

test('an order’s stages are told by turn: what is done, what is open, what comes next', () => {
  const stage = (turn: number, status: 'pending' | 'approved', id = `${turn}`) => ({
    stage: turn,
    turn,
    origin: 'rule' as const,
    name: 'Dirección',
    mode: 'any' as const,
    needed: 1,
    outcome: status,
    basis: 'Regla',
    added: null,
    forced: null,
    deputy: null,
    seats: [
      {
        id,
        approverId: id,
        approverName: 'Ana',
        decidedByName: null,
        status,
        comment: null,
        decidedAt: null,
        ...notReassigned,
      },
    ],
  })
  const stages = [stage(3, 'pending'), stage(1, 'approved'), stage(2, 'pending', 'mine')]
  const told = (state: 'in_approval' | 'rejected') =>
    groupSteps({ stages, state }).map(({ turn, step }) => [turn, step])
  expect(told('in_approval')).toEqual([
    [1, 'done'],
    [2, 'open'],
    [3, 'next'],
  ])
  expect(told('rejected').map(([, step]) => step)).toEqual(['done', 'closed', 'closed'])
  const own = (mySeatId: string | null) => ownStepText({ stages, state: 'in_approval', mySeatId })
  expect(own('mine')).toBe('Paso 2 de 3 · Basta con que apruebe una persona')
  expect(own(null)).toBe('')
})

test('what is left is counted as far as it was read, and said to be more when there is more', () => {
  expect(leftText(0, false)).toBe('No te queda ninguna aprobación pendiente.')
  expect(leftText(1, false)).toBe('Te queda 1 aprobación pendiente.')
  expect(leftText(199, false)).toBe('Te quedan 199 aprobaciones pendientes.')
  expect(leftText(199, true)).toBe('Te quedan más de 199 aprobaciones pendientes.')
})
