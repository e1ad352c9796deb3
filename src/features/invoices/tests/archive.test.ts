// A ZIP of invoices: each file of it lies in the tray as if it had been dropped there, and a hostile one is refused whole.
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockUploads } from '#features/files/store.ts'
import { archivePath } from '#features/invoices/wire/archive.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast } from '#tests/support/cast.ts'
import { startInvoiceDesk } from '#tests/support/invoice-desk.ts'
import { ublFile } from '#tests/support/invoice-files.ts'
import { sendFile } from '#tests/support/upload.ts'

let desk: Awaited<ReturnType<typeof startInvoiceDesk>>
let app: TestApp
let cast: Cast
let provider: string

beforeAll(async () => {
  desk = await startInvoiceDesk()
  app = desk.app
  const billed = await desk.billed('norte')
  cast = billed.cast
  const email = cast.address('cristales')
  await app.person(cast.companyId, 'provider', email, { providerId: billed.issuer })
  provider = await app.signIn(email)
}, 120_000)
afterAll(() => desk.stop())

let numbers = 0
const invoice = () => new Uint8Array(Buffer.from(`${ublFile()}`.replaceAll('F-2026/014', `Z-${++numbers}`)))
const send = (zip: Uint8Array, as = cast.admin) => sendFile(app, as, zip, 'facturas.zip', archivePath)
const tray = async (as: string) =>
  (await app.ask('/api/received-invoices?limit=100', { as })).body.items.map(
    ({ file }: { file: { name: string } }) => file.name,
  )

it('each invoice of a ZIP lies in the tray once, by itself; what is none is named', async () => {
  const one = invoice()
  const zip = zipSync({
    'mayo/uno.xml': one,
    'dos.xml': invoice(),
    'otra vez.xml': one,
    'leeme.txt': strToU8('hola'),
    'dentro.zip': zipSync({ 'x.xml': invoice() }),
    'vacio.pdf': new Uint8Array(),
    '__MACOSX/._uno.xml': strToU8('x'),
  })
  const { status, body } = await send(zip, provider)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.received.map(({ name }: { name: string }) => name)).toEqual(['uno.xml', 'dos.xml'])
  expect(body.leftOut).toEqual([
    { name: 'leeme.txt', reason: 'No es XML, PDF ni foto.' },
    { name: 'dentro.zip', reason: 'Es otro ZIP: envíalo aparte.' },
    { name: 'vacio.pdf', reason: 'Está vacío.' },
    { name: 'otra vez.xml', reason: 'Ese archivo ya está en la bandeja.' },
  ])
  await desk.readAll(cast.companyId)
  const { items } = (await app.ask('/api/received-invoices', { as: provider })).body
  expect(items.map(({ state }: { state: string }) => state)).toEqual(['read', 'read'])
  expect((await send(zip, provider)).body.received).toEqual([])
})

const letter = () =>
  zipSync({
    '_rels/.rels': strToU8('<Relationships/>'),
    '[Content_Types].xml': strToU8('<Types/>'),
    'word/document.xml': strToU8('<w:document/>'),
  })
const sheet = () =>
  zipSync({ mimetype: strToU8('application/vnd.oasis'), 'content.xml': strToU8('<office/>') })

it('a document of an office is no ZIP of invoices, though it is one inside', async () => {
  const before = await tray(cast.admin)
  for (const document of [letter(), sheet()]) {
    const { status, body } = await send(document)
    expect([status, body.facts?.reason]).toEqual([409, 'archive_without_invoices'])
  }
  const { body } = await send(zipSync({ 'carta.docx': letter(), 'hoja.ods': [sheet(), { level: 0 }] }))
  expect(body.leftOut).toEqual([
    { name: 'carta.docx', reason: 'No es XML, PDF ni foto.' },
    { name: 'hoja.ods', reason: 'No es XML, PDF ni foto.' },
  ])
  expect(await tray(cast.admin)).toEqual(before)
})

/** A ZIP with some of its bytes replaced, at a distance from a mark. */
function forged(zip: Uint8Array, mark: string, offset: number, bytes: readonly number[]): Uint8Array {
  const copy = Buffer.from(zip)
  copy.set(bytes, copy.lastIndexOf(Buffer.from(mark, 'latin1')) + offset)
  return copy
}
const plain = () => zipSync({ 'uno.xml': invoice() })
const entry = 'PK\u0001\u0002'

it.each([
  ['with a password', 'archive_encrypted', () => forged(plain(), entry, 8, [1, 0])],
  [
    'with a name that leaves its folder',
    'archive_names_paths',
    () => zipSync({ '../../uno.xml': invoice() }),
  ],
  [
    'whose directory says less than is there',
    'archive_broken',
    () => forged(plain(), entry, 24, [9, 0, 0, 0]),
  ],
  [
    'whose directory says more than is there',
    'archive_broken',
    () => forged(plain(), entry, 24, [0, 0, 9, 0]),
  ],
  ['with a false checksum', 'archive_broken', () => forged(plain(), entry, 16, [1, 2, 3, 4])],
  ['that points outside itself', 'archive_broken', () => forged(plain(), entry, 42, [0, 0, 0, 7])],
  ['cut in its middle', 'archive_broken', () => plain().subarray(0, 90)],
  ['that is none', 'archive_broken', () => strToU8('PK, dice')],
  ['of nothing', 'archive_without_invoices', () => zipSync({})],
  [
    'of 51 files',
    'archive_has_too_many',
    () => zipSync(Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`${at}.xml`, invoice()]))),
  ],
  [
    'that unpacks into more than it may',
    'archive_unpacks_too_large',
    () =>
      zipSync(
        Object.fromEntries(
          Array.from({ length: 6 }, (_, at) => [`${at}.xml`, new Uint8Array(9_500_000)] as const),
        ),
      ),
  ],
])('a ZIP %s is refused whole, with its reason', async (_, reason, make) => {
  const before = await tray(cast.admin)
  const { status, body } = await send(make())
  expect([status, body.type, body.facts?.reason]).toEqual([409, '/problems/archive_refused', reason])
  expect(await tray(cast.admin)).toEqual(before)
})

it('only whoever may put invoices into a tray sends a ZIP, and into their own company’s', async () => {
  const anonymous = await app.http.inject({ method: 'POST', url: archivePath })
  expect(anonymous.statusCode).toBe(401)
  expect((await send(plain(), cast.approvers[0] ?? '')).body.type).toBe('/problems/forbidden')
  const other = await makeCast(app, 'sur')
  expect((await send(plain(), other.admin)).status).toBe(200)
  expect(await tray(other.admin)).toEqual(['uno.xml'])
})

it('more of a company at once than a node holds in memory are asked to come again', async () => {
  const zips = [plain(), plain(), plain()]
  const turned: number[] = []
  const sent = await asSystem(app.db, cast.companyId, async tx => {
    // Nobody's files are kept meanwhile, so that two archives stay in memory.
    await lockUploads(tx)
    const answers = zips.map((zip, index) =>
      send(zip).then(answer => {
        if (answer.status === 503) turned.push(index)
        return answer
      }),
    )
    await expect.poll(() => turned.length).toBe(1)
    return { answers }
  })
  const answers = await Promise.all(sent.answers)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 503])
  const [late = 0] = turned
  expect(answers[late]?.body.type).toBe('/problems/busy')
  expect((await send(zips[late] ?? plain())).status).toBe(200)
})
