// Readings that people ask for: once for all who ask, kept, and nothing kept of a machine that was busy.
import { expect, test } from 'vitest'
import { openReadings, type ReadFile } from '#features/invoices/commands/readings.ts'
import type { Reading } from '#features/invoices/readers/reading.ts'
import { refuse } from '#kernel/refusal.ts'
import { commonProblem } from '#server/problems.ts'

const file = (over: Partial<ReadFile> = {}): ReadFile => ({
  companyId: 'norte',
  fileId: 'uno',
  ownTaxIds: [],
  bytes: async () => new Uint8Array([1]),
  ...over,
})
const unread: Reading = refuse('empty')

/** Readings that end when they are told to, in the order in which they began. */
function stage(patienceMs = 60_000) {
  const begun: PromiseWithResolvers<Reading>[] = []
  const read = () => {
    const outcome = Promise.withResolvers<Reading>()
    begun.push(outcome)
    return outcome.promise
  }
  const keep = async () => {}
  return { begun, readings: openReadings({ patienceMs, read, keep }) }
}

test('a file is read once for all who ask at the same time, and for all who ask later', async () => {
  const { begun, readings } = stage()
  const asked = [readings.of(file()), readings.of(file())]
  await expect.poll(() => begun.length).toBe(1)
  begun[0]?.resolve(unread)
  expect(await Promise.all(asked)).toEqual([unread, unread])
  expect(await readings.of(file())).toEqual(unread)
  expect(begun).toHaveLength(1)
})

test('it is read again for whoever else may be billed, and for another company', async () => {
  const { begun, readings } = stage(1)
  await readings.of(file())
  await readings.of(file({ companyId: 'sur' }))
  begun[0]?.resolve(unread)
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.resolve(unread)
  await readings.of(file({ ownTaxIds: ['A28000008'] }))
  await expect.poll(() => begun.length).toBe(3)
})

test('whoever loses patience finds the reading later', async () => {
  const { begun, readings } = stage(1)
  expect(await readings.of(file())).toBe('coming')
  begun[0]?.resolve(unread)
  await expect.poll(() => readings.of(file())).toEqual(unread)
  expect(begun).toHaveLength(1)
})

test('a machine that was busy says nothing of the file: it is read when asked again', async () => {
  const { begun, readings } = stage()
  const asked = readings.of(file())
  await expect.poll(() => begun.length).toBe(1)
  begun[0]?.reject(commonProblem('busy'))
  expect(await asked).toBe('coming')
  const again = readings.of(file())
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.resolve(unread)
  expect(await again).toEqual(unread)
})

test('no company’s files delay those of another for longer than one reading', async () => {
  const { begun, readings } = stage(1)
  for (const fileId of ['uno', 'dos', 'tres']) await readings.of(file({ fileId }))
  await readings.of(file({ companyId: 'sur', ownTaxIds: ['B1'] }))
  expect(begun).toHaveLength(1)
  begun[0]?.resolve(unread)
  // The second to run is the other company's: of the first one only one file waited in the common queue.
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.resolve(unread)
  await expect.poll(() => readings.of(file({ companyId: 'sur', ownTaxIds: ['B1'] }))).toEqual(unread)
})
