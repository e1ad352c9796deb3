import { expect, test } from 'vitest'
import { type Flow, generalFlow, type StagePlan } from '#features/flows/rules.ts'
import { compareRoutes, type RoutedOrder } from '#features/simulation/rules.ts'
import { money, zero } from '#kernel/money.ts'

const order: RoutedOrder = {
  order: {
    type: 'gasto',
    projectId: 'PRJ-001',
    providerId: 'PRV-001',
    amount: money(1000n, 'EUR'),
    charge: money(1000n, 'EUR'),
  },
  contract: {
    id: 'CTR-001',
    policy: 'avisar',
    balance: {
      total: money(99999n, 'EUR'),
      requested: zero('EUR'),
      committed: zero('EUR'),
      used: zero('EUR'),
    },
  },
  isCounted: false,
  recentlyRequestedMinor: 0n,
  eligibleIds: ['dora', 'raul'],
  ownerIds: [],
  appointed: { approverIds: ['ana', 'luis'], named: { approverIds: ['ana', 'luis'] } },
  authorIds: ['nuria'],
  executorIds: [],
  executorMayApprove: false,
}

const flow = (stage: Partial<StagePlan>, name = 'Regla'): Flow => ({
  version: 2,
  rules: [
    {
      id: name,
      name,
      conditions: {
        types: [],
        projectIds: [],
        contractIds: [],
        providerIds: [],
        from: null,
        upTo: null,
        cumulativeFrom: null,
        overBudget: false,
      },
      stages: [
        { name: 'x', turn: 1, mode: 'all', quorum: null, approvers: { kind: 'project_approvers' }, ...stage },
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
  expect(compareRoutes(order, generalFlow, named)?.after.stages[0]?.approverIds).toEqual(['dora'])
})

test('an order that could no longer be approved by anybody is told as blocked', () => {
  const nobody = flow({ approvers: { kind: 'users', userIds: ['zoe'] } })
  expect(compareRoutes(order, generalFlow, nobody)?.after.blockedBy).toBe('no_approver')
})
