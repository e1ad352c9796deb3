// Time for which notices are kept.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepNotices } from '#features/notices/commands/sweep-notices.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { deliverAll } from '#tests/support/subscribers.ts'

let app: TestApp
let cast: Cast
let other: Cast

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  other = await makeCast(app, 'sur')
})
afterAll(() => app.stop())

const dayMs = 24 * 3600_000

/** A notice for whoever asked for the order, as old as that many days. */
async function noticeOf({ companyId }: Cast, documentId: string, days: number): Promise<string> {
  const at = Date.now() - days * dayMs
  const id = newId(at)
  await app.tamper(sql`
    insert into notice (company_id, id, user_id, topic, document_id, facts, created_at)
    select company_id, ${id}, created_by, 'document.approved', id, '{}', ${new Date(at)}::timestamptz
    from document where company_id = ${companyId} and id = ${documentId}`)
  return id
}

test('a notice is kept for four hundred days, read or not, and those of other companies are left to their own turn', async () => {
  const ours = await ordersOf(app, cast).approved({ name: 'Nuestro' })
  const theirs = await ordersOf(app, other).approved({ name: 'Suyo' })
  await deliverAll(app.db)
  const kept = await noticeOf(cast, ours, 399)
  const old = await noticeOf(cast, ours, 401)
  const foreign = await noticeOf(other, theirs, 401)
  const ids = async (as: string): Promise<string[]> =>
    (await app.ask('/api/notices?limit=50', { as })).body.items.map(({ id }: { id: string }) => id)
  expect(await ids(cast.client)).toEqual(expect.arrayContaining([kept, old]))
  await sweepNotices(app.db, [cast.companyId])
  const left = await ids(cast.client)
  expect(left).toContain(kept)
  expect(left).not.toContain(old)
  expect(left.length).toBeGreaterThan(1)
  expect(await ids(other.client)).toContain(foreign)
})
