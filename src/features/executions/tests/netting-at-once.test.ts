// A payment and the credit notes that reduce it are settled whole or not at all: also when the credit note is refused after
// its payment was written, and when several people settle at once.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { sql } from '#server/database/sql.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { anotherExecutor, batchesOf, payFrom, refused } from '#tests/support/batches.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let second = ''
let batches: ReturnType<typeof batchesOf>
let company = 0

beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
})
beforeEach(async () => {
  company += 1
  cast = await makeCast(app, `alavez${company}`)
  await payFrom(app, cast)
  second = await anotherExecutor(app, cast)
  batches = batchesOf(app, cast, () => [])
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const noteOf = async (id: string, amountMinor: string, as = cast.client): Promise<string> => {
  const body = { revision: 1, name: 'Devolución', amountMinor, duplicateReason: 'Es otro abono' }
  const made = await batches.orders.post(`/api/documents/${id}/credit-notes`, as, body)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  for (const approver of cast.approvers) await batches.orders.decide(made.body.id, approver)
  return made.body.id
}
const sent = async (documentIds: string[], pairs: readonly (readonly [note: string, order: string])[]) => {
  const creditNotes = pairs.map(([creditNoteId, documentId]) => ({ creditNoteId, documentId }))
  const { status, body } = await batches.make(cast.executor, { documentIds, creditNotes })
  expect(status, JSON.stringify(body)).toBe(200)
  expect((await batches.release(body.id)).status).toBe(200)
  expect((await batches.download(body.id)).status).toBe(200)
  return String(body.id)
}
const states = (...ids: string[]) => Promise.all(ids.map(async id => (await batches.orders.card(id)).state))
const confirmations = async (id: string) =>
  (await app.journal(cast.companyId, id)).filter(({ action }) => action === 'execution.confirmed').length

test('a credit note that is refused after its payment was written leaves nothing of either, and the others of the batch are settled', async () => {
  const before = await batches.orders.approved()
  expect((await batches.orders.confirm(before, cast.executor)).status).toBe(200)
  const note = await noteOf(before, '3000', cast.admin)
  const owed = await batches.orders.approved({ amountMinor: '20000' })
  const other = await batches.orders.approved({ amountMinor: '5000' })
  const id = await sent([owed, other], [[note, owed]])
  // Whoever wrote the credit note executes here too: the payment they may confirm, the credit note they may not.
  for (const permission of ['view', 'execute'])
    await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
      select ${cast.companyId}, ${cast.projectId}, id, ${permission} from account
      where email = ${cast.address('admin')} on conflict do nothing`)
  const answer = await batches.confirm(id, cast.admin, { documentIds: [owed, other] })
  expect(answer.body.items).toMatchObject([
    { documentId: owed, confirmed: { refused: 'own_document' } },
    { documentId: other, confirmed: true },
  ])
  expect(await states(owed, note, other)).toEqual(['approved', 'approved', 'executed'])
  expect(await batches.orders.balance()).toEqual([100_000_000, 0, 20_000, 15_000])
  expect([await confirmations(owed), await confirmations(note)]).toEqual([0, 0])
  expect((await app.ask(`/api/documents/${owed}/execution`, { as: cast.executor })).body.execution).toBeNull()
  expect(await brokenInvariants(app)).toEqual({})
  const again = await batches.confirm(id, cast.executor, { documentIds: [owed] })
  expect(again.body.items).toEqual([{ documentId: owed, confirmed: true }])
  expect(await states(owed, note)).toEqual(['executed', 'executed'])
  expect(await batches.orders.balance()).toEqual([100_000_000, 0, 0, 32_000])
})

test('people who settle two batches at once, whose credit notes reduce one order, settle each once', async () => {
  const halves = ['20000', '20000'].map((amountMinor, index) => ({ amountMinor, dueOn: `2090-01-1${index}` }))
  const shared = await batches.orders.approved({ amountMinor: '40000', payments: halves })
  expect((await batches.orders.confirm(shared, cast.executor, { payment: 1 })).status).toBe(200)
  const notes = [await noteOf(shared, '3000'), await noteOf(shared, '2000')] as const
  const owed = await batches.orders.approved()
  const [one, other] = [await sent([owed], [[notes[0], owed]]), await sent([shared], [[notes[1], shared]])]
  const answers = await Promise.all(
    [cast.executor, second, cast.executor, second].flatMap(as => [
      batches.confirm(one, as, { documentIds: [owed] }),
      batches.confirm(other, as, { documentIds: [shared] }),
      batches.giveBack(other, shared, as),
      batches.orders.confirm(notes[0], as),
    ]),
  )
  expect(answers.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([])
  const isDone = await confirmations(owed)
  expect(isDone).toBe(1)
  expect(await confirmations(notes[0])).toBe(1)
  // The other batch is either confirmed or given back, once, and its credit note goes with it.
  const [sharedState, noteState] = await states(shared, notes[1])
  expect([`${sharedState} ${noteState}`]).toEqual([
    expect.stringMatching(/^(executed executed|execution_rejected approved)$/),
  ])
  const used = sharedState === 'executed' ? 40_000 - 2000 : 20_000
  expect((await batches.orders.balance()).at(-1)).toBe(used + 10_000 - 3000)
})

test('a batch that one person confirms while another cancels it is one or the other', async () => {
  const before = await batches.orders.approved()
  expect((await batches.orders.confirm(before, cast.executor)).status).toBe(200)
  for (const turn of [1, 2, 3]) {
    const note = await noteOf(before, `100${turn}`)
    const owed = await batches.orders.approved({ amountMinor: `2000${turn}` })
    const id = await sent([owed], [[note, owed]])
    const [confirmed, cancelled] = await Promise.all([
      batches.confirm(id, cast.executor, { documentIds: [owed] }),
      batches.cancel(id, second),
    ])
    expect([confirmed.status, cancelled.status].toSorted()).toEqual([200, 409])
    expect(refused(confirmed.status === 200 ? cancelled : confirmed)).toMatch(/^batch_(begun|cancelled)$/)
    const state = confirmed.status === 200 ? 'executed' : 'approved'
    expect(await states(owed, note)).toEqual([state, state])
  }
})
