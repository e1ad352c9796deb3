// Notices that are resolved: what is decided or done, by anybody, leaves the bell, and comes back when it is undone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { deliverAll } from '#tests/support/subscribers.ts'

let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app.stop())

type Notice = { topic: string; documentId: string; read: boolean; alike: number; clientName: string | null }
type Page = { items: Notice[]; unread: number }
const read = async (as: string | undefined, query: string): Promise<Page> => {
  await deliverAll(app.db)
  return (await app.ask(`/api/notices?${query}`, { as })).body
}
const bell = (as: string | undefined) => read(as, 'which=current')
const topicsIn = async (as: string | undefined) => (await bell(as)).items.map(({ topic }) => topic)

describe('a resolved notice', () => {
  beforeAll(async () => {
    cast = await makeCast(app, 'norte')
    orders = ordersOf(app, cast)
  })

  test('leaves the bell of who decided, at once, and stands read among all', async () => {
    const [first, second] = cast.approvers
    const id = await orders.submit()
    expect(await bell(first)).toMatchObject({
      items: [{ topic: 'approval.requested', read: false }],
      unread: 1,
    })
    await orders.decide(id, first)
    expect(await bell(first)).toEqual({ items: [], unread: 0, next: null })
    expect(await read(first, '')).toMatchObject({
      items: [{ topic: 'approval.requested', read: true }],
      unread: 0,
    })
    expect(await topicsIn(second)).toEqual(['approval.requested'])
    await orders.decide(id, second, 'reject')
    expect(await topicsIn(second)).toEqual([])
    expect(await topicsIn(cast.client)).toEqual(['document.rejected'])
  })

  test('comes back with what is undone', async () => {
    const [first, second] = cast.approvers
    const id = await orders.submit()
    expect(await topicsIn(second)).toEqual(['approval.requested'])
    for (const approver of cast.approvers) await orders.decide(id, approver)
    expect(await topicsIn(cast.executor)).toEqual(['document.approved'])
    await orders.post(`/api/documents/${id}/undoing`, second, { revision: 1 })
    expect(await topicsIn(second)).toEqual(['approval.requested'])
    expect(await topicsIn(first)).toEqual([])
    expect(await topicsIn(cast.executor)).toEqual(['document.reopened'])
    await orders.decide(id, second)
    expect(await topicsIn(second)).toEqual([])
    expect((await topicsIn(cast.executor)).toSorted()).toEqual(['document.approved', 'document.approved'])
    await orders.confirm(id, cast.executor)
    expect(await topicsIn(cast.executor)).toEqual([])
  })
})

describe('many notices of one kind', () => {
  beforeAll(async () => {
    cast = await makeCast(app, 'muchos', { approvers: 1 })
    orders = ordersOf(app, cast)
  })

  test('are one in the bell, with their number and client, and each its own among all', async () => {
    const [approver] = cast.approvers
    const ids: string[] = []
    for (let at = 0; at < 3; at++) ids.push(await orders.submit())
    expect((await bell(approver)).items.map(({ alike }) => alike)).toEqual([1, 1, 1])
    ids.push(await orders.submit())
    const { items, unread } = await bell(approver)
    expect(items).toMatchObject([
      {
        topic: 'approval.requested',
        alike: 4,
        clientName: 'Cliente muchos',
        documentId: ids[3],
        read: false,
      },
    ])
    expect(unread).toBe(4)
    const all = (await read(approver, '')).items
    expect(all.map(({ alike }) => alike)).toEqual([1, 1, 1, 1])
    await orders.decide(ids[0] ?? '', approver)
    expect((await bell(approver)).items.map(({ alike }) => alike)).toEqual([1, 1, 1])
  })

  test('do not tell a provider the client by this way, nor anybody of another company', async () => {
    const { companyId, providerId, address } = cast
    await app.person(companyId, 'provider', address('grua'), { providerId })
    const provider = await app.signIn(address('grua'))
    for (let at = 0; at < 4; at++) await orders.approved()
    expect((await bell(provider)).items).toMatchObject([{ alike: 4, clientName: null }])
    const other = await makeCast(app, 'ajena')
    expect((await bell(other.approvers[0])).items).toEqual([])
  })

  test('are asked for by one of two words', async () => {
    const { status, body } = await app.ask('/api/notices?which=mine', { as: cast.client })
    expect([status, body.issues[0].pointer]).toEqual([422, '/query/which'])
  })
})
