// Metrics of a program for its operator: rates, queues, connections; and nothing of anybody.
import os from 'node:os'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { Draining } from '#server/http/draining.ts'
import { newServer } from '#server/http/server.ts'
import { registerGauges } from '#server/metrics/gauges.ts'
import { observeRequests } from '#server/metrics/requests.ts'
import { serveMetrics } from '#server/metrics/serve-metrics.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let db: ReturnType<typeof openDb>
let served: Awaited<ReturnType<typeof serveMetrics>>
const registry = new Registry()
const draining = new Draining()
const http = newServer(pino({ level: 'silent' }))
const secretToken = 'eyJzZWNyZXRvIjoxfQ.c2VjcmV0bw'

beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.appUrl, { ...database.pooling, size: 2 })
  const loads = { passwords: () => ({ running: 2, waiting: 7 }) }
  registerGauges(registry, { release: '1.2.3', dataDir: os.tmpdir(), pools: { app: db }, loads, draining })
  observeRequests(http, registry)
  http.get('/files/:token/:name', async () => ({ ok: true }))
  http.get('/api/broken/:id', async () => {
    throw new Error('broken')
  })
  served = await serveMetrics(registry, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await served.stop()
  await http.close()
  await db.close()
  await database.drop()
})

const read = async () => (await fetch(`http://127.0.0.1:${served.port}/metrics`)).text()
/** The value of a metric with these labels; null where there is none. */
const readValue = (text: string, name: string): number | null => {
  const line = text.split('\n').find(one => one.startsWith(`${name} `))
  return line === undefined ? null : Number(line.slice(name.length + 1))
}

test('requests are counted by the pattern of their route, and no token, id or address is in a label', async () => {
  const id = newId()
  await http.inject({ method: 'GET', url: `/files/${secretToken}/nomina-de-ana.pdf?q=ana@norte.example` })
  await http.inject({ method: 'GET', url: `/api/broken/${id}` })
  await http.inject({ method: 'GET', url: `/whatever/${id}?x=${secretToken}` })
  const text = await read()
  const counted = (route: string, status: number) =>
    readValue(text, `visto_bueno_requests_total{method="GET",route="${route}",status="${status}"}`)
  expect(counted('/files/:token/:name', 200)).toBe(1)
  expect(counted('/api/broken/:id', 500)).toBe(1)
  expect(counted('page', 404)).toBe(1)
  expect(readValue(text, 'visto_bueno_request_seconds_count{method="GET",route="/files/:token/:name"}')).toBe(
    1,
  )
  for (const word of [secretToken, id, 'nomina', 'ana@']) expect(text).not.toContain(word)
})

test('queues say how much waits in them, and since when', async () => {
  const before = await read()
  expect(readValue(before, 'visto_bueno_queue_messages{queue="mails"}')).toBe(0)
  expect(readValue(before, 'visto_bueno_queue_oldest_seconds{queue="seals"}')).toBe(0)
  const anHourAgo = new Date(Date.now() - 3600_000)
  const id = newId(anHourAgo.getTime())
  await db.run(sql`insert into outbox_message (subscriber, company, id, kind, object_type, object_id, created_at, next_try_at)
    values ('notices', ${id}, ${id}, 'document.approved', 'document', 'DOC-001', ${anHourAgo}, ${anHourAgo})`)
  await db.run(sql`insert into mail (id, kind, to_address, subject, sealed, created_at, next_try_at, failed_at)
    values (${newId()}, 'k', 'ana@norte.example', 's', 'x', ${anHourAgo}, ${anHourAgo}, null),
      (${newId()}, 'k', 'ana@norte.example', 's', 'x', ${anHourAgo}, ${anHourAgo}, now())`)
  await db.run(sql`insert into event_unsealed (company, event_id) values (${id}, ${id})`)
  await db.run(sql`insert into webhook_lane (company, endpoint, next_try_at, failures, waiting)
    values (${id}, ${id}, ${anHourAgo}, 2, 1)`)
  const text = await read()
  expect(readValue(text, 'visto_bueno_webhooks_failing')).toBe(1)
  for (const queue of ['outbox_notices', 'mails', 'seals', 'webhooks']) {
    expect(readValue(text, `visto_bueno_queue_messages{queue="${queue}"}`)).toBe(1)
    const age = readValue(text, `visto_bueno_queue_oldest_seconds{queue="${queue}"}`)
    expect(age).toBeGreaterThan(3500)
    expect(age).toBeLessThan(3900)
  }
  expect(readValue(text, 'visto_bueno_mails_failed')).toBe(1)
  expect(text).not.toContain('ana@')
})

test('connections, work in memory, the event loop, the disk and the release are there', async () => {
  const text = await read()
  expect(readValue(text, 'visto_bueno_info{release="1.2.3"}')).toBe(1)
  expect(readValue(text, 'visto_bueno_work{work="passwords",state="waiting"}')).toBe(7)
  expect(readValue(text, 'visto_bueno_database_connections{pool="app",state="waiting"}')).toBe(0)
  expect(readValue(text, 'visto_bueno_disk_free_bytes')).toBeGreaterThan(0)
  expect(readValue(text, 'nodejs_eventloop_lag_p99_seconds')).not.toBeNull()
  expect(readValue(text, 'visto_bueno_draining')).toBe(0)
  await draining.begin(0)
  expect(readValue(await read(), 'visto_bueno_draining')).toBe(1)
})

test('while the database is away the rest is answered, and its queues have no value', async () => {
  const away = new Registry()
  const nowhere = openDb('postgres://nobody:x@127.0.0.1:1/none', { size: 1 })
  onTestFinished(() => nowhere.close())
  const sources = { release: '1', dataDir: '/nowhere at all', pools: { app: nowhere }, loads: {}, draining }
  registerGauges(away, sources)
  const text = await away.metrics()
  expect(readValue(text, 'visto_bueno_database_up')).toBe(0)
  expect(text).not.toMatch(/^visto_bueno_queue_messages\{/m)
  expect(readValue(text, 'visto_bueno_info{release="1"}')).toBe(1)
})

test('the port answers nothing but its one address, and that address is none of the program’s', async () => {
  for (const path of ['/', '/api/me', '/metrics/more'])
    expect((await fetch(`http://127.0.0.1:${served.port}${path}`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${served.port}/metrics`, { method: 'POST' })).status).toBe(404)
  expect((await http.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(404)
})
