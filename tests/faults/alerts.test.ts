// Each alert of docs/operations.md is caused once: it rings then, by Prometheus' own judgement, and not before.
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { simplePdf } from '#features/samples/rules/simple-pdf.ts'
import { newId } from '#kernel/ids.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { writeMark } from '#server/metrics/marks.ts'
import { askDatabase, hear } from '#tests/support/at-work.ts'
import { type Door, openDoor } from '#tests/support/door.ts'
import { freePort } from '#tests/support/port.ts'
import { allAlerts, hasPrometheus, type Reading, readMetrics, ringing } from '#tests/support/prometheus.ts'
import { oneForMany, type RunningServer, startServer, temporaryFolder } from '#tests/support/server.ts'
import { canMountDisks, mountSmallDisk } from '#tests/support/small-disk.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { type Talk, talkTo } from '#tests/support/talk.ts'

const timeout = 120_000
const patience = { timeout: 30_000, interval: 50 }
const hourMs = 3_600_000
/** Alerts that were caused here. */
const caused = new Set<string>()
const pdf = new Uint8Array(simplePdf(['Factura']))

describe.skipIf(!hasPrometheus())('an alert (left out where Prometheus is not installed)', () => {
  let database: EmbeddedPostgres
  let door: Door
  let port: number
  let server: RunningServer
  let talk: Talk
  let before: Reading
  const home = temporaryFolder()

  beforeAll(async () => {
    database = await startEmbeddedPostgres({ home: path.join(home, 'postgres'), throwaway: true })
    door = await openDoor(database.port)
  }, timeout)
  afterEach(async () => {
    door.flow()
    await server.stop()
  })
  afterAll(async () => {
    await door?.close()
    await database?.stop()
    fs.rmSync(home, { recursive: true, force: true })
  })

  /** A program with a data folder in which a backup and a drill are new, and its metrics as they are at first. */
  async function begin(settings: Record<string, string> = {}): Promise<void> {
    const dataDir = settings.DATA_DIR ?? home
    const { ageOfMarks = '0', ...others } = settings
    for (const name of ['backup', 'drill'] as const)
      await writeMark(dataDir, name, new Date(Date.now() - Number(ageOfMarks) * hourMs))
    port = await freePort()
    server = await startServer({
      ...oneForMany,
      DATABASE_URL: database.url.replace(`:${database.port}/`, `:${door.port}/`),
      DATA_DIR: dataDir,
      APP_SECRET: 'x'.repeat(40),
      METRICS_PORT: String(port),
      DEMO: '1',
      ...others,
    })
    talk = talkTo(server.origin)
    before = await readMetrics(port)
  }

  /** Alerts that ring, were it to go on so; how much room and time this machine has is its own affair. */
  async function expectRinging(...names: readonly string[]): Promise<void> {
    const ofMachine = ['DiskOfFilesNearlyFull', 'ProcessHeldUp', 'SlowRequests']
    const isOwn = (name: string) => !ofMachine.includes(name) || names.includes(name)
    const rings = async () => ringing(before, await readMetrics(port)).filter(isOwn)
    await expect.poll(rings, { ...patience, interval: 200 }).toEqual(names)
    causes(...names)
  }

  /** Notes alerts that were caused. */
  const causes = (...names: string[]): string[] => {
    for (const name of names) caused.add(name)
    return names
  }
  const upload = async (as: string, times: number) => {
    for (let turn = 0; turn < times; turn++) await talk.upload(as, 'prueba.pdf', pdf)
  }
  const flood = (as: string, count: number) =>
    Array.from({ length: count }, () => hear({ origin: server.origin, as }, '/api/documents'))

  test('rings of none while people work', { timeout }, async () => {
    await begin()
    const as = await talk.signIn('cliente')
    for (const heard of await Promise.all(flood(as, 20))) expect(heard.status).toBe(200)
    await upload(as, 2)
    // Once events of the demo, which are old when they are made, have their seal.
    await expectRinging()
  })

  test('rings of a database that answers nothing, and of who waits for it', { timeout }, async () => {
    await begin()
    const as = await talk.signIn('cliente')
    door.stall()
    const asked = flood(as, 400)
    // As many as have their turn wait for a connection, the others for their turn.
    await sleep(500)
    const meanwhile = await readMetrics(port)
    await Promise.all(asked)
    await Promise.all(flood(as, 20))
    const after = await readMetrics(port)
    const waiting = [...meanwhile].filter(([series]) => series.includes('state="waiting"'))
    expect(ringing(before, new Map([...after, ...waiting]))).toEqual(
      expect.arrayContaining(
        causes(
          'DatabaseAway',
          'DatabaseConnectionsWaiting',
          'ManyFailedRequests',
          'RequestsWaiting',
          'SlowRequests',
        ),
      ),
    )
  })

  test('rings of many who sign in at once', { timeout }, async () => {
    await begin({ PASSWORD_HASH: '' })
    const body = JSON.stringify({ email: 'cliente@demo.example', password: 'no es la suya, ni de nadie' })
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body }
    const asked = Array.from({ length: 60 }, () =>
      hear({ origin: server.origin, as: '' }, '/auth/v1/token?grant_type=password', init),
    )
    const isWaiting = async () => ringing(before, await readMetrics(port)).includes('SignInsWaiting')
    await expect.poll(isWaiting, { timeout: 5_000, interval: 10 }).toBe(true)
    causes('SignInsWaiting')
    await Promise.all(asked)
  })

  test('rings of a process that is held up', { timeout }, async () => {
    await begin()
    server.signal('SIGSTOP')
    await sleep(2_000)
    server.signal('SIGCONT')
    await expectRinging('ProcessHeldUp')
  })

  test('rings of work that nobody does behind the answers', { timeout }, async () => {
    await begin({
      ROLE: 'web',
      DEMO: '0',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'avisos@empresa.example',
    })
    const as = await talk.signIn('cliente')
    const order = { projectId: 'PRJ-001', type: 'gasto', name: 'Espera', providerId: 'PRV-001' }
    const body = { ...order, amountMinor: '100', duplicateReason: 'Son entregas distintas' }
    expect((await talk.post('/api/documents', as, body)).status).toBe(200)
    await talk.ask('/auth/v1/recover', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'marta@demo.example' }),
    })
    await askDatabase(
      database.url,
      `with webhooks as (insert into webhook_lane (company, endpoint, next_try_at, waiting) values ($1, $1, now(), 1)),
         mailboxes as (insert into mailbox_lane (company, next_visit_at) values ($1, now())),
         device as (insert into push_device (id, user_id, name, digest, sealed, host, server_key, shows_details, created_at, detached_at)
           select $1, id, 'Móvil', repeat('a', 43), 'x', 'push.example', 'x', false, now(), now() from account limit 1 returning id)
       insert into push_message (id, device_id, company, notice_id, attempts, created_at, next_try_at)
       select id, id, id, id, 0, now(), now() from device`,
      [newId()],
    )
    // Twenty minutes pass, and no node comes that works.
    const advance = { method: 'POST', body: JSON.stringify({ advance_s: 1200 }) }
    await talk.ask('/dev/clock', { ...advance, headers: { 'content-type': 'application/json' } })
    await expectRinging(
      'JournalUnsealed',
      'MailboxesLate',
      'MailsLate',
      'NoticesLate',
      'PushesLate',
      'WebhooksLate',
    )
    await askDatabase(
      database.url,
      'with one as (delete from webhook_lane), two as (delete from mail), three as (delete from push_message) delete from mailbox_lane',
    )
  })

  test('rings of mails that were given up, and of receivers and mailboxes that fail', {
    timeout,
  }, async () => {
    const smtp = await startSmtp()
    smtp.mood = 'never'
    await begin({ DEMO: '0', SMTP_URL: smtp.url, MAIL_FROM: 'avisos@empresa.example' })
    await talk.ask('/auth/v1/recover', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'lucia@demo.example' }),
    })
    const failed = async () => (await readMetrics(port)).get('visto_bueno_mails_failed')
    await expect.poll(failed, patience).toBeGreaterThan(0)
    await askDatabase(
      database.url,
      `with webhooks as (insert into webhook_lane (company, endpoint, next_try_at, failures)
           select gen_random_uuid(), gen_random_uuid(), now() + interval '1 hour', 3 from generate_series(1, 11)),
         mailboxes as (insert into mailbox_lane (company, next_visit_at, failures)
           select gen_random_uuid(), now() + interval '1 hour', 5 from generate_series(1, 6))
       select`,
    )
    await expectRinging('MailboxesFailing', 'MailsFailed', 'WebhooksFailing')
    await askDatabase(
      database.url,
      'with one as (delete from webhook_lane), two as (delete from mail) delete from mailbox_lane',
    )
    await smtp.close()
  })

  test('rings of a store of files that fails', { timeout }, async () => {
    const nowhere = {
      S3_BUCKET_URL: 'http://127.0.0.1:1/papeles',
      S3_REGION: 'eu',
      S3_ACCESS_KEY: 'a',
      S3_SECRET_KEY: 'b',
    }
    await begin({ ...nowhere, DEMO: '0' })
    await upload(await talk.signIn('cliente'), 6)
    await expectRinging('FileStoreFailing', 'ManyFailedRequests')
  })

  test('rings of a scanner that says nothing, and of malware', { timeout }, async () => {
    let answer = ''
    const clamd = net.createServer(socket => {
      socket.on('error', () => {})
      socket.resume()
      socket.end(answer)
    })
    await once(clamd.listen(0, '127.0.0.1'), 'listening')
    const address = clamd.address()
    const scanner = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    await begin({ CLAMD_ADDRESS: scanner, DEMO: '0' })
    const as = await talk.signIn('cliente')
    await upload(as, 6)
    await expectRinging('ManyFailedRequests', 'ScannerFailing')
    answer = 'stream: Eicar-Test-Signature FOUND\0'
    before = await readMetrics(port)
    await upload(as, 1)
    await expectRinging('InfectedFile')
    clamd.close()
  })

  test('rings of a backup and a drill that are old, that never were, and of a program that is not there', {
    timeout,
  }, async () => {
    await begin({ ageOfMarks: '24' })
    // The hour and a half that Prometheus looks at is to come.
    await expectRinging()
    await writeMark(home, 'backup', new Date(Date.now() - 27 * hourMs))
    await writeMark(home, 'drill', new Date(Date.now() - 9 * 24 * hourMs))
    await expectRinging('NoBackup', 'NoDrill')
    for (const name of ['backup', 'drill']) fs.rmSync(path.join(home, `last-${name}.json`))
    await expectRinging('NoBackup', 'NoDrill')
    await server.stop()
    await expect(readMetrics(port)).rejects.toThrow()
    expect(ringing(new Map(), new Map())).toEqual(causes('NoBackup', 'NoDrill', 'NoNode'))
  })

  test.skipIf(!canMountDisks())('rings of a disk of files that is nearly full', { timeout }, async () => {
    const disk = mountSmallDisk(400)
    await begin({ DATA_DIR: disk.folder })
    await expectRinging('DiskOfFilesNearlyFull')
    await server.stop()
    disk.unmount()
  })

  test('is caused here, whichever there is', () => {
    const notHere = canMountDisks() ? [] : ['DiskOfFilesNearlyFull']
    expect([...caused, ...notHere].toSorted()).toEqual(allAlerts())
  })
})
