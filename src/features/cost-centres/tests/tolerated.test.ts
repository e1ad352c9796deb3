// An approval within the tolerance of its cost centre says by how much, to whoever reads the whole company.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { centresIn } from '#tests/support/centres.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const tolerance = { rate: 1000, amountMinor: '5000', currency: 'EUR' }
const euros = (minor: string) => ({ minor, currency: 'EUR' })

async function tolerated(name: string, forced = false) {
  const made = await centresIn(app, name)
  const { cast, ask, centre, orders, send } = made
  const settings = { tolerance, forcedDecisions: forced }
  const saved = await app.ask('/api/company/settings', { method: 'PATCH', as: cast.admin, body: settings })
  expect(saved.status).toBe(200)
  const costCentreId = await centre({ code: 'OBR', overrunPolicy: 'bloquear' }, '100000')
  const asked = async (amountMinor: string): Promise<string> =>
    (await send({ costCentreId, amountMinor })).body.id
  const decided = async (id: string, as = cast.admin) =>
    (await ask(`/api/documents/${id}/timeline`, 'GET', undefined, as)).body.items.at(-1).facts
  await orders.decide(await asked('99000'), cast.approvers[0])
  return { ...made, asked, decided }
}

test('the history says by how much, and how much was allowed; to a client that it was within the tolerance', async () => {
  const { cast, asked, decided, orders } = await tolerated('tolera')
  const id = await asked('4000')
  expect((await orders.decide(id, cast.approvers[0])).body).toMatchObject({ state: 'approved' })
  expect(await decided(id)).toMatchObject({
    toleratedOfCentre: { over: euros('3000'), allowed: euros('5000') },
  })
  expect((await decided(id, cast.client)).toleratedOfCentre).toBe(true)
  expect((await decided(id)).tolerated).toBeUndefined()
})

test('an approval that fits says nothing of a tolerance', async () => {
  const { cast, asked, decided, orders } = await tolerated('cabe')
  const id = await asked('1000')
  await orders.decide(id, cast.approvers[0])
  expect((await decided(id)).toleratedOfCentre).toBeUndefined()
})

test('a forced approval says it as well', async () => {
  const { cast, asked, decided, orders } = await tolerated('fuerza', true)
  await app.person(cast.companyId, 'admin', cast.address('jefa'))
  const id = await asked('4000')
  const body = { revision: 1, decision: 'approve', reason: 'Nadie contesta desde hace un mes' }
  const as = await app.signIn(cast.address('jefa'))
  expect((await orders.post(`/api/documents/${id}/forced-decision`, as, body)).status).toBe(200)
  expect((await decided(id)).toleratedOfCentre).toMatchObject({ over: euros('3000') })
})

test('one beyond what its fact says was allowed is found', async () => {
  const { cast, asked, orders } = await tolerated('consta')
  const id = await asked('4000')
  await orders.decide(id, cast.approvers[0])
  const say = (minor: string) =>
    app.tamper(sql`update event set after = jsonb_set(after, '{toleratedOfCentre,over}', ${JSON.stringify(euros(minor))}::jsonb)
      where company_id = ${cast.companyId} and object_id = ${id} and after ? 'toleratedOfCentre'`)
  await say('5001')
  expect(await brokenInvariants(app)).toMatchObject({
    'a tolerated overrun of a cost centre is within what its fact says was allowed': [id],
  })
  await say('3000')
})
