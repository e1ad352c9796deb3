// What a person may type to find an order, a project or a contract. Source: specification, section 2.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'

let app: TestApp
let cast: Cast

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
})
afterAll(() => app.stop())

async function found(list: string, q: string): Promise<string[]> {
  const { status, body } = await app.ask(`/api/${list}?q=${encodeURIComponent(q)}`, { as: cast.admin })
  expect(status).toBe(200)
  return body.items.map((item: { id: string }) => item.id)
}

test('an order is found by its name, its provider and its id, whatever the case and the accents', async () => {
  const id = await ordersOf(app, cast).submit({ name: 'Climatización planta 1' })
  for (const q of ['CLIMATIZACION', 'planta 1', 'proveedor NORTE', id, id.toLowerCase()]) {
    expect(await found('documents', q), q).toEqual([id])
  }
  expect(await found('documents', 'elefantes')).toEqual([])
})

test('a project is found by its name, its id and its client', async () => {
  const { body } = await app.ask(`/api/projects/${cast.projectId}`, { as: cast.admin })
  for (const q of [body.name.toUpperCase(), body.id.toLowerCase(), body.clientName.toUpperCase()]) {
    expect(await found('projects', q), q).toEqual([cast.projectId])
  }
  expect(await found('projects', 'elefantes')).toEqual([])
})

test('a contract is found by its id, its client and its description', async () => {
  const { body } = await app.ask(`/api/contracts/${cast.payable}`, { as: cast.admin })
  for (const q of [body.id.toLowerCase(), body.description.toUpperCase()]) {
    expect(await found('contracts', q), q).toEqual([cast.payable])
  }
  expect(await found('contracts', body.clientName.toUpperCase())).toContain(cast.payable)
  expect(await found('contracts', 'elefantes')).toEqual([])
})

test('a project that is inactive says so and takes no order', async () => {
  await app.tamper(sql`update project set status = 'inactive' where id = ${cast.projectId}`)
  const { body } = await app.ask(`/api/projects/${cast.projectId}`, { as: cast.client })
  expect(body.status).toBe('inactive')
  const answer = await ordersOf(app, cast).post('/api/documents', cast.client, cast.order)
  expect([answer.status, answer.body.type]).toEqual([409, '/problems/project_inactive'])
})
