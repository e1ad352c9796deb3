import { expect, test } from 'vitest'
import { money } from '#kernel/money.ts'
import { scaleTop } from '#ui/charts/bar-chart.tsx'

const eur = (minor: bigint) => money(minor, 'EUR')

test.each([
  [[0n], 1n],
  [[1n], 1n],
  [[3n, 2n], 3n],
  [[600n], 600n],
  [[250_000n], 250_000n],
  [[610n], 800n],
  [[801n], 1000n],
  [[120_000n, 4n], 150_000n],
  [[200_000n], 200_000n],
  [[999_999_999_999_999n], 1_000_000_000_000_000n],
])('a scale for %s ends at %s', (values, top) => {
  expect(scaleTop(values.map(eur))).toEqual(eur(top))
})

test('nothing to show has no scale', () => {
  expect(scaleTop([])).toBeNull()
})
