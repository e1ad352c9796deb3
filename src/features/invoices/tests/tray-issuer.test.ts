// An invoice whose issuer is no provider yet: the tray knows it as soon as an administrator makes it one.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Cast } from '#tests/support/cast.ts'
import { startInvoiceDesk } from '#tests/support/invoice-desk.ts'
import { ublFile } from '#tests/support/invoice-files.ts'
import { uploadFile } from '#tests/support/upload.ts'

const patient = { timeout: 120_000 }
const desk = await startInvoiceDesk()
const { app } = desk
let cast: Cast
let other: Cast

beforeAll(async () => {
  ;({ cast } = await desk.billed('emisores'))
  ;({ cast: other } = await desk.billed('otros'))
}, 120_000)
afterAll(() => desk.stop())

/** Id of an invoice of this issuer, read in the tray of the company. */
async function received(taxId: string, of = cast): Promise<string> {
  const xml = ublFile().toString().replaceAll('ESB12345674', `ES${taxId}`)
  const fileId = await uploadFile(app, of.admin, Buffer.from(xml), 'factura.xml')
  const { body } = await app.ask('/api/received-invoices', { method: 'POST', as: of.admin, body: { fileId } })
  await desk.readAll(of.companyId)
  return body.id
}
const providerIn = async (id: string, as = cast.admin) =>
  (await app.ask(`/api/received-invoices/${id}`, { as })).body.provider
const content = (taxId: string) => ({ name: `Emisor ${taxId}`, taxId, clientIds: [cast.clientId] })

it('is its provider’s once it is made, in its company alone', patient, async () => {
  const [id, theirs] = [await received('B57000895'), await received('B57000895', other)]
  expect(await providerIn(id)).toBeNull()
  const made = await cast.make('/api/providers', content('B57000895'))
  expect(await providerIn(id)).toMatchObject({ id: made })
  expect(await providerIn(theirs, other.admin)).toBeNull()
})

it('is its provider’s once the tax id of it is written down, or it is active again', patient, async () => {
  const id = await received('A58818501')
  const made = await cast.make('/api/providers', { ...content('A58818501'), taxId: '' })
  expect(await providerIn(id)).toBeNull()
  const change = async (over: { status: string; taxId: string }) => {
    const { name, clientIds, version } = (await app.ask(`/api/providers/${made}`, { as: cast.admin })).body
    const body = { name, clientIds, seen: version, ...over }
    const answer = await app.ask(`/api/providers/${made}`, { method: 'PUT', as: cast.admin, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  await change({ status: 'inactive', taxId: 'A58818501' })
  expect(await providerIn(id)).toBeNull()
  await change({ status: 'active', taxId: 'A58818501' })
  expect(await providerIn(id)).toMatchObject({ id: made })
})
