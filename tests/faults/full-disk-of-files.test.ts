// The disk of uploaded files fills up under a running program, and has room again.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { simplePdf } from '#features/samples/rules/simple-pdf.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { hear, type Place, sendOrder } from '#tests/support/at-work.ts'
import { oneForMany, type RunningServer, startServer } from '#tests/support/server.ts'
import { canMountDisks, mountSmallDisk, type SmallDisk } from '#tests/support/small-disk.ts'
import { talkTo } from '#tests/support/talk.ts'

const longestMs = 5_000

describe.skipIf(!canMountDisks())('a full disk of files (left out where no disk can be mounted)', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-full-'))
  fs.chmodSync(folder, 0o755)
  let disk: SmallDisk
  let database: EmbeddedPostgres
  let server: RunningServer
  let client: Place
  let elsewhere: Place

  beforeAll(async () => {
    disk = mountSmallDisk(24)
    database = await startEmbeddedPostgres({ home: path.join(folder, 'postgres'), throwaway: true })
    const settings = { DATABASE_URL: database.url, DATA_DIR: disk.folder, DEMO: '1', LOG_LEVEL: 'info' }
    server = await startServer({ ...settings, ...oneForMany })
    const { origin } = server
    const talk = talkTo(origin)
    client = { origin, as: await talk.signIn('cliente') }
    elsewhere = { origin, as: await talk.signIn('admin.plata') }
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    disk?.unmount()
    await database?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const invoice = (kilobytes: number, line = 'Factura') =>
    Buffer.concat([simplePdf([line]), Buffer.alloc(kilobytes * 1024, '\n')])

  function upload(place: Place, bytes: Buffer, name = 'factura.pdf') {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), name)
    return hear(place, '/api/files', { method: 'POST', body: form })
  }

  async function bytesOf(fileId: string, place: Place): Promise<Buffer> {
    const { body } = await hear(place, `/api/files/${fileId}/link`)
    return Buffer.from(await (await fetch(place.origin + body.url)).arrayBuffer())
  }

  /** Files in the folders of companies. */
  const stored = () =>
    fs
      .readdirSync(path.join(disk.folder, 'files'), { recursive: true })
      .map(String)
      .filter(name => name.includes(path.sep))
      .toSorted()

  async function countFiles(): Promise<number> {
    const owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
    try {
      return (await owner.query('select from file')).rowCount ?? 0
    } finally {
      await owner.end()
    }
  }

  test('an upload is told so in Spanish and leaves neither bytes nor a row, whether nothing of it has room or all but its end', async () => {
    // Kilobytes of room and of the file; of the last one, the disk takes a part of a piece without an error.
    for (const place of [client, elsewhere])
      for (const [room, size] of [
        [0, 1024],
        [256, 1024],
        [88, 100],
      ] as const) {
        const before = { names: stored(), rows: await countFiles() }
        disk.fill(room * 1024)
        const refused = await upload(place, invoice(size))
        expect(refused).toMatchObject({
          status: 507,
          type: '/problems/storage_full',
          title: 'No queda espacio para guardar archivos. Avisa a la administración.',
          contentType: expect.stringContaining('application/problem+json'),
        })
        expect(refused.ms).toBeLessThan(longestMs)
        expect({ names: stored(), rows: await countFiles() }).toEqual(before)
        disk.empty()
      }
  })

  test('everything but keeping files goes on: orders, stored files and their pictures', async () => {
    const bytes = invoice(1, 'Con dibujo')
    const kept = await upload(client, bytes)
    disk.fill(0)
    try {
      expect((await sendOrder(client, 'Sin sitio', crypto.randomUUID())).status).toBe(200)
      expect((await bytesOf(kept.body.id, client)).equals(bytes)).toBe(true)
      // Made anew at each view, as long as it cannot be kept.
      for (const _ of [1, 2])
        await expect
          .poll(async () => (await hear(client, `/api/files/${kept.body.id}/picture`)).status, {
            timeout: 30_000,
          })
          .toBe(200)
    } finally {
      disk.empty()
    }
  })

  test('once there is room the next upload is kept, without a restart, and has what was sent', async () => {
    disk.fill(0)
    expect((await upload(client, invoice(64))).status).toBe(507)
    disk.empty()
    const bytes = invoice(2048, 'Después')
    const kept = await upload(client, bytes)
    expect([kept.status, kept.ms < longestMs]).toEqual([200, true])
    expect((await bytesOf(kept.body.id, client)).equals(bytes)).toBe(true)
    expect(stored().filter(name => name.endsWith('.part'))).toEqual([])
  })
})
