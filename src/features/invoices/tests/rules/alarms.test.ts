import { expect, test } from 'vitest'
import { unexplainedAlarms } from '#features/invoices/rules/alarms.ts'

const account = { kind: 'iban_differs', text: 'Otra cuenta' } as const
const known = { kind: 'already_known', text: 'Ya está' } as const
const nothing = { before: new Set<string>(), isNoDuplicate: false }

test('an alarm is explained by what was said of it before, and of no other', () => {
  expect(unexplainedAlarms([account, known], nothing)).toEqual([account, known])
  expect(unexplainedAlarms([account, known], { ...nothing, before: new Set(['Otra cuenta']) })).toEqual([
    known,
  ])
  const another = { ...account, text: 'Otra cuenta más' }
  expect(unexplainedAlarms([another], { ...nothing, before: new Set(['Otra cuenta']) })).toEqual([another])
})

test('why an order is no duplicate explains an invoice that is known already, and no other alarm', () => {
  expect(unexplainedAlarms([account, known], { ...nothing, isNoDuplicate: true })).toEqual([account])
})
