// An order of several payments: each is made once, moves its share of the budget, and may come back from the bank.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { batchesOf, payFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { textsOf } from '#tests/support/pain.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>
let company = 0

beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
})
beforeEach(async () => {
  company += 1
  cast = await makeCast(app, `plazos${company}`)
  orders = ordersOf(app, cast)
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const inParts = (...amounts: string[]) =>
  amounts.map((amountMinor, index) => ({ dueOn: dayFromToday(30 * (index + 1)), amountMinor }))
/** 100,00 € in three payments that do not divide it evenly. */
const threeParts = { payments: inParts('3333', '3333', '3334') }
const status = async (id: string, as = cast.executor) =>
  (await app.ask(`/api/documents/${id}/execution`, { as })).body
const giveBack = (id: string, over: object = {}, as: string | null = cast.executor) =>
  orders.post(`/api/documents/${id}/execution/return`, as ?? undefined, {
    revision: 1,
    payment: 1,
    attempt: 1,
    returnedOn: dayFromToday(),
    reason: 'Cuenta cerrada',
    ...over,
  })
const said = ({ status: code, body }: { status: number; body: { type?: string } }) =>
  code === 200 ? 200 : body.type?.replace('/problems/', '')

describe('an order of three payments', () => {
  test('is neither corrected nor executed by a program that knows no payments: the database refuses it', async () => {
    const id = await orders.approved(threeParts)
    await expect(
      app.owner.pool.query('update document set amount_minor = 9000 where company_id = $1 and id = $2', [
        cast.companyId,
        id,
      ]),
    ).rejects.toThrow('document_planned')
    await expect(
      app.owner.pool.query(
        `update document set previous_state = state, state = 'executed' where company_id = $1 and id = $2`,
        [cast.companyId, id],
      ),
    ).rejects.toThrow('document_payments')
  })

  test('stays approved until the last is made, and each moves its share', async () => {
    const id = await orders.approved(threeParts)
    expect(await orders.balance()).toEqual([100_000_000, 0, 10_000, 0])
    expect(await orders.card(id)).toMatchObject({
      state: 'approved',
      dueOn: dayFromToday(30),
      payments: { count: 3, made: 0 },
    })
    expect((await orders.confirm(id, cast.executor, { payment: 2 })).body).toMatchObject({
      state: 'approved',
    })
    expect(await orders.balance()).toEqual([100_000_000, 0, 6667, 3333])
    expect(await orders.card(id)).toMatchObject({
      state: 'approved',
      dueOn: dayFromToday(30),
      payments: { count: 3, made: 1 },
    })
    expect((await orders.confirm(id, cast.executor, { payment: 1 })).status).toBe(200)
    expect(await orders.card(id)).toMatchObject({ dueOn: dayFromToday(90), payments: { count: 3, made: 2 } })
    expect((await orders.confirm(id, cast.executor, { payment: 3 })).body).toMatchObject({
      state: 'executed',
    })
    expect(await orders.balance()).toEqual([100_000_000, 0, 0, 10_000])
    expect((await status(id)).payments.map(({ isPaid }: { isPaid: boolean }) => isPaid)).toEqual([
      true,
      true,
      true,
    ])
  })

  test('has the payment named that is made, and makes none twice, however many try at once', async () => {
    const id = await orders.approved(threeParts)
    expect(said(await orders.confirm(id, cast.executor))).toBe('unknown_payment')
    expect(said(await orders.confirm(id, cast.executor, { payment: 4 }))).toBe('unknown_payment')
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => orders.confirm(id, cast.executor, { payment: 1 })),
    )
    expect(answers.map(said).toSorted()).toEqual([200, 'payment_made', 'payment_made', 'payment_made'])
    expect(await orders.balance()).toEqual([100_000_000, 0, 6667, 3333])
  })

  test('frees only what is not paid when the rest is cancelled, and the rest when that comes back', async () => {
    const id = await orders.approved(threeParts)
    await orders.confirm(id, cast.executor, { payment: 1 })
    const cancelled = await orders.post(`/api/documents/${id}/cancellation`, cast.admin, {
      revision: 1,
      reason: 'No hace falta el resto',
    })
    expect(cancelled.status).toBe(200)
    expect(await orders.balance()).toEqual([100_000_000, 0, 0, 3333])
    expect((await giveBack(id)).body).toMatchObject({ state: 'cancelled' })
    expect(await orders.balance()).toEqual([100_000_000, 0, 0, 0])
  })

  test('is sent by several people at once in batches, one payment each time, each under a name of its own', async () => {
    await payFrom(app, cast)
    const ids: string[] = []
    const batches = batchesOf(app, cast, () => ids)
    const id = await orders.approved(threeParts)
    ids.push(id)
    const first = await batches.released()
    const { body } = await batches.download(first)
    const xml = (await batches.fileAt(body.url)).body
    expect(textsOf(xml, 'EndToEndId')).toEqual([`${id}.p1.${first}`])
    expect(textsOf(xml, 'InstdAmt')).toEqual(['33.33'])
    expect(said(await orders.confirm(id, cast.executor, { payment: 2 }))).toBe('in_payment_batch')
    await batches.confirm(first)
    expect(await batches.detail(first)).toMatchObject({ state: 'settled', executed: 1, waiting: 0 })
    expect(await orders.card(id)).toMatchObject({
      state: 'approved',
      paymentBatchId: null,
      payments: { count: 3, made: 1 },
    })
    const second = await batches.released()
    const file = (await batches.fileAt((await batches.download(second)).body.url)).body
    expect(textsOf(file, 'EndToEndId')).toEqual([`${id}.p2.${second}`])
    await batches.confirm(second)
    expect(await batches.detail(second)).toMatchObject({ state: 'settled', executed: 1 })
    // The first payment comes back: its batch says so, and the next one pays it again.
    expect((await giveBack(id)).status).toBe(200)
    expect(await batches.detail(first)).toMatchObject({ executed: 0, returned: 1 })
    const third = await batches.released()
    const again = (await batches.fileAt((await batches.download(third)).body.url)).body
    expect(textsOf(again, 'EndToEndId')).toEqual([`${id}.p1.${third}`])
  })
})

describe('a payment that came back', () => {
  test('is committed again, its order approved, and may be made again', async () => {
    const id = await orders.approved()
    await orders.confirm(id, cast.executor)
    expect(await orders.balance()).toEqual([100_000_000, 0, 0, 10_000])
    expect((await giveBack(id)).body).toMatchObject({ state: 'approved' })
    expect(await orders.balance()).toEqual([100_000_000, 0, 10_000, 0])
    const { execution, made, can } = await status(id)
    expect([execution, can.confirm, can.giveBack.refused]).toEqual([null, true, 'payment_not_made'])
    expect(made).toMatchObject([
      { payment: 1, attempt: 1, returned: { on: dayFromToday(), reason: 'Cuenta cerrada' } },
    ])
    expect((await orders.confirm(id, cast.executor, { reference: 'TRF-2' })).body).toMatchObject({
      state: 'executed',
    })
    expect(await orders.balance()).toEqual([100_000_000, 0, 0, 10_000])
    expect((await status(id)).execution).toMatchObject({ reference: 'TRF-2' })
    const actions = (await app.journal(cast.companyId, id)).map(({ action }) => action)
    expect(actions.slice(-3)).toEqual([
      'execution.confirmed',
      'execution.payment_returned',
      'execution.confirmed',
    ])
  })

  test('comes back once for each time that it was made, whoever says it, and however often at once', async () => {
    const id = await orders.approved()
    expect(said(await giveBack(id))).toBe('payment_not_made')
    await orders.confirm(id, cast.executor)
    const answers = await Promise.all([1, 2, 3].map(() => giveBack(id)))
    expect(answers.map(said).toSorted()).toEqual([200, 'payment_not_made', 'payment_not_made'])
    await orders.confirm(id, cast.executor)
    expect(said(await giveBack(id))).toBe('payment_not_made')
    expect((await giveBack(id, { attempt: 2 })).status).toBe(200)
  })

  test('is told by whoever executes, not before it was made nor of a day to come, and never of an issuance', async () => {
    const id = await orders.approved()
    await orders.confirm(id, cast.executor)
    expect(said(await giveBack(id, {}, cast.admin))).toBe('forbidden')
    expect(said(await giveBack(id, {}, cast.client))).toBe('forbidden')
    expect((await giveBack(id, {}, null)).status).toBe(401)
    expect(said(await giveBack(id, { returnedOn: dayFromToday(1) }))).toBe('returned_in_future')
    expect(said(await giveBack(id, { returnedOn: dayFromToday(-1) }))).toBe('returned_before_payment')
    expect(said(await giveBack(id, { revision: 2 }))).toBe('stale_revision')
    expect((await giveBack(id, { reason: ' ' })).status).toBe(422)
    const issued = await orders.approved({ type: 'emision' })
    await orders.confirm(issued, cast.executor)
    expect(said(await giveBack(issued))).toBe('not_a_payment')
  })

  test('takes the receipt with it that its order had', async () => {
    const id = await orders.approved()
    await orders.confirm(id, cast.executor)
    expect((await giveBack(id)).status).toBe(200)
    expect(await orders.card(id)).toMatchObject({ state: 'approved', receipt: null })
  })
})

describe('the days on which an order is paid', () => {
  const terms = (days: number) => ({ parts: [{ share: 10_000, days }], payDays: [] })
  const invoice = { invoiceNumber: 'F-1', invoiceDate: '2026-01-15' }
  const provider = async (paymentTerms: object | null) => {
    const { body } = await app.ask(`/api/providers/${cast.providerId}`, { as: cast.admin })
    const { name, clientIds, status: state, version: seen } = body
    const sent = {
      name,
      clientIds,
      status: state,
      seen,
      ...(paymentTerms === undefined ? {} : { paymentTerms }),
    }
    return app.ask(`/api/providers/${cast.providerId}`, { method: 'PUT', as: cast.admin, body: sent })
  }

  test('come from the provider’s terms, which its contract may replace', async () => {
    expect((await provider(terms(30))).status).toBe(200)
    const id = await orders.submit(invoice)
    expect(await orders.card(id)).toMatchObject({ dueOn: '2026-02-14', payments: null })
    const contract = { revision: 1, description: 'Se paga', startsOn: '2020-01-01', endsOn: '2090-12-31' }
    const changed = await app.ask(`/api/contracts/${cast.payable}`, {
      method: 'PUT',
      as: cast.admin,
      body: { ...contract, overrunPolicy: 'avisar', paymentTerms: terms(60) },
    })
    expect(changed.status).toBe(200)
    const next = await orders.submit({ ...invoice, invoiceNumber: 'F-2' })
    expect(await orders.card(next)).toMatchObject({ dueOn: '2026-03-16' })
    const typed = await orders.submit({ ...invoice, invoiceNumber: 'F-3', payments: inParts('10000') })
    expect(await orders.card(typed)).toMatchObject({ dueOn: dayFromToday(30) })
    const none = await orders.submit({ ...invoice, invoiceNumber: 'F-4', payments: [] })
    expect(await orders.card(none)).toMatchObject({ dueOn: null, payments: null })
  })

  test('stay with the provider through a change that does not speak of them, and go with one that does', async () => {
    await provider(terms(45))
    const { body } = await app.ask(`/api/providers/${cast.providerId}`, { as: cast.admin })
    const { name, clientIds, status: state, version: seen } = body
    const renamed = { name: `${name} 2`, clientIds, status: state, seen }
    expect(
      (await app.ask(`/api/providers/${cast.providerId}`, { method: 'PUT', as: cast.admin, body: renamed }))
        .status,
    ).toBe(200)
    const after = (await app.ask(`/api/providers/${cast.providerId}`, { as: cast.admin })).body
    expect(after.paymentTerms).toEqual(terms(45))
    await provider(null)
    expect(
      (await app.ask(`/api/providers/${cast.providerId}`, { as: cast.admin })).body.paymentTerms,
    ).toBeNull()
  })

  test.each([
    [inParts('10001'), 'Los vencimientos no suman lo que se paga: sobran 1 en la unidad menor de la moneda.'],
    [
      inParts('5000', '4999'),
      'Los vencimientos no suman lo que se paga: faltan 1 en la unidad menor de la moneda.',
    ],
    [inParts('5000', '5000').toReversed(), 'Los vencimientos van por orden de fecha.'],
    [[{ dueOn: '2026-02-30', amountMinor: '10000' }], 'Fecha no válida (dd/mm/aaaa)'],
    [Array(25).fill({ dueOn: '2026-02-10', amountMinor: '400' }), 'Máximo 24 vencimientos'],
  ])('are refused with a sentence when they are wrong (%#)', async (payments, sentence) => {
    const answer = await orders.post('/api/documents', cast.client, { ...cast.order, payments })
    expect(answer.status).toBe(422)
    expect(answer.body.issues.map(({ message }: { message: string }) => message)).toContain(sentence)
  })

  test('of an issuance are one', async () => {
    const answer = await orders.post('/api/documents', cast.client, {
      ...cast.order,
      type: 'emision',
      payments: inParts('5000', '5000'),
    })
    expect(answer.status).toBe(422)
    const id = await orders.approved({ type: 'emision', payments: inParts('10000') })
    expect((await orders.confirm(id, cast.executor)).body).toMatchObject({ state: 'executed' })
  })

  test('are part of what was approved: a correction of them is told, and has its own seal', async () => {
    const id = await orders.submit(threeParts)
    await orders.decide(id, cast.approvers[0], 'return', { comment: 'A plazos más largos' })
    const payments = inParts('5000', '5000')
    const body = { ...cast.order, revision: 1, payments }
    expect((await app.ask(`/api/documents/${id}`, { method: 'PUT', as: cast.client, body })).status).toBe(200)
    const { items } = (
      await app.ask(`/api/projects/${cast.projectId}/documents/${id}/changes`, { as: cast.approvers[0] })
    ).body
    expect(items[0].texts.map(({ field }: { field: string }) => field)).toEqual(['payments'])
    expect(await orders.card(id)).toMatchObject({ payments: { count: 2, made: 0 } })
  })
})
