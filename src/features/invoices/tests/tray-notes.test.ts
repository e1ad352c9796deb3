// Received files by their request: a credit note reduces an order and is paid by none, and what is paid asks for nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countOpenFrom, waitingOfSender } from '#features/invoices/store.ts'
import { asSystem } from '#server/database/tenant.ts'
import { type Cast, makeCast, ordersOf } from '#tests/support/cast.ts'
import { projectPaying, startInvoiceDesk } from '#tests/support/invoice-desk.ts'
import { ublFile } from '#tests/support/invoice-files.ts'
import { uploadFile } from '#tests/support/upload.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const patient = { timeout: 120_000 }
const desk = await startInvoiceDesk()
const { app } = desk
let cast: Cast
let issuer: string
let projectId: string
let orders: ReturnType<typeof ordersOf>

beforeAll(async () => {
  ;({ cast, issuer } = await desk.billed('rectificadas'))
  orders = ordersOf(app, cast)
  projectId = await projectPaying(cast, issuer)
}, 120_000)
afterAll(() => desk.stop())

let numbers = 0
/** Id of a file that lies in the client's tray, read. */
async function received(bytes: Buffer, as = cast.client): Promise<string> {
  const xml = bytes.toString().replaceAll('F-2026/014', `R-${++numbers}`)
  const fileId = await uploadFile(app, as, Buffer.from(xml), 'factura.xml')
  const { status, body } = await orders.post('/api/received-invoices', as, { fileId })
  expect(status, JSON.stringify(body)).toBe(200)
  await desk.readAll(cast.companyId)
  return body.id
}
const ask = async (path: string, as = cast.client) => (await app.ask(path, { as })).body
const tray = (id: string) => ask(`/api/received-invoices/${id}`)
const inTab = async (tab: string): Promise<string[]> =>
  (await ask(`/api/received-invoices?tab=${tab}&limit=100`)).items.map(({ id }: { id: string }) => id)
const said = ({ status, body }: { status: number; body: { type?: string } }) =>
  status === 200 ? 200 : body.type?.replace('/problems/', '')

const invoiced = (over: object = {}) =>
  orders.approved({
    projectId,
    providerId: issuer,
    amountMinor: '12100',
    invoiceNumber: 'F-2026/001',
    ...over,
  })
const payment = (id: string, over: object = {}) =>
  orders.post(`/api/received-invoices/${id}/order`, cast.client, {
    ...cast.order,
    projectId,
    providerId: issuer,
    amountMinor: '12100',
    invoiceRevision: 2,
    alarmReason: 'Se paga igual',
    ...over,
  })
const credit = (id: string, creditedId: string, over: object = {}, as = cast.client) =>
  orders.post(`/api/received-invoices/${id}/credit-note`, as, {
    creditedId,
    revision: 1,
    invoiceRevision: 2,
    name: 'Abono R',
    amountMinor: '2100',
    duplicateReason: 'Es otro abono',
    ...over,
  })
const creditNote = () => received(ublFile({ kind: 'CreditNote' }))

describe('a credit note that is received', () => {
  it('is paid by no order', patient, async () => {
    const id = await creditNote()
    expect(await tray(id)).toMatchObject({
      asks: 'reduction',
      can: { order: { refused: 'reduces_order' }, credit: true },
    })
    expect(said(await payment(id))).toBe('reduces_order')
    expect(await tray(id)).toMatchObject({ state: 'read' })
  })

  it(
    'offers the orders of its issuer that it may reduce, that of its number first, and what it says',
    patient,
    async () => {
      const named = await invoiced()
      const later = await invoiced({ invoiceNumber: 'F-9', duplicateReason: 'Es otra' })
      const { creditNote: content, items } = await ask(
        `/api/received-invoices/${await creditNote()}/credited`,
      )
      expect(content).toMatchObject({ amountMinor: '12100', currency: 'EUR', invoiceDate: '2026-11-03' })
      expect(items[0]).toMatchObject({ id: named, isNamed: true, left: { minor: '12100', currency: 'EUR' } })
      expect(items.slice(1)).toContainEqual(expect.objectContaining({ id: later, isNamed: false }))
    },
  )

  it('becomes a credit note of one of them, with its file, once, and is settled by it', patient, async () => {
    const order = await invoiced({ duplicateReason: 'Es otra' })
    const id = await creditNote()
    const answers = await Promise.all([credit(id, order), credit(id, order), credit(id, order)])
    expect(answers.map(said).toSorted()).toEqual([200, 'already_settled', 'already_settled'])
    const made = answers.find(({ status }) => status === 200)?.body
    expect(await tray(id)).toMatchObject({ state: 'ordered', order: { id: made.id, projectId } })
    expect(await ask(`/api/projects/${projectId}/documents/${made.id}`)).toMatchObject({
      credited: { id: order },
      attachments: [{ name: 'factura.xml' }],
    })
  })

  it(
    'reduces no order of another issuer, nor more than is left, and stays where it was',
    patient,
    async () => {
      const id = await creditNote()
      const strange = await orders.approved({ amountMinor: '50000' })
      expect(said(await credit(id, strange))).toBe('other_issuer')
      const own = await invoiced({ amountMinor: '1000', duplicateReason: 'Es otra' })
      expect((await credit(id, own)).status).toBe(422)
      expect(said(await credit(id, own, { invoiceRevision: 1, amountMinor: '10' }))).toBe('stale_invoice')
      expect(await tray(id)).toMatchObject({ state: 'read' })
    },
  )

  it('is nothing to whoever does not see it, and no invoice becomes one', patient, async () => {
    const order = await invoiced({ duplicateReason: 'Es otra' })
    const id = await creditNote()
    const stranger = (await makeCast(app, 'ajena')).client
    expect((await credit(id, order, {}, stranger)).status).toBe(404)
    expect((await app.ask(`/api/received-invoices/${id}/credited`, { as: stranger })).status).toBe(404)
    const invoice = await received(ublFile())
    expect(said(await credit(invoice, order))).toBe('reduces_nothing')
  })

  it(
    'that is attached to an order of payment is an alarm: without a reason none is sent',
    patient,
    async () => {
      const id = await creditNote()
      const { fileId } = (await tray(id)).file
      const own = {
        ...cast.order,
        projectId,
        providerId: issuer,
        fileIds: [fileId],
        duplicateReason: 'Es otra',
      }
      expect(said(await orders.post('/api/documents', cast.client, own))).toBe('alarm_unexplained')
    },
  )
})

/** 121 € of which all was paid before. */
const paid = () =>
  Buffer.from(ublFile().toString().replace('>20.00<', '>121.00<').replace('>101.00<', '>0.00<'))

describe('an invoice that is paid already', () => {
  it('is kept under a tab of its own and becomes no order', patient, async () => {
    const id = await received(paid())
    expect(await tray(id)).toMatchObject({
      asks: 'nothing',
      state: 'read',
      can: { order: { refused: 'nothing_to_pay' }, refuse: true },
    })
    expect(said(await payment(id))).toBe('nothing_to_pay')
    expect(await inTab('paid')).toContain(id)
    expect(await inTab('open')).not.toContain(id)
    expect(await inTab('paid')).not.toContain(await received(ublFile()))
  })

  it('is none of those that its sender waits for, of which there may be so many', patient, async () => {
    const email = cast.address('cristales')
    await app.person(cast.companyId, 'provider', email, { providerId: issuer })
    const sender = await app.signIn(email)
    const open = () =>
      asSystem(app.db, cast.companyId, async tx => [
        await countOpenFrom(tx, issuer),
        (await waitingOfSender(tx, { userId: cast.clientId, providerId: issuer })).openOfProvider,
      ])
    await received(ublFile(), sender)
    expect(await open()).toEqual([1, 1])
    await received(paid(), sender)
    expect(await open()).toEqual([1, 1])
  })

  it('proposes no order in the form, where it is an alarm', patient, async () => {
    const { fileId } = (await tray(await received(paid()))).file
    const { invoice } = await ask(`/api/files/${fileId}/invoice?projectId=${projectId}`)
    expect(invoice.order).toBeNull()
    expect(invoice.findings).toContainEqual({
      weight: 'alarm',
      text: 'No queda nada por pagar: la factura dice que ya está pagada.',
    })
  })
})

it('after all of it every promise holds', async () => {
  expect(await brokenInvariants(app)).toEqual({})
})
