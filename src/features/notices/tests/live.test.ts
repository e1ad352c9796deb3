import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { mountLive } from '#features/notices/api/live.ts'
import { authenticator } from '#server/auth/tokens.ts'
import { sql } from '#server/database/sql.ts'
import { openPubSub, startAnnouncer } from '#server/jobs/pubsub.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { listenTo } from '#tests/support/stream.ts'

const log = pino({ level: 'silent' })
const pace = { gatherMs: 20, beatMs: 100, longestMs: 60_000 }

let app: Awaited<ReturnType<typeof startProduct>>
let north: Cast
let south: Cast
let orders: ReturnType<typeof ordersOf>
let origin: string
let outbox: { stop(): Promise<void> }

beforeAll(async () => {
  const mount = (parts: { http: FastifyInstance; db: typeof app.db; tokens: typeof app.tokens }) =>
    mountLive(parts.http, {
      db: parts.db,
      authenticate: authenticator(parts.tokens),
      pace,
      pubsub: openPubSub(parts.db, log, { checkMs: 50, retryMs: 50 }),
    })
  app = await startProduct({ mount })
  origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  outbox = startAnnouncer(app.db, log, 20)
  north = await makeCast(app, 'norte')
  south = await makeCast(app, 'sur')
  orders = ordersOf(app, north)
  // The first stream makes the node listen. Until it does, it knows of no order, and tells everybody to look again.
  const first = await listen(north.client)
  await first.until(({ event }) => event === 'all')
  first.close()
}, 60_000)
afterAll(async () => {
  await outbox.stop()
  await app.stop()
})

const listen = (as: string) => listenTo(origin, as)

describe('a stream of live updates', () => {
  test('names an order each time it changes: made, decided in part, approved, confirmed', async () => {
    const stream = await listen(north.client)
    const id = await orders.submit()
    await stream.until(orderNamed(id))
    for (const approver of north.approvers) {
      stream.forget()
      expect((await orders.decide(id, approver)).status).toBe(200)
      await stream.until(orderNamed(id))
    }
    stream.forget()
    expect((await orders.confirm(id, north.executor)).status).toBe(200)
    await stream.until(orderNamed(id))
    stream.close()
  })

  test('names nothing of another company, nor of another client of the same company', async () => {
    const other = await makeCast(app, 'oeste', { companyId: north.companyId })
    await app.person(south.companyId, 'approver', 'nada.sur@pruebas.example')
    const idle = await app.signIn('nada.sur@pruebas.example')
    const streams = await Promise.all([south.admin, idle, other.client].map(listen))
    const own = await listen(north.client)
    const id = await orders.submit()
    await own.until(orderNamed(id))
    const marks = [ordersOf(app, south), ordersOf(app, other)]
    // Each hears of its own order, which came later: what was to come has come.
    const [inSouth, inWest] = await Promise.all(marks.map(mark => mark.submit({ name: 'Propio' })))
    await streams[0]?.until(orderNamed(String(inSouth)))
    await streams[2]?.until(orderNamed(String(inWest)))
    expect(streams.map(({ heard }) => named(heard()))).toEqual([[inSouth], [], [inWest]])
    for (const stream of [...streams, own]) stream.close()
  })

  test('says to administrators alone that a provider would be paid elsewhere, and not which', async () => {
    const [admin, client, foreign] = await Promise.all([north.admin, north.client, south.admin].map(listen))
    const id = await north.make('/api/providers', { name: 'Grúas', clientIds: [north.clientId] })
    const { version: seen } = (await app.ask(`/api/providers/${id}`, { as: north.admin })).body
    const body = { name: 'Grúas', status: 'active', iban: 'DE89370400440532013000', clientIds: [], seen }
    await app.ask(`/api/providers/${id}`, { method: 'PUT', as: north.admin, body })
    await admin?.until(({ event }) => event === 'providers')
    // An order that came later: what was to come has come.
    const order = await orders.submit()
    await client?.until(orderNamed(order))
    await ordersOf(app, south)
      .submit()
      .then(mark => foreign?.until(orderNamed(mark)))
    const told = (stream: typeof admin) => stream?.heard().filter(({ event }) => event === 'providers')
    expect([admin, client, foreign].map(told)).toEqual([[{ event: 'providers', data: {} }], [], []])
    for (const stream of [admin, client, foreign]) stream?.close()
  })

  test('ends when its session does, and says nothing more', async () => {
    const admin = await listen(north.admin)
    await app.person(north.companyId, 'admin', 'efimera@pruebas.example')
    const leaving = await app.signIn('efimera@pruebas.example')
    const stream = await listen(leaving)
    await app.tamper(sql`update account set active = false where email = 'efimera@pruebas.example'`)
    const id = await orders.submit()
    await admin.until(orderNamed(id))
    await stream.ended
    expect(named(stream.heard())).not.toContain(id)
    admin.close()
  })

  test('tells everybody to look again when the connection that listens was lost', async () => {
    const stream = await listen(north.client)
    await app.tamper(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query ilike 'listen%' or query = 'select 1'`)
    await stream.until(({ event }) => event === 'all')
    const id = await orders.submit()
    await stream.until(orderNamed(id))
    stream.close()
  })

  test.each([
    ['nobody', undefined],
    ['a forged token', 'eyJ.a.b'],
  ] as const)('is not opened for %s', async (_who, as) => {
    const answer = await fetch(`${origin}/api/live`, { headers: as ? { authorization: `Bearer ${as}` } : {} })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-type')).toMatch(/problem\+json/)
  })

  test('is opened ten times for one person, and then no more until one is closed', async () => {
    const streams = await Promise.all(Array.from({ length: 10 }, () => listen(north.executor)))
    // The streams that beat ask the database too: by the person of the eleventh nothing more may be asked.
    const asked = vi.spyOn(app.db.pool, 'connect')
    const before = asked.mock.calls.length
    const tries = await Promise.all(
      Array.from({ length: 200 }, () =>
        fetch(`${origin}/api/live`, { headers: { authorization: `Bearer ${north.executor}` } }),
      ),
    )
    expect(tries.map(({ status }) => status)).toEqual(Array(200).fill(429))
    expect(asked.mock.calls.length - before).toBeLessThan(200)
    asked.mockRestore()
    expect(tries[0]?.headers.get('retry-after')).toBe('10')
    for (const stream of streams) stream.close()
    await expect
      .poll(async () => {
        const again = await fetch(`${origin}/api/live`, {
          headers: { authorization: `Bearer ${north.executor}` },
        })
        await again.body?.cancel()
        return again.status
      })
      .toBe(200)
  })
})

type Heard = { readonly event: string; readonly data: { readonly ids?: readonly string[] } }
const orderNamed =
  (id: string) =>
  ({ event, data }: Heard) =>
    event === 'orders' && (data.ids ?? []).includes(id)
const named = (heard: readonly Heard[]) => heard.flatMap(({ data }) => data.ids ?? [])
