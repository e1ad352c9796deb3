import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let other: Cast
let orders: ReturnType<typeof ordersOf>

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  other = await makeCast(app, 'sur')
  orders = ordersOf(app, cast)
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

describe('reading', () => {
  it('another company’s order, or one under another project, is as absent as one that never was', async () => {
    const id = await orders.submit()
    const bodies = await Promise.all([
      app.ask(`/api/projects/${cast.projectId}/documents/${id}`, { as: other.admin }),
      app.ask('/api/projects/PRJ-099/documents/DOC-98765', { as: cast.admin }),
      app.ask(`/api/projects/PRJ-002/documents/${id}`, { as: cast.admin }),
      app.ask('/api/projects/nada/documents/nada', { as: cast.admin }),
    ])
    for (const answer of bodies) {
      expect(answer.status).toBe(404)
      expect({ ...answer.body, requestId: '' }).toEqual({ ...bodies[0].body, requestId: '' })
    }
  })

  it('the inbox holds only what the person can decide now', async () => {
    const id = await orders.submit()
    const ids = async (as: string | undefined) =>
      (await app.ask('/api/approvals/pending', { as })).body.items.map(
        (item: { document: { id: string } }) => item.document.id,
      )
    expect(await ids(cast.approvers[0])).toContain(id)
    await orders.decide(id, cast.approvers[0])
    expect(await ids(cast.approvers[0])).not.toContain(id)
    expect(await ids(cast.approvers[1])).toContain(id)
    expect(await ids(other.approvers[0])).not.toContain(id)
  })

  it('the list pages by keyset without gaps or repeats, and its tabs equal what it lists', async () => {
    const seen: string[] = []
    let after = ''
    do {
      const { body } = await app.ask(`/api/documents?limit=7${after && `&after=${after}`}`, {
        as: cast.admin,
      })
      seen.push(...body.items.map((item: { id: string }) => item.id))
      after = body.next ?? ''
    } while (after)
    expect(new Set(seen).size).toBe(seen.length)
    const { body: counts } = await app.ask('/api/documents/counts', { as: cast.admin })
    expect(counts.pending + counts.approved + counts.paid + counts.rejected).toBe(seen.length)
  })

  it('the tabs of whoever approves equal what they list', async () => {
    await orders.submit()
    const as = cast.approvers[0]
    const { body: counts } = await app.ask('/api/documents/counts', { as })
    const { body: list } = await app.ask('/api/documents?limit=200', { as })
    expect(counts.pending + counts.approved + counts.paid + counts.rejected).toBe(list.items.length)
    expect(list.items.length).toBeGreaterThan(0)
  })

  it.each(["'; drop table document; --", '%', '_', '\\', '🧨', 'a'.repeat(100)])(
    'a search for %j is only a search',
    async q => {
      const { status } = await app.ask(`/api/documents?q=${encodeURIComponent(q)}`, { as: cast.client })
      expect(status).toBe(200)
    },
  )

  it.each(['limit=0', 'limit=x', 'status=foo', 'after=1', 'projectId=DOC-001', 'type=GASTO'])(
    'a list asked with %s is told what is wrong',
    async query => {
      const { status, body } = await app.ask(`/api/documents?${query}`, { as: cast.client })
      expect([status, body.issues[0].pointer]).toEqual([422, `/query/${query.split('=')[0]}`])
    },
  )
})
