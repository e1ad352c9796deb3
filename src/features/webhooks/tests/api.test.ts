// Who may keep webhooks, and what is refused.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { webhookRoutes } from '#features/webhooks/api.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { openReach } from '#server/http/reach.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'

let app: TestApp
let cast: Cast
let count = 0
beforeAll(async () => {
  const reach = openReach({ privateNetworks: [], allowsLoopback: false })
  app = await startProduct({ routes: webhookRoutes({ secret, reach }) })
}, 120_000)
beforeEach(async () => {
  count += 1
  cast = await makeCast(app, `avisos${count}`, { approvers: 1 })
}, 120_000)
afterAll(() => app.stop())

const fields = { url: 'https://sistema.example/in', description: 'Contabilidad', events: ['order.approved'] }
const post = (path: string, body: object | undefined, as: string | undefined = cast.admin, key?: string) =>
  app.ask(`/api/webhooks${path}`, { method: 'POST', as, ...(body ? { body } : {}), ...(key ? { key } : {}) })
const get = (path: string, as: string | undefined = cast.admin) => app.ask(`/api/webhooks${path}`, { as })
const put = (id: string, body: object, as = cast.admin) =>
  app.ask(`/api/webhooks/${id}`, { method: 'PUT', as, body })
const remove = (id: string, as = cast.admin) => app.ask(`/api/webhooks/${id}`, { method: 'DELETE', as })
const make = async (): Promise<string> => (await post('', fields)).body.id
const refusal = (kind: string) => ({ type: expect.stringContaining(kind) })

test('its secret is shown once, and stands nowhere as it is', async () => {
  const key = newId()
  const made = await post('', fields, cast.admin, key)
  expect(made.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  // Whoever repeats the request because its answer was lost sees it again.
  expect((await post('', fields, cast.admin, key)).body).toEqual(made.body)
  expect(JSON.stringify((await get('')).body)).not.toContain('whsec_')
  const stored = await app.tamper(sql`
    select sealed as text from webhook_secret where company_id = ${cast.companyId}
    union all select answer::text from idempotency_key where company_id = ${cast.companyId}
    union all select e::text from event e where company_id = ${cast.companyId}`)
  const text = JSON.stringify(stored)
  expect(text).not.toContain(made.body.secret)
  expect(text).not.toContain(made.body.secret.slice(6))
})

test('a secret that the program can no longer open is not shown again, which is said', async () => {
  const keys = [newId(), newId()] as const
  const { id } = (await post('', fields, cast.admin, keys[0])).body
  expect((await post(`/${id}/secrets`, undefined, cast.admin, keys[1])).status).toBe(200)
  await app.tamper(sql`
    update idempotency_key set answer = regexp_replace(answer::text, '"sealed": ?"[^"]*"', '"sealed": "v1.x"')::jsonb
    where company_id = ${cast.companyId} and answer::text like '%sealed%'`)
  for (const again of [
    await post('', fields, cast.admin, keys[0]),
    await post(`/${id}/secrets`, undefined, cast.admin, keys[1]),
  ])
    expect([again.status, again.body]).toEqual([409, expect.objectContaining(refusal('secret_unreadable'))])
})

test('only administrators see and keep them, and nobody without a session', async () => {
  const id = await make()
  for (const as of [cast.client, cast.approvers[0], cast.executor]) {
    for (const path of ['', `/${id}`, `/${id}/deliveries`, `/${id}/deliveries/${newId()}`])
      expect((await get(path, as)).status).toBe(403)
    expect((await post('', fields, as)).status).toBe(403)
    expect((await put(id, { ...fields, revision: 1 }, as)).status).toBe(403)
    expect((await remove(id, as)).status).toBe(403)
    for (const path of ['moves', 'secrets', 'tests', 'resends', `deliveries/${newId()}/resends`])
      expect((await post(`/${id}/${path}`, { move: 'pause', revision: 1 }, as)).status).toBe(403)
  }
  expect((await app.ask('/api/webhooks')).status).toBe(401)
})

test('a webhook of another company does not exist, whatever is asked of it', async () => {
  const id = await make()
  const stranger = await makeCast(app, `otra${count}`, { approvers: 1 })
  for (const path of [`/${id}`, `/${id}/deliveries`, `/${id}/deliveries/${newId()}`])
    expect((await get(path, stranger.admin)).status).toBe(404)
  expect((await put(id, { ...fields, revision: 1 }, stranger.admin)).status).toBe(404)
  expect((await remove(id, stranger.admin)).status).toBe(404)
  expect((await post(`/${id}/moves`, { move: 'pause', revision: 1 }, stranger.admin)).status).toBe(404)
  for (const path of ['secrets', 'tests', `deliveries/${newId()}/resends`])
    expect((await post(`/${id}/${path}`, undefined, stranger.admin)).status).toBe(404)
  expect((await post(`/${id}/resends`, {}, stranger.admin)).status).toBe(404)
})

test('a delivery is found under its own webhook alone', async () => {
  const [one, other] = [await make(), await make()]
  const { deliveryId } = (await post(`/${one}/tests`, undefined)).body
  expect((await get(`/${one}/deliveries/${deliveryId}`)).status).toBe(200)
  expect((await get(`/${other}/deliveries/${deliveryId}`)).status).toBe(404)
  expect((await post(`/${other}/deliveries/${deliveryId}/resends`, undefined)).status).toBe(404)
})

test.each([
  ['http://sistema.example/in', 'not_https'],
  ['https://10.0.0.1/in', 'private_address'],
  ['https://[::ffff:7f00:1]/in', 'private_address'],
  ['https://localhost/in', 'private_address'],
  ['https://sistema.example:22/in', 'port_closed'],
  ['https://ana:clave@sistema.example/in', 'not_an_address'],
  ['sistema.example', 'not_an_address'],
])('%s is refused: %s', async (url, kind) => {
  const refused = await post('', { ...fields, url })
  expect([refused.status, refused.body]).toEqual([409, expect.objectContaining(refusal(kind))])
  const id = await make()
  expect((await put(id, { ...fields, url, revision: 1 })).body).toMatchObject(refusal(kind))
})

test.each([
  [{ events: [] }, '/events'],
  [{ events: ['order.eaten'] }, '/events/0'],
  [{ events: ['webhook.test'] }, '/events/0'],
  [{ url: '' }, '/url'],
  [{ url: `https://sistema.example/${'x'.repeat(500)}` }, '/url'],
  [{ description: ' ' }, '/description'],
  [{ description: 'x'.repeat(121) }, '/description'],
])('%o is invalid at %s', async (over, pointer) => {
  const invalid = await post('', { ...fields, ...over })
  expect(invalid.status).toBe(422)
  expect(JSON.stringify(invalid.body)).toContain(pointer)
})

test('a change that is based on an older one is refused, and one that changes nothing leaves no trace', async () => {
  const id = await make()
  expect((await put(id, { ...fields, revision: 1 })).body).toEqual({ id, revision: 1 })
  const changed = { ...fields, description: 'Tesorería', events: ['order.executed', 'order.executed'] }
  expect((await put(id, { ...changed, revision: 1 })).body).toEqual({ id, revision: 2 })
  expect((await put(id, { ...fields, revision: 1 })).body).toMatchObject(refusal('stale_webhook'))
  expect((await post(`/${id}/moves`, { move: 'pause', revision: 1 })).body).toMatchObject(
    refusal('stale_webhook'),
  )
  expect((await get(`/${id}`)).body).toMatchObject({ description: 'Tesorería', events: ['order.executed'] })
  const journal = await app.journal(cast.companyId, id)
  expect(journal.map(({ action }) => action)).toEqual(['webhook.created', 'webhook.changed'])
})

test('paused and resumed by turns: what is so already is refused', async () => {
  const id = await make()
  expect((await post(`/${id}/moves`, { move: 'resume', revision: 1 })).body).toMatchObject(
    refusal('webhook_active'),
  )
  expect((await post(`/${id}/moves`, { move: 'pause', revision: 1 })).status).toBe(200)
  expect((await post(`/${id}/moves`, { move: 'pause', revision: 2 })).body).toMatchObject(
    refusal('webhook_not_active'),
  )
  expect((await post(`/${id}/resends`, {})).body).toMatchObject(refusal('webhook_not_active'))
  expect((await get(`/${id}`)).body).toMatchObject({
    state: 'paused',
    can: { pause: { refused: 'webhook_not_active' } },
  })
  expect((await post(`/${id}/moves`, { move: 'resume', revision: 2 })).status).toBe(200)
})

test('in a suspended company webhooks are paused, removed and given another secret, and nothing else', async () => {
  const [id, other] = [await make(), await make()]
  await app.tamper(sql`update company set status = 'suspended' where company_id = ${cast.companyId}`)
  const suspended = refusal('company_suspended')
  expect((await post('', fields)).body).toMatchObject(suspended)
  expect((await put(id, { ...fields, revision: 1 })).body).toMatchObject(suspended)
  expect((await post(`/${id}/tests`, undefined)).body).toMatchObject(suspended)
  expect((await get(`/${id}`)).body.can).toMatchObject({
    pause: true,
    remove: true,
    renewSecret: true,
    change: { refused: 'company_suspended' },
    test: { refused: 'company_suspended' },
  })
  expect((await post(`/${id}/moves`, { move: 'pause', revision: 1 })).status).toBe(200)
  expect((await post(`/${id}/moves`, { move: 'resume', revision: 2 })).body).toMatchObject(suspended)
  expect((await post(`/${id}/secrets`, undefined)).body).toMatchObject({ secret: expect.any(String) })
  expect((await remove(other)).status).toBe(200)
})

test('a company has ten, also when the last ones are made at once', async () => {
  for (let index = 0; index < 8; index++) await make()
  const last = await Promise.all(Array.from({ length: 4 }, () => post('', fields)))
  expect(last.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409])
  expect((await get('')).body).toMatchObject({ most: 10, can: { create: { refused: 'too_many_webhooks' } } })
  expect((await get('')).body.items).toHaveLength(10)
})

test('one that is removed is gone with its deliveries, once', async () => {
  const id = await make()
  await post(`/${id}/tests`, undefined)
  const removed = await Promise.all([remove(id), remove(id)])
  expect(removed.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect((await get(`/${id}`)).status).toBe(404)
  const rows = await app.tamper(sql`
    select id from webhook_delivery where company_id = ${cast.companyId}
    union all select endpoint from webhook_lane where company = ${cast.companyId}`)
  expect(rows).toEqual([])
  const journal = await app.journal(cast.companyId, id)
  expect(journal.map(({ action }) => action)).toEqual(['webhook.created', 'webhook.removed'])
})

test('the log is read page by page, and filtered', async () => {
  const id = await make()
  await app.tamper(sql`
    insert into webhook_delivery (company_id, id, endpoint_id, event_id, event_type, body, state, created_at, next_try_at)
    select ${cast.companyId}, gen_random_uuid(), ${id}, gen_random_uuid(), 'order.approved', '{}',
      case when number % 2 = 0 then 'failed' else 'accepted' end, now(), now() from generate_series(1, 9) number`)
  const first = (await get(`/${id}/deliveries?limit=5`)).body
  const second = (await get(`/${id}/deliveries?limit=5&after=${first.next}`)).body
  expect([first.items.length, second.items.length, second.next]).toEqual([5, 4, null])
  const ids = [...first.items, ...second.items].map((item: { id: string }) => item.id)
  expect(new Set(ids).size).toBe(9)
  expect((await get(`/${id}/deliveries?state=failed`)).body.items).toHaveLength(4)
  expect((await get(`/${id}/deliveries?state=eaten`)).status).toBe(422)
})
