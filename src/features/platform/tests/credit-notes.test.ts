// Credit notes on the platform, against the whole program.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cast, makeCast, ordersOf } from '#tests/support/cast.ts'
import { type Platform, startPlatform } from '#tests/support/platform.ts'

let app: Platform
let saas = { userId: '', token: '' }
let norte: Cast

beforeAll(async () => {
  app = await startPlatform()
  saas = await app.operator('saas@plataforma.example')
  norte = await makeCast(app, 'norte')
})
afterAll(() => app?.stop())

const get = (path: string) => app.ask(`/api/platform/${path}`, { as: saas.token })

test('the orders of all companies say of a credit note which order it reduces, and count it with its sign in a file', async () => {
  const orders = ordersOf(app, norte)
  const creditedId = await orders.approved({ amountMinor: '9000', duplicateReason: 'Para abonar' })
  const asked = { revision: 1, name: 'Vuelven', amountMinor: '1250', duplicateReason: 'Es un abono' }
  const { body: note } = await orders.post(`/api/documents/${creditedId}/credit-notes`, norte.client, asked)
  const { body: list } = await get(`order-flows?q=${note.id}`)
  expect(list.items).toMatchObject([{ id: note.id, creditedId, amount: { minor: '1250' } }])
  expect((await get(`order-flows/${norte.companyId}/${note.id}`)).body.creditedId).toBe(creditedId)
  const { body } = await app.ask('/api/platform/order-flows/exports', {
    method: 'POST',
    as: saas.token,
    body: { format: 'csv', q: note.id },
  })
  const file = await app.http.inject({ method: 'GET', url: body.url })
  expect(file.body).toContain(`${note.id};norte;Abono de ${creditedId};Obra;-12,50;EUR;`)
})
