// Cost centres of orders that are paid in parts, in batches, and less credit notes.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { batchesOf, payFrom, refused } from '#tests/support/batches.ts'
import { startProduct } from '#tests/support/cast.ts'
import { centresIn } from '#tests/support/centres.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

async function stage(name: string) {
  const made = await centresIn(app, name)
  await payFrom(app, made.cast)
  const came = { revision: 1, attempt: 1, returnedOn: dayFromToday(), reason: 'Cuenta cerrada' }
  const bringBack = (id: string, payment = 1) =>
    made.orders.post(`/api/documents/${id}/execution/return`, made.cast.executor, { ...came, payment })
  return { ...made, bringBack }
}

test('each part of an order uses its share of the centre, and what is cancelled or comes back frees the rest', async () => {
  const { cast, centre, balance, orders, bringBack } = await stage('partes')
  const costCentreId = await centre({ code: 'OBR' })
  const payments = [1, 2].map(month => ({ amountMinor: '5000', dueOn: dayFromToday(30 * month) }))
  const id = await orders.approved({ costCentreId, payments })
  expect((await orders.confirm(id, cast.executor, { payment: 1 })).status).toBe(200)
  expect(await balance(costCentreId)).toEqual([0, 5000, 5000])
  await orders.post(`/api/documents/${id}/cancellation`, cast.admin, { revision: 1, reason: 'Sobra' })
  expect(await balance(costCentreId)).toEqual([0, 0, 5000])
  expect((await bringBack(id)).status).toBe(200)
  expect(await balance(costCentreId)).toEqual([0, 0, 0])
})

test('a netted credit note gives back to the centre, and its payment comes back only while a centre that blocks has room', async () => {
  const { cast, centre, change, balance, orders, bringBack } = await stage('compensa')
  const costCentreId = await centre({ code: 'OBR' }, '20000')
  await change(costCentreId, { overrunPolicy: 'bloquear' })
  const owed = await orders.approved({ amountMinor: '20000', costCentreId })
  const note = await orders.post(`/api/documents/${owed}/credit-notes`, cast.client, {
    revision: 1,
    name: 'Devolución',
    amountMinor: '5000',
    invoiceNumber: 'AB-1',
    duplicateReason: 'Es un abono',
  })
  await orders.decide(note.body.id, cast.approvers[0])
  const batches = batchesOf(app, cast, () => [owed])
  const made = await batches.make(cast.executor, {
    creditNotes: [{ creditNoteId: note.body.id, documentId: owed }],
  })
  await batches.release(made.body.id)
  await batches.download(made.body.id)
  await batches.confirm(made.body.id)
  expect(await balance(costCentreId)).toEqual([0, 0, 15000])
  const spender = await orders.approved({ amountMinor: '5000', costCentreId })
  const answer = await bringBack(owed)
  expect(refused(answer)).toBe('credit_spent')
  expect(JSON.stringify(answer.body)).toContain('el centro de coste OBR')
  await orders.post(`/api/documents/${spender}/cancellation`, cast.admin, { revision: 1, reason: 'Sobra' })
  expect((await bringBack(owed)).status).toBe(200)
  expect(await balance(costCentreId)).toEqual([0, 20000, 0])
})
