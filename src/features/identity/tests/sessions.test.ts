// Sessions of a person, and how they end those elsewhere.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceLabel } from '#features/identity/text/devices.ts'
import { sql } from '#server/database/sql.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'
import { bearerOf, type Client, secondFactors } from '#tests/support/second-factor.ts'

let app: Browsers
beforeAll(async () => {
  app = await startWithBrowsers()
})
afterAll(() => app?.stop())

type Entry = { id: string; isCurrent: boolean; aal: string; device: string; ip: string; lastUsedAt: string }
const sessionsOf = async (client: Client): Promise<Entry[]> =>
  (await app.ask('/api/account/sessions', { as: await bearerOf(client) })).body.sessions
const end = async (client: Client, id: string) =>
  app.ask(`/api/account/sessions/${id}/end`, { method: 'POST', as: await bearerOf(client) })

describe('the list', () => {
  test('names each living session of the person and no other, the latest used first', async () => {
    const { email, userId } = await app.someone()
    const first = await app.enter(email)
    const second = await app.enter(email)
    const ended = await app.enter(email)
    await app.tamper(sql`update session set not_after = now() - interval '1 second'
      where id = (select id from session where user_id = ${userId} order by id desc limit 1)`)
    await app.enter((await app.someone()).email)
    const list = await sessionsOf(first.client)
    expect(list.map(({ isCurrent }) => isCurrent)).toEqual([false, true])
    expect(list[0]).toMatchObject({ aal: 'aal1', ip: '127.0.0.1', device: 'Navegador desconocido' })
    expect((await ended.client.auth.getUser()).error).not.toBeNull()
    await first.client.auth.refreshSession()
    expect((await sessionsOf(second.client)).map(({ isCurrent }) => isCurrent)).toEqual([false, true])
  })

  test('does not tell of those who look through the person’s eyes', async () => {
    const client = await app.someone('client')
    const admin = await app.enter((await app.someone('admin')).email)
    const body = { userId: client.userId, reason: 'Una consulta' }
    const looked = await app.ask('/api/impersonation', {
      method: 'POST',
      as: await bearerOf(admin.client),
      body,
    })
    expect(looked.status).toBe(200)
    expect(await sessionsOf((await app.enter(client.email)).client)).toHaveLength(1)
  })

  test('tells which ones have taken the second step', async () => {
    const { client, email } = await secondFactors(app).guarded()
    await app.enter(email)
    expect((await sessionsOf(client)).map(({ aal, isCurrent }) => [aal, isCurrent])).toEqual([
      ['aal1', false],
      ['aal2', true],
    ])
  })
})

describe('ending a session', () => {
  test('elsewhere works from the next request on, once, and is told', async () => {
    const { email } = await app.someone()
    const here = await app.enter(email)
    const lost = await app.enter(email)
    const other = (await sessionsOf(here.client)).find(({ isCurrent }) => !isCurrent)?.id ?? ''
    const answers = await Promise.all([1, 2, 3].map(() => end(here.client, other)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    expect((await lost.client.auth.getUser()).error).not.toBeNull()
    expect((await lost.client.auth.refreshSession()).error).not.toBeNull()
    expect((await here.client.auth.getUser()).error).toBeNull()
    const events = await app.journal(app.company, other)
    expect(events.map(({ action }) => action)).toEqual(['session.signed_in', 'session.ended'])
  })

  test('of somebody else does not exist', async () => {
    const mine = await app.enter((await app.someone()).email)
    const theirs = await app.enter((await app.someone()).email)
    const [their] = await sessionsOf(theirs.client)
    for (const id of [their?.id ?? '', crypto.randomUUID(), '7', '%00'])
      expect((await end(mine.client, id)).status).toBe(404)
    expect((await theirs.client.auth.getUser()).error).toBeNull()
  })
})

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
test.each([
  [`${windows} ${webkit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome en Windows'],
  [`${windows} ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge en Windows'],
  [`${windows} ${webkit} Chrome/141.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera en Windows'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, 'Safari en Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox en Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari en iPhone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`,
    'Chrome en Android',
  ],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Navegador en Windows'],
  ['Firefox/140.0', 'Firefox'],
  ['node', 'Navegador desconocido'],
  ['', 'Navegador desconocido'],
  [null, 'Navegador desconocido'],
])('%s is said as «%s»', (userAgent, device) => {
  expect(deviceLabel(userAgent)).toBe(device)
})
