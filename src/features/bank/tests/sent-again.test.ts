// A payment whose batch was cancelled after its download goes to the bank again under the same identifier: what the bank
// then tells finds it, and a person says of which of the two files it is.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeSettings } from '#features/companies/wire/settings.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startBankDesk } from '#tests/support/bank-desk.ts'
import { type CamtEntry, camtFile, painFile } from '#tests/support/bank-files.ts'
import { batchesOf, creditorIban } from '#tests/support/batches.ts'
import type { Cast } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const patient = { timeout: 120_000 }
const today = dayFromToday()
let bank: Awaited<ReturnType<typeof startBankDesk>>
let app: TestApp
let cast: Cast
let desk: Awaited<ReturnType<typeof bank.company>>['desk']
let batches: ReturnType<typeof batchesOf>
let id = ''
/** Batch that was cancelled after its download. */
let former = ''

beforeAll(async () => {
  bank = await startBankDesk()
  app = bank.app
}, 120_000)
beforeEach(async () => {
  ;({ cast, desk } = await bank.company())
  const wants = { method: 'PATCH', as: cast.admin, body: { settlesExactLines: true } } as const
  expect((await app.ask(changeSettings.path, wants)).status).toBe(200)
  id = await desk.orders.approved()
  batches = batchesOf(app, cast, () => [id])
  former = await batches.sent()
  expect((await batches.cancel(former, cast.admin)).status).toBe(200)
}, 120_000)
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => bank.stop())

const entry = (over: Partial<CamtEntry> = {}): CamtEntry => ({
  amount: '100.00',
  on: today,
  reference: 'B-1',
  parts: [{ endToEndId: `${id}.${former}`, name: 'Gruas', iban: creditorIban }],
  ...over,
})
const imported = async (over?: Partial<CamtEntry>) =>
  (await desk.imported(camtFile({ entries: [entry(over)] }))).body
const order = () => desk.orders.card(id)
const messageId = async (batchId: string) => {
  const [found] = await app.owner.run<{ message_id: string }>(
    sql`select message_id from payment_batch where company_id = ${cast.companyId} and id = ${batchId}`,
  )
  return found?.message_id ?? ''
}
const either = expect.stringContaining('remesa anulada')

test(
  'a debit does not confirm it by itself, and confirms it in its batch when a person says so',
  patient,
  async () => {
    const batchId = await batches.sent()
    expect(await imported()).toMatchObject({ fresh: 1, settled: 0 })
    const line = await desk.line()
    expect(line).toMatchObject({
      certainty: 'proposed',
      kind: 'paid',
      why: either,
      payments: [{ documentId: id }],
    })
    expect((await desk.settle([line])).body.items).toMatchObject([{ settled: true }])
    expect(await order()).toMatchObject({ state: 'executed', paymentBatchId: batchId })
  },
)

test('a debit that names the file which stands confirms it by itself', patient, async () => {
  const batchId = await batches.sent()
  expect(await imported({ paymentInfoId: `${await messageId(batchId)}-1` })).toMatchObject({ settled: 1 })
  expect(await order()).toMatchObject({ state: 'executed' })
})

test('a debit of the whole cancelled file confirms nothing of the batch that stands', patient, async () => {
  const other = await desk.orders.approved()
  batches = batchesOf(app, cast, () => [id, other])
  former = await batches.sent()
  expect((await batches.cancel(former, cast.admin)).status).toBe(200)
  await batches.sent()
  const whole = { amount: '200.00', paymentInfoId: `${await messageId(former)}-1`, count: 2, parts: [] }
  expect(await imported(whole)).toMatchObject({ settled: 0 })
  expect(await desk.line()).toMatchObject({ certainty: 'none', why: either })
  expect(await order()).toMatchObject({ state: 'approved' })
})

test('a debit of the sum of the cancelled file confirms no other batch by itself', patient, async () => {
  const other = await desk.orders.approved()
  batches = batchesOf(app, cast, () => [id, other])
  former = await batches.sent()
  expect((await batches.cancel(former, cast.admin)).status).toBe(200)
  const strangers = [await desk.orders.approved(), await desk.orders.approved()]
  batches = batchesOf(app, cast, () => strangers)
  await batches.sent()
  expect(await imported({ amount: '200.00', count: 2, parts: [] })).toMatchObject({ settled: 0 })
  expect(await desk.line()).toMatchObject({ certainty: 'proposed', kind: 'batch' })
})

test('a debit pays no other order by itself, though its own was cancelled since', patient, async () => {
  const body = { revision: 1, reason: 'Factura errónea' }
  const cancelled = await desk.orders.post(`/api/documents/${id}/cancellation`, cast.admin, body)
  expect(cancelled.status).toBe(200)
  const other = await desk.orders.approved()
  const unnamed = { parts: [{ name: 'Gruas', iban: creditorIban }] }
  expect(await imported(unnamed)).toMatchObject({ settled: 0 })
  expect(await desk.orders.card(other)).toMatchObject({ state: 'approved' })
  expect(await desk.line()).toMatchObject({ certainty: 'proposed', payments: [{ documentId: other }] })
})

test(
  'a debit of the sum confirms no other batch, though its orders were cancelled since',
  patient,
  async () => {
    const body = { revision: 1, reason: 'Factura errónea' }
    await desk.orders.post(`/api/documents/${id}/cancellation`, cast.admin, body)
    const strangers = [
      await desk.orders.approved({ amountMinor: '4000' }),
      await desk.orders.approved({ amountMinor: '6000' }),
    ]
    batches = batchesOf(app, cast, () => strangers)
    await batches.sent()
    expect(await imported({ parts: [] })).toMatchObject({ settled: 0 })
    expect(await desk.line()).toMatchObject({ certainty: 'proposed', kind: 'batch' })
  },
)

test(
  'a debit finds it while it waits in no batch, so that it is not sent a second time',
  patient,
  async () => {
    expect(await imported()).toMatchObject({ settled: 0 })
    const line = await desk.line()
    expect(line).toMatchObject({
      certainty: 'proposed',
      kind: 'paid',
      why: either,
      payments: [{ documentId: id }],
    })
    expect((await desk.settle([line])).body.items).toMatchObject([{ settled: true }])
    expect(await order()).toMatchObject({ state: 'executed', paymentBatchId: null })
  },
)

test('a debit says that it was confirmed by hand meanwhile', patient, async () => {
  expect((await desk.orders.confirm(id, cast.executor)).status).toBe(200)
  await imported()
  expect(await desk.line()).toMatchObject({
    certainty: 'none',
    why: 'El pago ya estaba confirmado.',
    payments: [{ documentId: id }],
  })
})

test('money that comes back takes it out of its batch only when a person says so', patient, async () => {
  await batches.sent()
  const parts = [{ endToEndId: `${id}.${former}`, name: 'Gruas', iban: creditorIban, returned: 'AC04' }]
  expect(await imported({ side: 'CRDT', parts })).toMatchObject({ settled: 0 })
  const line = await desk.line()
  expect(line).toMatchObject({ certainty: 'proposed', kind: 'rejected', why: either })
  expect((await desk.settle([line])).body.items).toMatchObject([{ settled: true }])
  expect(await order()).toMatchObject({ state: 'execution_rejected' })
})

test(
  'a bank that takes the second file for a repetition rejects it, and the third has another identifier',
  patient,
  async () => {
    const batchId = await batches.sent()
    const payments = [{ endToEndId: `${id}.${former}`, status: 'RJCT', reason: 'AM05' }]
    await desk.imported(painFile({ messageId: await messageId(former), payments }))
    expect(await order()).toMatchObject({ state: 'approved', paymentBatchId: batchId })
    const report = await desk.imported(painFile({ messageId: await messageId(batchId), payments }))
    expect(report.body).toMatchObject({ settled: 1 })
    expect(await order()).toMatchObject({ state: 'execution_rejected' })
    await desk.orders.post(`/api/documents/${id}/execution/retry`, cast.executor, { revision: 1 })
    const [again] = (await batches.detail(await batches.made())).items
    expect(again.endToEndId).not.toBe(`${id}.${former}`)
  },
)
