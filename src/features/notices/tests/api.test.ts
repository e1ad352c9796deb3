import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { deliverAll } from '#tests/support/subscribers.ts'

let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  orders = ordersOf(app, cast)
  for (const name of ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco']) await orders.approved({ name })
  await deliverAll(app.db)
})
afterAll(() => app.stop())

type Notice = { id: string; documentId: string; documentName: string; read: boolean }
const notices = async (as: string | undefined, query = '') =>
  (await app.ask(`/api/notices?${query}`, { as })).body
const idsOf = async (as: string | undefined, query = ''): Promise<string[]> =>
  (await notices(as, query)).items.map(({ id }: Notice) => id)

describe('the notices of a person', () => {
  it('page by keyset, newest first, without gaps or repeats', async () => {
    const all = await idsOf(cast.client)
    expect(all).toHaveLength(5)
    expect(all).toEqual(all.toSorted().toReversed())
    const seen: string[] = []
    let after = ''
    do {
      const { items, next } = await notices(cast.client, `limit=2${after && `&after=${after}`}`)
      seen.push(...items.map(({ id }: Notice) => id))
      after = next ?? ''
    } while (after)
    expect(seen).toEqual(all)
  })

  it('tell the people of a provider that its order is approved and that it was paid, and nothing before', async () => {
    const { companyId, providerId } = cast
    await app.person(companyId, 'provider', 'grua@pruebas.example', { providerId })
    const provider = await app.signIn('grua@pruebas.example')
    const id = await orders.submit({ name: 'Grúa' })
    await deliverAll(app.db)
    expect((await notices(provider)).items).toEqual([])
    for (const approver of cast.approvers) await orders.decide(id, approver)
    await orders.confirm(id, cast.executor)
    await deliverAll(app.db)
    const told: { topic: string; documentId: string }[] = (await notices(provider)).items
    expect(told.map(({ topic, documentId }) => [topic, documentId])).toEqual([
      ['execution.confirmed', id],
      ['document.approved', id],
    ])
    await app.tamper(sql`delete from notice where document_id = ${id}`)
  })

  it('are read one by one, and by nobody else', async () => {
    const [first = ''] = await idsOf(cast.client)
    const read = (id: string, as: string) => app.ask(`/api/notices/${id}/read`, { method: 'POST', as })
    expect((await read(first, cast.executor)).status).toBe(404)
    expect((await read(newId(), cast.client)).status).toBe(404)
    expect((await notices(cast.client)).unread).toBe(5)
    expect((await read(first, cast.client)).body).toEqual({ read: 1 })
    expect((await read(first, cast.client)).body).toEqual({ read: 1 })
    const { items, unread } = await notices(cast.client)
    expect(items.map(({ read: isRead }: Notice) => isRead)).toEqual([true, false, false, false, false])
    expect(unread).toBe(4)
  })

  it('are read when their order is seen, and those of no other order or person', async () => {
    const read = (id: string, as: string) =>
      app.ask(`/api/documents/${id}/notices/read`, { method: 'POST', as })
    const { items } = await notices(cast.client)
    const { documentId } = items.find(({ read: isRead }: Notice) => !isRead)
    expect((await read('DOC-999', cast.client)).status).toBe(404)
    expect((await read(documentId, cast.client)).body).toEqual({ read: 1 })
    expect((await read(documentId, cast.client)).body).toEqual({ read: 0 })
    expect((await notices(cast.client)).unread).toBe(3)
    expect((await notices(cast.executor)).unread).toBe(5)
  })

  it('are read all at once', async () => {
    expect((await app.ask('/api/notices/read', { method: 'POST', as: cast.client })).body).toEqual({
      read: 3,
    })
    expect((await notices(cast.client)).unread).toBe(0)
    expect((await notices(cast.executor)).unread).toBe(5)
  })

  it('speak only of orders that the person may still see', async () => {
    const before = await notices(cast.executor)
    expect([before.items.length, before.unread]).toEqual([5, 5])
    await app.tamper(sql`delete from project_permission where user_id = ${cast.executorId}`)
    expect(await notices(cast.executor)).toEqual({ items: [], unread: 0, next: null })
  })

  it.each(['limit=0', 'limit=101', 'after=DOC-001', 'after='])(
    'asked with %s say what is wrong',
    async query => {
      const { status, body } = await app.ask(`/api/notices?${query}`, { as: cast.client })
      expect([status, body.issues[0].pointer]).toEqual([422, `/query/${query.split('=')[0]}`])
    },
  )
})
