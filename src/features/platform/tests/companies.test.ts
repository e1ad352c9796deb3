// Actions of the platform's operators on companies, against the whole program.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyList } from '#features/platform/list.ts'
import { newId } from '#kernel/ids.ts'
import { fold } from '#kernel/text.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { mailSeal, queueMail } from '#server/mail/queue.ts'
import { secret } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf } from '#tests/support/cast.ts'
import { type Platform, startPlatform } from '#tests/support/platform.ts'

let app: Platform
let cast: Cast
let saas = { userId: '', token: '' }

beforeAll(async () => {
  app = await startPlatform()
  saas = await app.operator('saas@plataforma.example')
  cast = await makeCast(app, 'norte')
})
afterAll(() => app?.stop())

const get = (path: string) => app.ask(`/api/platform/${path}`, { as: saas.token })
const put = (path: string, body: object) =>
  app.ask(`/api/platform/${path}`, { method: 'PUT', body, as: saas.token })
const post = (path: string, body: object = {}) =>
  app.ask(`/api/platform/${path}`, { method: 'POST', body, as: saas.token })

const company = (over: object = {}) => ({
  companyId: newId(),
  name: 'Levante',
  email: 'hola@levante.example',
  plan: 'business',
  status: 'active',
  currency: 'EUR',
  timeZone: 'Europe/Madrid',
  ...over,
})
const reason = 'Impago de dos meses'

describe('companies', () => {
  test('are listed with what the platform may know of them, and found by name or address', async () => {
    const order = await ordersOf(app, cast).submit()
    expect(order).toMatch(/^DOC-/)
    const { status, body } = await get('companies?q=NORTE')
    expect(status).toBe(200)
    expect(body.items).toEqual([
      {
        id: cast.companyId,
        name: 'norte',
        email: 'hola@norte.example',
        plan: 'enterprise',
        status: 'active',
        users: 5,
        projects: 1,
        documents: 1,
        lastActivityAt: expect.any(String),
        createdAt: expect.any(String),
      },
    ])
    expect((await get('companies?q=%25')).body.items).toEqual([])
  })

  test('come by pages, each where the last one ended', async () => {
    await Promise.all(Array.from({ length: 52 }, (_, i) => app.company('free', `Serie ${100 + i}`)))
    const first = (await get('companies?q=serie')).body
    const second = (await get(`companies?q=serie&after=${first.next}`)).body
    const names = [...first.items, ...second.items].map(({ name }: { name: string }) => name)
    expect([first.items.length, second.items.length, second.next]).toEqual([50, 2, null])
    expect(names).toEqual(names.toSorted())
    expect(new Set(names).size).toBe(52)
  })

  test.each(companyList.sorts)('sorted by %s come once each, in this order, page after page', async sort => {
    const found: { id: string; name: string; createdAt: string }[] = []
    for (let after = ''; ; ) {
      const { items, next } = (await get(`companies?sort=${sort}&limit=20${after}`)).body
      found.push(...items)
      if (next === null) break
      after = `&after=${encodeURIComponent(next)}`
    }
    const key = ({ name, createdAt }: (typeof found)[number]) =>
      sort.endsWith('name') ? fold(name) : createdAt
    const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
    const sign = sort.startsWith('-') ? -1 : 1
    const inOrder = found.toSorted((a, b) => sign * (compared(key(a), key(b)) || compared(a.id, b.id)))
    expect(found.length).toBeGreaterThan(52)
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    expect(found.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id))
  })

  test('are created once, however often the request comes', async () => {
    const body = company()
    const answers = await Promise.all([
      post('companies', body),
      post('companies', body),
      post('companies', body),
    ])
    for (const { status, body: made } of [...answers, await post('companies', body)])
      expect([status, made]).toEqual([200, { id: body.companyId }])
    expect((await app.journal(body.companyId)).map(event => event.action)).toEqual(['company.created'])
    const other = await post('companies', { ...body, name: 'Otra' })
    expect(other.body.type).toBe('/problems/company_exists')
  })

  test('are created with their first administrator, who is invited and comes in', async () => {
    const adminEmail = 'jefa@levante.example'
    const body = company({ adminEmail, adminName: 'Julia', adminLastName: 'Mas', status: 'suspended' })
    expect((await post('companies', body)).status).toBe(200)
    const [mail] = await app.mails(adminEmail)
    expect(mail?.subject).toBe('Sara Soto te invita a Levante en Visto Bueno')
    const token = await app.accept(adminEmail)
    expect((await app.ask('/api/company', { as: token })).body).toMatchObject({
      name: 'Levante',
      plan: 'business',
      status: 'suspended',
    })
  })

  test('are not created at all when the first administrator cannot be', async () => {
    const email = cast.address('aprueba0')
    const body = company({ adminEmail: email, adminName: 'A', adminLastName: 'B' })
    expect((await post('companies', body)).body.type).toBe('/problems/email_taken')
    expect((await get(`companies/${body.companyId}/organisations`)).status).toBe(404)
  })

  test.each([
    [{ name: ' ' }, '/name', 'Nombre requerido'],
    [{ email: 'x' }, '/email', 'Correo electrónico no válido'],
    [{ timeZone: 'Europe/Nada' }, '/timeZone', 'Zona horaria no válida'],
    [{ timeZone: `Europe/${'a'.repeat(60)}` }, '/timeZone', 'Zona horaria no válida'],
    [{ currency: 'ZZZ' }, '/currency', 'Moneda no admitida'],
    [{ adminEmail: 'a@b.example' }, '/adminName', 'Nombre requerido'],
    [{ adminName: 'Ana' }, '/adminEmail', 'Correo electrónico requerido'],
  ])('%j is refused at %s', async (over, pointer, message) => {
    const { status, body } = await post('companies', company(over))
    expect(status).toBe(422)
    expect(body.issues).toContainEqual({ pointer, message, code: expect.any(String) })
  })

  test('name their clients and providers, for whom people are let in', async () => {
    expect((await get(`companies/${cast.companyId}/organisations`)).body).toEqual({
      clients: [{ id: cast.clientId, name: 'Cliente norte' }],
      providers: [{ id: cast.providerId, name: 'Proveedor norte' }],
    })
  })
})

describe('a plan', () => {
  test('is changed with a reason that the company reads, and counts at once', async () => {
    const sur = await app.company('enterprise', 'Sur')
    const admin = await app.someone('admin', sur)
    for (let more = 0; more < 3; more++) await app.person(sur, 'approver', `sur${more}@sur.example`)
    const changed = await put(`companies/${sur}/plan`, { plan: 'free', reason })
    expect(changed.body).toEqual({ id: sur, plan: 'free', status: 'active' })
    expect((await app.journal(sur)).at(-1)).toMatchObject({
      action: 'company.plan_changed',
      after: { plan: 'free' },
    })
    const person = { name: 'Luis', lastName: 'Gil', email: 'uno.mas@sur.example', role: 'approver' }
    const full = await app.ask('/api/people', { method: 'POST', as: admin.token, body: person })
    expect(full.body.type).toBe('/problems/plan_limit')
  })

  test('that it has already writes nothing, and one without a reason is refused', async () => {
    const before = await app.digests()
    expect((await put(`companies/${cast.companyId}/plan`, { plan: 'enterprise', reason })).status).toBe(200)
    expect((await put(`companies/${cast.companyId}/plan`, { plan: 'free', reason: ' ' })).status).toBe(422)
    expect((await put(`companies/${cast.companyId}/plan`, { plan: 'gold', reason })).status).toBe(422)
    expect((await put(`companies/${newId()}/plan`, { plan: 'free', reason })).status).toBe(404)
    expect(await app.digests()).toEqual(before)
  })
})

describe('a suspended company', () => {
  test('loses its open sessions at once, and then reads, decides and creates nothing', async () => {
    const oeste = await makeCast(app, 'oeste')
    const orders = ordersOf(app, oeste)
    const waiting = await orders.submit()
    const sessions = [oeste.admin, oeste.client, ...oeste.approvers]
    const answers = await Promise.all(
      [1, 2].map(() => put(`companies/${oeste.companyId}/status`, { status: 'suspended', reason })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const token of sessions) {
      expect(await app.lives(token)).toBe(false)
      expect((await app.ask('/api/company', { as: token })).status).toBe(401)
    }
    const events = (await app.journal(oeste.companyId)).filter(({ action }) => action === 'company.suspended')
    expect(events).toHaveLength(1)
    const again = await app.signIn(oeste.address('aprueba0'))
    expect((await orders.decide(waiting, again)).status).toBe(200)
    const client = await app.signIn(oeste.address('cliente'))
    const refused = await app.ask('/api/documents', { method: 'POST', as: client, body: oeste.order })
    expect(refused.body.type).toBe('/problems/company_suspended')
    await put(`companies/${oeste.companyId}/status`, { status: 'active', reason: 'Ya ha pagado' })
    const order = await app.ask('/api/documents', { method: 'POST', as: client, body: oeste.order })
    expect(order.status).toBe(200)
  })

  test('touches nobody’s session in another company', async () => {
    const este = await app.company('free', 'Este')
    await put(`companies/${este}/status`, { status: 'suspended', reason })
    expect(await app.lives(cast.admin)).toBe(true)
  })
})

test('a mail that could not be sent is seen, without what it says, and is tried again', async () => {
  const on = { all: (query: Parameters<Platform['db']['run']>[0]) => app.db.run(query) }
  const mail = {
    to: 'rota@correo.example',
    subject: 'Asunto',
    kind: 'recovery',
    text: 'secreto',
    html: '<p>',
  }
  await queueMail(on, mailSeal(secret), mail, clock.now())
  await app.tamper(sql`update mail set attempts = 12, failed_at = now(), last_error = '550 nobody'
    where to_address = ${mail.to}`)
  const [seen, ...more] = (await get('mails')).body.items
  expect(more).toEqual([])
  expect(seen).toMatchObject({
    to: mail.to,
    subject: 'Asunto',
    attempts: 12,
    error: '550 nobody',
    hasFailed: true,
  })
  expect(JSON.stringify(seen)).not.toContain('secreto')
  expect((await post(`mails/${seen.id}/retry`)).body).toEqual({ retried: 1 })
  expect((await post(`mails/${newId()}/retry`)).status).toBe(404)
  const [row] = await app.tamper(sql`select attempts, failed_at from mail where to_address = ${mail.to}`)
  expect(row).toEqual({ attempts: 0, failed_at: null })
})

test('the six figures are of real data', async () => {
  const { body } = await get('summary')
  const [truth] = await app.tamper(sql`
    select (select count(*)::int from company where status = 'active') as companies,
      (select count(*)::int from document) as orders,
      (select count(*)::int from approval where status = 'pending') as pending,
      (select sum(case plan when 'starter' then 199 when 'business' then 499 when 'enterprise' then 999 else 0 end)::int
        from company where status = 'active') as mrr`)
  expect(body).toEqual({
    ownCompanies: 0,
    activeCompanies: truth?.companies,
    monthlyOrders: truth?.orders,
    pendingApprovals: truth?.pending,
    mrrUsd: truth?.mrr,
    endingContracts: 0,
    activeUsers: expect.any(Number),
    averageApprovalHours: expect.any(Number),
  })
  await app.tamper(
    sql`update contract set starts_on = current_date - 9, ends_on = current_date + 10 where id = 'CTR-001'`,
  )
  expect((await get('summary')).body.endingContracts).toBe(2)
})
