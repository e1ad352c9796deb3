// The mails that nobody sent, and the clock that can be moved: seen and moved from this machine alone, and only
// where the configuration wants it.
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeSecret } from '#server/auth/secret-keys.ts'
import { clock } from '#server/clock.ts'
import { type Db, openDb } from '#server/database/db.ts'
import { type DevPages, mountDev } from '#server/http/dev.ts'
import { newServer } from '#server/http/server.ts'
import { servePages } from '#server/http/static.ts'
import { renderMail } from '#server/mail/layout.ts'
import { deliverDue } from '#server/mail/mailer.ts'
import { mailSeal, queueMail } from '#server/mail/queue.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { expectProblem } from '#tests/support/problems.ts'

const seal = mailSeal(makeSecret('a secret of at least thirty-two characters'))
const log = pino({ level: 'silent' })
const url = 'http://127.0.0.1:3000/login?source=reset_email&code=abc_-123'
const site = { product: 'Visto Bueno', origin: 'http://127.0.0.1:3000' }
const name = '<img src=x onerror=alert(1)>'

let database: TestDatabase
let db: Db
let http: ReturnType<typeof serving>

function serving(pages: DevPages | null) {
  const app = newServer(log)
  if (pages) mountDev(app, pages, { db, seal })
  servePages(app, '/no pages')
  return app
}

type Sent = {
  readonly accept?: string
  readonly remoteAddress?: string
  readonly headers?: { readonly [name: string]: string }
}

const get = (path: string, { accept = '*/*', remoteAddress = '127.0.0.1', headers = {} }: Sent = {}) =>
  http.inject({ url: path, remoteAddress, headers: { host: '127.0.0.1:3000', accept, ...headers } })

async function queue(to: string, code: string): Promise<void> {
  const action = { label: 'Cambiar la contraseña', url: `${url}${code}` }
  const content = { subject: `Para ${name}`, greeting: `Hola, ${name}:`, paragraphs: [], action, ...site }
  const on = { all: (query: Parameters<Db['run']>[0]) => db.run(query) }
  await queueMail(on, seal, { to, kind: 'recovery', ...renderMail(content) }, clock.now())
}

beforeAll(async () => {
  z.config(z.locales.es())
  database = await freshDatabase()
  db = openDb(database.appUrl, { size: 4 })
  http = serving({ outbox: true, clock: true })
  await queue('ana@norte.example', '1')
  await deliverDue({ db, seal, log, transport: null }, new AbortController().signal)
  await queue('Luis@norte.example', '2')
})
afterAll(async () => {
  await http.close()
  await db.close()
  await database.drop()
})

describe('the outbox', () => {
  test('tells programs of every mail, sent or waiting, newest first', async () => {
    for (const answer of [
      await get('/dev/outbox', { accept: 'application/json' }),
      await get('/dev/outbox.json'),
    ]) {
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
      const [newest, oldest, ...more] = answer.json()
      expect(more).toEqual([])
      expect(Object.keys(oldest)).toEqual([
        'id',
        'to',
        'subject',
        'kind',
        'text',
        'html',
        'links',
        'created_at',
      ])
      expect(oldest).toMatchObject({ to: 'ana@norte.example', kind: 'recovery', subject: `Para ${name}` })
      expect([newest.links, oldest.links]).toEqual([[`${url}2`], [`${url}1`]])
    }
  })

  test('finds the mails to one address, however it is written', async () => {
    const to = async (address: string) =>
      (await get(`/dev/outbox?to=${encodeURIComponent(address)}`))
        .json()
        .map((mail: { to: string }) => mail.to)
    expect(await to('LUIS@norte.example')).toEqual(['Luis@norte.example'])
    expect(await to('norte.example')).toEqual([])
    expect(await to("' or true --")).toEqual([])
  })

  test('shows people the mails with their links, without a script or style in the page', async () => {
    const { headers, body } = await get('/dev/outbox', { accept: 'text/html,*/*;q=0.8' })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("style-src 'self'")
    expect(body).toContain(`<a href="${url.replaceAll('&', '&amp;')}1">`)
    expect(body).toContain('Para &lt;img src=x onerror=alert(1)&gt;')
    expect(body).not.toMatch(/<img|<script|<style|\sstyle=/)
    expect((await get('/dev/outbox.css')).headers['content-type']).toContain('text/css')
    expect((await get('/dev/outbox?to=a@b.example', { accept: 'text/html' })).body).toContain(
      'No hay correos',
    )
  })

  test('shows the design of a mail where it can do nothing and load nothing', async () => {
    const [mail] = (await get('/dev/outbox.json')).json()
    const { headers, body } = await get(`/dev/outbox/${mail.id}`)
    expect(body).toBe(mail.html)
    expect(headers['content-security-policy']).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    for (const id of [
      'x',
      mail.id.replace(/.$/, 'x'),
      clock.now().getTime(),
      '00000000-0000-7000-8000-000000000000',
    ])
      expectProblem(await get(`/dev/outbox/${id}`), 404)
  })

  test('bears any question', async () => {
    for (const query of ['to=%00', 'to=a&to=b', `to=${'x'.repeat(400)}`])
      expectProblem(await get(`/dev/outbox?${query}`), 400, 422)
  })
})

const addresses = ['/dev/outbox', '/dev/outbox.json', '/dev/outbox.css', '/dev/outbox/x']

describe('only this machine is answered', () => {
  test.each<[string, Sent]>([
    ['from another machine', { remoteAddress: '10.0.0.7' }],
    ['from another machine over IPv6', { remoteAddress: '2001:db8::1' }],
    ['by a name that only now leads here', { headers: { host: 'evil.example' } }],
    ['by a name that begins like ours', { headers: { host: '127.0.0.1.evil.example:3000' } }],
    ['by a name with a stranger before it', { headers: { host: '127.0.0.1@evil.example' } }],
    ['by no name', { headers: { host: '/' } }],
    ['by a proxy that speaks for others', { headers: { 'x-forwarded-for': '10.0.0.7' } }],
    ['by a proxy that names its host', { headers: { 'x-forwarded-host': 'evil.example' } }],
  ])('not %s', async (_, sent) => {
    for (const address of addresses) expectProblem(await get(address, sent), 404)
    const headers = { host: '127.0.0.1:3000', ...sent.headers }
    const payload = { advance_s: 60 }
    const remoteAddress = sent.remoteAddress ?? '127.0.0.1'
    const before = clock.now().getTime()
    expectProblem(
      await http.inject({ method: 'POST', url: '/dev/clock', headers, remoteAddress, payload }),
      404,
    )
    expect(clock.now().getTime() - before).toBeLessThan(30_000)
  })

  test.each([
    ['127.0.0.1', '127.0.0.1:3000'],
    ['::1', '[::1]:3000'],
    ['::ffff:127.0.0.1', 'localhost:3000'],
  ])('from %s as %s', async (remoteAddress, host) => {
    expect((await get('/dev/outbox', { remoteAddress, headers: { host } })).statusCode).toBe(200)
  })

  test('and no page of another origin may read it', async () => {
    const { headers } = await get('/dev/outbox', { headers: { origin: 'http://127.0.0.1:4000' } })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  })
})

describe('the clock', () => {
  const advance = (payload: string | object, headers = {}) =>
    http.inject({
      method: 'POST',
      url: '/dev/clock',
      headers: { host: 'localhost:3000', ...headers },
      payload,
    })

  test('moves the whole program forward and says what time it is', async () => {
    const before = Date.now()
    const answer = await advance({ advance_s: 3600 })
    expect(answer.statusCode).toBe(200)
    const now = new Date(answer.json().now).getTime()
    expect(Math.abs(now - before - 3600_000)).toBeLessThan(10_000)
    expect(Math.abs(clock.now().getTime() - now)).toBeLessThan(10_000)
    expect((await advance({ advance_s: 0 })).statusCode).toBe(200)
  })

  test('never moves back, nor by what is no number of seconds', async () => {
    const before = clock.now().getTime()
    const wrong = [-1, 1.5, 315_576_001, '60', null, [60], Number.MAX_VALUE].map(advance_s => ({ advance_s }))
    for (const body of [...wrong, {}, [], { advance_s: 60, more: 1 }]) expectProblem(await advance(body), 422)
    expectProblem(await advance('{"advance_s":1e999}', { 'content-type': 'application/json' }), 400, 422)
    expectProblem(await advance('{"advance_s":60}', { 'content-type': 'text/plain' }), 415, 422)
    expectProblem(await advance('advance_s=60', { 'content-type': 'application/x-www-form-urlencoded' }), 415)
    expect(clock.now().getTime() - before).toBeLessThan(10_000)
  })
})

describe('what is not wanted is not there', () => {
  test.each<[string, DevPages | null, number, number]>([
    ['in production nothing', null, 404, 404],
    ['in a demo the outbox alone', { outbox: true, clock: false }, 200, 404],
    ['in a test both', { outbox: true, clock: true }, 200, 200],
    ['with neither, neither', { outbox: false, clock: false }, 404, 404],
  ])('%s', async (_, pages, outbox, moved) => {
    const app = serving(pages)
    const headers = { host: '127.0.0.1:3000' }
    for (const address of addresses.slice(0, 3))
      expect((await app.inject({ url: address, headers })).statusCode).toBe(outbox)
    const answer = await app.inject({ method: 'POST', url: '/dev/clock', headers, payload: { advance_s: 0 } })
    expect(answer.statusCode).toBe(moved)
    await app.close()
  })
})
