// Messages of facts: each subscriber gets each of them once, whatever befalls another, another message or another node.

import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { SubscriberName } from '#kernel/fact.ts'
import { clock } from '#server/clock.ts'
import { record } from '#server/database/journal.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { deliver, type Message, type Subscriber } from '#server/jobs/outbox.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => app.stop())

const silent = pino({ level: 'silent' })
const minute = 60_000

/** Records a fact of an order that both subscribers hear, and returns the order's id. */
async function tell(companyId: string, id: string): Promise<string> {
  const object = { type: 'document', id } as const
  const fact = { kind: 'document.cancelled', subscribers: ['notices', 'mails'], object } as const
  await asSystem(app.db, companyId, tx => record(tx, null, fact))
  return id
}

/** A subscriber that keeps the orders it heard of, and fails while `fails` says so. */
function listener(name: SubscriberName, fails: (message: Message) => boolean = () => false) {
  const heard: string[] = []
  const handle: Subscriber['handle'] = async (tx, messages) => {
    for (const message of messages) {
      // Written before the failure, which must take it back.
      await tx.run(sql`insert into outbox (id, company, topic, payload, created_at, next_try_at)
        values (gen_random_uuid(), ${tx.companyId}, ${`heard.${name}`}, ${{ id: message.objectId }}, ${tx.now}, '2999-01-01')`)
      if (fails(message)) throw new Error('unreachable')
    }
    heard.push(...messages.map(({ objectId }) => objectId))
  }
  const subscriber: Subscriber = { name, everyMs: 0, handle }
  return { heard, run: () => deliver(app.db, subscriber, silent) }
}

const waiting = (companyId: string) =>
  app.owner.run<{ subscriber: string; attempts: number }>(sql`
    select subscriber, attempts from outbox_message where company = ${companyId} order by subscriber, id`)

test('a subscriber that fails for an hour delays no other, and catches up', async () => {
  const companyId = await app.company()
  const start = clock.now().getTime()
  const at = (minutes: number) => vi.spyOn(clock, 'now').mockReturnValue(new Date(start + minutes * minute))
  let isDown = true
  const notices = listener('notices')
  const mails = listener('mails', () => isDown)
  const told: string[] = []
  for (let minutes = 0; minutes <= 60; minutes += 5) {
    at(minutes)
    told.push(await tell(companyId, `DOC-${minutes}`))
    await notices.run()
    await mails.run()
    expect(notices.heard).toEqual(told)
    expect(mails.heard).toEqual([])
  }
  expect((await waiting(companyId)).map(({ subscriber }) => subscriber)).toEqual(told.map(() => 'mails'))
  isDown = false
  // The longest wait between two tries is an hour.
  at(121)
  await mails.run()
  expect(mails.heard.toSorted()).toEqual(told.toSorted())
  expect(notices.heard).toEqual(told)
  expect(await waiting(companyId)).toEqual([])
})

test('a message that cannot be handled delays no other message of its subscriber', async () => {
  const companyId = await app.company()
  for (const id of ['DOC-1', 'DOC-2', 'DOC-3']) await tell(companyId, id)
  const notices = listener('notices', ({ objectId }) => objectId === 'DOC-2')
  expect(await notices.run()).toBe(2)
  expect(notices.heard).toEqual(['DOC-1', 'DOC-3'])
  expect((await waiting(companyId)).filter(each => each.subscriber === 'notices')).toEqual([
    { subscriber: 'notices', attempts: 1 },
  ])
})

test('what a subscriber wrote before it failed is taken back', async () => {
  const companyId = await app.company()
  await tell(companyId, 'DOC-1')
  const notices = listener('notices', () => true)
  await notices.run()
  expect(await app.owner.run(sql`select 1 from outbox where company = ${companyId}`)).toEqual([])
})

test('several nodes at once handle each message once', async () => {
  const companies = [await app.company(), await app.company()]
  const told: string[] = []
  for (let n = 0; n < 60; n++)
    for (const [index, companyId] of companies.entries())
      told.push(await tell(companyId, `DOC-${index}-${n}`))
  const nodes = [1, 2, 3, 4].map(() => listener('notices'))
  const rounds = async (node: (typeof nodes)[number]) => {
    while ((await node.run()) > 0);
  }
  await Promise.all(nodes.map(rounds))
  // A node that found everything in other hands stops before they are done.
  for (const node of nodes) await rounds(node)
  const heard = nodes.flatMap(node => node.heard).filter(id => told.includes(id))
  expect(heard.toSorted()).toEqual(told.toSorted())
})

test('each subscriber hears a company’s facts in the order in which they happened', async () => {
  const companyId = await app.company()
  const told: string[] = []
  for (let n = 0; n < 60; n++) told.push(await tell(companyId, `DOC-9${n}`))
  const mails = listener('mails')
  while ((await mails.run()) > 0);
  expect(mails.heard.filter(id => told.includes(id))).toEqual(told)
})
