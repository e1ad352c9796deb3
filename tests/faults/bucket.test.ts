import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { S3mini } from 's3mini'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mountFiles } from '#features/files/api.ts'
import { moveFiles } from '#features/files/commands/move.ts'
import { acceptedMediaTypes, maxFileBytes } from '#features/files/wire.ts'
import { simplePdf } from '#features/samples/rules/simple-pdf.ts'
import { newId } from '#kernel/ids.ts'
import { authenticator } from '#server/auth/tokens.ts'
import { sql } from '#server/database/sql.ts'
import { BlobBucket } from '#server/files/blob-bucket.ts'
import { BlobFolder } from '#server/files/blob-folder.ts'
import type { BucketSettings } from '#server/files/bucket.ts'
import { openFileStore } from '#server/files/file-store.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, noPictures, startProduct } from '#tests/support/cast.ts'
import { type Gate, openGate } from '#tests/support/gate.ts'
import { hasSwift, openObjects, type Store, startSwift } from '#tests/support/swift.ts'
import { sendFile } from '#tests/support/upload.ts'

const limits = { maxBytes: maxFileBytes, mediaTypes: acceptedMediaTypes }
const pdf = simplePdf(['Factura'])
/** As large as a file may be. */
const large = Buffer.concat([pdf, randomBytes(maxFileBytes - pdf.length)])

describe.skipIf(!hasSwift())('files in a bucket (left out where OpenStack Swift is not installed)', () => {
  const spool = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-spool-'))
  const events: string[] = []
  let swift: Store
  let gate: Gate
  let settings: BucketSettings
  let objects: S3mini
  let blobs: BlobBucket
  let app: TestApp
  let cast: Cast
  let other: Cast

  beforeAll(async () => {
    swift = await startSwift()
    gate = await openGate(swift.port)
    settings = await swift.makeBucket('papeles')
    objects = openObjects(settings)
    blobs = new BlobBucket({ ...settings, address: `http://127.0.0.1:${gate.port}/papeles` }, spool)
    const files = openFileStore({ blobs, limits, scan: null, count: event => events.push(event) })
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
  beforeEach(() => gate.set('open'))
  afterAll(async () => {
    await app.stop()
    await gate.stop()
    await swift.stop()
    fs.rmSync(spool, { recursive: true })
  })

  const upload = (bytes = pdf, as = cast.client) => sendFile(app, as, bytes)
  const key = (id: string) => `files/${cast.companyId}/${id}`
  const link = async (id: string, as = cast.client) => app.ask(`/api/files/${id}/link`, { as })
  const serve = (url: string) => app.http.inject({ method: 'GET', url })
  const open = async (id: string) => serve((await link(id)).body.url)
  const keys = async () => ((await objects.listObjects()) ?? []).map(({ Key }) => Key).toSorted()
  const rows = async () => (await app.owner.pool.query('select id from file')).rowCount
  const left = async () => ({ keys: await keys(), rows: await rows(), spool: fs.readdirSync(spool) })

  it('are there whole, as they were sent, and nowhere else; small or as large as allowed', async () => {
    for (const bytes of [pdf, large]) {
      const { status, body } = await upload(bytes)
      expect([status, body.sha256]).toEqual([200, createHash('sha256').update(bytes).digest('hex')])
      const kept = await objects.getObjectArrayBuffer(key(body.id))
      expect(Buffer.from(kept ?? new ArrayBuffer(0)).equals(bytes)).toBe(true)
      expect((await open(body.id)).rawPayload.equals(bytes)).toBe(true)
    }
    expect(fs.readdirSync(spool)).toEqual([])
  })

  it('are each their own, also when one is sent twice at once', async () => {
    const sent = await Promise.all([upload(), upload(), upload(large)])
    const opened = await Promise.all(sent.map(({ body }) => open(body.id)))
    expect(opened.map(({ rawPayload }) => rawPayload.length)).toEqual([pdf.length, pdf.length, large.length])
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(3)
  })

  it('that are refused leave nothing', async () => {
    const before = await left()
    expect((await upload(Buffer.from('MZ'.padEnd(600, '\0')))).body.type).toBe('/problems/unsupported_type')
    expect((await upload(Buffer.concat([large, pdf]))).body.type).toBe('/problems/too_large')
    expect(await left()).toEqual(before)
  })

  it('are not served to another company, nor once their row is gone', async () => {
    const { body } = await upload()
    expect((await link(body.id, other.client)).body.type).toBe('/problems/not_found')
    const { url } = (await link(body.id)).body
    await app.tamper(sql`delete from file where company_id = ${cast.companyId} and id = ${body.id}`)
    expect((await serve(url)).statusCode).toBe(404)
  })

  it.each(['../otra', 'a b&c=d?e#f', 'ñ%2F..', '', `${newId()}/x`])('have no key made of %j', async id => {
    await expect(blobs.open(cast.companyId, id, 1)).rejects.toThrow('not an id')
    await expect(blobs.remove(id, newId())).rejects.toThrow('not an id')
    await expect(blobs.place(cast.companyId, id, async path => fs.writeFileSync(path, 'x'))).rejects.toThrow(
      'not an id',
    )
  })

  it.each([
    [
      'is another of the same length',
      (name: string) => objects.putObject(name, Buffer.alloc(pdf.length, 'x')),
    ],
    ['is shorter', (name: string) => objects.putObject(name, pdf.subarray(0, 10))],
    ['is longer', (name: string) => objects.putObject(name, large)],
    ['is gone', (name: string) => objects.deleteObject(name)],
  ])('whose object %s are not served', async (_, damage) => {
    const { body } = await upload()
    await damage(key(body.id))
    const served = await open(body.id)
    expect([served.statusCode, served.json().type]).toEqual([503, '/problems/file_damaged'])
    expect(fs.readdirSync(spool)).toEqual([])
  })

  it.each([
    ['refuses connections', 'shut', 'shut'],
    ['takes them and never answers', 'silent', 'silent'],
    ['breaks off in the middle', { afterSent: 2_000_000 }, { afterAnswered: 2_000_000 }],
  ] as const)(
    'are refused within five seconds by a store that %s, and leave nothing',
    async (_, up, down) => {
      const { body: kept } = await upload(large)
      const before = await left()
      events.length = 0
      const startedAt = performance.now()
      gate.set(up)
      const sent = await upload(large)
      expect([sent.status, sent.body.type]).toEqual([503, '/problems/storage_unavailable'])
      expect(performance.now() - startedAt).toBeLessThan(5000)
      const askedAt = performance.now()
      gate.set(down)
      const served = await open(kept.id)
      expect([served.statusCode, served.json().type]).toEqual([503, '/problems/storage_unavailable'])
      expect(performance.now() - askedAt).toBeLessThan(5000)
      expect(events).toEqual(['store_failed', 'store_failed'])
      gate.set('open')
      expect(await left()).toEqual(before)
      expect((await open(kept.id)).rawPayload.equals(large)).toBe(true)
    },
  )

  it('say that the store is away when it takes neither key nor bucket, and tell no key', async () => {
    const wrong = [
      { ...settings, secretKey: 'otra' },
      { ...settings, accessKey: 'nadie' },
      { ...settings, address: settings.address.replace('papeles', 'ninguno') },
    ]
    for (const given of wrong) {
      const store = new BlobBucket(given, spool)
      const place = store.place(cast.companyId, newId(), async path => fs.writeFileSync(path, 'x'))
      await expect(place).rejects.toThrow(
        /^the store of files fails \(put: 40[34] (SignatureDoesNotMatch|InvalidAccessKeyId|NoSuchBucket)\)$/,
      )
      await expect(store.companies()).rejects.toThrow(/fails \(list: /)
    }
  })

  it('are found by company and age, page after page, and removed', async () => {
    const own = newId()
    const ids = Array.from({ length: 3 }, () => newId()).toSorted()
    for (const id of ids) await blobs.place(own, id, async path => fs.writeFileSync(path, id))
    await objects.putObject(`files/${own}/nota.txt`, 'not ours')
    fs.writeFileSync(path.join(spool, 'left.part'), 'of a process that ended')
    expect(await blobs.companies()).toContain(own)
    expect(await blobs.olderThan(own, new Date(0))).toEqual([])
    expect((await blobs.olderThan(own, new Date(Date.now() + 60_000))).toSorted()).toEqual(ids)
    expect(fs.readdirSync(spool)).toEqual([])
    for (const id of ids) await blobs.remove(own, id)
    await blobs.remove(own, ids[0] ?? '')
    expect(await blobs.olderThan(own, new Date(Date.now() + 60_000))).toEqual([])
    expect(await blobs.isEmpty()).toBe(false)
  })

  describe('that are moved', () => {
    const folder = path.join(spool, '..', `${path.basename(spool)}-folder`)
    const local = new BlobFolder(folder)
    afterAll(() => fs.rmSync(folder, { recursive: true }))

    /** A company with this many files in the folder, and none in the bucket. */
    async function inFolder(name: string, count: number) {
      const { companyId, client } = await makeCast(app, name)
      const ids: string[] = []
      for (let each = 0; each < count; each++) {
        const { body } = await upload(each === 0 ? large : pdf, client)
        const bytes =
          (await objects.getObjectArrayBuffer(`files/${companyId}/${body.id}`)) ?? new ArrayBuffer(0)
        await local.place(companyId, body.id, async to => fs.writeFileSync(to, Buffer.from(bytes)))
        await blobs.remove(companyId, body.id)
        ids.push(body.id)
      }
      return { companyId, ids }
    }
    const toBucket = (deletes = false) => ({ from: local, to: blobs, deletes })
    const inBucket = async (companyId: string) => blobs.olderThan(companyId, new Date(Date.now() + 60_000))

    it('are all there, also when a store broke off and it is asked again; the source keeps them until told', async () => {
      const { companyId, ids } = await inFolder('mudanza', 3)
      gate.set({ afterSent: 2_000_000 })
      await expect(moveFiles(app.db, [companyId], toBucket())).rejects.toThrow(/^the store of files fails/)
      gate.set('open')
      expect(await inBucket(companyId)).toEqual([])
      const none = { there: 0, deleted: 0, lost: [] }
      expect(await moveFiles(app.db, [companyId], toBucket())).toEqual({ ...none, copied: 3 })
      expect((await inBucket(companyId)).toSorted()).toEqual(ids.toSorted())
      const again = { ...none, copied: 0, there: 3 }
      expect(await moveFiles(app.db, [companyId], toBucket())).toEqual(again)
      expect(fs.readdirSync(path.join(folder, companyId))).toHaveLength(3)
      const last = await moveFiles(app.db, [companyId], toBucket(true))
      expect(last).toEqual({ ...again, deleted: 3 })
      expect(fs.readdirSync(path.join(folder, companyId))).toEqual([])
      const back = { from: blobs, to: local, deletes: true }
      expect(await moveFiles(app.db, [companyId], back)).toEqual({ ...none, copied: 3, deleted: 3 })
      expect(await inBucket(companyId)).toEqual([])
    })

    it('are named when neither store has them as they were sent, and what is left of them stays', async () => {
      const { companyId, ids } = await inFolder('rota', 2)
      const [changed = '', whole = ''] = ids
      fs.appendFileSync(local.blobPath(companyId, changed), 'x')
      // Of another content in the bucket: written over by the right one.
      await objects.putObject(`files/${companyId}/${whole}`, 'otra cosa')
      const moved = await moveFiles(app.db, [companyId], toBucket(true))
      expect(moved).toEqual({ copied: 1, there: 0, deleted: 1, lost: [changed] })
      expect(fs.readdirSync(path.join(folder, companyId))).toEqual([changed])
    })
  })
})
