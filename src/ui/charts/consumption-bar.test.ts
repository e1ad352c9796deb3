import { expect, it } from 'vitest'
import { money } from '#kernel/money.ts'
import { consumptionTone } from '#ui/charts/consumption-bar.tsx'

it.each([
  [0n, 100n, 'positive'],
  [9_000n, 10_000n, 'positive'],
  [9_001n, 10_000n, 'caution'],
  [10_000n, 10_000n, 'caution'],
  [10_001n, 10_000n, 'negative'],
  [1n, 0n, 'negative'],
])('%d of %d is %s', (consumed, total, tone) => {
  expect(consumptionTone(money(consumed, 'EUR'), money(total, 'EUR'))).toBe(tone)
})
