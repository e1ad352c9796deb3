import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mountFiles } from '#features/files/api.ts'
import { sweepFiles } from '#features/files/commands.ts'
import { acceptedMediaTypes, maxFileBytes } from '#features/files/wire.ts'
import { simplePdf } from '#features/samples/rules/simple-pdf.ts'
import { authenticator } from '#server/auth/tokens.ts'
import { fileStore } from '#server/files/file-store.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, noPictures, ordersOf, startProduct } from '#tests/support/cast.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-files-'))
const files = fileStore(folder, { maxBytes: maxFileBytes, mediaTypes: acceptedMediaTypes })
const pdf = simplePdf(['Factura'])
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
let app: TestApp
let cast: Cast
let other: Cast

beforeAll(async () => {
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
  other = await makeCast(app, 'sur')
})
afterAll(async () => {
  await app.stop()
  fs.rmSync(folder, { recursive: true })
})

async function upload(as: string | undefined, name: string, bytes: Buffer) {
  const boundary = 'frontera'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/html\r\n\r\n`
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/files',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(as ? { authorization: `Bearer ${as}` } : {}),
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return { status: answer.statusCode, body: answer.json() }
}

const blobs = () =>
  fs.readdirSync(folder, { recursive: true }).filter(name => String(name).includes(path.sep))
const link = async (id: string, as: string) => app.ask(`/api/files/${id}/link`, { as })
const serve = (url: string) => app.http.inject({ method: 'GET', url })

describe('an upload', () => {
  it('cuts a long name between two characters, and never through one', async () => {
    const { status, body } = await upload(cast.client, `${'a'.repeat(199)}😀b.pdf`, pdf)
    expect(status).toBe(200)
    expect(body.name).toBe(`${'a'.repeat(199)}😀`)
  })

  it('is known by its content, its size and its digest, whatever its name and its claim', async () => {
    const { status, body } = await upload(cast.client, '../../una factura.html', pdf)
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'una factura.html', mediaType: 'application/pdf', size: pdf.length })
    expect(body.sha256).toBe(createHash('sha256').update(pdf).digest('hex'))
  })

  it.each([
    ['una página', 'factura.pdf', Buffer.from('<html><script>alert(1)</script>')],
    [
      'un dibujo con programa',
      'dibujo.png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    ],
    ['un programa', 'factura.pdf', Buffer.from('MZ'.padEnd(600, '\0'))],
    ['nada', 'vacio.pdf', Buffer.alloc(0)],
  ])('that is %s is refused and leaves nothing', async (_, name, bytes) => {
    const before = blobs()
    const { status, body } = await upload(cast.client, name, bytes)
    expect([status, body.type]).toEqual([415, '/problems/unsupported_type'])
    expect(blobs()).toEqual(before)
  })

  it('of more than ten megabytes is refused and leaves nothing', async () => {
    const before = blobs()
    const { status, body } = await upload(
      cast.client,
      'grande.pdf',
      Buffer.concat([pdf, Buffer.alloc(maxFileBytes)]),
    )
    expect([status, body.type]).toEqual([413, '/problems/too_large'])
    expect(blobs()).toEqual(before)
  })

  it('for which the disk has no room is refused and leaves nothing, while reading goes on', async () => {
    const kept = await upload(cast.client, 'antes.pdf', pdf)
    const before = blobs()
    const handle = await fs.promises.open(path.join(folder, String(before[0])))
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const writing = vi.spyOn(Object.getPrototypeOf(handle), 'write').mockRejectedValue(full)
    await handle.close()
    const { status, body } = await upload(cast.client, 'factura.pdf', pdf)
    expect([status, body.type, body.title]).toEqual([
      507,
      '/problems/storage_full',
      'No queda espacio para guardar archivos. Avisa a la administración.',
    ])
    expect(blobs()).toEqual(before)
    const { url } = (await link(kept.body.id, cast.client)).body
    expect((await serve(url)).rawPayload.equals(pdf)).toBe(true)
    writing.mockRestore()
    expect((await upload(cast.client, 'factura.pdf', pdf)).status).toBe(200)
  })

  it('without a session, or that is not a form, is refused', async () => {
    expect((await upload(undefined, 'f.pdf', pdf)).status).toBe(401)
    expect((await app.ask('/api/files', { method: 'POST', as: cast.client, body: {} })).status).toBe(415)
  })
})

describe('a file', () => {
  it('is served inert, inline or to be saved, by an address that speaks for the session', async () => {
    const { body } = await upload(cast.client, 'foto ñ.png', png)
    const { url } = (await link(body.id, cast.client)).body
    const served = await serve(url)
    expect(served.rawPayload.equals(png)).toBe(true)
    expect(served.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(served.headers['content-security-policy']).toContain('sandbox')
    expect(served.headers['content-disposition']).toMatch(/^inline/)
    expect((await serve(`${url}?download=1`)).headers['content-disposition']).toMatch(/^attachment/)
  })

  it('is seen by those who see its order, and by nobody else', async () => {
    const { body } = await upload(cast.client, 'factura.pdf', pdf)
    expect((await link(body.id, cast.approvers[0] ?? '')).status).toBe(404)
    const id = await ordersOf(app, cast).submit({ fileIds: [body.id] })
    expect((await ordersOf(app, cast).card(id)).attachments).toMatchObject([
      { fileId: body.id, name: 'factura.pdf' },
    ])
    expect((await link(body.id, cast.approvers[0] ?? '')).status).toBe(200)
    expect((await link(body.id, other.admin)).status).toBe(404)
    expect((await link(body.id, other.client)).body.type).toBe('/problems/not_found')
  })

  it('of somebody else cannot be hung from one’s own order', async () => {
    const { body } = await upload(cast.client, 'ajena.pdf', pdf)
    const answer = await app.ask('/api/documents', {
      method: 'POST',
      as: cast.admin,
      body: { ...cast.order, fileIds: [body.id] },
    })
    expect(answer.body.type).toBe('/problems/file_not_yours')
  })

  it('is no longer served by an address whose session ended, that was altered, or that is old', async () => {
    const { body } = await upload(cast.executor, 'prueba.pdf', pdf)
    const { url } = (await link(body.id, cast.executor)).body
    const altered = url.replace(
      /\/files\/(.)/,
      (_: string, first: string) => `/files/${first === 'A' ? 'B' : 'A'}`,
    )
    expect((await serve(altered)).statusCode).toBe(404)
    expect((await serve('/files/nada/nada.pdf')).statusCode).toBe(404)
    const again = await app.signIn(cast.address('ejecuta'))
    const fresh = (await link(body.id, again)).body.url
    await app.http.inject({
      method: 'POST',
      url: '/auth/v1/logout?scope=local',
      headers: { authorization: `Bearer ${again}` },
    })
    expect((await serve(fresh)).statusCode).toBe(401)
  })

  it('that hangs from nothing is swept a day later, row and bytes; one on an order stays', async () => {
    const { body: kept } = await upload(cast.client, 'queda.pdf', pdf)
    const { body: left } = await upload(cast.client, 'sobra.pdf', pdf)
    await ordersOf(app, cast).submit({ fileIds: [kept.id] })
    const old = new Date(Date.now() - 25 * 3600 * 1000)
    for (const { id } of [kept, left]) fs.utimesSync(path.join(folder, cast.companyId, id), old, old)
    await app.owner.pool.query('update file set created_at = $1 where company_id = $2', [old, cast.companyId])
    await sweepFiles(app.db, [files])
    expect((await link(kept.id, cast.client)).status).toBe(200)
    expect((await link(left.id, cast.client)).status).toBe(404)
    expect(fs.existsSync(path.join(folder, cast.companyId, left.id))).toBe(false)
  })

  it.each([
    [
      'has another content of the same length',
      (blob: string) => fs.writeFileSync(blob, Buffer.alloc(pdf.length, 'x')),
    ],
    ['was cut', (blob: string) => fs.truncateSync(blob, 10)],
    ['has grown', (blob: string) => fs.appendFileSync(blob, 'GET / HTTP/1.1')],
    ['is gone', (blob: string) => fs.rmSync(blob)],
  ])('whose bytes on disk are not those that were uploaded is not served: it %s', async (_, damage) => {
    const { body } = await upload(cast.client, 'factura.pdf', pdf)
    const { url } = (await link(body.id, cast.client)).body
    expect((await serve(url)).rawPayload.equals(pdf)).toBe(true)
    damage(path.join(folder, cast.companyId, body.id))
    const served = await serve(url)
    expect([served.statusCode, served.json().type]).toEqual([503, '/problems/file_damaged'])
    expect(served.body).not.toContain(folder)
  })

  it('whose folder takes no files is refused in plain words, and leaves no row', async () => {
    const own = await makeCast(app, 'sin-carpeta')
    fs.writeFileSync(path.join(folder, own.companyId), 'a file where the folder of the company would be')
    const { status, body } = await upload(own.client, 'factura.pdf', pdf)
    expect([status, body.type]).toEqual([503, '/problems/storage_unavailable'])
    fs.rmSync(path.join(folder, own.companyId))
    expect((await upload(own.client, 'factura.pdf', pdf)).status).toBe(200)
  })
})
