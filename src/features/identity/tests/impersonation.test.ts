// Looking as somebody else: who may, at whom, for how long, and that it is looking and nothing more.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '#features/identity/store/accounts.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'

let app: TestApp
let norte: Cast
let sur: Cast
let platform: string

beforeAll(async () => {
  app = await startProduct()
  norte = await makeCast(app, 'norte')
  sur = await makeCast(app, 'sur')
  const saas = { name: 'Sara', lastName: 'Plataforma', role: 'admin_saas', active: true } as const
  const account = { ...saas, email: 'saas@visto.example', passwordHash: app.passwordHash }
  await createAccount(outsideAnyTransaction(app.db), account, clock.now())
  platform = await app.signIn('saas@visto.example')
})
afterAll(() => app?.stop())

const post = (path: string, as: string, body: object = {}) => app.ask(path, { method: 'POST', as, body })
const look = (as: string, body: object) => post('/api/impersonation', as, { reason: 'Una duda', ...body })

/** The token with which somebody looks. */
async function looking(as: string, body: object): Promise<string> {
  const answer = await look(as, body)
  expect(answer.status).toBe(200)
  return answer.body.accessToken
}
const asClient = () => looking(norte.admin, { userId: norte.clientId })

describe('looking', () => {
  test('an administrator sees what the client sees, and is told who that is', async () => {
    const { status, body } = await look(norte.admin, { userId: norte.clientId })
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ id: norte.clientId, name: 'Cliente norte', role: 'client' })
    expect(body.company).toMatchObject({ id: norte.companyId, name: 'norte' })
    expect(body.expiresAt - Math.floor(Date.now() / 1000)).toBeGreaterThan(29 * 60)
    expect(body.expiresAt - Math.floor(Date.now() / 1000)).toBeLessThanOrEqual(30 * 60)
    const projects = await app.ask('/api/projects', { as: body.accessToken })
    const theirs = await app.ask('/api/projects', { as: norte.client })
    expect(projects.body.items).toEqual(theirs.body.items)
  })

  test('the platform sees a company as its administrator does, and any client of it', async () => {
    const asAdmin = await looking(platform, { companyId: norte.companyId })
    expect((await app.ask('/api/people', { as: asAdmin })).status).toBe(200)
    expect((await app.ask('/api/company', { as: asAdmin })).body.name).toBe('norte')
    const client = await looking(platform, { companyId: sur.companyId, userId: sur.clientId })
    expect((await app.ask('/api/company', { as: client })).body.name).toBe('sur')
  })

  test('nothing is offered: every ability of an answer says why', async () => {
    const { body } = await app.ask('/api/projects', { as: await asClient() })
    const text = 'Estás visualizando como otro usuario: no puedes hacer cambios.'
    expect(body.can).toEqual({ create: { refused: 'impersonating', text } })
  })

  test('the token tells both people, and gives no way to renew it', async () => {
    const token = await asClient()
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const own = JSON.parse(Buffer.from(norte.admin.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ sub: norte.clientId, act: { sub: own.sub, session_id: own.session_id } })
    const rows = await app.tamper(sql`select id from session where parent_id is not null`)
    expect(rows.length).toBeGreaterThan(0)
    const me = await app.ask('/auth/v1/user', { as: token })
    expect(me).toMatchObject({ status: 200, body: { id: norte.clientId } })
  })
})

describe('nobody looks', () => {
  test.each(['client', 'executor'] as const)('as a %s', async who => {
    const answer = await look(norte[who], { userId: norte.clientId })
    expect(answer).toMatchObject({
      status: 409,
      body: {
        type: '/problems/only_admins',
        title: 'Solo los administradores pueden impersonar clientes',
      },
    })
  })

  test('at an equal, at somebody above, or at those who only approve', async () => {
    const admin = await app.person(norte.companyId, 'admin', 'otra.admin@norte.example')
    const [saas] = await app.tamper(sql`select id from account where role = 'admin_saas'`)
    for (const userId of [admin, norte.approverIds[0], norte.executorId, saas?.id])
      expect((await look(norte.admin, { userId })).body).toMatchObject({
        type: '/problems/client_not_found',
        title: 'Cliente no encontrado',
      })
  })

  test('into another company, whatever company the request names', async () => {
    const forms = [{ userId: sur.clientId }, { userId: sur.clientId, companyId: sur.companyId }]
    for (const body of forms)
      expect((await look(norte.admin, body)).body.type).toBe('/problems/client_not_found')
    const { body } = await look(norte.admin, { userId: norte.clientId, companyId: sur.companyId })
    expect(body.company.name).toBe('norte')
  })

  test('at somebody who has been switched off, or without saying why', async () => {
    const userId = await app.person(norte.companyId, 'client_user', 'apagada@norte.example', {
      clientId: norte.clientId,
    })
    await post(`/api/people/${userId}/deactivate`, norte.admin)
    expect((await look(norte.admin, { userId })).body.type).toBe('/problems/client_not_found')
    for (const reason of ['', '   ', null, 7])
      expect((await look(norte.admin, { userId: norte.clientId, reason })).status).toBe(422)
  })

  test('through somebody else’s eyes at a third', async () => {
    const asAdmin = await looking(platform, { companyId: norte.companyId })
    const answer = await look(asAdmin, { userId: norte.clientId })
    expect(answer).toMatchObject({ status: 403, body: { type: '/problems/impersonating' } })
  })

  test('and changes anything: not a row, not a password, not a file', async () => {
    const token = await asClient()
    const { body: order } = await post('/api/documents', token, norte.order)
    expect(order.type).toBe('/problems/impersonating')
    const changed = await app.ask('/auth/v1/user', {
      method: 'PUT',
      as: token,
      body: { password: 'clave-nueva-larga' },
    })
    expect(changed.status).toBe(403)
    expect((await post('/auth/v1/logout', token)).status).toBe(403)
    const upload = await app.http.inject({
      method: 'POST',
      url: '/api/files',
      payload: '--x--',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(upload.statusCode).not.toBe(200)
  })
})

describe('looking ends', () => {
  const isOver = async (token: string) => (await app.ask('/api/projects', { as: token })).status === 401

  test('when it is ended, and the journal says when it began, ended, by whom and why', async () => {
    const token = await asClient()
    expect((await post('/api/impersonation/end', norte.admin)).body).toEqual({ ended: 1 })
    expect(await isOver(token)).toBe(true)
    const [last, before] = await app.tamper(sql`
      select e.action, e.reason, e.object_id, a.email from event e join account a on a.id = e.actor_id
      where e.company_id = ${norte.companyId} order by e.id desc limit 2`)
    const by = norte.address('admin')
    expect(last).toMatchObject({ action: 'impersonation.ended', object_id: norte.clientId, email: by })
    expect(before).toMatchObject({ action: 'impersonation.started', reason: 'Una duda', email: by })
  })

  test('when another begins', async () => {
    const first = await asClient()
    const second = await asClient()
    expect([await isOver(first), await isOver(second)]).toEqual([true, false])
  })

  test('with the session of who looks: signed out, idle, or switched off', async () => {
    const email = 'mira@norte.example'
    const userId = await app.person(norte.companyId, 'admin', email)
    const begin = async () => {
      const own = await app.signIn(email)
      return { own, token: await looking(own, { userId: norte.clientId }) }
    }
    const out = await begin()
    await post('/auth/v1/logout?scope=local', out.own)
    expect(await isOver(out.token)).toBe(true)
    const idle = await begin()
    await app.tamper(
      sql`update session set idle_after = now() - interval '1 second' where user_id = ${userId}`,
    )
    expect(await isOver(idle.token)).toBe(true)
    expect((await app.ask('/auth/v1/user', { as: idle.token })).status).toBe(403)
    const off = await begin()
    await post(`/api/people/${userId}/deactivate`, norte.admin)
    expect(await isOver(off.token)).toBe(true)
  })

  test('when who looks administers no longer', async () => {
    const userId = await app.person(norte.companyId, 'admin', 'baja@norte.example')
    const token = await looking(await app.signIn('baja@norte.example'), { userId: norte.clientId })
    await app.tamper(sql`update account set role = 'approver' where id = ${userId}`)
    expect(await isOver(token)).toBe(true)
  })

  test('after half an hour', async () => {
    const token = await asClient()
    await app.tamper(
      sql`update session set not_after = now() - interval '1 second' where parent_id is not null`,
    )
    expect(await isOver(token)).toBe(true)
  })
})

test('every request is written down with both people, before it is answered', async () => {
  const token = await asClient()
  await app.ask('/api/projects?q=secreto', { as: token })
  await post('/api/documents', token, norte.order)
  const rows = await app.tamper(sql`
    select v.method, v.path, v.user_id, a.email from viewed_request v join account a on a.id = v.acting_user_id
    where v.company_id = ${norte.companyId} order by v.id desc limit 2`)
  const who = { user_id: norte.clientId, email: norte.address('admin') }
  expect(rows).toEqual([
    { method: 'POST', path: '/api/documents', ...who },
    { method: 'GET', path: '/api/projects', ...who },
  ])
})

test('the person looked at does not see it among their sessions, nor is signed out by it', async () => {
  await asClient()
  expect((await app.ask('/api/projects', { as: norte.client })).status).toBe(200)
})
