import { expect, test } from 'vitest'
import { noTolerance } from '#features/companies/rules/tolerance.ts'
import { noRates } from '#features/exchange-rates/rules.ts'
import { noConditions } from '#features/flows/rules/conditions.ts'
import { type Flow, generalFlow, type StagePlan } from '#features/flows/rules.ts'
import { compareRoutes, type RoutedOrder } from '#features/simulation/rules.ts'
import { money, zero } from '#kernel/money.ts'

const order: RoutedOrder = {
  order: {
    type: 'gasto',
    clientId: 'norte',
    projectId: 'PRJ-001',
    providerId: 'PRV-001',
    taxCategories: ['iva'],
    costCentreId: null,
    amount: money(1000n, 'EUR'),
    charge: money(1000n, 'EUR'),
  },
  contract: {
    id: 'CTR-001',
    policy: 'avisar',
    tolerance: noTolerance,
    balance: {
      total: money(99999n, 'EUR'),
      requested: zero('EUR'),
      committed: zero('EUR'),
      used: zero('EUR'),
    },
  },
  isCounted: false,
  recentlyRequested: [],
  rates: noRates('EUR'),
  eligibleIds: ['dora', 'raul'],
  ownerIds: [],
  appointed: { approverIds: ['ana', 'luis'], named: { approverIds: ['ana', 'luis'] } },
  authorIds: ['nuria'],
  executorIds: [],
  executorMayApprove: false,
}

const flow = (stage: Partial<StagePlan>, name = 'Regla', needsDollars = false): Flow => ({
  version: 2,
  rules: [
    {
      id: name,
      name,
      conditions: { ...noConditions, from: needsDollars ? money(1n, 'USD') : null },
      stages: [
        {
          name: 'x',
          turn: 1,
          mode: 'all',
          quorum: null,
          approvers: { kind: 'project_approvers' },
          deputy: null,
          ...stage,
        },
      ],
    },
  ],
})

test('a rule that asks the same people for the same changes nothing, whatever its names', () => {
  expect(compareRoutes(order, generalFlow, flow({}))).toBeNull()
  expect(compareRoutes(order, flow({}, 'Una'), flow({ name: 'y' }, 'Otra'))).toBeNull()
})

test('other people, another mode or another turn is another path, told with both', () => {
  const change = compareRoutes(order, generalFlow, flow({ mode: 'any' }))
  expect(change).toMatchObject({ before: { rule: null }, after: { rule: { name: 'Regla' } } })
  const named = flow({ approvers: { kind: 'users', userIds: ['dora'] } })
  expect(compareRoutes(order, generalFlow, named)?.after).toMatchObject({
    stages: [{ approverIds: ['dora'] }],
  })
})

test('an order that could no longer be approved by anybody is told as blocked', () => {
  const nobody = flow({ approvers: { kind: 'users', userIds: ['zoe'] } })
  expect(compareRoutes(order, generalFlow, nobody)?.after).toMatchObject({ blockedBy: 'no_approver' })
})

test('an order that a missing rate would stop is told as refused, and not as following the general flow', () => {
  const change = compareRoutes(order, generalFlow, flow({}, 'En dólares', true))
  expect(change?.after).toEqual({ refused: 'rate_missing', facts: { currency: 'USD', own: 'EUR' } })
})
