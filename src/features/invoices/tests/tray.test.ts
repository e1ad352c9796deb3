// The tray of received invoices: each file waits once, is read by itself, and is settled once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedReader } from '#features/invoices/commands/read-received.ts'
import { refuse } from '#kernel/refusal.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast } from '#tests/support/cast.ts'
import { projectOfAnotherClient, projectPaying, startInvoiceDesk } from '#tests/support/invoice-desk.ts'
import { ublFile } from '#tests/support/invoice-files.ts'
import { uploadFile } from '#tests/support/upload.ts'

const patient = { timeout: 120_000 }
let desk: Awaited<ReturnType<typeof startInvoiceDesk>>
let app: TestApp
let cast: Cast
let issuer: string
let provider: string
let other: Cast
let projectId: string
/** Of another client of the same company. */
let otherProjectId: string

beforeAll(async () => {
  desk = await startInvoiceDesk()
  app = desk.app
  ;({ cast, issuer } = await desk.billed('norte'))
  other = await makeCast(app, 'sur')
  const email = cast.address('cristales')
  await app.person(cast.companyId, 'provider', email, { providerId: issuer })
  provider = await app.signIn(email)
  projectId = await projectPaying(cast, issuer)
  otherProjectId = await projectOfAnotherClient(cast)
}, 120_000)
afterAll(() => desk.stop())

let numbers = 0
/** Another invoice each time, with its number. */
function anotherInvoice(over: { to?: string } = {}) {
  const number = `N-${++numbers}`
  const xml = ublFile().toString().replaceAll('F-2026/014', number)
  return { number, bytes: Buffer.from(over.to ? xml.replaceAll('A28000008', over.to) : xml) }
}

const post = (path: string, as: string | undefined, body: object, key?: string) =>
  app.ask(path, { method: 'POST', as, body, ...(key ? { key } : {}) })
const receive = async (as: string, bytes: Buffer) =>
  post('/api/received-invoices', as, { fileId: await uploadFile(app, as, bytes, 'factura.xml') })
/** Id of an invoice that has come and is read. */
async function received(
  as: string,
  bytes = anotherInvoice().bytes,
  companyId = cast.companyId,
): Promise<string> {
  const { status, body } = await receive(as, bytes)
  expect(status, JSON.stringify(body)).toBe(200)
  await desk.readAll(companyId)
  return body.id
}
const look = async (id: string, as = cast.admin) =>
  (await app.ask(`/api/received-invoices/${id}`, { as })).body
const list = async (as: string, tab = 'open') =>
  (await app.ask(`/api/received-invoices?tab=${tab}&limit=100`, { as })).body.items.map(
    ({ id }: { id: string }) => id,
  )
const content = (over: object = {}) => ({
  ...cast.order,
  projectId,
  providerId: issuer,
  amountMinor: '12100',
  invoiceRevision: 2,
  alarmReason: 'Su cuenta está por confirmar',
  ...over,
})
const order = (id: string, as: string | undefined, over: object = {}) =>
  post(`/api/received-invoices/${id}/order`, as, content(over))
const refusal = (id: string, as: string | undefined, over: object = {}) =>
  post(`/api/received-invoices/${id}/refusal`, as, { reason: 'No es nuestra', revision: 2, ...over })

describe('a file that is received', () => {
  it('is read by itself, and says whose it is, whom it bills and how much', patient, async () => {
    const { number, bytes } = anotherInvoice()
    const { body } = await receive(cast.client, bytes)
    expect(await look(body.id)).toMatchObject({
      state: 'waiting',
      number: null,
      can: { order: { refused: 'still_waiting' } },
    })
    await desk.readAll(cast.companyId)
    expect(await look(body.id)).toMatchObject({
      state: 'read',
      source: 'ubl',
      issuerName: 'Cristales del Sur SL',
      provider: { id: issuer, name: 'Cristales del Sur' },
      client: { id: cast.clientId },
      number,
      issuedOn: '2026-11-03',
      total: { minor: '12100', currency: 'EUR' },
      repeats: null,
      order: null,
      can: { order: true, refuse: true },
    })
  })

  it('is its provider’s own to whoever sends it for it, and names no other provider', patient, async () => {
    const own = await look(await received(provider), provider)
    expect(own.provider).toEqual({ id: issuer, name: 'Cristales del Sur' })
    const email = cast.address('otroproveedor')
    await app.person(cast.companyId, 'provider', email, { providerId: cast.providerId })
    const sender = await app.signIn(email)
    expect((await look(await received(sender), sender)).provider).toBeNull()
  })

  it('waits once, however many send it at once, and again when it was refused', patient, async () => {
    const { bytes } = anotherInvoice()
    const answers = await Promise.all([cast.client, provider, cast.admin].map(as => receive(as, bytes)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const [id] = answers.flatMap(({ status, body }) => (status === 200 ? [body.id] : []))
    await desk.readAll(cast.companyId)
    expect((await refusal(id, cast.admin)).status).toBe(200)
    expect((await receive(cast.client, bytes)).status).toBe(200)
    // Another company's tray is its own.
    expect((await receive(other.client, bytes)).status).toBe(200)
  })

  it('moves from the company’s tray to that of the client whom it bills', patient, async () => {
    await app.tamper(
      sql`update client set tax_id = 'B57000895' where company_id = ${cast.companyId} and id = ${cast.clientId}`,
    )
    const id = await received(provider, anotherInvoice({ to: 'B57000895' }).bytes)
    expect(await look(id, cast.client)).toMatchObject({ client: { id: cast.clientId } })
    const ofCompany = await received(provider)
    expect(await look(ofCompany)).toMatchObject({ client: null })
    expect(await list(cast.client)).not.toContain(ofCompany)
  })

  it('with the issuer and number of another one says so', patient, async () => {
    const { bytes } = anotherInvoice()
    await received(cast.client, bytes)
    const again = await received(cast.client, Buffer.concat([bytes, Buffer.from('\n')]))
    expect((await look(again)).repeats).toBe('factura.xml')
  })

  it('that cannot be read says why, and may still be ordered by hand or refused', patient, async () => {
    const id = await received(cast.client, Buffer.from(`<?xml version="1.0"?><nada n="${++numbers}"/>`))
    expect(await look(id)).toMatchObject({
      state: 'unreadable',
      unreadable: expect.stringContaining('no es una factura'),
      can: { order: true, refuse: true },
    })
  })

  it('is read by one of two nodes, and by another one when the first has ended', patient, async () => {
    const { body } = await receive(cast.client, anotherInvoice().bytes)
    let readings = 0
    const read = async () => {
      readings++
      return refuse('empty' as const)
    }
    const { db } = app
    const nodes = [1, 2].map(() => receivedReader({ db, files: desk.files, read }))
    await Promise.all(nodes.map(readNext => readNext(cast.companyId)))
    expect(readings).toBe(1)
    expect((await look(body.id)).state).toBe('unreadable')

    const { body: next } = await receive(cast.client, anotherInvoice().bytes)
    const dying = receivedReader({
      db,
      files: desk.files,
      read: () => Promise.reject(new Error('power cut')),
    })
    await expect(dying(cast.companyId)).rejects.toThrow('power cut')
    await app.tamper(
      sql`update received_invoice set read_after = now() - interval '1 second' where id = ${next.id}`,
    )
    await desk.readAll(cast.companyId)
    expect((await look(next.id)).state).toBe('read')
  })

  it('that ends its reader each time is unreadable at the fourth try', patient, async () => {
    const { body } = await receive(cast.client, anotherInvoice().bytes)
    await app.tamper(sql`update received_invoice set tries = 3 where id = ${body.id}`)
    await desk.readAll(cast.companyId)
    expect(await look(body.id)).toMatchObject({ state: 'unreadable' })
  })
})

describe('a received invoice becomes', () => {
  it('one order with its file, however many order it at once', patient, async () => {
    const id = await received(provider, anotherInvoice({ to: 'B57000895' }).bytes)
    const answers = await Promise.all([order(id, cast.client), order(id, cast.admin), order(id, cast.client)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const made = answers.find(({ status }) => status === 200)?.body
    expect(await look(id)).toMatchObject({ state: 'ordered', order: { id: made.id, projectId } })
    const { body } = await app.ask(`/api/projects/${projectId}/documents/${made.id}`, {
      as: cast.approvers[0],
    })
    expect(body.attachments).toMatchObject([{ name: 'factura.xml' }])
    expect((await app.journal(cast.companyId, id)).map(({ action }) => action)).toEqual([
      'invoice.received',
      'invoice.ordered',
    ])
  })

  it(
    'an order of payment in a project of the client in whose tray it lies, and no other',
    patient,
    async () => {
      const id = await received(cast.client)
      const elsewhere = await order(id, cast.admin, { projectId: otherProjectId })
      expect(elsewhere.body.type).toBe('/problems/other_client')
      expect((await order(id, cast.admin, { type: 'emision' })).status).toBe(422)
      expect((await look(id)).state).toBe('read')
    },
  )

  it('no order when the order is refused: it stays in the tray', patient, async () => {
    const id = await received(cast.client)
    const refused = await order(id, cast.client, { projectId: 'PRJ-999' })
    expect(refused.status).toBe(404)
    expect((await look(id)).state).toBe('read')
  })

  it('refused with a reason that its sender reads, and nothing else afterwards', patient, async () => {
    const id = await received(provider, anotherInvoice({ to: 'B57000895' }).bytes)
    expect((await refusal(id, cast.client, { reason: ' ' })).status).toBe(422)
    expect((await refusal(id, cast.client, { revision: 1 })).body.type).toBe('/problems/stale_invoice')
    expect((await refusal(id, cast.client)).status).toBe(200)
    expect(await look(id, provider)).toMatchObject({ state: 'refused', refusal: { reason: 'No es nuestra' } })
    expect((await order(id, cast.admin, { invoiceRevision: 3 })).body.type).toBe('/problems/already_settled')
    expect((await refusal(id, cast.admin, { revision: 3 })).body.type).toBe('/problems/already_settled')
    expect(await list(provider, 'refused')).toContain(id)
    expect(await list(provider)).not.toContain(id)
  })
})

describe('nobody', () => {
  it('outside sees, orders or refuses it, and its sender only sees it', patient, async () => {
    const id = await received(provider, anotherInvoice({ to: 'B57000895' }).bytes)
    const strangers = [other.client, other.admin, ...cast.approvers, cast.executor]
    for (const as of strangers) {
      expect((await app.ask(`/api/received-invoices/${id}`, { as })).status).toBe(404)
      expect((await order(id, as)).status).toBe(404)
      expect((await refusal(id, as)).status).toBe(404)
      expect(await list(as)).not.toContain(id)
    }
    expect((await app.ask(`/api/received-invoices/${id}`)).status).toBe(401)
    expect((await order(id, undefined)).status).toBe(401)
    expect((await order(id, provider)).status).toBe(403)
    expect((await refusal(id, provider)).status).toBe(403)
    expect((await look(id)).state).toBe('read')
  })

  it(
    'who neither administers, nor receives for a client, nor is a provider puts a file there',
    patient,
    async () => {
      for (const as of [cast.approvers[0] ?? '', cast.executor])
        expect((await receive(as, anotherInvoice().bytes)).status).toBe(403)
      const fileId = await uploadFile(app, cast.client, anotherInvoice().bytes, 'suya.xml')
      expect((await post('/api/received-invoices', provider, { fileId })).body.type).toBe(
        '/problems/file_not_yours',
      )
      expect((await post('/api/received-invoices', other.client, { fileId })).body.type).toBe(
        '/problems/file_not_yours',
      )
    },
  )

  it(
    'of another client of the company sees what lies in a client’s tray, nor its file',
    patient,
    async () => {
      const neighbour = await makeCast(app, 'vecino', { companyId: cast.companyId })
      const id = await received(cast.client)
      const { fileId } = (await look(id)).file
      for (const as of [neighbour.client]) {
        expect((await app.ask(`/api/received-invoices/${id}`, { as })).status).toBe(404)
        expect((await app.ask(`/api/files/${fileId}/link`, { as })).status).toBe(404)
        expect((await app.ask(`/api/files/${fileId}/invoice`, { as })).status).toBe(404)
      }
      expect((await app.ask(`/api/files/${fileId}/link`, { as: cast.client })).status).toBe(200)
    },
  )
})
