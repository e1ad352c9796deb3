// An order whose invoice has an alarm: its sender says why, whoever decides on it reads both, and no file is read again.
import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf } from '#tests/support/cast.ts'
import { projectPaying, startInvoiceDesk } from '#tests/support/invoice-desk.ts'
import { iban, invoicePdf, invoiceRows, ublFile } from '#tests/support/invoice-files.ts'
import { uploadFile } from '#tests/support/upload.ts'

const patient = { timeout: 120_000 }
let desk: Awaited<ReturnType<typeof startInvoiceDesk>>
let app: TestApp
let cast: Cast
let other: Cast
let issuer: string
let projectId: string

beforeAll(async () => {
  desk = await startInvoiceDesk()
  app = desk.app
  ;({ cast, issuer } = await desk.billed('norte'))
  other = await makeCast(app, 'sur')
  projectId = await projectPaying(cast, issuer)
}, 120_000)
afterAll(() => desk.stop())

let numbers = 0
const anotherNumber = () => `A-${++numbers}`
const xmlWith = (number: string) => Buffer.from(ublFile().toString().replaceAll('F-2026/014', number))
const confirmed = (account: string | null) =>
  app.tamper(
    sql`update provider set iban = ${account} where company_id = ${cast.companyId} and id = ${issuer}`,
  )

/** A file of the person, read in the form as the screen does. */
async function fileRead(as: string, bytes: Buffer, name = 'factura.xml'): Promise<string> {
  const fileId = await uploadFile(app, as, bytes, name)
  const { status } = await app.ask(`/api/files/${fileId}/invoice?projectId=${projectId}`, { as })
  expect(status).toBe(200)
  return fileId
}

/** Content of an order that looks like no other: each has an amount of its own. */
const content = (fileIds: readonly string[], over: object = {}) => ({
  ...cast.order,
  name: 'Cristales',
  projectId,
  providerId: issuer,
  amountMinor: String(10_000 + numbers * 7),
  fileIds,
  ...over,
})
const send = (fileIds: readonly string[], over: object = {}, as = cast.client) =>
  app.ask('/api/documents', { method: 'POST', as, body: content(fileIds, over) })
const said = async (id: string, as: string | undefined = cast.approvers[0]) =>
  app.ask(`/api/documents/${id}/invoices`, { as })
const orders = async () =>
  (await app.tamper(sql`select count(*)::int as count from document where company_id = ${cast.companyId}`))[0]
    ?.count
const alarmIn = async (id: string) => {
  const { body } = await said(id)
  return body.items.flatMap(({ findings }: { findings: { weight: string; text: string }[] }) =>
    findings.flatMap(({ weight, text }) => (weight === 'alarm' ? [text] : [])),
  )
}

/** Nothing about duplicates, of which the orders of the cast say something. */
const unsaid = { duplicateReason: undefined }
const refused = [409, '/problems/alarm_unexplained']
const answered = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.type]
const reason = 'El proveedor ha cambiado de banco; comprobado por teléfono.'

describe('an order whose invoice names another account', () => {
  it('is sent only with the reason, which stays with it', patient, async () => {
    await confirmed('ES7921000813610123456789')
    const file = await fileRead(cast.client, xmlWith(anotherNumber()))
    const before = await orders()
    for (const alarmReason of [undefined, null, '', '  \n '])
      expect(answered(await send([file], { alarmReason }))).toEqual(refused)
    const { body: problem } = await send([file])
    expect(problem.title).toContain('La cuenta de la factura no es la confirmada del proveedor')
    expect((await send([file], { alarmReason: 'x'.repeat(501) })).status).toBe(422)
    expect(await orders()).toBe(before)
    const { status, body } = await send([file], { alarmReason: ` ${reason} ` })
    expect(status, JSON.stringify(body)).toBe(200)
    expect((await said(body.id)).body).toMatchObject({
      items: [{ name: 'factura.xml', source: 'ubl' }],
      explanation: { reason },
    })
    expect(await alarmIn(body.id)).toEqual([expect.stringContaining('ES91 2100 0418 4502 0005 1332')])
    const { body: timeline } = await app.ask(`/api/documents/${body.id}/timeline`, { as: cast.approvers[0] })
    expect(timeline.items).toContainEqual(
      expect.objectContaining({ action: 'invoice.alarm_explained', reason }),
    )
    const [, event] = await app.journal(cast.companyId, body.id)
    expect(event).toMatchObject({ action: 'invoice.alarm_explained' })
  })

  it('from the tray stays there until the reason is given', patient, async () => {
    const { body } = await app.ask('/api/received-invoices', {
      method: 'POST',
      as: cast.client,
      body: { fileId: await uploadFile(app, cast.client, xmlWith(anotherNumber()), 'factura.xml') },
    })
    await desk.readAll(cast.companyId)
    const ordered = (over: object) =>
      app.ask(`/api/received-invoices/${body.id}/order`, {
        method: 'POST',
        as: cast.client,
        body: content([], { invoiceRevision: 2, ...over }),
      })
    expect(answered(await ordered({}))).toEqual(refused)
    const look = async () => (await app.ask(`/api/received-invoices/${body.id}`, { as: cast.client })).body
    expect(await look()).toMatchObject({ state: 'read', order: null })
    const made = await ordered({ alarmReason: reason })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect(await look()).toMatchObject({ state: 'ordered', order: { id: made.body.id } })
    expect((await said(made.body.id)).body.explanation).toMatchObject({ reason })
  })

  it(
    'asks nothing once the account is the confirmed one, and keeps no reason for nothing',
    patient,
    async () => {
      await confirmed(iban)
      const file = await fileRead(cast.client, xmlWith(anotherNumber()))
      const { status, body } = await send([file], { alarmReason: 'Por si acaso' })
      expect(status, JSON.stringify(body)).toBe(200)
      expect((await said(body.id)).body.explanation).toBeNull()
      await confirmed('ES7921000813610123456789')
      // Confirmed later, the account is another one: whoever approves reads it as it is now.
      expect(await alarmIn(body.id)).toHaveLength(1)
    },
  )

  it('asks nothing of an order that pays nobody, nor about a file that nobody read', patient, async () => {
    const read = await fileRead(cast.client, xmlWith(anotherNumber()))
    const issue = { type: 'emision', projectId: cast.projectId, providerId: cast.providerId }
    const answer = await send([read], issue)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const unread = await uploadFile(app, cast.client, xmlWith(anotherNumber()), 'factura.xml')
    expect((await send([unread])).status).toBe(200)
  })
})

describe('an invoice that names an account while its provider has none that is confirmed', () => {
  it('is pointed out to whoever decides, and asks for no reason', patient, async () => {
    await confirmed(null)
    const { status, body } = await send([await fileRead(cast.client, xmlWith(anotherNumber()))])
    expect(status, JSON.stringify(body)).toBe(200)
    expect((await said(body.id)).body).toMatchObject({
      items: [
        { findings: [{ weight: 'doubt', text: expect.stringContaining('no tiene una cuenta confirmada') }] },
      ],
      explanation: null,
    })
    await confirmed(iban)
  })
})

describe('a credit note whose invoice has an alarm', () => {
  it('is corrected without a reason, because it pays nobody', patient, async () => {
    const own = ordersOf(app, cast)
    await confirmed(iban)
    const paid = await send([await fileRead(cast.client, xmlWith(anotherNumber()))])
    for (const approver of cast.approvers) await own.decide(paid.body.id, approver)
    await confirmed('ES7921000813610123456789')
    const file = await fileRead(cast.client, xmlWith(anotherNumber()))
    const note = { revision: 1, name: 'Abono', amountMinor: '100', fileIds: [file], ...unsaid }
    const made = await own.post(`/api/documents/${paid.body.id}/credit-notes`, cast.client, note)
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const returned = { revision: 1, comment: 'Falta la fecha' }
    expect((await own.decide(made.body.id, cast.approvers[0], 'return', returned)).status).toBe(200)
    const corrected = await app.ask(`/api/documents/${made.body.id}`, {
      method: 'PUT',
      as: cast.client,
      body: content([file], { amountMinor: '100', revision: 1 }),
    })
    expect(corrected.status, JSON.stringify(corrected.body)).toBe(200)
    expect(await alarmIn(made.body.id)).toEqual([expect.stringContaining('no es la confirmada')])
  })
})

describe('an order whose invoice lies in the tray already', () => {
  it('is sent with a reason, and why it is no duplicate is one', patient, async () => {
    await confirmed(iban)
    const number = anotherNumber()
    const received = await app.ask('/api/received-invoices', {
      method: 'POST',
      as: cast.client,
      body: { fileId: await uploadFile(app, cast.client, xmlWith(number), 'primera.xml') },
    })
    expect(received.status, JSON.stringify(received.body)).toBe(200)
    await desk.readAll(cast.companyId)
    const again = Buffer.concat([xmlWith(number), Buffer.from('\n')])
    const file = await fileRead(cast.client, again)
    const { status, body } = await send([file], unsaid)
    expect([status, body.type]).toEqual(refused)
    expect(body.title).toContain(`La factura ${number} de este emisor ya está: primera.xml.`)
    expect((await send([file], { duplicateReason: 'Es la misma, corregida' })).status).toBe(200)
    anotherNumber()
    const once = await send([await fileRead(cast.client, again)], {
      ...unsaid,
      alarmReason: 'Llegó dos veces',
    })
    expect(once.status, JSON.stringify(once.body)).toBe(200)
    // Of the trays of others an approver learns that there is another invoice, and not which.
    expect(await alarmIn(once.body.id)).toEqual([
      `La factura ${number} de este emisor ya está: otra factura recibida.`,
    ])
  })
})

describe('a correction', () => {
  it('asks no reason again for what was explained, and asks for one for another alarm', patient, async () => {
    await confirmed('ES7921000813610123456789')
    const file = await fileRead(cast.client, xmlWith(anotherNumber()))
    const made = await send([file], { alarmReason: reason })
    const { id } = made.body
    const returned = async (revision: number) => {
      const answer = await ordersOf(app, cast).decide(id, cast.approvers[0], 'return', {
        revision,
        comment: 'Falta el albarán',
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
    const corrected = (fileIds: string[], revision: number, over: object = {}) =>
      app.ask(`/api/documents/${id}`, {
        method: 'PUT',
        as: cast.client,
        body: content(fileIds, { amountMinor: '20001', revision, ...over }),
      })
    await returned(1)
    const second = await corrected([file], 1)
    expect(second.status, JSON.stringify(second.body)).toBe(200)
    expect((await said(id)).body.explanation).toMatchObject({ reason })
    await returned(2)
    const forged = Buffer.from(
      xmlWith(anotherNumber()).toString().replaceAll(iban, 'ES6000491500051234567892'),
    )
    const another = await fileRead(cast.client, forged)
    expect(answered(await corrected([another], 2))).toEqual(refused)
    expect((await corrected([another], 2, { alarmReason: 'Cobra en su otra cuenta' })).status).toBe(200)
    expect((await said(id)).body.explanation).toMatchObject({ reason: 'Cobra en su otra cuenta' })
  })
})

describe('what needs a look in the invoice of an order', () => {
  it('is told of a PDF as of XML to whoever approves, without its file', patient, async () => {
    await confirmed('ES7921000813610123456789')
    const pdf = await fileRead(cast.client, await invoicePdf({ text: invoiceRows }), 'factura.pdf')
    anotherNumber()
    const { status, body } = await send([pdf], { alarmReason: reason })
    expect(status, JSON.stringify(body)).toBe(200)
    fs.renameSync(desk.folder, `${desk.folder}-away`)
    try {
      expect((await said(body.id)).body).toMatchObject({
        items: [{ name: 'factura.pdf', source: 'text', findings: expect.any(Array) }],
        explanation: { reason },
      })
      expect(await alarmIn(body.id)).toContainEqual(expect.stringContaining('no es la confirmada'))
    } finally {
      fs.renameSync(`${desk.folder}-away`, desk.folder)
    }
  })

  it('is told to nobody who does not see the order, and to no provider', patient, async () => {
    const file = await fileRead(cast.client, xmlWith(anotherNumber()))
    const { id } = (await send([file], { alarmReason: reason })).body
    expect((await app.ask(`/api/documents/${id}/invoices`)).status).toBe(401)
    for (const as of [other.admin, other.client, ...other.approvers])
      expect((await said(id, as)).status).toBe(404)
    expect((await said('DOC-999999', cast.admin)).status).toBe(404)
    expect((await said('nada', cast.admin)).status).toBe(404)
    await app.person(cast.companyId, 'provider', cast.address('cristales'), { providerId: issuer })
    const provider = await app.signIn(cast.address('cristales'))
    expect((await said(id, provider)).body).toEqual({ items: [], explanation: null })
  })

  it('is not told by sending the files of others', patient, async () => {
    const file = await fileRead(cast.client, xmlWith(anotherNumber()))
    const theirs = await send([file], {}, cast.admin)
    expect(theirs.body.type).toBe('/problems/file_not_yours')
  })
})
