// Messages that a node of the release before left in its outbox while the installation was upgraded: told like all others.
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formerConsumer } from '#features/notices/subscribers/former.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { deliverFormer } from '#server/jobs/former-outbox.ts'
import { openPost } from '#server/mail/post.ts'
import { origin, secret, type TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'

let app: TestApp
let cast: Cast
beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'anterior', { approvers: 1 })
})
afterAll(() => app.stop())

const mailing = { post: openPost(secret, { product: 'Visto Bueno', origin }), origin }
const leave = (topic: string, payload: object) =>
  app.owner.run(sql`insert into outbox (id, company, topic, payload, created_at, next_try_at)
    values (${newId()}, ${cast.companyId}, ${topic}, ${JSON.stringify(payload)}::jsonb, now(), now() - interval '1 minute')`)
const deliver = () => deliverFormer(app.db, formerConsumer(mailing), pino({ level: 'silent' }))
const topics = async (as: string | undefined) => {
  const { items }: { items: { topic: string }[] } = (await app.ask('/api/notices', { as })).body
  return items.map(({ topic }) => topic)
}

test('an order’s fact becomes its notices and its mail, once', async () => {
  const documentId = await ordersOf(app, cast).submit()
  await leave('approval.requested', { documentId, turn: 1 })
  await leave('document.returned', { documentId })
  await leave('document.decided', { documentId })
  expect(await deliver()).toBe(3)
  expect(await deliver()).toBe(0)
  expect(await topics(cast.approvers[0])).toEqual(['approval.requested'])
  expect(await topics(cast.client)).toEqual(['document.returned'])
  expect(await app.mails(cast.address('aprueba0'))).toHaveLength(1)
})

test('one that cannot be delivered stays, and delays no other', async () => {
  await leave('provider.bank_changed', { providerId: 'PRV-999', askedBy: 'nobody' })
  await leave('project.self_appointed', { projectId: cast.projectId, by: cast.executorId })
  await deliver()
  expect(await topics(cast.admin)).toContain('project.self_appointed')
  const left = await app.owner.run(sql`select topic from outbox where company = ${cast.companyId}`)
  expect(left).toEqual([{ topic: 'provider.bank_changed' }])
})
