// The invoice in a file: read for whoever sees the file, and checked against a project that they see.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf } from '#tests/support/cast.ts'
import { startInvoiceDesk } from '#tests/support/invoice-desk.ts'
import {
  facturaeFile,
  iban,
  invoicePdf,
  invoiceRows,
  qrPicture,
  signedFacturae,
  ublFile,
  verifactuAddress,
} from '#tests/support/invoice-files.ts'
import { uploadFile } from '#tests/support/upload.ts'

const patient = { timeout: 120_000 }
let desk: Awaited<ReturnType<typeof startInvoiceDesk>>
let app: TestApp
let cast: Cast
let other: Cast
/** With the tax id of whoever issues the invoices of these tests. */
let issuer: string
/** Files of the client of `cast`. */
let ubl: string
let pdf: string

beforeAll(async () => {
  desk = await startInvoiceDesk()
  app = desk.app
  ;({ cast, issuer } = await desk.billed('norte'))
  other = await makeCast(app, 'sur')
  ubl = await uploadFile(app, cast.client, ublFile(), 'factura.xml')
  pdf = await uploadFile(app, cast.client, await invoicePdf({ text: invoiceRows, qr: verifactuAddress }))
}, 120_000)
afterAll(() => desk.stop())

const read = (fileId: string, as?: string, projectId?: string) =>
  app.ask(`/api/files/${fileId}/invoice${projectId === undefined ? '' : `?projectId=${projectId}`}`, { as })
const invoiceIn = async (fileId: string, as = cast.client) => {
  const { status, body } = await read(fileId, as, cast.projectId)
  expect(status).toBe(200)
  return body.invoice
}

describe('an invoice in a file', () => {
  it(
    'in XML proposes an order with its taxes, its due day and the provider that its tax id names',
    patient,
    async () => {
      expect(await invoiceIn(ubl)).toMatchObject({
        source: 'ubl',
        proposed: [],
        issuer: { name: 'Cristales del Sur SL', taxId: 'ESB12345674' },
        number: 'F-2026/014',
        issuedOn: '2026-11-03',
        total: { minor: '12100', currency: 'EUR' },
        provider: { id: issuer, name: 'Cristales del Sur' },
        lines: [{ description: 'Cristales & marcos', amount: { minor: '10000', currency: 'EUR' } }],
        order: {
          name: 'Factura F-2026/014: Cristales & marcos',
          invoiceNumber: 'F-2026/014',
          invoiceDate: '2026-11-03',
          amountMinor: '12100',
          currency: 'EUR',
          breakdown: {
            taxLines: [{ kind: 'iva', rate: 2100, baseMinor: '10000', taxMinor: '2100' }],
            prepaidMinor: '2000',
          },
          payments: [{ dueOn: '2026-12-03', amountMinor: '10100' }],
        },
      })
    },
  )

  it('becomes that order when it is sent as proposed, and stays its attachment', patient, async () => {
    const { order, provider } = await invoiceIn(ubl)
    const { currency: _, ...content } = order
    // The contract is another provider's.
    const contractId = await cast.make('/api/contracts', {
      type: 'proveedor',
      providerId: provider.id,
      clientId: cast.clientId,
      description: 'Cristales',
      totalMinor: '1000000',
      currency: 'EUR',
      startsOn: '2020-01-01',
      endsOn: '2090-12-31',
    })
    const projectId = await cast.make('/api/projects', {
      name: 'Cristalería',
      clientId: cast.clientId,
      totalMinor: '1000000',
      contractIds: [contractId],
      approverIds: cast.approverIds,
      executorIds: [cast.executorId],
    })
    const id = await ordersOf(app, cast).submit({
      ...content,
      projectId,
      providerId: provider.id,
      fileIds: [ubl],
    })
    const { body } = await app.ask(`/api/projects/${projectId}/documents/${id}`, { as: cast.client })
    expect(body).toMatchObject({
      name: 'Factura F-2026/014: Cristales & marcos',
      amount: { minor: '12100' },
      payable: { minor: '10100' },
      planned: [{ dueOn: '2026-12-03', amountMinor: '10100' }],
      attachments: [{ name: 'factura.xml', mediaType: 'application/xml' }],
    })
    // Whoever approves reads it beside the order's project.
    expect((await read(ubl, cast.approvers[0])).body.invoice).toMatchObject({
      number: 'F-2026/014',
      provider: { id: issuer },
      findings: [{ weight: 'doubt' }],
    })
  })

  it('in a PDF is exact where its QR says it, and marked where its text does', patient, async () => {
    const invoice = await invoiceIn(pdf)
    expect(invoice).toMatchObject({ source: 'qr', total: { minor: '12100' }, provider: { id: issuer } })
    expect(invoice.proposed).toEqual(expect.arrayContaining(['dues', 'ibans']))
    const exact = ['issuerTaxId', 'number', 'issuedOn', 'total']
    for (const field of exact) expect(invoice.proposed).not.toContain(field)
  })

  it(
    'is read from a photo of its QR, and from a signed Facturae, of which the signer is named',
    patient,
    async () => {
      const photo = await uploadFile(app, cast.client, await qrPicture(verifactuAddress), 'foto.png')
      expect(await invoiceIn(photo)).toMatchObject({ source: 'qr', total: { minor: '12100' } })
      const signed = Buffer.from(signedFacturae(facturaeFile()))
      const facturae = await uploadFile(app, cast.client, signed, 'factura.xsig')
      const { signature } = await invoiceIn(facturae)
      expect(signature).toMatchObject({ state: 'sound', signer: expect.any(String) })
    },
  )

  it('raises an alarm at an account that is not the confirmed one of its provider', patient, async () => {
    const texts = async () =>
      (await invoiceIn(ubl)).findings.filter(isAlarm).map((each: Finding) => each.text)
    // Without a confirmed account it contradicts nothing.
    expect(await texts()).toEqual([])
    await app.tamper(sql`update provider set iban = 'ES7921000813610123456789'
      where company_id = ${cast.companyId} and id = ${issuer}`)
    expect(await texts()).toEqual([expect.stringContaining('no es la confirmada del proveedor')])
    await app.tamper(sql`update provider set iban = ${iban}
      where company_id = ${cast.companyId} and id = ${issuer}`)
    expect(await texts()).toEqual([])
  })

  it('says when it bills somebody else, and when nobody knows who issues it', patient, async () => {
    const elsewhere = await uploadFile(app, other.client, ublFile(), 'factura.xml')
    const { body } = await read(elsewhere, other.client, other.projectId)
    expect(body.invoice.provider).toBeNull()
    const texts = body.invoice.findings.map((each: Finding) => each.text)
    expect(texts).toContain('El emisor no es un proveedor conocido: Cristales del Sur SL (ESB12345674).')
    expect(texts.join()).toContain('Hoteles Uno SA (ESA28000008), que no es la empresa ni el cliente')
  })

  it('that reduces what is owed proposes no payment', patient, async () => {
    const credit = await uploadFile(app, cast.client, ublFile({ kind: 'CreditNote' }), 'abono.xml')
    expect(await invoiceIn(credit)).toMatchObject({ isCreditNote: true, order: null })
  })

  it(
    'that cannot be read is told with its reason, and a picture of something else is not',
    patient,
    async () => {
      const reading = async (bytes: Buffer, name: string) =>
        (await read(await uploadFile(app, cast.client, bytes, name), cast.client, cast.projectId)).body
      const hostile = Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>')
      expect(await reading(hostile, 'hostil.xml')).toMatchObject({
        invoice: null,
        unreadable: { kind: 'xml_with_dtd', isNoInvoice: false, text: expect.stringContaining('DTD') },
      })
      expect(await reading(await qrPicture('https://example.org'), 'otro.png')).toMatchObject({
        invoice: null,
        unreadable: { isNoInvoice: true },
      })
    },
  )
})

describe('nobody reads', () => {
  it('a file that they do not see, nor beside a project that they do not see', patient, async () => {
    expect((await read(ubl, undefined, cast.projectId)).status).toBe(401)
    const strangers = [other.client, other.admin]
    for (const as of strangers) {
      expect((await read(ubl, as)).status).toBe(404)
      expect((await read(ubl, as, other.projectId)).status).toBe(404)
    }
    const own = await uploadFile(app, other.client, ublFile(), 'suya.xml')
    expect((await read(own, other.client, 'PRJ-999')).status).toBe(404)
    expect((await read(own, other.client, 'nada')).status).toBe(422)
    expect((await read('nada', other.client)).status).toBe(404)
  })

  it(
    'more than the file where it belongs to no project: nothing of the company is told',
    patient,
    async () => {
      const loose = await uploadFile(app, cast.client, ublFile(), 'suelta.xml')
      const { body } = await read(loose, cast.client)
      expect(body.invoice).toMatchObject({ number: 'F-2026/014', findings: [], provider: null, order: null })
    },
  )
})

describe('people of a provider', () => {
  it(
    'learn of their own invoices whose they are, and of another provider’s no more than of a stranger’s',
    patient,
    async () => {
      const email = cast.address('proveedor')
      await app.person(cast.companyId, 'provider', email, { providerId: cast.providerId })
      const provider = await app.signIn(email)
      const others = await uploadFile(app, provider, ublFile(), 'ajena.xml')
      const unknown = 'El emisor no es un proveedor conocido: Cristales del Sur SL (ESB12345674).'
      const asked = async () => (await read(others, provider, cast.projectId)).body.invoice
      const stranger = await asked()
      expect(stranger.provider).toBeNull()
      expect(stranger.findings.map(({ text }: Finding) => text)).toContain(unknown)
      await app.tamper(
        sql`update provider set tax_id = null where company_id = ${cast.companyId} and id = ${issuer}`,
      )
      expect(await asked()).toEqual(stranger)
      await app.tamper(sql`update provider set tax_id = 'B12345674'
      where company_id = ${cast.companyId} and id = ${cast.providerId}`)
      expect((await asked()).provider).toMatchObject({ id: cast.providerId })
    },
  )
})

type Finding = { weight: string; text: string }
const isAlarm = ({ weight }: Finding): boolean => weight === 'alarm'
