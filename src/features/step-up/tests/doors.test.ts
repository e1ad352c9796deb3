// Every call that approves, releases or pays: above the amount, none lets by whoever has not confirmed who they are.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { approvalRoutes } from '#features/approvals/api.ts'
import { batchRoutes } from '#features/executions/api/batches.ts'
import { executionRoutes } from '#features/executions/api.ts'
import { newId } from '#kernel/ids.ts'
import { secret } from '#tests/support/app.ts'
import { anotherExecutor, batchesOf, payFrom, releasedFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast, ordersOf } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { linksIn } from '#tests/support/decision-links.ts'
import { startWhole, type WholeProduct } from '#tests/support/product.ts'
import { asksFrom, confirmWith, required, signedInBefore } from '#tests/support/step-up.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: WholeProduct
beforeAll(async () => {
  app = await startWhole()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

type Answer = { status: number; body: { type?: string; [name: string]: unknown } }
type Door = {
  /** Who is asked, and about what. */
  readonly as: string | undefined
  readonly what: string
  readonly id: string
  readonly call: (key: string) => Promise<Answer>
  /** State of what it is about. */
  readonly state: () => Promise<unknown>
}

const orderState = (orders: ReturnType<typeof ordersOf>, id: string, as: string | undefined) => async () => {
  const { state, approvals, paymentBatchId } = await orders.card(id, as)
  return { state, approvals, paymentBatchId }
}

/** A door for each call, each in a company of its own, at an order of 100 €. */
const doors: { readonly [endpointId: string]: (cast: Cast) => Promise<Door> } = {
  decideDocument: async cast => {
    const orders = ordersOf(app, cast)
    const [as] = cast.approvers
    const id = await orders.submit()
    const call = (key: string) => orders.decide(id, as, 'approve', {}, key)
    return { as, what: 'approval', id, call, state: orderState(orders, id, cast.admin) }
  },
  approveTogether: async cast => {
    const orders = ordersOf(app, cast)
    const [as] = cast.approvers
    const payee = await orders.approved({ amountMinor: '1000' })
    await orders.confirm(payee, cast.executor)
    const small = await orders.submit({ amountMinor: '2000' })
    const id = await orders.submit({ amountMinor: '10001' })
    const items = [small, id].map(documentId => ({ documentId, revision: 1 }))
    const states = [small, id].map(each => orderState(orders, each, cast.admin))
    return {
      as,
      what: 'approval',
      id,
      call: key => orders.post('/api/approvals/bulk', as, { items }, key),
      state: () => Promise.all(states.map(state => state())),
    }
  },
  decideByLink: async cast => {
    const orders = ordersOf(app, cast)
    const links = linksIn(app)
    const [as] = cast.approvers
    const id = await orders.submit()
    await links.mailed()
    const [link] = await links.linksTo(cast.address('aprueba0'))
    const call = (key: string) => links.decide(link, as, {}, key)
    return { as, what: 'approval', id, call, state: orderState(orders, id, cast.admin) }
  },
  forceDecision: async cast => {
    const orders = ordersOf(app, cast)
    await app.person(cast.companyId, 'admin', cast.address('jefa'), { name: 'Jefa' })
    const as = await app.signIn(cast.address('jefa'))
    const body = { forcedDecisions: true }
    await app.ask('/api/company/settings', { method: 'PATCH', as: cast.admin, body })
    const id = await orders.submit()
    const forced = { revision: 1, decision: 'approve', reason: 'Nadie contesta desde hace un mes' }
    const call = (key: string) => orders.post(`/api/documents/${id}/forced-decision`, as, forced, key)
    return { as, what: 'approval', id, call, state: orderState(orders, id, cast.admin) }
  },
  releasePaymentBatch: async cast => {
    const [batches, made] = await batchOf(cast, '0')
    const as = await anotherExecutor(app, cast)
    const { twoHands } = await batches.detail(made, as)
    const call = (key: string) => batches.release(made, as, { seen: twoHands.review.version }, key)
    const state = async () => (await batches.detail(made)).twoHands
    return { as, what: 'release', id: made, call, state }
  },
  downloadPaymentBatch: async cast => {
    const [batches, made] = await batchOf(cast, '99999999')
    const call = (key: string) =>
      app.ask(`/api/payment-batches/${made}/downloads`, { method: 'POST', as: cast.executor, body: {}, key })
    const state = async () => (await batches.detail(made)).events.length
    return { as: cast.executor, what: 'download', id: made, call, state }
  },
  confirmExecution: async cast => {
    const orders = ordersOf(app, cast)
    const id = await orders.approved()
    const call = (key: string) => orders.confirm(id, cast.executor, {}, key)
    return { as: cast.executor, what: 'payment', id, call, state: orderState(orders, id, cast.admin) }
  },
  confirmTogether: async cast => {
    const orders = ordersOf(app, cast)
    const small = await orders.approved({ amountMinor: '2000' })
    const id = await orders.approved()
    const items = [small, id].map(documentId => ({ documentId, revision: 1 }))
    const body = { items, executedOn: dayFromToday(), reference: 'TRF-9' }
    const call = (key: string) => orders.post('/api/executions/bulk', cast.executor, body, key)
    const states = [small, id].map(each => orderState(orders, each, cast.admin))
    return {
      as: cast.executor,
      what: 'payment',
      id,
      call,
      state: () => Promise.all(states.map(state => state())),
    }
  },
}

/** A batch of one order, released by a second person from so many cents on. */
async function batchOf(cast: Cast, releaseFrom: string) {
  await payFrom(app, cast)
  await releasedFrom(app, cast, releaseFrom)
  const orders = ordersOf(app, cast)
  const ids = [await orders.approved()]
  const batches = batchesOf(app, cast, () => ids)
  return [batches, await batches.made()] as const
}

/** Writes that neither approve nor let money go: what declines, undoes, asks, routes or says what the bank did. */
const others = [
  'addApprover',
  'cancelDocument',
  'cancelPaymentBatch',
  'changeContract',
  'changeContractStatus',
  'confirmPaymentBatch',
  'confirmReceipt',
  'declineTogether',
  'deliverFiles',
  'disputeReceipt',
  'giveBackPayment',
  'makePaymentBatch',
  'reassignSeat',
  'rejectExecution',
  'resolveDispute',
  'retryExecution',
  'returnPayment',
  'submitCreditNote',
  'undoApproval',
  'withdrawDocument',
]

test('every write of approvals and payments is a door that asks, or one of those that need not', () => {
  const writes = [...approvalRoutes, ...executionRoutes, ...batchRoutes(secret)]
    .filter(({ kind }) => kind !== 'read')
    .map(({ endpoint }) => endpoint.id)
  expect(writes.toSorted()).toEqual([...Object.keys(doors), ...others].toSorted())
})

for (const [endpointId, open] of Object.entries(doors))
  test(`${endpointId} asks above the amount, does nothing until then, and goes on with the same key`, async () => {
    const cast = await makeCast(app, endpointId.toLowerCase())
    const door = await open(cast)
    await asksFrom(app, cast.companyId, 10_000)
    await signedInBefore(app)
    const before = await door.state()
    const key = newId()
    const refused = await door.call(key)
    expect(refused).toMatchObject({
      status: 403,
      body: {
        type: required,
        facts: { what: door.what, id: door.id, fromMinor: '10000', password: true, passkey: false },
      },
    })
    expect(await door.state()).toEqual(before)
    expect((await confirmWith(app, door.as)).status).toBe(200)
    expect((await door.call(key)).status).toBe(200)
    expect(await door.state()).not.toEqual(before)
    const journal = await app.journal(cast.companyId, door.id)
    expect(journal.at(-1)?.after).toMatchObject({ confirmedBy: 'password' })
  })

for (const [endpointId, open] of Object.entries(doors))
  test(`${endpointId} asks nothing below the amount`, async () => {
    const cast = await makeCast(app, `bajo-${endpointId.toLowerCase()}`)
    const door = await open(cast)
    await asksFrom(app, cast.companyId, 10_002)
    await signedInBefore(app)
    expect((await door.call(newId())).status).toBe(200)
    const journal = await app.journal(cast.companyId, door.id)
    expect(JSON.stringify(journal)).not.toContain('confirmedBy')
  })

test('downloading asks where the release was not confirmed, and not where it was', async () => {
  const cast = await makeCast(app, 'descargas')
  await payFrom(app, cast)
  await releasedFrom(app, cast, '0')
  const orders = ordersOf(app, cast)
  const [early, late] = [await orders.approved(), await orders.approved()]
  const second = await anotherExecutor(app, cast)
  const released = async (id: string) => {
    const batches = batchesOf(app, cast, () => [id])
    const made = await batches.made()
    return { made, release: () => batches.release(made, second), download: () => batches.download(made) }
  }
  const [before, after] = [await released(early), await released(late)]
  expect((await before.release()).status).toBe(200)
  await asksFrom(app, cast.companyId, 10_000)
  await signedInBefore(app)
  expect((await before.download()).body).toMatchObject({
    type: required,
    facts: { what: 'download', id: before.made },
  })
  expect((await confirmWith(app, second)).status).toBe(200)
  expect((await after.release()).status).toBe(200)
  expect((await after.download()).status).toBe(200)
})

test('payments in parts are asked for with the first of several, so that none is made', async () => {
  const cast = await makeCast(app, 'partes')
  const orders = ordersOf(app, cast)
  const small = await orders.approved({ amountMinor: '2000' })
  const day = dayFromToday()
  const payments = [
    { dueOn: day, amountMinor: '15000' },
    { dueOn: day, amountMinor: '5000' },
  ]
  const id = await orders.approved({ amountMinor: '20000', payments })
  await asksFrom(app, cast.companyId, 10_000)
  await signedInBefore(app)
  const send = (payment: number) =>
    orders.post('/api/executions/bulk', cast.executor, {
      items: [
        { documentId: small, revision: 1 },
        { documentId: id, revision: 1, payment },
      ],
      executedOn: day,
      reference: 'TRF-9',
    })
  expect((await send(1)).body).toMatchObject({
    type: required,
    facts: { what: 'payment', id, amountMinor: '15000', count: 2, totals: '17000 EUR' },
  })
  expect((await orders.card(small)).state).toBe('approved')
  expect((await send(2)).status).toBe(200)
})
