import { expect, test } from 'vitest'
import { BoundedQueue } from '#server/jobs/bounded-queue.ts'

const busy = { problem: { status: 503, type: '/problems/busy' }, retryAfterSeconds: 2 }

test('work that waits too long is refused and never begun, and its place goes to the next', async () => {
  const queue = new BoundedQueue(1, 5, 50)
  const begun: string[] = []
  const first = Promise.withResolvers<void>()
  const running = queue.run(() => first.promise)
  const late = queue.run(async () => begun.push('late'))
  await expect(late).rejects.toMatchObject(busy)
  expect(queue.load).toEqual({ running: 1, waiting: 0 })
  const next = queue.run(async () => begun.push('next'))
  first.resolve()
  await Promise.all([running, next])
  expect(begun).toEqual(['next'])
  expect(queue.load).toEqual({ running: 0, waiting: 0 })
})

test('no more waits than may, and work that fails gives its place on', async () => {
  const queue = new BoundedQueue(1, 1)
  const first = Promise.withResolvers<void>()
  const running = queue.run(() => first.promise)
  const waiting = queue.run(async () => 'served')
  await expect(queue.run(async () => 'one too many')).rejects.toMatchObject(busy)
  first.reject(new Error('it fails'))
  await expect(running).rejects.toThrow('it fails')
  expect(await waiting).toBe('served')
})
