// Payments that a line of the bank proves outside of batches: above the company's amount, whoever settles them confirms.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeSettings } from '#features/companies/wire/settings.ts'
import { newId } from '#kernel/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import { asSeen, startBankDesk } from '#tests/support/bank-desk.ts'
import { camtFile } from '#tests/support/bank-files.ts'
import { batchesOf, creditorIban } from '#tests/support/batches.ts'
import type { Cast } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { asksFrom, required, signedInBefore } from '#tests/support/step-up.ts'
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

const paid = (...amounts: string[]) =>
  camtFile({
    entries: amounts.map((amount, index) => ({
      amount,
      on: dayFromToday(),
      reference: `B-${index}-${amount}`,
      parts: [{ iban: creditorIban, name: 'Gruas' }],
    })),
  })
const state = async (id: string) => (await desk.orders.card(id)).state
/** The company asks from 100 € on, and everybody signed in long ago. */
const asks = async () => {
  await asksFrom(app, cast.companyId, 10_000)
  await signedInBefore(app)
}

test(
  'a press that settles one above the amount asks, settles nothing until then, and says so',
  patient,
  async () => {
    const [small, id] = [await desk.orders.approved({ amountMinor: '2000' }), await desk.orders.approved()]
    await desk.imported(paid('20.00', '100.00'))
    await asks()
    const lines = (await desk.lines()).map(asSeen)
    const press = (as: string | undefined, key: string) =>
      desk.orders.post('/api/bank/lines/settlement', as, { lines }, key)
    const key = newId()
    expect(await press(cast.executor, key)).toMatchObject({
      status: 403,
      body: { type: required, facts: { what: 'payment', id } },
    })
    expect([await state(small), await state(id)]).toEqual(['approved', 'approved'])
    const fresh = await app.signIn(cast.address('ejecuta'))
    expect((await press(fresh, key)).status).toBe(200)
    expect([await state(small), await state(id)]).toEqual(['executed', 'executed'])
    const journal = await app.journal(cast.companyId, id)
    expect(journal.find(({ action }) => action === 'execution.confirmed')?.after).toMatchObject({
      confirmedBy: 'password',
    })
  },
)

test('a line that would settle by itself waits for a person, and the others do not', patient, async () => {
  await app.ask(changeSettings.path, { method: 'PATCH', as: cast.admin, body: { settlesExactLines: true } })
  const [small, id] = [await desk.orders.approved({ amountMinor: '2000' }), await desk.orders.approved()]
  await asks()
  expect((await desk.imported(paid('20.00', '100.00'))).body).toMatchObject({ fresh: 2, settled: 1 })
  expect([await state(small), await state(id)]).toEqual(['executed', 'approved'])
  expect(await desk.line()).toMatchObject({ certainty: 'exact', payments: [{ documentId: id }] })
})

test('what a line proves of a batch that has left is not asked again', patient, async () => {
  const id = await desk.orders.approved()
  await batchesOf(app, cast, () => [id]).sent()
  await desk.imported(paid('100.00'))
  await asks()
  expect((await desk.settle([await desk.line()])).status).toBe(200)
  expect(await state(id)).toBe('executed')
})
