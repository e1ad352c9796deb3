// Withholdings of a supplier with thousands of payments: the sums of all of them, and a file that sheets open.
import { expect, test } from 'vitest'
import type { Movement } from '#features/closings/views/movements.ts'
import { groupWithheld } from '#features/closings/views/withheld-groups.ts'
import { withholdingSheet } from '#features/closings/views/withholding-sheet.ts'
import { maxOrdersShown } from '#features/closings/wire/withholdings.ts'
import { dayFrom } from '#kernel/day.ts'

const day = dayFrom('2026-11-10')
if (day === null) throw new Error('a day')

const movement = (number: number, over: Partial<Movement> = {}): Movement => ({
  kind: 'paid',
  key: `${number}`,
  cursor: `${number}`,
  document_id: `DOC-${100_000 + number}`,
  project_id: 'PRJ-001',
  name: 'Asesoría',
  provider_id: 'PRV-001',
  payment: 1,
  payments: 1,
  day,
  minor: 10_600n,
  currency: 'EUR',
  type: 'gasto',
  due_on: null,
  reference: 'TRF',
  party: 'Gestoría Norte',
  tax_id: 'B12345674',
  invoice_number: null,
  invoice_date: null,
  accrued_on: null,
  contract_id: 'CTR-001',
  project_name: 'Obra',
  client_name: 'Cliente',
  is_credit_note: false,
  moved: {
    amountMinor: 12_100n,
    breakdown: {
      taxLines: [{ kind: 'iva', rate: 2100, baseMinor: 10_000n, taxMinor: 2100n }],
      disbursementsMinor: 0n,
      withholding: { kind: 'irpf', rate: 1500, baseMinor: 10_000n, withheldMinor: 1500n },
      prepaidMinor: 0n,
      roundingMinor: 0n,
    },
    planMinor: [10_600n],
    payment: 1,
    takesBack: false,
  },
  ...over,
})

test('is all summed, and the first payments are told', () => {
  const movements = Array.from({ length: 5000 }, (_, number) => movement(number))
  const back = movement(7, { kind: 'returned', moved: { ...movement(7).moved, takesBack: true } })
  const [group, ...others] = groupWithheld([...movements, back])
  expect(others).toEqual([])
  expect(group).toMatchObject({
    count: 5001,
    sums: { perceptions: 4999, baseMinor: 49_990_000n, withheldMinor: 7_498_500n },
  })
  expect([group?.first.length, group?.documentIds.size]).toEqual([maxOrdersShown, 5000])
})

test('names in the file no more orders than a cell holds, and says how many it leaves out', () => {
  const ordersIn = (count: number) => {
    const [group] = groupWithheld(Array.from({ length: count }, (_, number) => movement(number)))
    if (!group) throw new Error('a group')
    return JSON.stringify(withholdingSheet.row(group, 'Europe/Madrid').at(-1))
  }
  expect(ordersIn(2)).toContain('DOC-100000, DOC-100001')
  const many = ordersIn(5000)
  expect(many.length).toBeLessThan(32_767)
  expect(many).toMatch(/DOC-100999 y 4\.?000 más/)
})
