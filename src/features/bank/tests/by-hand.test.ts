// A payment that somebody confirmed or brought back by hand has its line at the bank's desk, which is of no other
// payment.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { startBankDesk } from '#tests/support/bank-desk.ts'
import { camtFile } from '#tests/support/bank-files.ts'
import { batchesOf, creditorIban } from '#tests/support/batches.ts'
import type { Cast } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const patient = { timeout: 120_000 }
let bank: Awaited<ReturnType<typeof startBankDesk>>
let app: TestApp
let cast: Cast
let desk: Awaited<ReturnType<typeof bank.company>>['desk']

beforeAll(async () => {
  bank = await startBankDesk()
  app = bank.app
}, 120_000)
beforeEach(async () => {
  ;({ cast, desk } = await bank.company())
}, 120_000)
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => bank.stop())

const today = dayFromToday()
type Part = { readonly returned?: string; readonly endToEndId?: string }
/** Statement of a hundred that left to the provider's account, or came back from it. */
const statement = (reference: string, part: Part = {}) =>
  camtFile({
    entries: [
      {
        amount: '100.00',
        on: today,
        reference,
        ...(part.returned ? { side: 'CRDT' } : {}),
        parts: [{ iban: creditorIban, name: 'Gruas', ...part }],
      },
    ],
  })
const confirmed = async (id: string) =>
  expect((await desk.orders.confirm(id, cast.executor)).status).toBe(200)
const broughtBack = async (id: string) => {
  const back = { revision: 1, payment: 1, attempt: 1, returnedOn: today, reason: 'Cuenta cerrada' }
  const answer = await desk.orders.post(`/api/documents/${id}/execution/return`, cast.executor, back)
  expect(answer.status).toBe(200)
}

test('the line of a payment confirmed by hand is exact for no other of its amount', patient, async () => {
  const [made, waits] = [await desk.orders.approved(), await desk.orders.approved()]
  await confirmed(made)
  await desk.imported(statement('B-1'))
  expect(await desk.line()).toMatchObject({
    certainty: 'proposed',
    kind: 'paid',
    payments: [{ documentId: waits, payment: 1 }],
  })
})

test('one whose payment a line proved is exact for the next', patient, async () => {
  await desk.orders.approved()
  await desk.imported(statement('B-1'))
  await desk.settle([await desk.line()])
  const next = await desk.orders.approved()
  await desk.imported(statement('B-2'))
  expect(await desk.line()).toMatchObject({ certainty: 'exact', payments: [{ documentId: next }] })
})

test('a payment that came back by hand is not paid again by its first line', patient, async () => {
  const id = await desk.orders.approved()
  await confirmed(id)
  await broughtBack(id)
  await desk.imported(statement('B-1'))
  expect(await desk.line()).toMatchObject({ certainty: 'proposed', kind: 'paid' })
})

test('the line of a return told by hand brings no other back, named or not', patient, async () => {
  const [returned, stands] = [await desk.orders.approved(), await desk.orders.approved()]
  const batches = batchesOf(app, cast, () => [returned, stands])
  const batchId = await batches.sent()
  expect((await batches.confirm(batchId)).status).toBe(200)
  await broughtBack(returned)
  await desk.imported(statement('B-1', { returned: 'AC04', endToEndId: `${returned}.${batchId}` }))
  expect(await desk.line()).toMatchObject({ certainty: 'none', payments: [] })
  await desk.imported(statement('B-2', { returned: 'AC04' }))
  const [unnamed, named] = await desk.lines()
  expect(unnamed).toMatchObject({ certainty: 'proposed', payments: [{ documentId: stands }] })
  expect(named).toMatchObject({ certainty: 'none' })
})
