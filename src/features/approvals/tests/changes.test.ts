import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let neighbour: Cast
let stranger: Cast
let orders: ReturnType<typeof ordersOf>

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  neighbour = await makeCast(app, 'vecino', { companyId: cast.companyId })
  stranger = await makeCast(app, 'sur')
  orders = ordersOf(app, cast)
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const read = (id: string, as: string | undefined, projectId = cast.projectId) =>
  app.ask(`/api/projects/${projectId}/documents/${id}/changes`, { as })
const correct = (id: string, over: object, as = cast.client) =>
  app.ask(`/api/documents/${id}`, { method: 'PUT', as, body: { ...cast.order, ...over } })

test('a correction is shown beside what it corrects, with who returned it and what no longer counts', async () => {
  const id = await orders.submit({ name: 'Mesas', amountMinor: '5000' })
  expect((await read(id, cast.approvers[0])).body).toEqual({ items: [] })
  await orders.decide(id, cast.approvers[1])
  await orders.decide(id, cast.approvers[0], 'return', { comment: 'Falta el IVA' })
  await correct(id, { name: 'Mesas', amountMinor: '6050', description: 'Con IVA', revision: 1 })
  const { status, body } = await read(id, cast.approvers[0])
  expect(status).toBe(200)
  expect(body.items).toHaveLength(1)
  expect(body.items[0]).toMatchObject({
    revision: 2,
    madeByName: 'Cliente norte',
    added: [],
    removed: [],
    amount: { before: { minor: '5000', currency: 'EUR' }, after: { minor: '6050', currency: 'EUR' } },
    texts: [{ field: 'description', before: null, after: 'Con IVA' }],
    decisions: [
      { approverName: 'Aprobador 1 Pérez', status: 'approved', comment: null, decidedByName: null },
      { approverName: 'Aprobador 0 Pérez', status: 'returned', comment: 'Falta el IVA' },
    ],
  })
})

test('each correction is of its own: the latest first, the first order changes nothing', async () => {
  const id = await orders.submit({ name: 'Sillas' })
  for (const [revision, name] of [
    [1, 'Sillas altas'],
    [2, 'Taburetes'],
  ] as const) {
    const withdrawn = await orders.post(`/api/documents/${id}/withdrawal`, cast.client, { revision })
    expect(withdrawn.status).toBe(200)
    await correct(id, { name, revision })
  }
  const { body } = await read(id, cast.admin)
  type Item = { revision: number; texts: object[]; decisions: object[] }
  expect(body.items.map(({ revision, texts, decisions }: Item) => [revision, texts, decisions])).toEqual([
    [3, [{ field: 'name', before: 'Sillas altas', after: 'Taburetes' }], []],
    [2, [{ field: 'name', before: 'Sillas', after: 'Sillas altas' }], []],
  ])
})

test('only who sees the order reads them, and a provider none', async () => {
  const id = await orders.submit({ name: 'Bancos' })
  await orders.decide(id, cast.approvers[0], 'return', { comment: 'Otro color' })
  await correct(id, { name: 'Bancos rojos', revision: 1 })
  expect((await read(id, undefined)).status).toBe(401)
  for (const as of [neighbour.client, neighbour.approvers[0], stranger.client, stranger.admin])
    expect((await read(id, as)).status).toBe(404)
  expect((await read(id, cast.client, neighbour.projectId)).status).toBe(404)
  expect((await read('DOC-999', cast.client)).status).toBe(404)
  const email = 'proveedor.cambios@pruebas.example'
  await app.person(cast.companyId, 'provider', email, { providerId: cast.providerId })
  const { status, body } = await read(id, await app.signIn(email))
  expect([status, body]).toEqual([200, { items: [] }])
})

test('an order that an administrator moves to another client says nothing of the one it came from', async () => {
  const id = await orders.submit({ name: 'Lámparas' })
  await orders.decide(id, cast.approvers[0], 'return', { comment: 'No es de esta obra' })
  const over = { ...neighbour.order, name: 'Lámparas', revision: 1 }
  const moved = await correct(id, over, cast.admin)
  expect(moved.status, JSON.stringify(moved.body)).toBe(200)
  expect((await read(id, neighbour.approvers[0], neighbour.projectId)).body).toEqual({ items: [] })
  expect((await read(id, cast.admin, neighbour.projectId)).body.items).toHaveLength(1)
})
