// Whoever owns the database can change any row: `npm run verify` names the promise about payments, batches and lines of
// the bank that a change breaks.
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { startBankDesk } from '#tests/support/bank-desk.ts'
import { camtFile, n43File } from '#tests/support/bank-files.ts'
import { batchesOf, creditorIban } from '#tests/support/batches.ts'
import type { Cast } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { brokenInvariants, promises } from '#verify/invariants.ts'

let bank: Awaited<ReturnType<typeof startBankDesk>>
let app: TestApp
let cast: Cast
let desk: Awaited<ReturnType<typeof bank.company>>['desk']

beforeAll(async () => {
  bank = await startBankDesk()
  app = bank.app
  ;({ cast, desk } = await bank.company())
  await everythingHappens()
}, 120_000)
afterAll(() => bank.stop())

const today = dayFromToday()
const short = today.replaceAll('-', '').slice(2)

/** A payment that a line paid, another brought back and a person made again; payments of an order in two batches. */
async function everythingHappens(): Promise<void> {
  const { orders } = desk
  const again = await orders.approved()
  const part = { iban: creditorIban, name: 'Gruas' }
  await desk.imported(
    camtFile({ entries: [{ amount: '100.00', on: today, reference: 'B-1', parts: [part] }] }),
  )
  await desk.settle([await desk.line()])
  const back = { ...part, returned: 'AC04' }
  await desk.imported(
    camtFile({ entries: [{ amount: '100.00', side: 'CRDT', on: today, reference: 'B-2', parts: [back] }] }),
  )
  await desk.settle([await desk.line()])
  expect((await orders.confirm(again, cast.executor)).status).toBe(200)
  await desk.imported(n43File([{ from: short, to: short, lines: [{ minor: -10_000, on: short }] }]))
  const payments = ['3000', '7000'].map((amountMinor, index) => ({ dueOn: dayFromToday(index), amountMinor }))
  const ids = [await orders.approved({ payments })]
  const batches = batchesOf(app, cast, () => ids)
  expect((await batches.confirm(await batches.sent())).status).toBe(200)
  await batches.made()
}

const oncePaid = 'a payment is made once between two returns, and waits in one batch at most'
const usedThen =
  'a contract had used, at every instant, the shares of what was paid until then and had not come back'
const fileOnce =
  'a file of the bank counts once, with the lines that no file before it told, each under its own key'
const twoHands = 'nobody released the batch that they made, and no file left before its release'
const oneLine =
  'a line of the bank settles what it is of, and a payment is made, and comes back, by one line at most'
const sums = 'the payments of an order add up to what is paid, and their shares to its charge and its amount'

/** Name of a promise, and the statements that break it. */
const changes: readonly (readonly [promise: string, ...statements: string[]])[] = [
  [sums, 'update payment set amount_minor = amount_minor + 1 where number = 1'],
  [sums, 'update payment set charge_minor = charge_minor - 1 where number = 2'],
  [
    'a payment is made exactly when it has an execution that has not come back, of its shares',
    'update payment set is_paid = true',
  ],
  [
    oncePaid,
    'drop index execution_standing',
    `update execution set returned_at = null, returned_by = null, returned_on = null, return_reason = null
     where returned_at is not null`,
  ],
  [oncePaid, 'update execution set attempt = 3 where attempt = 2'],
  [oncePaid, `delete from event where action = 'execution.payment_returned'`],
  [
    oncePaid,
    'drop index payment_batch_order_live',
    `update payment_batch_order set payment = 1 where payment = 2`,
  ],
  [usedThen, `update budget_entry set at = at + interval '1 day' where used_minor < 0`],
  [usedThen, `update execution set confirmed_at = confirmed_at - interval '1 day' where attempt = 2`],
  [usedThen, 'update budget_entry set used_minor = used_minor + 1 where used_minor > 0'],
  [fileOnce, `update bank_file set fresh = fresh - 1, lines = lines - 1 where format = 'norma43'`],
  [fileOnce, `update bank_file set sha256 = repeat('0', 64) where format = 'norma43'`],
  [fileOnce, `update bank_line set line_key = line_key || '#' where format = 'norma43'`],
  [
    fileOnce,
    'drop index bank_line_once',
    'update bank_line set line_key = o.line_key, key_sha256 = o.key_sha256 from bank_line o where bank_line.amount_minor > 0',
  ],
  [oneLine, `delete from bank_line_payment where is_return`],
  [
    'what a line of the bank settled moved as much as the line says',
    `update bank_line set amount_minor = amount_minor - 1, entry_minor = entry_minor - 1 where settled_kind = 'paid'`,
  ],
  [
    'no money that several formats of the bank tell is settled twice',
    `update bank_line set state = 'settled', settled_kind = 'paid', decided_at = now(),
       decided_by = (select imported_by from bank_file limit 1) where format = 'norma43'`,
  ],
  [
    twoHands,
    'alter table payment_batch drop constraint payment_batch_released',
    'update payment_batch set released_by = made_by where released_by is not null',
  ],
  [twoHands, `delete from event where action = 'batch.released'`],
  [
    'an order pays where its provider’s confirmed changes said before it was sent',
    `update document_revision set content = content || '{"bankAccount": "ES9121000418450200051332"}'`,
    `update document set bank_account = 'ES9121000418450200051332'`,
  ],
  [
    'an order lives in one batch at most, which is no cancelled one, and knows which',
    `update document set payment_batch_id = 'R-001' where payment_batch_id = 'R-002'`,
    `update payment_batch_order set released_at = now() where batch_id = 'R-002'`,
  ],
]

test('nothing is named where nothing was changed', async () => {
  expect(await brokenInvariants(app)).toEqual({})
})

test.each(changes)('is named when it is broken: %s: %s', async (promise, ...statements) => {
  expect(promises).toContain(promise)
  expect(Object.keys(await after(statements))).toContain(promise)
})

/** The promises found broken after statements of the database's owner, which are taken back. */
async function after(statements: readonly string[]) {
  const client = await app.owner.pool.connect()
  try {
    await client.query('begin')
    // Foreign keys, triggers and all: an owner can do as they please.
    await client.query('set local session_replication_role = replica')
    for (const statement of statements) {
      const { command, rowCount } = await client.query(statement)
      if (command === 'UPDATE' || command === 'DELETE') expect(rowCount, statement).toBeGreaterThan(0)
    }
    const run = async <Row extends pg.QueryResultRow>(query: { text: string; values: readonly unknown[] }) =>
      (await client.query<Row>(query.text, [...query.values])).rows
    return await brokenInvariants({ owner: { run } })
  } finally {
    await client.query('rollback')
    client.release()
  }
}
