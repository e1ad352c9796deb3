// Memory that only the start needed goes back to the machine: the young generation is small, whatever it had grown to.
import { getHeapSpaceStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { returnMemory } from '#server/start.ts'

const megabyte = 1024 * 1024

const youngMegabytes = () =>
  (getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0) / megabyte

/** Makes what outlives a few collections, as modules do while they are loaded. */
function outgrow(): void {
  const kept: object[] = []
  for (let made = 0; made < 1_000_000; made++) kept.push({ made, of: [made] })
}

test('a young generation that has grown is small again, and collecting is nobody else’s', () => {
  outgrow()
  expect(youngMegabytes()).toBeGreaterThan(8)
  returnMemory()
  expect(youngMegabytes()).toBeLessThan(4)
  expect(globalThis).not.toHaveProperty('gc')
})
