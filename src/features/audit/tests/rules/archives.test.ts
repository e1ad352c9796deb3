// Permissions of archives of Constancias.
import { expect, test } from 'vitest'
import { certifiableStates, maxOrders, mayBegin } from '#features/audit/rules/archives.ts'

test('an archive has at least one order and at most five hundred, and a provider begins none', () => {
  const staff = { providerId: null }
  expect(mayBegin(staff, 0)).toMatchObject({ refused: 'nothing_to_certify' })
  expect(mayBegin(staff, 1)).toBe(true)
  expect(mayBegin(staff, maxOrders)).toBe(true)
  expect(mayBegin(staff, maxOrders + 1)).toMatchObject({ refused: 'too_many_orders', facts: { most: 500 } })
  expect(mayBegin({ providerId: 'PRV-1' }, 1)).toMatchObject({ refused: 'not_for_provider' })
})

test('an archive has orders that were approved or came to an end, and none that waits', () => {
  expect(certifiableStates.toSorted()).toEqual([
    'approved',
    'cancelled',
    'executed',
    'execution_rejected',
    'rejected',
  ])
})
