// The bank's desk: its files count once, each payment has one line, and nobody reads a statement through an order.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ibanText } from '#kernel/iban.ts'
import { sql } from '#server/database/sql.ts'
import { readBytes } from '#server/files/file-store.ts'
import type { TestApp } from '#tests/support/app.ts'
import { asSeen, startBankDesk } from '#tests/support/bank-desk.ts'
import { camtFile, n43File, otherIban, painFile } from '#tests/support/bank-files.ts'
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
const short = today.replaceAll('-', '').slice(2)
const entry = (reference: string, part: object) => ({
  amount: '100.00',
  on: today,
  reference,
  parts: [{ iban: creditorIban, name: 'Gruas', ...part }],
})
/** The payment that left to the provider's account. */
const paidEntry = entry('B-1', { text: 'FACTURA' })
const paid = () => camtFile({ entries: [paidEntry] })
const back = () => camtFile({ entries: [{ ...entry('B-2', { returned: 'AC04' }), side: 'CRDT' }] })
const n43 = (minor: number) =>
  n43File([{ from: short, to: short, lines: [{ minor, on: short, texts: ['TRANSFERENCIA'] }] }])
const said = ({ status, body }: { status: number; body: { type?: string } }) =>
  status === 200 ? 200 : body.type?.replace('/problems/', '')
const executed = async (id: string) =>
  (await app.ask(`/api/documents/${id}/execution`, { as: cast.executor })).body
const mayLink = async (fileId: string, as: string) =>
  (await app.ask(`/api/files/${fileId}/link`, { as })).status
const provider = async () => {
  const email = cast.address('proveedor')
  await app.person(cast.companyId, 'provider', email, { providerId: cast.providerId })
  return app.signIn(email)
}

describe('a payment that can be no other', () => {
  test('is confirmed with its line as proof, which nobody reads the statement through', patient, async () => {
    const id = await desk.orders.approved()
    const file = camtFile({
      entries: [
        entry('B-1', {}),
        { amount: '7.77', on: today, reference: 'B-9', more: '<AddtlNtryInf>NOMINA SECRETA</AddtlNtryInf>' },
      ],
    })
    const fileId = await desk.upload(file)
    expect((await desk.send(fileId)).body).toMatchObject({ format: 'camt053', lines: 2, fresh: 2 })
    const [line] = await desk.lines()
    expect(line).toMatchObject({
      certainty: 'exact',
      kind: 'paid',
      place: 1,
      bookedOn: today,
      amount: { minor: '-10000', currency: 'EUR' },
      payments: [{ documentId: id, payment: 1 }],
      can: { settle: true },
    })
    if (!line) return
    expect((await desk.settle([line])).body).toEqual({ items: [{ lineId: line.id, settled: true }] })
    expect(await desk.orders.card(id)).toMatchObject({ state: 'executed' })
    const { execution } = await executed(id)
    expect(execution).toMatchObject({ executedOn: today, reference: 'B-1' })
    const watcher = await provider()
    expect(await mayLink(execution.proof.fileId, watcher)).toBe(200)
    expect(await mayLink(fileId, watcher)).toBe(404)
    expect(await mayLink(fileId, cast.client)).toBe(404)
    const [proof] = await app.owner.run<{ id: string; size: number; sha256: string; media_type: string }>(
      sql`select f.id, f.size, f.sha256, f.media_type from file f where f.id = ${execution.proof.fileId}`,
    )
    expect(proof?.media_type).toBe('application/pdf')
    const pdf = await readBytes(bank.files, cast.companyId, proof ?? { id: '', size: 0, sha256: '' })
    expect(Buffer.from(pdf).toString('latin1')).not.toContain('SECRETA')
    const decided = await app.ask('/api/bank/lines/decided', { as: cast.admin })
    expect(decided.body.items).toMatchObject([{ id: line.id, kind: 'paid', payments: [{ documentId: id }] }])
  })

  test('is confirmed once, however many settle it at once', patient, async () => {
    await desk.orders.approved()
    await desk.imported(paid())
    const line = await desk.line()
    const answers = await Promise.all([1, 2, 3].map(() => desk.settle([line])))
    const outcomes = answers.map(({ body }) => body.items?.[0]?.settled?.refused ?? 'settled')
    expect(outcomes.filter(outcome => outcome === 'settled')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['settled', 'line_decided']))
  })

  test('is settled only as the matching says it now', patient, async () => {
    const id = await desk.orders.approved()
    const other = await desk.orders.approved({ amountMinor: '4200' })
    await desk.imported(paid())
    const line = await desk.line()
    for (const over of [{ payments: [{ documentId: other, payment: 1 }] }, { kind: 'returned' }]) {
      const answer = await desk.orders.post('/api/bank/lines/settlement', cast.executor, {
        lines: [{ ...asSeen(line), ...over }],
      })
      expect(answer.body.items[0].settled).toMatchObject({ refused: 'match_changed' })
    }
    await desk.orders.confirm(id, cast.executor)
    expect((await desk.settle([line])).body.items[0].settled).toMatchObject({ refused: 'match_changed' })
    expect(await desk.orders.card(other)).toMatchObject({ state: 'approved' })
  })

  test('is confirmed by nobody who may not, and those beside it are', patient, async () => {
    await desk.orders.approved()
    await desk.imported(paid())
    const line = await desk.line()
    const [seen] = await desk.lines(cast.admin)
    expect(seen?.can.settle).toMatchObject({ refused: 'forbidden' })
    expect((await desk.settle([line], cast.admin)).body.items[0].settled).toMatchObject({
      refused: 'forbidden',
    })
    expect((await desk.settle([line])).body.items[0].settled).toBe(true)
  })
})

describe('files', () => {
  test('that overlap add nothing twice, in whatever format', patient, async () => {
    const bytes = paid()
    expect((await desk.imported(bytes)).body).toMatchObject({ lines: 1, fresh: 1 })
    expect(said(await desk.imported(bytes))).toBe('already_imported')
    const more = camtFile({ entries: [paidEntry, { amount: '5.00', on: today, reference: 'B-3' }] })
    expect((await desk.imported(more)).body).toMatchObject({ lines: 2, fresh: 1 })
    expect((await desk.imported(n43(-10_000))).body).toMatchObject({ format: 'norma43', lines: 1, fresh: 1 })
    expect(await desk.lines()).toHaveLength(2)
  })

  test('of a movement that was settled bring it to nobody again', patient, async () => {
    await desk.orders.approved()
    await desk.imported(paid())
    await desk.settle([await desk.line()])
    await desk.imported(n43(-10_000))
    expect(await desk.lines()).toEqual([])
  })

  test('that come at once are imported once', patient, async () => {
    const fileId = await desk.upload(paid())
    const answers = await Promise.all([1, 2].map(() => desk.send(fileId)))
    expect(answers.map(said).toSorted()).toEqual([200, 'already_imported'])
    expect(await desk.lines()).toHaveLength(1)
  })

  test('of another account, or that are none, are refused with their reason', patient, async () => {
    const foreign = await desk.imported(
      camtFile({ iban: otherIban, entries: [{ amount: '1.00', on: today }] }),
    )
    expect(said(foreign)).toBe('account_not_ours')
    expect(foreign.body.title).toContain(ibanText(otherIban))
    const cut = n43(-10_000).subarray(0, 200)
    expect(said(await desk.imported(cut))).toBe('file_cut')
    const hostile = Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')
    expect(said(await desk.imported(hostile))).toBe('xml_with_dtd')
    expect(await desk.lines()).toEqual([])
  })

  test(
    'are seen by the administration and whoever executes everywhere, and by nobody else',
    patient,
    async () => {
      await desk.orders.approved()
      const fileId = await desk.upload(paid())
      const other = await bank.company()
      expect(said(await desk.send(fileId, other.cast.executor))).toBe('file_not_yours')
      expect(said(await desk.send(fileId, cast.admin))).toBe('file_not_yours')
      await desk.send(fileId)
      const status = async (as: string) => (await app.ask('/api/bank/lines', { as })).status
      for (const as of [cast.client, ...cast.approvers, await provider()]) expect(await status(as)).toBe(404)
      expect(await status(cast.admin)).toBe(200)
      expect(await desk.lines(other.cast.executor)).toEqual([])
      const line = await desk.line()
      expect((await desk.settle([line], cast.client)).status).toBe(403)
      // A project in which somebody else executes: they no longer execute everywhere.
      await cast.make('/api/projects', {
        name: 'Ajena',
        clientId: cast.clientId,
        totalMinor: '1000',
        contractIds: [cast.billable, cast.payable],
        approverIds: cast.approverIds,
        executorIds: [],
      })
      expect(await status(cast.executor)).toBe(404)
      expect((await desk.settle([line])).status).toBe(403)
    },
  )
})

test(
  'money that comes back brings the payment back, by the reason that the bank gives',
  patient,
  async () => {
    const id = await desk.orders.approved()
    await desk.imported(paid())
    await desk.settle([await desk.line()])
    await desk.imported(back())
    const line = await desk.line()
    expect(line).toMatchObject({ kind: 'returned', payments: [{ documentId: id, payment: 1 }] })
    expect((await desk.settle([line])).body.items[0].settled).toBe(true)
    expect(await desk.orders.card(id)).toMatchObject({ state: 'approved' })
    const [made] = (await executed(id)).made
    expect(made.returned).toMatchObject({ on: today })
    expect(made.returned.reason).toContain('La cuenta está cancelada.')
  },
)

test('what is of no order is put aside with what it is, and taken back', patient, async () => {
  await desk.imported(camtFile({ entries: [{ amount: '3.00', on: today, reference: 'B-7' }] }))
  const { id } = await desk.line()
  const act = (what: string, body: object = {}, as = cast.executor) =>
    desk.orders.post(`/api/bank/lines/${id}/${what}`, as, body)
  expect(said(await act('reopening'))).toBe('line_not_explained')
  expect((await act('explanation', { explanation: 'Comisión' }, cast.client)).status).toBe(403)
  expect(said(await act('explanation', { explanation: 'Comisión' }))).toBe(200)
  expect(said(await act('explanation', { explanation: 'Otra' }))).toBe('line_decided')
  expect(await desk.lines()).toEqual([])
  const aside = await app.ask('/api/bank/lines/decided?tab=explained', { as: cast.executor })
  expect(aside.body.items).toMatchObject([{ id, explanation: 'Comisión' }])
  expect(said(await act('reopening'))).toBe(200)
  expect(await desk.lines()).toHaveLength(1)
})

describe('a batch', () => {
  test('loses what the bank rejects, and is paid whole by its debit', patient, async () => {
    const ids = [await desk.orders.approved(), await desk.orders.approved(), await desk.orders.approved()]
    const batchId = await batchesOf(app, cast, () => ids).sent()
    const [sent] = await app.owner.run<{ message_id: string }>(
      sql`select message_id from payment_batch where company_id = ${cast.companyId} and id = ${batchId}`,
    )
    const messageId = sent?.message_id ?? ''
    const payments = ids.map((id, index) => ({
      endToEndId: `${id}.${batchId}`,
      ...(index === 0 ? { status: 'RJCT', reason: 'AC04' } : { status: 'ACSC' }),
    }))
    expect((await desk.imported(painFile({ messageId, payments }))).body).toMatchObject({ format: 'pain002' })
    const rejection = await desk.line()
    expect(rejection).toMatchObject({ kind: 'rejected', amount: null, payments: [{ documentId: ids[0] }] })
    expect(rejection.returnReason).toBe('La cuenta está cancelada.')
    expect((await desk.settle([rejection])).body.items[0].settled).toBe(true)
    expect(await desk.orders.card(ids[0] ?? '')).toMatchObject({ state: 'execution_rejected' })

    const debit = { amount: '200.00', on: today, paymentInfoId: `${messageId}-1`, count: 2 }
    await desk.imported(camtFile({ entries: [debit] }))
    const total = await desk.line()
    expect(total).toMatchObject({ certainty: 'exact', kind: 'batch' })
    expect(total.payments.map(({ documentId }) => documentId)).toEqual(ids.slice(1))
    expect((await desk.settle([total])).body.items[0].settled).toBe(true)
    for (const id of ids.slice(1))
      expect(await desk.orders.card(id)).toMatchObject({ state: 'executed', paymentBatchId: batchId })
  })

  test('pays each order whose identifier the bank repeats', patient, async () => {
    const ids = [await desk.orders.approved(), await desk.orders.approved()]
    const batchId = await batchesOf(app, cast, () => ids).sent()
    const parts = ids.map(id => ({ amount: '100.00', endToEndId: `${id}.${batchId}`, iban: creditorIban }))
    await desk.imported(camtFile({ version: '08', entries: [{ amount: '200.00', on: today, parts }] }))
    const lines = await desk.lines()
    expect(lines.map(({ certainty, kind }) => `${certainty} ${kind}`)).toEqual(['exact paid', 'exact paid'])
    const { body } = await desk.settle(lines)
    expect(body.items.map(({ settled }: { settled: unknown }) => settled)).toEqual([true, true])
    for (const id of ids) expect(await desk.orders.card(id)).toMatchObject({ state: 'executed' })
  })
})

test('ten thousand lines that wait are a page of a hundred, soon', patient, async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({ minor: -100 - index, on: short }))
  expect(said(await desk.imported(n43File([{ from: short, to: short, lines: many }])))).toBe(200)
  const before = performance.now()
  const page = await desk.page()
  expect(page.title).toBeUndefined()
  expect(performance.now() - before).toBeLessThan(5000)
  expect(page.items).toHaveLength(100)
  expect(page.counts).toEqual({ exact: 0, proposed: 0, none: 10_000 })
  const next = await app.ask(`/api/bank/lines?after=${page.next}`, { as: cast.executor })
  expect(next.body.items[0].id).not.toBe(page.items[0].id)
  expect(next.body.items).toHaveLength(100)
})
