import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simplePdf } from '#features/samples/rules/simple-pdf.ts'
import { prepareDatabase } from '#server/database/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { carriesPrepared, hasPgBouncer, type PgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { oneForMany, type RunningServer, startServer } from '#tests/support/server.ts'
import { listenTo } from '#tests/support/stream.ts'
import { type Talk, talkTo } from '#tests/support/talk.ts'

const duplicateReason = 'Son entregas distintas'

describe.for([
  { how: 'directly', isPooled: false, isHere: true },
  // Fewer connections than the servers want at once: each goes from one transaction to another, of any company.
  { how: 'through PgBouncer in transaction mode', isPooled: true, isHere: hasPgBouncer() },
])('two servers on one database, $how', ({ isPooled, isHere }) => {
  if (!isHere) return it.skip('PgBouncer is not installed')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-two-'))
  fs.chmodSync(folder, 0o755)
  let database: EmbeddedPostgres
  let pooler: PgBouncer | null = null
  let appUrl: string
  let servers: RunningServer[] = []
  let a: Talk
  let b: Talk

  beforeAll(async () => {
    database = await startEmbeddedPostgres({ home: path.join(folder, 'postgres'), throwaway: true })
    const prepared = await prepareDatabase(database.url, { throwaway: true })
    appUrl = prepared.appUrl
    if (isPooled) pooler = await startPgBouncer([prepared.appUrl, prepared.platformUrl], 4)
    const pooled = pooler && {
      DATABASE_APP_URL: pooler.through(prepared.appUrl),
      DATABASE_PLATFORM_URL: pooler.through(prepared.platformUrl),
      DATABASE_LISTEN_URL: prepared.appUrl,
      DATABASE_PREPARED_STATEMENTS: carriesPrepared() ? '1' : '0',
    }
    const env = { DATABASE_URL: database.url, ...pooled, DATA_DIR: folder, DEMO: '1', ...oneForMany }
    servers = await Promise.all([startServer(env), startServer(env)])
    const [first, second] = servers.map(server => talkTo(server.origin))
    if (!first || !second) throw new Error('two servers')
    a = first
    b = second
  }, 60_000)
  afterAll(async () => {
    await Promise.all(servers.map(server => server.stop()))
    await pooler?.stop()
    await database.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it('build one demo between them', async () => {
    const as = await a.signIn('empresa')
    expect((await b.get('/api/projects', as)).body.items).toHaveLength(5)
  })

  it('tell the screens of one what was done on the other', async () => {
    const client = await a.signIn('cliente')
    const [onA, onB] = await Promise.all([listenTo(a.origin, client), listenTo(b.origin, client)])
    // The first stream makes its node listen, which says so.
    for (const stream of [onA, onB]) await stream.until(({ event }) => event === 'all')
    const order = {
      projectId: 'PRJ-001',
      type: 'gasto',
      providerId: 'PRV-001',
      name: 'Se oye',
      duplicateReason,
    }
    for (const talk of [a, b]) {
      const { body } = await talk.post('/api/documents', client, { ...order, amountMinor: '5000' })
      for (const stream of [onA, onB]) await stream.until(({ data }) => data.ids?.includes(body.id))
      for (const stream of [onA, onB]) stream.forget()
    }
    for (const stream of [onA, onB]) stream.close()
  })

  it('do one job: made on one, approved on both at once, confirmed once, its proof served by the other', {
    timeout: 60_000,
  }, async () => {
    const [client, marta, diego, treasury] = await Promise.all(
      ['cliente', 'marta', 'diego', 'tesoreria'].map(name => a.signIn(name)),
    )
    if (!client || !marta || !diego || !treasury) throw new Error('nobody')
    for (let round = 0; round < 10; round++) {
      const made = await a.post('/api/documents', client, {
        projectId: 'PRJ-001',
        type: 'gasto',
        name: 'A dos manos',
        providerId: 'PRV-001',
        amountMinor: '5000',
        duplicateReason,
      })
      const path = `/api/documents/${made.body.id}`
      const approve = { revision: 1, decision: 'approve' }
      const decided = await Promise.all([
        a.post(`${path}/decision`, marta, approve),
        b.post(`${path}/decision`, diego, approve),
      ])
      expect(decided.map(answer => answer.status)).toEqual([200, 200])
      const proof = await a.upload(treasury, 'prueba.pdf', new Uint8Array(simplePdf(['Comprobante'])))
      const confirmation = {
        revision: 1,
        executedOn: dayFromToday(),
        reference: 'TRF',
        proofFileId: proof.body.id,
      }
      const confirmed = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 ? a : b).post(`${path}/execution`, treasury, confirmation),
        ),
      )
      expect(confirmed.map(answer => answer.status).toSorted()).toEqual([
        200,
        ...Array.from({ length: 9 }, () => 409),
      ])
      const { body } = await b.get(`${path}/execution`, client)
      const link = await b.get(`/api/files/${body.execution.proof.fileId}/link`, client)
      const served = await fetch(b.origin + link.body.url)
      expect([served.status, served.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    }
  })

  it('show each of two companies its own, whichever connection serves whom', async () => {
    const [miramar, plata] = await Promise.all(['empresa', 'admin.plata'].map(name => a.signIn(name)))
    if (!miramar || !plata) throw new Error('nobody')
    const asked = Array.from({ length: 200 }, (_, index) => {
      const [talk, who] = [index % 2 ? a : b, index % 3 ? miramar : plata]
      return talk.get('/api/projects', who).then(({ body }) => ({ who, count: body.items.length }))
    })
    for (const { who, count } of await Promise.all(asked)) expect(count).toBe(who === miramar ? 5 : 1)
  })

  it('hold their limits: a statement of four seconds ends, and a lock is waited for one', async () => {
    const url = pooler?.through(appUrl) ?? appUrl
    const [holder, waiter, slow] = await Promise.all([database.url, url, url].map(connected))
    if (!holder || !waiter || !slow) throw new Error('three connections')
    await holder.query('begin; lock table account in access exclusive mode')
    const refused = (client: pg.Client, text: string) =>
      client.query(text).then(
        () => null,
        ({ code }) => code,
      )
    const started = performance.now()
    const codes = await Promise.all([
      refused(waiter, 'select from account').then(code => [code, performance.now() - started < 3000]),
      refused(slow, 'select pg_sleep(20)'),
    ])
    expect(codes).toEqual([['55P03', true], '57014'])
    expect(performance.now() - started).toBeLessThan(10_000)
    await holder.query('rollback')
    await Promise.all([holder, waiter, slow].map(client => client.end()))
  })
})

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
