import { expect, test } from 'vitest'
import { documentStates } from '#features/documents/rules.ts'
import {
  isOverdue,
  isWaiting,
  orderFlowStatus,
  orderFlowStatuses,
  statesWithStatus,
} from '#features/platform/rules/order-flow.ts'

test.each([
  ['in_approval', 0, 'pending'],
  ['in_approval', 1, 'in_approval'],
  ['returned', 0, 'pending'],
  ['returned', 2, 'pending'],
  ['blocked', 0, 'blocked'],
  ['blocked', 1, 'blocked'],
  ['approved', 2, 'approved'],
  ['execution_rejected', 2, 'approved'],
  ['executed', 2, 'completed'],
  ['rejected', 1, 'rejected'],
  ['cancelled', 2, 'rejected'],
] as const)('%s with %i decisions is %s', (state, decisions, status) => {
  expect(orderFlowStatus(state, decisions)).toBe(status)
})

test('the states of a status are exactly those that can have it', () => {
  for (const status of orderFlowStatuses)
    for (const state of documentStates)
      expect(statesWithStatus(status).includes(state), `${state}, ${status}`).toBe(
        [0, 1].some(decisions => orderFlowStatus(state, decisions) === status),
      )
})

test('only what nobody has decided waits', () => {
  expect(orderFlowStatuses.filter(isWaiting)).toEqual(['pending', 'in_approval', 'blocked'])
})

test.each([
  ['pending', 5, false],
  ['pending', 6, true],
  ['in_approval', 6, true],
  ['blocked', 0, true],
  ['blocked', null, true],
  ['approved', null, false],
] as const)('%s for %s days is overdue: %s', (status, days, expected) => {
  expect(isOverdue(status, days)).toBe(expected)
})
