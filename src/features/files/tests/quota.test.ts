// Limits of uploads: unattached files, and orders sent one after the other.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { paces, unattachedLimits } from '#features/companies/rules/paces.ts'
import { mountFiles } from '#features/files/api.ts'
import { acceptedMediaTypes, maxFileBytes } from '#features/files/wire.ts'
import { simplePdf } from '#features/samples/rules/simple-pdf.ts'
import { authenticator } from '#server/auth/tokens.ts'
import { sql } from '#server/database/sql.ts'
import { fileStore } from '#server/files/file-store.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, noPictures, ordersOf, startProduct } from '#tests/support/cast.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-quota-'))
const files = fileStore(folder, { maxBytes: maxFileBytes, mediaTypes: acceptedMediaTypes })
const pdf = simplePdf(['Factura'])
let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>

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
    settings: { isRelaxed: false },
  })
  cast = await makeCast(app, 'norte')
  orders = ordersOf(app, cast)
})
afterEach(() => app.tamper(sql`delete from file where name = 'Suelto'`))
afterEach(() => app.tamper(sql`delete from attempt`))
afterAll(async () => {
  await app.stop()
  fs.rmSync(folder, { recursive: true })
})

async function upload(as: string) {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="factura.pdf"\r\n\r\n'
  const headers = { authorization: `Bearer ${as}`, 'content-type': 'multipart/form-data; boundary=x' }
  const payload = Buffer.concat([Buffer.from(head), pdf, Buffer.from('\r\n--x--\r\n')])
  const answer = await app.http.inject({ method: 'POST', url: '/api/files', headers, payload })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

/** Unattached files, as rows alone. */
const lie = (userId: string | undefined, count: number, size: number) =>
  app.tamper(sql`
    insert into file (company_id, id, name, media_type, size, sha256, uploaded_by, created_at)
    select ${cast.companyId}, gen_random_uuid(), 'Suelto', 'application/pdf', ${size}::int, repeat('a', 64), ${userId}, now()
    from generate_series(1, ${count}::int)`)

describe('files that hang from nothing', () => {
  it('take no more than so much of a person, who is told what to do; others go on', async () => {
    await lie(cast.clientId, 30, unattachedLimits.bytesOfPerson / 30)
    const { status, body } = await upload(cast.client)
    expect([status, body.type]).toEqual([409, '/problems/too_many_loose_files'])
    expect(body.title).toMatch(/Adjúntalos/)
    expect(
      fs.readdirSync(folder, { recursive: true }).filter(name => String(name).includes(path.sep)),
    ).toEqual([])
    expect((await upload(cast.executor)).status).toBe(200)
  })

  it('are no more than so many of a person', async () => {
    await lie(cast.clientId, unattachedLimits.filesOfPerson - 1, 1)
    expect((await upload(cast.client)).status).toBe(200)
    expect((await upload(cast.client)).status).toBe(409)
    await app.tamper(sql`delete from file`)
  })

  it('are counted one after the other when they come at once', async () => {
    await lie(cast.clientId, unattachedLimits.filesOfPerson - 1, 1)
    const sent = await Promise.all([1, 2, 3, 4, 5].map(() => upload(cast.client)))
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    await app.tamper(sql`delete from file`)
  })

  it('take no more than so much of a company, whoever sent them', async () => {
    const size = 10 * 1024 * 1024
    await lie(cast.approverIds[0], unattachedLimits.bytesOfCompany / size, size)
    expect((await upload(cast.client)).status).toBe(409)
  })

  it('that hang from an order count no more', async () => {
    const { body } = await upload(cast.client)
    await orders.submit({ fileIds: [body.id] })
    await lie(cast.clientId, unattachedLimits.filesOfPerson - 1, 1)
    expect((await upload(cast.client)).status).toBe(200)
  })
})

describe('a person who sends without end', () => {
  it('waits after so many orders in a minute, and is told how long', async () => {
    for (let sent = 0; sent < paces.orders.most; sent++)
      await orders.post('/api/documents', cast.client, { ...cast.order, contractId: 'CTR-999' })
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/documents',
      payload: cast.order,
      headers: { authorization: `Bearer ${cast.client}`, 'idempotency-key': 'una-de-mas' },
    })
    expect([answer.statusCode, answer.json().type]).toEqual([429, '/problems/too_many_requests'])
    expect(answer.json().title).toMatch(/demasiados pedidos/)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await orders.post('/api/documents', cast.admin, cast.order)).status).toBe(200)
  })

  it('waits after so many files in a minute', async () => {
    for (let sent = 0; sent < paces.uploads.most; sent++)
      await app.http.inject({
        method: 'POST',
        url: '/api/files',
        payload: '',
        headers: {
          authorization: `Bearer ${cast.client}`,
          'content-type': 'multipart/form-data; boundary=x',
        },
      })
    expect((await upload(cast.client)).status).toBe(429)
  })
})
