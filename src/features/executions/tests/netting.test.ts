// Netting in batches: a credit note reduces the transfer of one payment, and lives and dies with it.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { sql } from '#server/database/sql.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { batchesOf, payFrom, refused, releasedFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { faultsOf, textsOf } from '#tests/support/pain.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let ids: string[] = []
let batches: ReturnType<typeof batchesOf>
let company = 0

const enter = async (options: Parameters<typeof makeCast>[2] = {}) => {
  company += 1
  cast = await makeCast(app, `compensa${company}`, options)
  await payFrom(app, cast)
  batches = batchesOf(app, cast, () => ids)
}
beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
})
beforeEach(() => enter())
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const noteOf = async (id: string, amountMinor: string, isApproved = true): Promise<string> => {
  const { orders } = batches
  const body = { revision: 1, name: 'Devolución', amountMinor, invoiceNumber: `AB-${amountMinor}` }
  const made = await orders.post(`/api/documents/${id}/credit-notes`, cast.client, {
    ...body,
    duplicateReason: 'Es otro abono',
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  if (isApproved) for (const approver of cast.approvers) await orders.decide(made.body.id, approver)
  return made.body.id
}
const paid = async (over: object = {}): Promise<string> => {
  const id = await batches.orders.approved(over)
  expect((await batches.orders.confirm(id, cast.executor)).status).toBe(200)
  return id
}
const pair = (creditNoteId: string, documentId: string) => ({ creditNoteId, documentId })
const madeWith = async (...creditNotes: ReturnType<typeof pair>[]): Promise<string> => {
  const answer = await batches.make(cast.executor, { creditNotes })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}
const sentWith = async (...creditNotes: ReturnType<typeof pair>[]): Promise<string> => {
  const id = await madeWith(...creditNotes)
  expect((await batches.release(id)).status).toBe(200)
  expect((await batches.download(id)).status).toBe(200)
  return id
}
const state = async (id: string) => (await batches.orders.card(id)).state
const bringBack = (id: string, over: object = {}) =>
  batches.orders.post(`/api/documents/${id}/execution/return`, cast.executor, {
    revision: 1,
    payment: 1,
    attempt: 1,
    returnedOn: dayFromToday(),
    reason: 'Cuenta cerrada',
    ...over,
  })

describe('a credit note of an order paid before', () => {
  let owed = ''
  let before = ''
  let note = ''
  beforeEach(async () => {
    before = await paid()
    note = await noteOf(before, '3000')
    owed = await batches.orders.approved({ amountMinor: '20000', invoiceNumber: 'F-7' })
    ids = [owed]
  })

  test('is offered beside the payments of its provider, reduces one transfer, and is executed with it', async () => {
    const { body } = await app.ask('/api/payment-batches/candidates', { as: cast.executor })
    expect(body.creditNotes).toMatchObject([
      {
        document: { id: note, creditedId: before },
        amount: { minor: '3000' },
        charge: { minor: '3000' },
        kept: { minor: '10000' },
        can: true,
      },
    ])
    const id = await madeWith(pair(note, owed))
    const detail = await batches.detail(id)
    expect(detail).toMatchObject({
      amount: { minor: '17000' },
      orders: 1,
      items: [
        {
          amount: { minor: '17000' },
          gross: { minor: '20000' },
          creditNotes: [{ id: note, amount: { minor: '3000' } }],
        },
      ],
      twoHands: {
        review: {
          orders: 1,
          amount: { minor: '17000' },
          netted: { creditNotes: 1, amount: { minor: '3000' } },
        },
      },
    })
    await batches.release(id)
    const { body: link } = await batches.download(id)
    const xml = (await batches.fileAt(link.url)).body
    expect(faultsOf(xml)).toEqual([])
    expect(textsOf(xml, 'CtrlSum')).toEqual(['170.00', '170.00'])
    expect(textsOf(xml, 'InstdAmt')).toEqual(['170.00'])
    expect(textsOf(xml, 'Ustrd')).toEqual([`${owed} Fra. F-7 menos abono AB-3000 Cemento`])
    expect(await batches.orders.card(note)).toMatchObject({ state: 'approved', paymentBatchId: id })
    const [total, requested, , used] = await batches.orders.balance()
    expect([total, requested, used]).toEqual([100_000_000, 0, 10_000])
    expect((await batches.confirm(id)).body.items).toEqual([{ documentId: owed, confirmed: true }])
    expect([await state(owed), await state(note)]).toEqual(['executed', 'executed'])
    expect(await batches.orders.balance()).toEqual([100_000_000, 0, 0, 27_000])
    const { body: done } = await app.ask(`/api/documents/${note}/execution`, { as: cast.executor })
    expect(done.execution).toMatchObject({ reference: 'REM-1', executedOn: dayFromToday() })
    const transferred = { payment: 1, amount: { minor: '3000' }, transferred: { minor: '17000' } }
    expect(done.netted).toMatchObject([{ documentId: owed, isCreditNote: false, ...transferred }])
    const { body: reduced } = await app.ask(`/api/documents/${owed}/execution`, { as: cast.executor })
    expect(reduced.netted).toMatchObject([{ documentId: note, isCreditNote: true, ...transferred }])
    const events = (await app.journal(cast.companyId, note)).map(({ action }) => action)
    expect(events.slice(-2)).toEqual(['execution.batched', 'execution.confirmed'])
  })

  test('is not confirmed by hand, cancelled or netted again while it is in a batch', async () => {
    const id = await madeWith(pair(note, owed))
    expect(refused(await batches.orders.confirm(note, cast.executor))).toBe('in_payment_batch')
    const cancel = await batches.orders.post(`/api/documents/${note}/cancellation`, cast.admin, {
      revision: 1,
      reason: 'Error',
    })
    expect(refused(cancel)).toBe('in_payment_batch')
    const { body } = await app.ask('/api/payment-batches/candidates', { as: cast.executor })
    expect(body.creditNotes).toEqual([])
    ids = [await batches.orders.approved()]
    const again = await batches.make(cast.executor, { creditNotes: [pair(note, ids[0] ?? '')] })
    expect(refused(again)).toBe('in_payment_batch')
    expect((await batches.cancel(id)).status).toBe(200)
    expect(await batches.orders.card(note)).toMatchObject({ state: 'approved', paymentBatchId: null })
    expect((await batches.confirm(await sentWith(pair(note, ids[0] ?? '')))).status).toBe(200)
    expect([await state(note), await state(owed)]).toEqual(['executed', 'approved'])
  })

  test('is in one of two batches that are made at once', async () => {
    const other = await batches.orders.approved()
    const make = (documentId: string) =>
      batches.make(cast.executor, { documentIds: [documentId], creditNotes: [pair(note, documentId)] })
    const answers = await Promise.all([make(owed), make(other)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.map(refused)).toContain('in_payment_batch')
  })

  test('leaves the batch with a payment that the bank rejects, and waits', async () => {
    const id = await sentWith(pair(note, owed))
    expect((await batches.giveBack(id, owed)).status).toBe(200)
    expect([await state(owed), await state(note)]).toEqual(['execution_rejected', 'approved'])
    expect((await batches.orders.card(note)).paymentBatchId).toBeNull()
    expect((await batches.orders.confirm(note, cast.executor)).status).toBe(200)
  })

  test('waits again when the payment comes back, and may be netted anew', async () => {
    await batches.confirm(await sentWith(pair(note, owed)))
    expect((await bringBack(owed)).body).toEqual({ id: owed, state: 'approved' })
    expect([await state(owed), await state(note)]).toEqual(['approved', 'approved'])
    expect(await batches.orders.balance()).toEqual([100_000_000, 0, 20_000, 10_000])
    expect(await brokenInvariants(app)).toEqual({})
    expect(refused(await bringBack(owed))).toBe('payment_not_made')
    expect((await batches.confirm(await sentWith(pair(note, owed)))).status).toBe(200)
    expect(await batches.orders.balance()).toEqual([100_000_000, 0, 0, 27_000])
    expect((await bringBack(owed, { attempt: 2 })).status).toBe(200)
    expect(await batches.orders.balance()).toEqual([100_000_000, 0, 20_000, 10_000])
  })

  test('holds what its order used: a payment of it comes back only once the batch is decided', async () => {
    const id = await madeWith(pair(note, owed))
    expect(refused(await bringBack(before))).toBe('paid_is_credited')
    await batches.cancel(id)
    expect((await bringBack(before)).status).toBe(200)
    expect(refused(await batches.make(cast.executor, { creditNotes: [pair(note, owed)] }))).toBe(
      'credits_unpaid',
    )
  })

  test('is asked of a second person by what is paid, not by what is left to transfer', async () => {
    await releasedFrom(app, cast, '20000')
    expect(await batches.detail(await madeWith(pair(note, owed)))).toMatchObject({
      release: 'pending',
      amount: { minor: '17000' },
    })
  })

  test('keeps whoever asked for it from releasing the batch', async () => {
    const id = await madeWith(pair(note, owed))
    const { body } = await app.ask(`/api/payment-batches/${id}`, { as: cast.admin })
    expect(body.twoHands.releasers).not.toContain('Cliente')
    const seen = body.twoHands.review.version
    await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
      select ${cast.companyId}, ${cast.projectId}, ${cast.approverIds[0]}, 'execute'`)
    const stale = await batches.release(id, undefined, { seen: 'otra' })
    expect(refused(stale)).toBe('stale_data')
    const decider = await batches.orders.post(`/api/payment-batches/${id}/release`, cast.approvers[0], {
      seen,
    })
    expect(refused(decider)).toBe('decided_in_batch')
  })
})

describe('a credit note of the order that is paid', () => {
  test('reduces its payment alone, which is used before it goes back', async () => {
    const owed = await batches.orders.approved()
    const other = await batches.orders.approved()
    ids = [owed, other]
    const note = await noteOf(owed, '4000')
    const { body } = await app.ask('/api/payment-batches/candidates', { as: cast.executor })
    expect(body.creditNotes).toMatchObject([{ kept: { minor: '0' } }])
    expect(refused(await batches.make(cast.executor, { creditNotes: [pair(note, other)] }))).toBe(
      'credits_unpaid',
    )
    await batches.confirm(await sentWith(pair(note, owed)))
    expect([await state(owed), await state(note)]).toEqual(['executed', 'executed'])
    expect(await batches.orders.balance()).toEqual([100_000_000, 0, 0, 16_000])
    expect((await bringBack(owed)).status).toBe(200)
    expect(await batches.orders.balance()).toEqual([100_000_000, 0, 10_000, 10_000])
  })

  test('reduces one of its several payments, and the batch leaves the others as they are', async () => {
    const payments = ['4000', '6000'].map((amountMinor, index) => ({
      dueOn: dayFromToday(index),
      amountMinor,
    }))
    const owed = await batches.orders.approved({ payments })
    ids = [owed]
    const notes = [await noteOf(owed, '1000'), await noteOf(owed, '500')]
    await batches.confirm(await sentWith(...notes.map(note => pair(note, owed))))
    expect([await state(owed), await state(notes[0] ?? ''), await state(notes[1] ?? '')]).toEqual([
      'approved',
      'executed',
      'executed',
    ])
    expect(await batches.orders.balance()).toEqual([100_000_000, 0, 6000, 2500])
    const second = await noteOf(owed, '2000')
    const open = await sentWith(pair(second, owed))
    expect((await bringBack(owed)).status).toBe(200)
    expect(await brokenInvariants(app)).toEqual({})
    expect((await batches.confirm(open)).status).toBe(200)
    expect(await batches.orders.balance()).toEqual([100_000_000, 0, 4000, 4000])
  })

  test('waits for its contract to have room when the payment comes back and the contract blocks', async () => {
    await enter({ total: '20000', overrunPolicy: 'bloquear' })
    const owed = await batches.orders.approved({ amountMinor: '20000' })
    ids = [owed]
    await batches.confirm(await sentWith(pair(await noteOf(owed, '5000'), owed)))
    const spender = await batches.orders.approved({ amountMinor: '5000' })
    expect(refused(await bringBack(owed))).toBe('credit_spent')
    expect(await brokenInvariants(app)).toEqual({})
    await batches.orders.post(`/api/documents/${spender}/cancellation`, cast.admin, {
      revision: 1,
      reason: 'Sobra',
    })
    expect((await bringBack(owed)).status).toBe(200)
  })

  test('waits for no room that the same return makes: the payment of an order whose rest was cancelled', async () => {
    await enter({ total: '20000', overrunPolicy: 'bloquear' })
    const halves = [1, 2].map(month => ({ amountMinor: '10000', dueOn: dayFromToday(30 * month) }))
    const owed = await batches.orders.approved({ amountMinor: '20000', payments: halves })
    ids = [owed]
    await batches.confirm(await sentWith(pair(await noteOf(owed, '2000'), owed)))
    const cancelled = { revision: 1, reason: 'Sobra' }
    await batches.orders.post(`/api/documents/${owed}/cancellation`, cast.admin, cancelled)
    await batches.orders.approved({ amountMinor: '12000' })
    expect(await batches.orders.balance()).toEqual([20_000, 0, 12_000, 8000])
    expect((await bringBack(owed)).status).toBe(200)
    expect(await batches.orders.balance()).toEqual([20_000, 0, 12_000, 0])
  })
})
