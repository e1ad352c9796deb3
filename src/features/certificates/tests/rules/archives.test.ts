// Permissions of archives of Constancias.
import { expect, test } from 'vitest'
import {
  certifiableStates,
  maxOrders,
  mayBegin,
  mayBeginToday,
} from '#features/certificates/rules/archives.ts'

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

test('a person begins twenty archives in 24 hours and a company sixty, and is told when there is room', () => {
  const now = new Date('2026-11-28T12:00:00Z')
  const since = '2026-11-27T15:30:00Z'
  const begun = (person: number, company: number) =>
    mayBeginToday({ person: { count: person, since }, company: { count: company, since } }, now)
  expect(begun(19, 59)).toBe(true)
  expect(begun(20, 59)).toMatchObject({ refused: 'archives_of_person', facts: { most: 20, hours: 4 } })
  expect(begun(19, 60)).toMatchObject({ refused: 'archives_of_company', facts: { most: 60, hours: 4 } })
  const none = { count: 0, since: null }
  expect(mayBeginToday({ person: none, company: none }, now)).toBe(true)
})
