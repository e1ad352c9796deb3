// A picture of page 1, for whoever may see the file and nobody else.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mountFiles } from '#features/files/api.ts'
import { sweepFiles } from '#features/files/commands.ts'
import { acceptedMediaTypes, maxFileBytes } from '#features/files/wire.ts'
import { authenticator } from '#server/auth/tokens.ts'
import { fileStore } from '#server/files/file-store.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { endlessPage, quarterBlack } from '#tests/support/hostile-pdfs.ts'
import { seen } from '#tests/support/seen.ts'
import { uploadFile } from '#tests/support/upload.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-pictured-'))
const files = fileStore(path.join(folder, 'files'), {
  maxBytes: maxFileBytes,
  mediaTypes: acceptedMediaTypes,
})
const failures: string[] = []
const pictures = openPictures({
  folder: path.join(folder, 'pictures'),
  files,
  patienceMs: 60_000,
  onFailure: ({ id }) => failures.push(id),
})
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const patient = { timeout: 90_000 }
let app: TestApp
let cast: Cast
let other: Cast
/** A file of an order of `cast`. */
let fileId: string
let approver: string

beforeAll(async () => {
  app = await startProduct({
    pictures,
    mount: ({ http, db, tokens, limits }) =>
      mountFiles(http, { db, files, pictures, authenticate: authenticator(tokens), secret, limits }),
  })
  cast = await makeCast(app, 'norte')
  other = await makeCast(app, 'sur')
  approver = cast.approvers[0] ?? ''
  fileId = await upload(cast.client, await quarterBlack())
  await ordersOf(app, cast).submit({ fileIds: [fileId] })
})
afterAll(async () => {
  await app.stop()
  fs.rmSync(folder, { recursive: true })
})

const upload = (as: string, bytes: Buffer) => uploadFile(app, as, bytes)
const ask = (id: string, as?: string) => app.ask(`/api/files/${id}/picture`, { as })
const linkOf = async (id: string, as: string) => (await app.ask(`/api/files/${id}/link`, { as })).body.url
const serve = (url: string, headers = {}) => app.http.inject({ method: 'GET', url, headers })

describe('the picture of a file', () => {
  it('is served to whoever sees the order, inert, with its size told before', patient, async () => {
    expect((await ask(fileId, approver)).body).toEqual({
      picture: { width: 1414, height: 2000, pages: 1 },
      isComing: false,
    })
    const served = await serve(`${await linkOf(fileId, approver)}?picture=1`)
    expect(seen(served.rawPayload)).toMatchObject({ width: 1414, height: 2000 })
    expect(served.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(served.headers['content-security-policy']).toContain('sandbox')
    expect(served.headers['content-disposition']).toMatch(/^inline; .*\.pdf\.jpg$/)
  })

  it('is not sent twice to a browser that kept it, which asks for the right each time', patient, async () => {
    const session = await app.signIn(cast.address('cliente'))
    const url = `${await linkOf(fileId, session)}?picture=1`
    const { headers } = await serve(url)
    const again = await serve(url, { 'if-none-match': headers.etag })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    expect((await serve(url, { 'if-none-match': '"otra"' })).statusCode).toBe(200)
    await app.http.inject({
      method: 'POST',
      url: '/auth/v1/logout?scope=local',
      headers: { authorization: `Bearer ${session}` },
    })
    expect((await serve(url, { 'if-none-match': headers.etag })).statusCode).toBe(401)
  })

  it('is nobody else’s: not without a session, not of another company, not before the file is theirs', async () => {
    expect((await ask(fileId)).status).toBe(401)
    expect((await ask(fileId, other.admin)).status).toBe(404)
    const own = await upload(cast.client, await quarterBlack())
    expect((await ask(own, approver)).status).toBe(404)
    const url = await linkOf(fileId, approver)
    expect((await serve(`${url.replace(/\/files\/./, '/files/%00')}?picture=1`)).statusCode).toBe(404)
  })

  it('is one of a PDF alone: what a browser shows by itself has none', async () => {
    const id = await upload(cast.client, png)
    expect((await ask(id, cast.client)).body).toEqual({ picture: null, isComing: false })
    expect((await serve(`${await linkOf(id, cast.client)}?picture=1`)).statusCode).toBe(404)
  })

  it('that cannot be made is said to be none, and the file is had all the same', patient, async () => {
    const locked = await quarterBlack({ userPassword: 'clave', ownerPassword: 'otra' })
    const id = await upload(cast.client, locked)
    for (let asked = 0; asked < 2; asked++)
      expect(await ask(id, cast.client)).toMatchObject({ status: 200, body: { picture: null } })
    expect(failures.filter(failed => failed === id)).toHaveLength(1)
    const url = await linkOf(id, cast.client)
    expect((await serve(`${url}?picture=1`)).statusCode).toBe(404)
    expect((await serve(`${url}?download=1`)).rawPayload.equals(locked)).toBe(true)
  })

  it('that takes long to fail delays no other answer', patient, async () => {
    const id = await upload(cast.client, endlessPage())
    let isOver = false
    const asked = ask(id, cast.client).finally(() => {
      isOver = true
    })
    let others = 0
    for (; !isOver; others++) expect((await linkOf(fileId, approver)).length).toBeGreaterThan(0)
    expect(others).toBeGreaterThan(3)
    await asked
    const none = { picture: null, isComing: false }
    await expect.poll(async () => (await ask(id, cast.client)).body, { timeout: 60_000 }).toEqual(none)
  })

  it('is swept with the file it was of, and stays with one that stays', patient, async () => {
    const left = await upload(cast.client, await quarterBlack())
    for (const id of [fileId, left]) expect((await ask(id, cast.client)).body.picture).not.toBeNull()
    const kept = (id: string) => fs.existsSync(path.join(folder, 'pictures', cast.companyId, id))
    expect([fileId, left].map(kept)).toEqual([true, true])
    const old = new Date(Date.now() - 25 * 3600 * 1000)
    for (const id of [fileId, left])
      for (const place of ['files', 'pictures'])
        fs.utimesSync(path.join(folder, place, cast.companyId, id), old, old)
    await app.owner.pool.query('update file set created_at = $1 where company_id = $2', [old, cast.companyId])
    await sweepFiles(app.db, [files, pictures])
    expect([fileId, left].map(kept)).toEqual([true, false])
  })
})
