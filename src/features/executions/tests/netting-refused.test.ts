// Netting that is refused: a credit note reduces no payment to somebody else, and none before it may be executed itself.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { sql } from '#server/database/sql.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { batchesOf, payFrom, refused } from '#tests/support/batches.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let owed = ''
let batches: ReturnType<typeof batchesOf>
let company = 0

beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
})
beforeEach(async () => {
  company += 1
  cast = await makeCast(app, `denegada${company}`)
  await payFrom(app, cast)
  batches = batchesOf(app, cast, () => [owed])
  owed = await batches.orders.approved()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

/** An approved credit note of an order that was paid, of a project of the cast or of `of`. */
const noteOf = async (of: Cast, amountMinor = '3000', executor = cast.executor): Promise<string> => {
  const orders = ordersOf(app, of)
  const paid = await orders.approved({ amountMinor: '50000' })
  expect((await orders.confirm(paid, executor)).status).toBe(200)
  const note = await askedNote(of, paid, amountMinor)
  for (const approver of of.approvers) await orders.decide(note, approver)
  return note
}
const askedNote = async (of: Cast, id: string, amountMinor = '3000'): Promise<string> => {
  const body = { revision: 1, name: 'Devolución', amountMinor }
  const made = await ordersOf(app, of).post(`/api/documents/${id}/credit-notes`, of.client, body)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body.id
}
/** The answer to a batch that nets these against the payment that is owed. */
const netting = (...ids: string[]) =>
  batches.make(cast.executor, {
    creditNotes: ids.map(creditNoteId => ({ creditNoteId, documentId: owed })),
  })
const leavesAllAsItWas = async () => {
  expect(await batches.orders.card(owed)).toMatchObject({ state: 'approved', paymentBatchId: null })
  const { body } = await app.ask('/api/payment-batches', { as: cast.executor })
  expect(body.items).toEqual([])
}

/** A project of the people of `of` that pays the provider, and is executed by whoever executes in the cast's. */
const projectOf = async (of: Cast, providerId: string): Promise<Cast> => {
  const dates = { startsOn: '2020-01-01', endsOn: '2090-12-31' }
  const { clientId, approverIds } = of
  const contract = { ...dates, clientId, providerId, totalMinor: '1000000', currency: 'EUR' }
  const payable = await of.make('/api/contracts', {
    ...contract,
    type: 'proveedor',
    overrunPolicy: 'avisar',
    description: 'También se paga',
  })
  const projectId = await of.make('/api/projects', {
    name: 'Otra obra',
    clientId,
    totalMinor: '1000000',
    contractIds: [payable],
    approverIds,
    executorIds: [cast.executorId],
  })
  return { ...of, payable, projectId, providerId, order: { ...of.order, projectId, providerId } }
}

test('a credit note of another provider reduces no payment', async () => {
  const providerId = await cast.make('/api/providers', { name: 'Otro', clientIds: [cast.clientId] })
  const answer = await netting(await noteOf(await projectOf(cast, providerId)))
  expect([answer.status, refused(answer)]).toEqual([409, 'other_payee'])
  await leavesAllAsItWas()
})

test('a credit note of the same provider for another client reduces no payment', async () => {
  const { companyId, providerId } = cast
  const neighbour = await makeCast(app, `vecina${company}`, { companyId })
  await app.tamper(sql`insert into client_provider (company_id, client_id, provider_id)
    values (${companyId}, ${neighbour.clientId}, ${providerId})`)
  const answer = await netting(await noteOf(await projectOf(neighbour, providerId)))
  expect([answer.status, refused(answer)]).toEqual([409, 'other_payee'])
  await leavesAllAsItWas()
})

test('a credit note of another company is not there', async () => {
  const stranger = await makeCast(app, `ajena${company}`)
  for (const _ of [1, 2, 3]) await ordersOf(app, stranger).submit()
  const answer = await netting(await noteOf(stranger, '3000', stranger.executor))
  expect([answer.status, refused(answer)]).toEqual([404, 'not_found'])
  await leavesAllAsItWas()
})

test('a credit note that is not approved yet reduces no payment', async () => {
  const answer = await netting(await askedNote(cast, owed))
  expect([answer.status, refused(answer)]).toEqual([409, 'not_approved'])
  await leavesAllAsItWas()
})

test('a credit note that was executed reduces no payment again', async () => {
  const note = await noteOf(cast)
  expect((await batches.orders.confirm(note, cast.executor)).status).toBe(200)
  const answer = await netting(note)
  expect([answer.status, refused(answer)]).toEqual([409, 'already_executed'])
  await leavesAllAsItWas()
})

test('credit notes that leave nothing to transfer, or less, are refused together', async () => {
  const { body: whole } = await netting(await noteOf(cast, '10000'))
  expect(whole.type).toContain('nothing_to_transfer')
  const halves = [await noteOf(cast, '5000'), await noteOf(cast, '5001')]
  const answer = await netting(...halves)
  expect([answer.status, refused(answer)]).toEqual([409, 'nothing_to_transfer'])
  await leavesAllAsItWas()
})

test('a pair that makes no sense is refused with its reason', async () => {
  const note = await noteOf(cast)
  const other = await batches.orders.approved()
  const pairs = [
    ['credit_note_alone', { creditNoteId: note, documentId: other }],
    ['not_a_credit_note', { creditNoteId: other, documentId: owed }],
    ['not_found', { creditNoteId: 'DOC-999999', documentId: owed }],
  ] as const
  for (const [reason, pair] of pairs)
    expect(refused(await batches.make(cast.executor, { creditNotes: [pair] }))).toBe(reason)
  expect(refused(await netting(note, note))).toBe('credit_note_twice')
  expect((await netting('nada')).status).toBe(422)
  const itself = { documentIds: [note], creditNotes: [{ creditNoteId: note, documentId: note }] }
  expect((await batches.make(cast.executor, itself)).status).toBe(409)
  await leavesAllAsItWas()
})

test('whoever executes nothing nets nothing', async () => {
  const pair = { creditNoteId: await noteOf(cast), documentId: owed }
  for (const as of [undefined, cast.client, cast.approvers[0], cast.admin]) {
    const { status } = await batches.orders.post('/api/payment-batches', as, {
      documentIds: [owed],
      creditNotes: [pair],
      payOn: '2090-01-02',
    })
    expect([401, 403, 404]).toContain(status)
  }
  await leavesAllAsItWas()
})

test('nothing of it is moved by a program that knows no netting: the database refuses it', async () => {
  const note = await noteOf(cast)
  const { status, body } = await netting(note)
  expect(status).toBe(200)
  const old = (statement: string, id: string) => app.owner.pool.query(statement, [cast.companyId, id])
  const moves = [
    [owed, "previous_state = state, state = 'execution_rejected', due_on = null, payment_batch_id = null"],
    [owed, 'previous_state = state, payment_batch_id = null'],
    [note, "previous_state = state, state = 'executed', credit_state = 'executed'"],
  ] as const
  for (const [id, change] of moves) {
    const moved = old(`update document set ${change} where company_id = $1 and id = $2`, id)
    await expect(moved).rejects.toThrow('document_netted')
  }
  const takenOut =
    'update payment_batch_order set released_at = now() where company_id = $1 and batch_id = $2'
  await expect(old(takenOut, body.id)).rejects.toThrow('payment_batch_order_netted')
})
