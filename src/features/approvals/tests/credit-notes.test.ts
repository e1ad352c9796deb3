// Credit notes: orders that reduce another one. They ask nothing of the budget, and give back what their order used.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>
let company = 0

beforeAll(async () => {
  app = await startProduct()
})
const enter = async (options: Parameters<typeof makeCast>[2] = {}) => {
  company += 1
  cast = await makeCast(app, `abonos${company}`, options)
  orders = ordersOf(app, cast)
}
beforeEach(() => enter())
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const note = {
  revision: 1,
  name: 'Devolución de sacos',
  amountMinor: '3000',
  duplicateReason: 'Es otro abono',
}
const credit = (id: string, over: object = {}, as: string | null = cast.client, key?: string) =>
  orders.post(`/api/documents/${id}/credit-notes`, as ?? undefined, { ...note, ...over }, key)
const said = ({ status, body }: { status: number; body: { type?: string } }) =>
  status === 200 ? 200 : body.type?.replace('/problems/', '')
const executed = async (over: object = {}) => {
  const id = await orders.approved(over)
  expect((await orders.confirm(id, cast.executor)).status).toBe(200)
  return id
}
const credited = async (id: string, over: object = {}): Promise<string> => {
  const made = await credit(id, over)
  expect(made.status).toBe(200)
  return made.body.id
}
const approvedNote = async (id: string, over: object = {}) => {
  const made = await credited(id, over)
  for (const approver of cast.approvers) expect((await orders.decide(made, approver)).status).toBe(200)
  return made
}

describe('a credit note', () => {
  test('is approved like its order, asks nothing of the budget, and gives back what it had used', async () => {
    const id = await executed()
    expect(await orders.balance()).toEqual([100_000_000, 0, 0, 10_000])
    const made = await credited(id)
    expect(await orders.card(made)).toMatchObject({
      state: 'in_approval',
      creditedId: id,
      type: 'gasto',
      providerId: cast.providerId,
      credited: { id, amount: { minor: '10000' }, left: { minor: '10000' } },
      account: null,
      can: { credit: { refused: 'credits_credit_note' }, duplicate: { refused: 'credit_note' } },
    })
    expect((await orders.card(made)).stages).toHaveLength((await orders.card(id)).stages.length)
    expect(await orders.balance()).toEqual([100_000_000, 0, 0, 10_000])
    for (const approver of cast.approvers) await orders.decide(made, approver)
    expect(await orders.balance()).toEqual([100_000_000, 0, 0, 10_000])
    expect((await orders.confirm(made, cast.executor)).body).toMatchObject({ state: 'executed' })
    expect(await orders.balance()).toEqual([100_000_000, 0, 0, 7000])
    expect(await orders.card(id)).toMatchObject({
      creditNotes: [{ id: made, state: 'executed', amount: { minor: '3000' } }],
      left: { minor: '7000' },
    })
  })

  test('is approved and settled though its contract has nothing left, and asks no budget owner', async () => {
    for (const overrunPolicy of ['bloquear', 'requiere_aprobacion'] as const) {
      await enter({ total: '10000', overrunPolicy })
      const id = await executed()
      const made = await approvedNote(id)
      expect(await orders.card(made)).toMatchObject({ state: 'approved', stages: [{ origin: 'general' }] })
      expect((await orders.confirm(made, cast.executor)).status).toBe(200)
      expect(await orders.balance()).toEqual([10_000, 0, 0, 7000])
    }
  })

  test('takes at most what is left of its order, which its other credit notes have not taken', async () => {
    const id = await executed()
    const first = await credited(id, { amountMinor: '6000' })
    const tooMuch = await credit(id, { amountMinor: '4001' })
    expect(tooMuch.status).toBe(422)
    expect(tooMuch.body.issues).toEqual([
      { pointer: '/amountMinor', code: 'custom', message: 'Del pedido quedan por abonar 40\u00a0€.' },
    ])
    await credited(id, { amountMinor: '4000' })
    expect(await orders.card(id)).toMatchObject({
      left: { minor: '0' },
      can: { credit: { refused: 'nothing_left' } },
    })
    await orders.decide(first, cast.approvers[0], 'reject', { comment: 'No procede' })
    expect(await orders.card(id)).toMatchObject({ left: { minor: '6000' }, can: { credit: true } })
  })

  test('gives back no more of the contract than its order took from it', async () => {
    const breakdown = (base: string, tax: string) => ({
      taxLines: [{ kind: 'iva', rate: 2100, baseMinor: base, taxMinor: tax }],
    })
    await app.tamper(sql`update contract set charge_basis = 'base'
      where company_id = ${cast.companyId} and id = ${cast.payable}`)
    const id = await executed({ amountMinor: '12100', breakdown: breakdown('10000', '2100') })
    expect(await orders.balance()).toEqual([100_000_000, 0, 0, 10_000])
    expect((await credit(id, { amountMinor: '10001' })).body.issues).toMatchObject([
      { pointer: '/amountMinor', message: expect.stringContaining('100\u00a0€') },
    ])
    const made = await approvedNote(id, { amountMinor: '1210', breakdown: breakdown('1000', '210') })
    await orders.confirm(made, cast.executor)
    expect(await orders.balance()).toEqual([100_000_000, 0, 0, 9000])
  })

  test('reduces an order that is approved or paid, and nothing else', async () => {
    const waiting = await orders.submit()
    expect(said(await credit(waiting))).toBe('not_creditable')
    const approved = await orders.approved()
    const made = await credited(approved)
    expect(said(await credit(made))).toBe('credits_credit_note')
    await orders.cancel(approved)
    expect(said(await credit(approved))).toBe('not_creditable')
  })

  test('is settled once as much was paid of its order as goes back', async () => {
    const payments = [
      { dueOn: dayFromToday(30), amountMinor: '4000' },
      { dueOn: dayFromToday(60), amountMinor: '6000' },
    ]
    const id = await orders.approved({ payments })
    const made = await approvedNote(id, { amountMinor: '5000' })
    expect(said(await orders.confirm(made, cast.executor))).toBe('more_than_paid')
    await orders.confirm(id, cast.executor, { payment: 1 })
    expect(said(await orders.confirm(made, cast.executor))).toBe('more_than_paid')
    await orders.confirm(id, cast.executor, { payment: 2 })
    expect((await orders.confirm(made, cast.executor)).status).toBe(200)
    expect(await orders.balance()).toEqual([100_000_000, 0, 0, 5000])
    expect(said(await orders.giveBack(id, cast.executor, { payment: 2 }))).toBe('paid_is_credited')
    expect((await orders.giveBack(id, cast.executor)).status).toBe(200)
    expect(await orders.balance()).toEqual([100_000_000, 0, 4000, 1000])
  })

  test('is no payment: it does not come back, enters no batch, and nobody answers for its receipt', async () => {
    const id = await executed()
    const planned = await orders.approved()
    const made = await approvedNote(id)
    const { body } = await app.ask('/api/payment-batches/candidates', { as: cast.executor })
    expect(body.items.map((item: { document: { id: string } }) => item.document.id)).not.toContain(made)
    const due = (await app.ask('/api/payment-calendar/payments?undated=true', { as: cast.admin })).body.items
    expect(due.map((item: { documentId: string }) => item.documentId)).toEqual([planned])
    await orders.confirm(made, cast.executor)
    const status = (await app.ask(`/api/documents/${made}/execution`, { as: cast.executor })).body
    expect(status).toMatchObject({
      payee: null,
      receipt: null,
      can: { giveBack: { refused: 'not_a_payment' } },
    })
    await expect(
      app.owner.pool.query(
        `update document set payment_batch_id = 'R-001' where company_id = $1 and id = $2`,
        [cast.companyId, made],
      ),
    ).rejects.toThrow('document_credit_note')
  })

  test('is not moved by a program that knows no credit notes: the database refuses it', async () => {
    const made = await credited(await executed())
    await expect(
      app.owner.pool.query(
        `update document set previous_state = state, state = 'rejected' where company_id = $1 and id = $2`,
        [cast.companyId, made],
      ),
    ).rejects.toThrow('document_credit_note')
  })

  test('of an order to issue gives back what the client was billed', async () => {
    const id = await executed({ type: 'emision' })
    expect(await orders.balance(cast.billable)).toEqual([100_000_000, 0, 0, 10_000])
    await orders.confirm(await approvedNote(id), cast.executor)
    expect(await orders.balance(cast.billable)).toEqual([100_000_000, 0, 0, 7000])
  })
})

describe('whoever asks for a credit note', () => {
  test('sees the order and may order in its project', async () => {
    const id = await executed()
    expect((await credit(id, {}, null)).status).toBe(401)
    expect((await credit('DOC-999')).status).toBe(404)
    for (const outsider of [cast.approvers[0], cast.executor])
      expect((await credit(id, {}, outsider ?? null)).status).toBe(403)
    await enter()
    expect((await credit(id)).status).toBe(404)
  })

  test('attaches their own files alone', async () => {
    const id = await executed()
    const fileIds = ['01900000-0000-7000-8000-000000000000']
    expect(said(await credit(id, { fileIds }))).toBe('file_not_yours')
  })

  test('read the order as it is now', async () => {
    const id = await executed()
    expect(said(await credit(id, { revision: 2 }))).toBe('stale_revision')
  })

  test('gets one of two that ask at once for all that is left, and one for two calls with one key', async () => {
    const id = await executed()
    const answers = await Promise.all([1, 2, 3].map(() => credit(id, { amountMinor: '10000' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    const other = await executed()
    const twice = await Promise.all([1, 2].map(() => credit(other, {}, cast.client, 'una-sola-clave-0001')))
    expect(new Set(twice.filter(({ status }) => status === 200).map(({ body }) => body.id)).size).toBe(1)
    expect((await orders.card(other)).creditNotes).toHaveLength(1)
  })

  test('says why when it looks like another credit note, and never that it looks like its order', async () => {
    const id = await executed({ invoiceNumber: 'F-77' })
    const same = { amountMinor: '10000', invoiceNumber: 'F-77', duplicateReason: null }
    const half = { ...same, amountMinor: '5000' }
    expect((await credit(id, half)).status).toBe(200)
    expect(said(await credit(id, { ...half, amountMinor: '4000' }))).toBe('possible_duplicate')
    expect((await orders.card(id)).duplicates.items).toEqual([])
  })
})

describe('a credit note that was returned', () => {
  const correction = (over: object = {}) => ({
    projectId: cast.projectId,
    contractId: cast.payable,
    type: 'gasto',
    providerId: cast.providerId,
    ...note,
    ...over,
  })
  const resubmit = (id: string, over: object = {}) =>
    app.ask(`/api/documents/${id}`, { method: 'PUT', as: cast.client, body: correction(over) })

  test('still takes what it asked for, stays one of its order, and is corrected within what is left', async () => {
    const id = await executed()
    const made = await credited(id)
    await orders.decide(made, cast.approvers[0], 'return', { comment: 'Falta la rectificativa' })
    expect((await orders.card(id)).left.minor).toBe('7000')
    expect(said(await resubmit(made, { contractId: cast.billable }))).toBe('not_of_credited')
    expect(said(await resubmit(made, { type: 'emision', contractId: cast.payable }))).toBe('not_of_credited')
    expect((await resubmit(made, { amountMinor: '10001' })).status).toBe(422)
    expect((await resubmit(made, { amountMinor: '10000' })).status).toBe(200)
    expect(await orders.card(made)).toMatchObject({ creditedId: id, revision: 2, state: 'in_approval' })
    expect((await orders.card(id)).left.minor).toBe('0')
  })
})

describe('an order with credit notes', () => {
  test('keeps its approval, and its timeline tells what was settled', async () => {
    const id = await orders.approved()
    const made = await approvedNote(id)
    expect(said(await orders.undo(id, cast.approvers[1]))).toBe('acted_on')
    await orders.confirm(id, cast.executor)
    await orders.confirm(made, cast.executor)
    const { body } = await app.ask(`/api/documents/${id}/timeline`, { as: cast.client })
    expect(body.items.at(-1)).toMatchObject({ action: 'document.credited', facts: { creditNoteId: made } })
  })

  test('may be cancelled: its credit note waits, gives nothing back, and is cancelled too', async () => {
    const id = await orders.approved()
    const made = await approvedNote(id)
    expect((await orders.cancel(id)).status).toBe(200)
    expect(said(await orders.confirm(made, cast.executor))).toBe('more_than_paid')
    expect((await orders.cancel(made)).status).toBe(200)
    expect(await orders.balance()).toEqual([100_000_000, 0, 0, 0])
  })

  test('counts with what they leave of it in sums of orders', async () => {
    const id = await executed()
    await orders.confirm(await approvedNote(id), cast.executor)
    const { body } = await app.ask('/api/documents/counts', { as: cast.client })
    expect(body.paid).toBe(2)
    const amount = { minor: '7000', currency: 'EUR' }
    const paid = { status: 'paid', amount, remaining: null, executed: null }
    expect(body.totals).toContainEqual(paid)
    const oneByOne = await app.ask('/api/documents/counts?amountFrom=1', { as: cast.client })
    expect(oneByOne.body.totals).toEqual([paid])
  })
})
