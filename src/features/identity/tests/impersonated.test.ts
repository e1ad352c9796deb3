// Looking as somebody else shows the company that is looked at, is begun with every step taken, and leaves a trace.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { companyRoutes } from '#features/companies/api.ts'
import { sweepSessions } from '#features/identity/commands/sweep.ts'
import { linkCompany } from '#features/identity/store/accounts.ts'
import { impersonationsSubscriber } from '#features/identity/subscribers.ts'
import { offboardingRoutes } from '#features/offboarding/api.ts'
import { peopleRoutes } from '#features/people/api.ts'
import { changeCompanyStatus } from '#features/platform/commands/companies.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { password } from '#tests/support/app.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'
import { secondFactors } from '#tests/support/second-factor.ts'
import { deliverTo } from '#tests/support/subscribers.ts'

let app: Browsers
let strict: Browsers
beforeAll(async () => {
  app = await startWithBrowsers({}, invite => [
    ...companyRoutes,
    ...peopleRoutes(invite),
    ...offboardingRoutes,
  ])
  await app.person(app.company, 'approver', 'saas@norte.example')
  strict = await startWithBrowsers({ isStrict: true }, () => companyRoutes)
})
afterAll(() => Promise.all([app?.stop(), strict?.stop()]))
afterEach(() => void vi.restoreAllMocks())

/** A client of the company with its own organisation. */
async function aClient(of: Browsers, company = of.company) {
  const email = of.newAddress()
  const clientId = newId()
  await of.tamper(sql`insert into client (company_id, id, name, email, status, created_at)
    values (${company}, ${clientId}, 'Cliente', 'c@c.example', 'active', now())`)
  return { email, userId: await of.person(company, 'client', email, { clientId }) }
}

async function anAdmin(of: Browsers) {
  const { email, userId } = await of.someone('admin')
  return { email, userId, token: await of.signIn(email) }
}

const look = (of: Browsers, as: string, userId: string) =>
  of.ask('/api/impersonation', { method: 'POST', as, body: { userId, reason: 'Una duda' } })

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

const told = (of: Browsers, adminId: string) =>
  of.tamper(sql`select action from event
    where actor_id = ${adminId} and action like 'impersonation.%' order by action desc`)

const bothEvents = [{ action: 'impersonation.started' }, { action: 'impersonation.ended' }]

describe('where administrators need a second factor', () => {
  test('nobody looks as somebody else without one', async () => {
    const { token } = await anAdmin(strict)
    const { userId } = await aClient(strict)
    expect(await look(strict, token, userId)).toMatchObject({
      status: 403,
      body: { type: '/problems/second_factor_missing' },
    })
    const { client, userId: adminId } = await secondFactors(strict).guarded('admin')
    const stepped = (await client.auth.getSession()).data.session?.access_token ?? ''
    expect((await look(strict, stepped, userId)).status).toBe(200)
    expect(await told(strict, adminId)).toHaveLength(1)
  })
})

describe('what is looked at', () => {
  test('names no other company of that person, nor their second factor', async () => {
    const { token } = await anAdmin(app)
    const { userId, email } = await aClient(app)
    const elsewhere = await app.newCompany('enterprise', 'Otra empresa secreta')
    await asSystem(app.db, elsewhere, async tx => {
      await tx.run(
        sql`insert into client (company_id, id, name, email, status, created_at) values (${elsewhere}, ${userId}, 'X', 'x@x.example', 'active', ${tx.now})`,
      )
      await tx.run(sql`insert into member (company_id, user_id, client_id, active, created_at)
        values (${elsewhere}, ${userId}, ${userId}, true, ${tx.now})`)
      await linkCompany(tx, userId, elsewhere)
    })
    const own = await app.enter(email)
    await own.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Teléfono' })
    const { body } = await look(app, token, userId)
    const me = await app.ask('/auth/v1/user', { as: body.accessToken })
    expect(me).toMatchObject({ status: 200, body: { id: userId } })
    expect(claimsOf(body.accessToken).app_metadata.companies).toHaveLength(1)
    expect(me.body.app_metadata.companies).toHaveLength(1)
    expect(me.body.factors).toBeUndefined()
    expect(JSON.stringify(claimsOf(body.accessToken)) + JSON.stringify(me.body)).not.toContain(elsewhere)
  })

  test('is written down on the wire of the sign-in client too', async () => {
    const { token } = await anAdmin(app)
    const { userId } = await aClient(app)
    const { body } = await look(app, token, userId)
    await app.ask('/auth/v1/user', { as: body.accessToken })
    await app.ask('/auth/v1/user', { as: body.accessToken, method: 'PUT', body: { data: { name: 'Otro' } } })
    const seen = await app.tamper(
      sql`select method, path from viewed_request where user_id = ${userId} order by id`,
    )
    expect(seen).toEqual([
      { method: 'GET', path: '/auth/v1/user' },
      { method: 'PUT', path: '/auth/v1/user' },
    ])
  })

  test('is not written down for a token of which nothing lives', async () => {
    const { token } = await anAdmin(app)
    const { userId } = await aClient(app)
    const { body } = await look(app, token, userId)
    await app.ask('/api/impersonation/end', { method: 'POST', as: token })
    expect((await app.ask('/api/company', { as: body.accessToken })).status).toBe(401)
    expect(await app.tamper(sql`select id from viewed_request where user_id = ${userId}`)).toEqual([])
  })
})

describe('a write that was made once', () => {
  test('is not answered again to somebody who only looks', async () => {
    const { token, email } = await anAdmin(app)
    const body = { name: 'Luis', lastName: 'Gil', email: app.newAddress(), role: 'approver' }
    const create = (as: string) => app.ask('/api/people', { method: 'POST', as, body, key: 'la-misma-clave' })
    expect((await create(token)).status).toBe(200)
    const [{ id } = { id: '' }] = await app.tamper(sql`select id from account where email = ${email}`)
    await app.tamper(sql`update account set role = 'admin_saas' where email = 'saas@norte.example'`)
    const asked = { companyId: app.company, userId: id, reason: 'Una duda' }
    const operator = await app.signIn('saas@norte.example')
    const looking = await app.ask('/api/impersonation', { method: 'POST', as: operator, body: asked })
    expect(looking.status).toBe(200)
    expect((await create(looking.body.accessToken)).status).toBe(403)
  })
})

describe('begun and ended in the same instant', () => {
  test('whoever has just signed out begins nothing', async () => {
    for (let round = 0; round < 10; round++) {
      const { token, userId: adminId } = await anAdmin(app)
      const { userId } = await aClient(app)
      const [begun, out] = await Promise.all([
        look(app, token, userId),
        app.ask('/auth/v1/logout', { method: 'POST', as: token }),
      ])
      expect(out.status).toBe(204)
      expect([200, 401]).toContain(begun.status)
      if (begun.status === 200)
        expect((await app.ask('/api/company', { as: begun.body.accessToken })).status).toBe(401)
      expect(await told(app, adminId)).toEqual(begun.status === 200 ? bothEvents : [])
    }
  })

  test('of several begun at once, one is left', async () => {
    const { token, userId: adminId } = await anAdmin(app)
    const { userId } = await aClient(app)
    const begun = await Promise.all([1, 2, 3, 4].map(() => look(app, token, userId)))
    expect(begun.map(answer => answer.status)).toEqual([200, 200, 200, 200])
    const asked = begun.map(answer => app.ask('/api/company', { as: answer.body.accessToken }))
    const statuses = (await Promise.all(asked)).map(answer => answer.status)
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401])
    expect(await told(app, adminId)).toHaveLength(7)
  })
})

describe('signing out', () => {
  test.each(['global', 'others'] as const)(
    '%s ends what is looked at from the other sessions, and says so',
    async scope => {
      const { email, token, userId: adminId } = await anAdmin(app)
      const { userId } = await aClient(app)
      const { body } = await look(app, token, userId)
      const second = await app.enter(email)
      expect((await second.client.auth.signOut({ scope })).error).toBeNull()
      expect((await app.ask('/api/company', { as: body.accessToken })).status).toBe(401)
      expect(await told(app, adminId)).toEqual(bothEvents)
    },
  )
})

describe('every way in which it ends is in the journal, once', () => {
  /** A platform operator who impersonates a client of the company. */
  async function impersonating() {
    const { userId: adminId, email } = await app.someone('admin')
    await app.tamper(sql`update account set role = 'admin_saas' where id = ${adminId}`)
    await app.tamper(sql`delete from member where user_id = ${adminId}`)
    const token = await app.signIn(email)
    const companyId = await app.newCompany('enterprise', 'Se mira')
    const { userId } = await aClient(app, companyId)
    const asked = { companyId, userId, reason: 'Una duda' }
    const { body } = await app.ask('/api/impersonation', { method: 'POST', as: token, body: asked })
    return { adminId, token, userId, companyId, impersonatingToken: body.accessToken }
  }
  type Scene = Awaited<ReturnType<typeof impersonating>>

  const deliver = () => deliverTo(app.db, impersonationsSubscriber)

  test.each<[string, (scene: Scene) => Promise<unknown>]>([
    ['by hand', ({ token }) => app.ask('/api/impersonation/end', { method: 'POST', as: token })],
    [
      'with another password, which ends the other sessions of who looks',
      async ({ adminId }) => {
        const [{ email } = { email: '' }] = await app.tamper(
          sql`select email from account where id = ${adminId}`,
        )
        const other = await app.signIn(email)
        const body = { password: 'otra clave que nadie adivina 7', current_password: password }
        expect((await app.ask('/auth/v1/user', { method: 'PUT', as: other, body })).status).toBe(200)
      },
    ],
    [
      'with who is looked at switched off',
      async ({ userId, companyId }) => {
        const email = app.newAddress()
        await app.person(companyId, 'admin', email)
        const as = await app.signIn(email)
        const off = await app.ask(`/api/people/${userId}/deactivate`, { method: 'POST', as, body: {} })
        expect(off.status).toBe(200)
      },
    ],
    [
      'with the company suspended',
      async ({ adminId, companyId }) => {
        const stop = { status: 'suspended', reason: 'No paga' } as const
        const stopped = await changeCompanyStatus(app.db, { userId: adminId }, companyId, stop)
        expect(stopped).toHaveProperty('status', 'suspended')
      },
    ],
    [
      'after half an hour',
      async ({ userId }) => {
        await app.tamper(
          sql`update session set not_after = now() - interval '1 second' where user_id = ${userId}`,
        )
        await sweepSessions(app.db)
      },
    ],
  ])('%s', async (_, end) => {
    const scene = await impersonating()
    await end(scene)
    expect((await app.ask('/api/company', { as: scene.impersonatingToken })).status).toBe(401)
    await deliver()
    expect(await told(app, scene.adminId)).toEqual(bothEvents)
    await app.tamper(sql`insert into outbox (id, company, topic, payload, created_at, next_try_at)
      select gen_random_uuid(), company_id, 'impersonation.over', jsonb_build_object('sessionId', after ->> 'sessionId',
        'viewedId', object_id, 'by', actor_id), now(), now()
      from event where actor_id = ${scene.adminId} and action = 'impersonation.ended'`)
    await deliver()
    expect(await told(app, scene.adminId)).toEqual(bothEvents)
  })
})
