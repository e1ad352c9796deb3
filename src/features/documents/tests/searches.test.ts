// Search texts that find an order, a project or a contract. Source: specification, section 2.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
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

test('an order is found by its amount, as people write it, and by the number of its invoice', async () => {
  const orders = ordersOf(app, cast)
  const id = await orders.submit({
    name: 'Toldos',
    amountMinor: '125050',
    invoiceNumber: 'F-2026/0987',
    invoiceDate: '2026-01-10',
  })
  const near = await orders.submit({ name: 'Lonas', amountMinor: '125000' })
  for (const q of ['1.250,50', '1250,5', '1250.5', '1,250.50', '1.250,50 €', 'f 2026 987', '2026/0987'])
    expect(await found('documents', q), q).toEqual([id])
  expect(await found('documents', '1.250,00')).toEqual([near])
  expect(await found('documents', '1250')).toEqual([near, id])
  for (const q of [
    '125050',
    '1250,51',
    '1.250,50 USD',
    '-1250',
    '1e3',
    '9'.repeat(99),
    "1250' or '1'='1",
    '%',
  ])
    expect(await found('documents', q), q).toEqual([])
})

test('an amount finds no order of another company, nor one that the person does not see', async () => {
  const foreign = await makeCast(app, 'sur')
  const amount = { name: 'Reservado', amountMinor: '777777' }
  const theirs = await ordersOf(app, foreign).submit(amount)
  const ask = async (as: string) =>
    (await app.ask('/api/documents?q=7.777,77', { as })).body.items.map(({ id }: { id: string }) => id)
  expect(await ask(foreign.admin)).toEqual([theirs])
  expect(await ask(cast.admin)).toEqual([])
  const mine = await ordersOf(app, cast).submit({ ...amount, amountMinor: '777777' })
  expect(await ask(cast.admin)).toEqual([mine])
  await app.person(cast.companyId, 'approver', cast.address('nadie'))
  expect(await ask(await app.signIn(cast.address('nadie')))).toEqual([])
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
