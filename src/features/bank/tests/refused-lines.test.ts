// A line that is refused leaves nothing behind: its payments stay as they were, each in its batch.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startBankDesk } from '#tests/support/bank-desk.ts'
import { camtFile, painFile } from '#tests/support/bank-files.ts'
import { batchesOf } from '#tests/support/batches.ts'
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

/** A batch at the bank, whose last order was asked for by the administrator, who executes here too. */
async function sentWithOwnOrder() {
  const asked = await desk.orders.post('/api/documents', cast.admin, cast.order)
  const own: string = asked.body.id
  for (const approver of cast.approvers) await desk.orders.decide(own, approver)
  const other = await desk.orders.approved()
  for (const permission of ['view', 'execute'])
    await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
      select ${cast.companyId}, ${cast.projectId}, id, ${permission} from account
      where email = ${cast.address('admin')} on conflict do nothing`)
  const batchId = await batchesOf(app, cast, () => [other, own]).sent()
  const [sent] = await app.owner.run<{ message_id: string }>(
    sql`select message_id from payment_batch where company_id = ${cast.companyId} and id = ${batchId}`,
  )
  return { other, own, batchId, messageId: sent?.message_id ?? '' }
}

const settled = async () => (await desk.settle([await desk.line()], cast.admin)).body.items[0].settled

test(
  'a rejection of an order of one’s own leaves the order in its batch, and the line waits',
  patient,
  async () => {
    const { own, batchId, messageId } = await sentWithOwnOrder()
    const payments = [{ endToEndId: `${own}.${batchId}`, status: 'RJCT', reason: 'AC04' }]
    await desk.imported(painFile({ messageId, payments }))
    expect(await settled()).toMatchObject({ refused: 'own_document' })
    expect(await desk.orders.card(own)).toMatchObject({ state: 'approved', paymentBatchId: batchId })
    expect(await desk.line()).toMatchObject({ kind: 'rejected', certainty: 'exact' })
  },
)

test('a debit of a whole batch with an order of one’s own confirms none of its orders', patient, async () => {
  const { other, own, batchId, messageId } = await sentWithOwnOrder()
  const debit = { amount: '200.00', on: dayFromToday(), paymentInfoId: `${messageId}-1`, count: 2 }
  await desk.imported(camtFile({ entries: [debit] }))
  expect(await settled()).toMatchObject({ refused: 'own_document' })
  for (const id of [other, own])
    expect(await desk.orders.card(id)).toMatchObject({ state: 'approved', paymentBatchId: batchId })
  expect(await desk.line()).toMatchObject({ kind: 'batch', certainty: 'exact' })
})
