// A statement tells the net amount of a payment that credit notes reduce: its line settles all that it carried, or nothing.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startBankDesk } from '#tests/support/bank-desk.ts'
import { camtFile } from '#tests/support/bank-files.ts'
import { anotherExecutor, batchesOf, creditorIban } from '#tests/support/batches.ts'
import type { Cast } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const patient = { timeout: 120_000 }
const today = dayFromToday()
const named = { iban: creditorIban, name: 'Gruas' }
let bank: Awaited<ReturnType<typeof startBankDesk>>
let app: TestApp
let cast: Cast
let desk: Awaited<ReturnType<typeof bank.company>>['desk']
let owed = ''
let note = ''
/** Of the order that was paid before, and of its credit note. */
let otherProjectId = ''

beforeAll(async () => {
  bank = await startBankDesk()
  app = bank.app
}, 120_000)
beforeEach(async () => {
  ;({ cast, desk } = await bank.company())
  const { orders } = desk
  otherProjectId = await cast.make('/api/projects', {
    name: 'Otra obra',
    clientId: cast.clientId,
    totalMinor: '1000000',
    contractIds: [cast.payable],
    approverIds: cast.approverIds,
    executorIds: [cast.executorId],
  })
  const before = await orders.approved({ projectId: otherProjectId })
  await orders.confirm(before, cast.executor)
  const body = { revision: 1, name: 'Devolución', amountMinor: '3000' }
  note = (await orders.post(`/api/documents/${before}/credit-notes`, cast.client, body)).body.id
  for (const approver of cast.approvers) await orders.decide(note, approver)
  owed = await orders.approved({ amountMinor: '20000' })
  const batches = batchesOf(app, cast, () => [owed])
  const creditNotes = [{ creditNoteId: note, documentId: owed }]
  const batchId = (await batches.make(cast.executor, { creditNotes })).body.id
  const second = await anotherExecutor(app, cast)
  await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
    select company_id, ${otherProjectId}, user_id, permission from project_permission p
    where company_id = ${cast.companyId} and project_id = ${cast.projectId} and not exists (
      select from project_permission o where o.company_id = p.company_id and o.project_id = ${otherProjectId}
        and o.user_id = p.user_id and o.permission = p.permission)`)
  expect((await batches.release(batchId, second)).status).toBe(200)
  expect((await batches.download(batchId)).status).toBe(200)
}, 120_000)
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => bank.stop())

/** Of the payment and of its credit note. */
const states = () =>
  Promise.all(
    [`${cast.projectId}/documents/${owed}`, `${otherProjectId}/documents/${note}`].map(
      async at => (await app.ask(`/api/projects/${at}`, { as: cast.client })).body.state,
    ),
  )
const debit = (amount: string) =>
  camtFile({ entries: [{ amount, on: today, reference: `B-${amount}`, parts: [named] }] })
const credit = (amount: string) =>
  camtFile({
    entries: [{ amount, side: 'CRDT', on: today, reference: 'D-1', parts: [{ ...named, returned: 'AC04' }] }],
  })

test(
  'a line of the net amount settles the payment and its credit note, with one proof',
  patient,
  async () => {
    await desk.imported(debit('170.00'))
    const line = await desk.line()
    expect(line.payments).toMatchObject([{ documentId: owed }])
    const { body } = await desk.settle([line])
    expect(body.items).toEqual([{ lineId: line.id, settled: true }])
    expect(await states()).toEqual(['executed', 'executed'])
    const proofs = await Promise.all(
      [owed, note].map(
        async id => (await app.ask(`/api/documents/${id}/execution`, { as: cast.executor })).body,
      ),
    )
    expect(proofs.map(({ execution }) => execution.reference)).toEqual(['B-170.00', 'B-170.00'])
    const [ofPayment, ofNote] = proofs.map(({ execution }) => execution.proof.fileId)
    expect(ofPayment).toEqual(expect.any(String))
    expect(ofNote).toBe(ofPayment)
    // One batch has one proof: nobody is warned of it.
    expect(proofs.map(({ execution }) => execution.proofAlsoIn)).toEqual([[], []])
    expect(await desk.orders.balance()).toEqual([100_000_000, 0, 0, 27_000])
  },
)

test(
  'a line of the whole amount is not of a payment that was sent net, and settles nothing',
  patient,
  async () => {
    await desk.imported(debit('200.00'))
    expect((await desk.line()).payments).toEqual([])
    expect(await states()).toEqual(['approved', 'approved'])
  },
)

test('whoever may not execute the credit note does not settle its payment alone', patient, async () => {
  await desk.imported(debit('170.00'))
  const line = await desk.line()
  const mayInOther = (permissions: readonly string[]) =>
    app.ask(`/api/projects/${otherProjectId}/permissions/${cast.executorId}`, {
      method: 'PUT',
      as: cast.admin,
      body: { permissions },
    })
  expect((await mayInOther(['view'])).status).toBe(200)
  expect((await desk.settle([line])).status).toBe(403)
  expect(await states()).toEqual(['approved', 'approved'])
  expect((await mayInOther(['view', 'execute'])).status).toBe(200)
  expect((await desk.settle([line])).body.items).toMatchObject([{ settled: true }])
  expect(await states()).toEqual(['executed', 'executed'])
})

test('a line of the net amount that comes back brings the credit note back too', patient, async () => {
  await desk.imported(debit('170.00'))
  await desk.settle([await desk.line()])
  await desk.imported(credit('170.00'))
  const { body } = await desk.settle([await desk.line()])
  expect(body.items).toMatchObject([{ settled: true }])
  expect(await states()).toEqual(['approved', 'approved'])
  expect(await desk.orders.balance()).toEqual([100_000_000, 0, 20_000, 10_000])
})
