// Lines of the bank that can be no other, settled as their file comes in: only where the company wants it, and only what
// the person who brings the file may confirm.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeSettings } from '#features/companies/wire/settings.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startBankDesk } from '#tests/support/bank-desk.ts'
import { camtFile } from '#tests/support/bank-files.ts'
import { batchesOf, creditorIban } from '#tests/support/batches.ts'
import type { Cast } from '#tests/support/cast.ts'
import { dayFromToday, nextPayDay } from '#tests/support/days.ts'
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
const named = { iban: creditorIban, name: 'Gruas' }
const paid = (...amounts: string[]) =>
  camtFile({
    entries: amounts.map((amount, index) => ({
      amount,
      on: today,
      reference: `B-${index}-${amount}`,
      parts: [named],
    })),
  })
const back = (amount: string, on = today) =>
  camtFile({
    entries: [{ amount, side: 'CRDT', on, reference: 'D-1', parts: [{ ...named, returned: 'AC04' }] }],
  })
const wanted = async (settlesExactLines: unknown = true, as = cast.admin) =>
  app.ask(changeSettings.path, { method: 'PATCH', as, body: { settlesExactLines } })
const state = async (id: string) => (await desk.orders.card(id)).state

test('nothing is settled by itself while the company has not said so', patient, async () => {
  const id = await desk.orders.approved()
  expect((await desk.imported(paid('100.00'))).body).toMatchObject({ fresh: 1, settled: 0 })
  expect(await state(id)).toBe('approved')
  expect(await desk.line()).toMatchObject({ certainty: 'exact', can: { settle: true } })
})

test('what can be no other is confirmed with its line as proof, and the rest waits', patient, async () => {
  expect((await wanted()).status).toBe(200)
  const id = await desk.orders.approved()
  expect((await desk.imported(paid('100.00', '7.77'))).body).toMatchObject({ lines: 2, fresh: 2, settled: 1 })
  expect(await state(id)).toBe('executed')
  const { body } = await app.ask(`/api/documents/${id}/execution`, { as: cast.executor })
  expect(body.execution).toMatchObject({ executedOn: today, reference: 'B-0-100.00' })
  expect(await desk.line()).toMatchObject({ certainty: 'none', amount: { minor: '-777' } })
  const { body: decided } = await app.ask('/api/bank/lines/decided', { as: cast.executor })
  expect(decided.items).toMatchObject([{ kind: 'paid', byName: 'Tesorería Pérez' }])
})

test('what comes back is returned', patient, async () => {
  await wanted()
  const id = await desk.orders.approved()
  await desk.imported(paid('100.00'))
  expect((await desk.imported(back('100.00'))).body).toMatchObject({ settled: 1 })
  expect(await state(id)).toBe('approved')
})

test(
  'what comes back without an identifier is not returned while another may be at the bank',
  patient,
  async () => {
    await wanted()
    const id = await desk.orders.approved()
    await desk.imported(paid('100.00'))
    const other = await desk.orders.approved({ duplicateReason: 'Son dos' })
    await batchesOf(app, cast, () => [other]).sent()
    expect((await desk.imported(back('100.00', nextPayDay()))).body).toMatchObject({ fresh: 1, settled: 0 })
    expect(await Promise.all([id, other].map(state))).toEqual(['executed', 'approved'])
    expect(await desk.line()).toMatchObject({
      certainty: 'proposed',
      kind: 'returned',
      payments: [{ documentId: id }],
    })
  },
)

test('two payments that a line may be of are not chosen between', patient, async () => {
  await wanted()
  const ids = [await desk.orders.approved(), await desk.orders.approved({ duplicateReason: 'Son dos' })]
  expect((await desk.imported(paid('100.00'))).body).toMatchObject({ settled: 0 })
  expect(await Promise.all(ids.map(state))).toEqual(['approved', 'approved'])
})

test('whoever may not confirm brings the file, and its lines wait for whoever may', patient, async () => {
  await wanted()
  const id = await desk.orders.approved()
  expect((await desk.imported(paid('100.00'), cast.admin)).body).toMatchObject({ fresh: 1, settled: 0 })
  expect(await state(id)).toBe('approved')
  expect((await desk.line()).can.settle).toBe(true)
})

test('a request that is repeated settles once and says the same', patient, async () => {
  await wanted()
  const id = await desk.orders.approved()
  const fileId = await desk.upload(paid('100.00'))
  const ask = () => desk.orders.post('/api/bank/files', cast.executor, { fileId }, 'the-same-key')
  const first = await ask()
  expect(first.body).toMatchObject({ fresh: 1, settled: 1 })
  expect((await ask()).body).toEqual(first.body)
  expect(await state(id)).toBe('executed')
})

test('a line that an earlier file told is left as it was', patient, async () => {
  const id = await desk.orders.approved()
  await desk.imported(paid('100.00'))
  await wanted()
  expect((await desk.imported(paid('100.00', '5.00'))).body).toMatchObject({ fresh: 1, settled: 0 })
  expect(await state(id)).toBe('approved')
})

test('only an administrator says so, with yes or no', patient, async () => {
  expect((await wanted(true, cast.executor)).status).toBe(403)
  expect((await wanted('quizás')).status).toBe(422)
})
