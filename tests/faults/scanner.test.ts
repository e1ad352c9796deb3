import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mountFiles } from '#features/files/api.ts'
import { acceptedMediaTypes, maxFileBytes } from '#features/files/wire.ts'
import { simplePdf } from '#features/samples/rules/simple-pdf.ts'
import { authenticator } from '#server/auth/tokens.ts'
import { BlobFolder } from '#server/files/blob-folder.ts'
import { openFileStore } from '#server/files/file-store.ts'
import { openScanner, type Scan } from '#server/files/scanner.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, noPictures, startProduct } from '#tests/support/cast.ts'
import { type Clamd, eicar, hasClamd, startClamd } from '#tests/support/clamd.ts'
import { sendFile } from '#tests/support/upload.ts'

const pdf = simplePdf(['Factura'])
const infected = Buffer.concat([pdf, Buffer.from(`\n${eicar}\n`)])

describe.skipIf(!hasClamd())('a file that is scanned (left out where clamd is not installed)', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-scanned-'))
  const events: string[] = []
  let clamd: Clamd
  let scan: Scan
  let app: TestApp
  let cast: Cast

  beforeAll(async () => {
    clamd = await startClamd()
    scan = openScanner({ path: clamd.socket })
    const files = openFileStore({
      blobs: new BlobFolder(folder),
      limits: { maxBytes: maxFileBytes, mediaTypes: acceptedMediaTypes },
      scan: file => scan(file),
      count: event => events.push(event),
    })
    app = await startProduct({
      mount: ({ http, db, tokens, limits }) =>
        mountFiles(http, {
          db,
          files,
          pictures: noPictures,
          authenticate: authenticator(tokens),
          secret,
          limits,
        }),
    })
    cast = await makeCast(app, 'norte')
  })
  afterAll(async () => {
    await app.stop()
    await clamd.stop()
    fs.rmSync(folder, { recursive: true })
  })

  const upload = (bytes: Buffer, name?: string) => sendFile(app, cast.client, bytes, name)
  const kept = () =>
    fs.readdirSync(folder, { recursive: true }).filter(name => String(name).includes(path.sep))
  const rows = async () => (await app.owner.pool.query('select from file')).rowCount

  it.each([
    ['its socket', () => ({ path: clamd.socket })],
    ['its port', () => ({ host: '127.0.0.1', port: clamd.port })],
  ])('and in which nothing is found is kept, up to the largest, through %s', async (_, address) => {
    scan = openScanner(address())
    const large = Buffer.concat([pdf, randomBytes(maxFileBytes - pdf.length)])
    for (const bytes of [pdf, large]) expect((await upload(bytes)).status).toBe(200)
  })

  it('and has a virus is refused by its name, leaves nothing, and is told in the journal to the administration alone', async () => {
    const before = [kept(), await rows()]
    const { status, body } = await upload(infected, 'factura de marzo.pdf')
    expect([status, body.type]).toEqual([422, '/problems/file_infected'])
    expect(body.title).toMatch(
      /^«factura de marzo\.pdf» lleva un virus \(Eicar-Test\.UNOFFICIAL\) y no se ha guardado\.$/,
    )
    expect([kept(), await rows()]).toEqual(before)
    const journal = await app.ask('/api/audit/events', { as: cast.admin })
    const [{ id, sentence }] = journal.body.items
    expect(sentence).toBe('Archivo con virus rechazado')
    expect((await app.ask(`/api/audit/events/${id}`, { as: cast.admin })).body).toMatchObject({
      action: 'file.refused',
      after: { name: 'factura de marzo.pdf', found: 'Eicar-Test.UNOFFICIAL' },
    })
    expect((await app.ask('/api/audit/events', { as: cast.client })).status).toBe(404)
    expect(events.at(-1)).toBe('infected')
  })

  it('is refused for now, and kept nowhere, while the scanner says nothing or is away; then taken again', async () => {
    const before = [kept(), await rows()]
    clamd.pause()
    scan = openScanner({ path: clamd.socket }, 500)
    const slow = await upload(pdf)
    clamd.resume()
    scan = openScanner({ path: path.join(folder, 'no-such-socket') })
    const away = await upload(infected)
    for (const { status, body } of [slow, away])
      expect([status, body.type]).toEqual([503, '/problems/scanner_unavailable'])
    expect([kept(), await rows()]).toEqual(before)
    expect(events.slice(-2)).toEqual(['unscanned', 'unscanned'])
    scan = openScanner({ path: clamd.socket })
    expect((await upload(pdf)).status).toBe(200)
  })
})
