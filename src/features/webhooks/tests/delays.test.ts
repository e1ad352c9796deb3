// A receiver that is slow, wrong or gone, and a node that dies, delay nobody else.
import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { advanceClock, clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { stalls } from '#tests/support/receivers.ts'
import { webhookDesk } from '#tests/support/webhook-desk.ts'

const patient = { timeout: 120_000 }
const desk = webhookDesk('demoras')

test('a receiver that stalls delays no other, of its company or of another', patient, async () => {
  const [stalled, works, elsewhere] = [
    await desk.receiver(stalls),
    await desk.receiver(),
    await desk.receiver(),
  ]
  await desk.webhook(stalled.url)
  await desk.webhook(works.url)
  const stranger = await desk.stranger('vecina')
  await desk.webhook(elsewhere.url, ['order.approved'], stranger)
  await desk.approve()
  await desk.approve(stranger)
  await desk.plan()
  const node = desk.node(60_000)
  await node.beginVisits()
  await expect.poll(() => [works.calls.length, elsewhere.calls.length]).toEqual([1, 1])
  // It is still being called, and goes on holding nobody up.
  expect(stalled.open.now).toBe(1)
  await desk.approve(stranger)
  await desk.plan()
  await node.beginVisits()
  await expect.poll(() => elsewhere.calls.length).toBe(2)
  await stalled.close()
  await node.settle()
})

test('many receivers that are gone leave room for one that works', patient, async () => {
  const gone = await desk.receiver()
  await gone.close()
  const works = await desk.receiver()
  for (let index = 0; index < 9; index++) await desk.webhook(`${gone.url}/${index}`)
  await desk.webhook(works.url)
  await desk.approve()
  await desk.tell()
  expect(works.calls).toHaveLength(1)
  const failing = (await desk.app.ask('/api/webhooks', { as: desk.cast.admin })).body.items
  expect(failing.filter(({ failingSince }: { failingSince: string | null }) => failingSince)).toHaveLength(9)
})

test('no connection of the database is held while a receiver is waited for', patient, async () => {
  const stalled = await desk.receiver(stalls)
  await desk.webhook(stalled.url)
  await desk.approve()
  await desk.plan()
  const node = desk.node(60_000)
  await node.beginVisits()
  await expect.poll(() => stalled.open.now).toBe(1)
  expect(desk.app.db.pool.totalCount - desk.app.db.pool.idleCount).toBe(0)
  const [open] = await desk.app.tamper(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`)
  expect(open).toEqual({ count: 0 })
  await stalled.close()
  await node.settle()
})

test('a node that dies while it calls leaves its endpoint to another', async () => {
  const receiver = await desk.receiver()
  await desk.webhook(receiver.url)
  await desk.approve()
  await desk.plan()
  await desk.app.tamper(sql`
    update webhook_lane set holder = ${newId()}, held_until = ${new Date(clock.now().getTime() + 60_000)}
    where company = ${desk.cast.companyId}`)
  await desk.deliver()
  expect(receiver.calls).toHaveLength(0)
  advanceClock(61)
  await desk.deliver()
  expect(receiver.calls).toHaveLength(1)
})
