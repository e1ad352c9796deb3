// Nodes that answer, and nodes that do the work behind the answers, over one database.
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Db, openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { oneForMany, type RunningServer, startServer, temporaryFolder } from '#tests/support/server.ts'
import { talkTo } from '#tests/support/talk.ts'

const folder = temporaryFolder()
let database: EmbeddedPostgres
let db: Db
const running: RunningServer[] = []

const start = async (role: string): Promise<RunningServer> => {
  const env = { ...oneForMany, DATABASE_URL: database.url, DATA_DIR: folder, DEMO: '1', ROLE: role }
  const server = await startServer(env)
  running.push(server)
  return server
}

beforeAll(async () => {
  database = await startEmbeddedPostgres({ home: path.join(folder, 'postgres'), throwaway: true })
  db = openDb(database.url, { size: 1 })
})
afterAll(async () => {
  await Promise.all(running.map(server => server.stop()))
  await db?.close()
  await database?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('what a web node is told waits, whole, until a worker comes, which answers nobody', {
  timeout: 240_000,
}, async () => {
  const web = await start('web')
  const talk = talkTo(web.origin)
  const as = await talk.signIn('cliente')
  const order = { projectId: 'PRJ-001', type: 'gasto', name: 'Por la red', providerId: 'PRV-001' }
  const body = { ...order, amountMinor: '5000', duplicateReason: 'Son entregas distintas' }
  const made = await talk.post('/api/documents', as, body)
  expect(made.status).toBe(200)
  const waiting = async () => {
    const [row] = await db.run<{ messages: number; events: number }>(sql`
      select (select count(*)::int from outbox_message) as messages,
        (select count(*)::int from event_unsealed) as events`)
    return row
  }
  const told = await waiting()
  expect(told?.messages).toBeGreaterThan(0)
  expect(told?.events).toBeGreaterThan(0)

  const worker = await start('worker')
  await vi.waitFor(async () => expect(await waiting()).toEqual({ messages: 0, events: 0 }), {
    timeout: 60_000,
  })
  for (const url of ['/api/meta', '/login', '/auth/v1/health', '/'])
    expect((await fetch(worker.origin + url)).status, url).toBe(404)
  expect((await fetch(`${worker.origin}/readyz`)).status).toBe(200)
  expect((await talk.get('/api/documents', as)).status).toBe(200)
  expect(await Promise.all([web.stop(), worker.stop()])).toEqual([0, 0])
})
