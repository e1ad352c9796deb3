// Samples: companies with invented data to play with, made and thrown away.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxSamples } from '#features/companies/rules/sample.ts'
import { sealEvents } from '#features/seals/commands/seal.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { withTenant } from '#server/database/tenant.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { kind, playersOf, type Session } from '#tests/support/players.ts'
import { startWhole, type WholeProduct } from '#tests/support/product.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: WholeProduct
let players: ReturnType<typeof playersOf>
beforeAll(async () => {
  app = await startWhole()
  players = playersOf(app)
})
afterAll(() => app?.stop())

const orderStates = async (session: Session) => {
  const { body } = await players.get('/api/documents?limit=100', session)
  return body.items.map(({ state }: { state: string }) => state).toSorted()
}

describe('a sample', () => {
  test('is a company with clients, providers, contracts, projects and orders in several states', async () => {
    const { session, companyId, sampleId } = await players.playing('Talleres Norte')
    const { body: company } = await players.get('/api/company', session)
    expect(company).toMatchObject({ id: sampleId, name: 'Ejemplo de Talleres Norte', sampleOf: companyId })
    const sizes = await Promise.all(
      ['clients', 'providers', 'contracts', 'projects', 'people'].map(
        async list => (await players.get(`/api/${list}`, session)).body.items.length,
      ),
    )
    expect(sizes).toEqual([2, 3, 2, 2, 3])
    const states = ['approved', 'approved', 'executed', 'in_approval', 'in_approval', 'returned']
    expect(await orderStates(session)).toEqual(states)
    const { body: inbox } = await players.get('/api/approvals/pending', session)
    expect(inbox.items).toHaveLength(2)
  })

  test('keeps every promise of verify, when something was done in it and when it is closed', async () => {
    const { session } = await players.playing()
    await players.decide(session, 'approve')
    await sealEvents(app.db)
    expect(await brokenInvariants(app)).toEqual({})
    expect((await players.discard(session)).status).toBe(200)
    await sealEvents(app.db)
    expect(await brokenInvariants(app)).toEqual({})
  })

  test('is made once by two requests at once, and asked for again is the same one', async () => {
    const { session, companyId } = await players.newPlayer()
    const answers = await Promise.all([players.make(session), players.make(session), players.make(session)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.companyId)).size).toBe(1)
    const made = await app.tamper(sql`select company_id from company where sample_of = ${companyId}`)
    expect(made).toHaveLength(1)
    expect((await app.journal(companyId)).filter(it => it.action === 'company.sample_made')).toHaveLength(1)
  })

  test('is read once for each request: its token says what it is, and the rows agree', async () => {
    const { session } = await players.playing()
    const claims = await app.tokens.verifyAccessToken(session.access_token)
    const readAs: unknown[] = []
    await withTenant(app.db, { claims, requestId: null, mode: 'read' }, async (tx, { isSample }) => {
      readAs.push(isSample)
      await tx.one(sql`select 1`)
    })
    expect(readAs).toEqual([true])
  })

  test('leaves the real company as it was', async () => {
    const { session, companyId } = await players.newPlayer()
    const before = await app.digests(companyId)
    await players.make(session)
    const { event: _, outbox: __, ...rest } = await app.digests(companyId)
    const { event: ___, outbox: ____, ...same } = before
    expect(rest).toEqual(same)
  })
})

describe('who may make one', () => {
  test('nobody who is not signed in, and no other role', async () => {
    const { companyId } = await players.newPlayer()
    expect((await app.ask('/api/sample', { method: 'POST', body: {} })).status).toBe(401)
    await app.person(companyId, 'approver', 'nadie@norte.example')
    expect((await players.make(await players.signedIn('nadie@norte.example'))).status).toBe(403)
    expect(
      (await players.get('/api/reports/first-steps', await players.signedIn('nadie@norte.example'))).status,
    ).toBe(403)
  })

  test('no company with orders, none that is suspended, and none that is a sample', async () => {
    const cast = await makeCast(app, 'conpedidos')
    await ordersOf(app, cast).submit()
    const email = players.newAddress()
    await app.person(cast.companyId, 'admin', email)
    expect(kind(await players.make(await players.signedIn(email)))).toEqual([409, 'has_orders'])
    const { session } = await players.playing()
    expect(kind(await players.make(session))).toEqual([409, 'sample_company'])
    const suspended = await players.newPlayer()
    await app.tamper(sql`update company set status = 'suspended' where company_id = ${suspended.companyId}`)
    expect(kind(await players.make(suspended.session))).toEqual([409, 'company_suspended'])
  })

  test('another administrator only when the first one is gone', async () => {
    const { companyId, userId, session, sampleId } = await players.playing()
    const email = players.newAddress()
    await app.person(companyId, 'admin', email)
    const other = await players.signedIn(email)
    expect(kind(await players.make(other))).toEqual([409, 'sample_of_other'])
    expect((await players.post('/api/session/company', other, { companyId: sampleId })).status).toBe(404)
    expect((await players.post(`/api/people/${userId}/deactivate`, other)).status).toBe(200)
    // Whoever leaves the company has lost the sample too, at once.
    expect((await players.get('/api/company', session)).status).toBe(401)
    const { status, body } = await players.make(other)
    expect(status).toBe(200)
    expect(body.companyId).not.toBe(sampleId)
  })

  test('twenty times, one after the other', async () => {
    const { session, companyId, userId } = await players.newPlayer()
    await app.tamper(sql`insert into account_company (user_id, company, sample_of)
      select ${userId}, sample, ${companyId} from (
        select gen_random_uuid() as sample from generate_series(1, ${maxSamples - 1}::int)) s`)
    // Those are of no company: the last of them answers as closed only when it is one.
    const last = newId()
    await app.tamper(sql`insert into account_company (user_id, company, sample_of)
      values (${userId}, ${last}, ${companyId})`)
    await app.tamper(sql`insert into company (company_id, name, email, plan, status, currency, time_zone, sample_of, created_at)
      select company, 'Ejemplo', 'e@e.example', 'free', 'inactive', 'EUR', 'Europe/Madrid', sample_of, now()
      from account_company where sample_of = ${companyId}`)
    expect(kind(await players.make(session))).toEqual([409, 'too_many_samples'])
  })
})

describe('thrown away', () => {
  test('it is left for the real company, entered by nobody again, and a new one may be made', async () => {
    const { session, companyId, sampleId, email } = await players.playing()
    expect(await players.discard(session)).toMatchObject({ status: 200, body: { companyId } })
    expect((await players.get('/api/company', session)).status).toBe(401)
    const back = await players.renewed(session)
    expect((await players.get('/api/company', back)).body).toMatchObject({ id: companyId, sampleOf: null })
    expect((await players.post('/api/session/company', back, { companyId: sampleId })).status).toBe(404)
    const { body: me } = await app.ask('/auth/v1/user', { as: (await players.signedIn(email)).access_token })
    expect(me.app_metadata.companies).toEqual([{ id: companyId, name: 'Norte' }])
    const { status, body } = await players.make(back)
    expect(status).toBe(200)
    expect(body.companyId).not.toBe(sampleId)
  })

  test('only from inside, only once, and never a real company', async () => {
    const { session, companyId } = await players.newPlayer()
    expect((await players.discard(session)).status).toBe(404)
    expect((await app.ask('/api/sample/discard', { method: 'POST', body: {} })).status).toBe(401)
    const other = await players.playing()
    const answers = await Promise.all([players.discard(other.session), players.discard(other.session)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, expect.any(Number)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const [{ status } = {}] = await app.tamper(
      sql`select status from company where company_id = ${companyId}`,
    )
    expect(status).toBe('active')
  })
})

describe('a sample closes with its company', () => {
  test('suspended by the platform: its sessions end, and signing in leads to the company', async () => {
    const { session, companyId, sampleId, email } = await players.playing()
    const [operator] = await app.tamper(sql`select email from account where role = 'admin_saas' limit 1`)
    const as = operator ? await app.signIn(String(operator.email)) : await app.signInWithoutCompany()
    const body = { status: 'suspended', reason: 'Impago' }
    const answer = await app.ask(`/api/platform/companies/${companyId}/status`, { method: 'PUT', as, body })
    expect(answer.status).toBe(200)
    expect((await players.get('/api/company', session)).status).toBe(401)
    const back = await players.signedIn(email)
    expect((await players.get('/api/company', back)).body).toMatchObject({ id: companyId })
    expect((await players.post('/api/session/company', back, { companyId: sampleId })).status).toBe(404)
  })

  test('and is no reason to refuse a change of its person in the company', async () => {
    const { companyId, email, userId } = await players.playing()
    const other = players.newAddress()
    await app.person(companyId, 'admin', other)
    const as = (await players.signedIn(other)).access_token
    const answer = await app.ask(`/rest/v1/profiles?id=eq.${userId}`, {
      method: 'PATCH',
      as,
      body: { role: 'approver' },
    })
    expect(answer.status).toBeLessThan(300)
    expect((await app.tamper(sql`select role from account where email = ${email}`))[0]?.role).toBe('approver')
  })
})
