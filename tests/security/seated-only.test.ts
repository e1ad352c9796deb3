// Whoever sees an order's card may ask for every verb of it, and is told why not; to whoever does not see it, none is there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { dayFromToday, nextPayDay } from '#tests/support/days.ts'
import { rule, scene, stage, users } from '#tests/support/flows.ts'
import { startWhole } from '#tests/support/product.ts'

let app: TestApp
beforeAll(async () => {
  app = await startWhole()
})
afterAll(() => app.stop())

const reason = { revision: 1, reason: 'Motivo' }

type Verb = readonly [
  method: 'POST' | 'PUT',
  path: (id: string) => string,
  body: (order: object, id: string) => object,
]

const verbs: { readonly [name: string]: Verb } = {
  correct: ['PUT', id => `/api/documents/${id}`, order => ({ ...order, revision: 1 })],
  withdraw: ['POST', id => `/api/documents/${id}/withdrawal`, () => ({ revision: 1 })],
  cancel: ['POST', id => `/api/documents/${id}/cancellation`, () => reason],
  decide: ['POST', id => `/api/documents/${id}/decision`, () => ({ revision: 1, decision: 'approve' })],
  undo: ['POST', id => `/api/documents/${id}/undoing`, () => ({ revision: 1 })],
  confirm: [
    'POST',
    id => `/api/documents/${id}/execution`,
    () => ({ revision: 1, executedOn: dayFromToday(), reference: 'T' }),
  ],
  reject: ['POST', id => `/api/documents/${id}/execution/rejection`, () => reason],
  retry: ['POST', id => `/api/documents/${id}/execution/retry`, () => ({ revision: 1 })],
  deliver: ['POST', id => `/api/documents/${id}/deliveries`, () => ({ fileIds: [crypto.randomUUID()] })],
  receive: ['POST', id => `/api/documents/${id}/receipt`, () => ({ answered: 0 })],
  dispute: [
    'POST',
    id => `/api/documents/${id}/dispute`,
    () => ({ answered: 0, cause: 'not_received', reason: 'No' }),
  ],
  resolve: ['POST', id => `/api/documents/${id}/dispute/resolution`, () => ({ answered: 0, comment: 'No' })],
  batch: ['POST', () => '/api/payment-batches', (_, id) => ({ documentIds: [id], payOn: nextPayDay() })],
  certify: ['POST', id => `/api/documents/${id}/certificates`, () => ({})],
}

test('whoever sees an order by a seat alone, or in somebody’s place, is refused with a reason, whatever the verb', async () => {
  const { cast, orders, person, publish } = await scene(app, 'asiento')
  const [dora, relevo, nadie] = [await person('dora'), await person('relevo'), await person('nadie')]
  await publish(rule([stage({ approvers: users(dora.id) })]))
  const today = { startsOn: dayFromToday(), endsOn: dayFromToday() }
  const mandate = { fromId: dora.id, toId: relevo.id, ...today }
  expect((await orders.post('/api/delegations', cast.admin, mandate)).status).toBe(200)
  // Whoever they stand in for is one of the order's authors: nobody of these decides it.
  const id = await orders.submit()
  await app.tamper(sql`update document_revision set made_by = ${dora.id}
    where company_id = ${cast.companyId} and document_id = ${id}`)
  const path = `/api/projects/${cast.projectId}/documents/${id}`
  for (const { token, name } of [dora, relevo, nadie]) {
    const isSeen = (await app.ask(path, { as: token })).status === 200
    expect(isSeen, name).toBe(name !== 'nadie')
    for (const [verb, [method, at, body]] of Object.entries(verbs)) {
      const { status } = await app.ask(at(id), { method, as: token, body: body(cast.order, id) })
      expect(`${name} ${verb} ${status}`).toMatch(isSeen ? /40[39]$/ : /404$/)
    }
  }
})
