// Samples: companies with invented data to play with, from which nothing leaves.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealEvents } from '#features/audit/commands/seal.ts'
import { mostSamples } from '#features/companies/rules/sample.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { password } from '#tests/support/app.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { nextPayDay } from '#tests/support/days.ts'
import { startWhole, type WholeProduct } from '#tests/support/product.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: WholeProduct
let count = 0
beforeAll(async () => {
  app = await startWhole()
})
afterAll(() => app?.stop())

type Session = { access_token: string; refresh_token: string }
type Player = { companyId: string; email: string; userId: string; session: Session }

const granted = async (grant: 'password' | 'refresh_token', body: object): Promise<Session> =>
  (await app.ask(`/auth/v1/token?grant_type=${grant}`, { method: 'POST', body })).body
const signedIn = (email: string) => granted('password', { email, password })
const renewed = ({ refresh_token }: Session) => granted('refresh_token', { refresh_token })
const post = (path: string, { access_token: as }: Session, body: object = {}) =>
  app.ask(path, { method: 'POST', as, body })
const get = (path: string, { access_token: as }: Session) => app.ask(path, { as })
const make = (session: Session) => post('/api/sample', session)
const discard = (session: Session) => post('/api/sample/discard', session)
const kind = ({ status, body }: { status: number; body: { type?: string } }) => [
  status,
  body.type?.replace('/problems/', ''),
]

/** The administrator of a company without orders. */
async function newPlayer(name = 'Norte'): Promise<Player> {
  const companyId = await app.company('free', name)
  const email = `ada${++count}@norte.example`
  const userId = await app.person(companyId, 'admin', email)
  return { companyId, email, userId, session: await signedIn(email) }
}

const enter = async (session: Session, companyId: string): Promise<Session> => {
  expect((await post('/api/session/company', session, { companyId })).status).toBe(200)
  return renewed(session)
}

/** A player inside a fresh sample. */
async function playing(name = 'Norte') {
  const player = await newPlayer(name)
  const { status, body } = await make(player.session)
  expect([status, body]).toEqual([200, { companyId: expect.any(String) }])
  const sampleId: string = body.companyId
  return { ...player, sampleId, session: await enter(player.session, sampleId) }
}

async function decide(session: Session, decision: 'approve' | 'return'): Promise<void> {
  const { body: inbox } = await get('/api/approvals/pending', session)
  const { id, revision } = inbox.items[0].document
  const decided = await post(`/api/documents/${id}/decision`, session, { revision, decision, comment: 'No' })
  expect(decided.status).toBe(200)
}

const orderStates = async (session: Session) => {
  const { body } = await get('/api/documents?limit=100', session)
  return body.items.map(({ state }: { state: string }) => state).toSorted()
}

describe('a sample', () => {
  test('is a company with clients, providers, contracts, projects and orders in several states', async () => {
    const { session, companyId, sampleId } = await playing('Talleres Norte')
    const { body: company } = await get('/api/company', session)
    expect(company).toMatchObject({ id: sampleId, name: 'Ejemplo de Talleres Norte', sampleOf: companyId })
    const sizes = await Promise.all(
      ['clients', 'providers', 'contracts', 'projects', 'people'].map(
        async list => (await get(`/api/${list}`, session)).body.items.length,
      ),
    )
    expect(sizes).toEqual([2, 3, 2, 2, 3])
    const states = ['approved', 'approved', 'executed', 'in_approval', 'in_approval', 'returned']
    expect(await orderStates(session)).toEqual(states)
    const { body: inbox } = await get('/api/approvals/pending', session)
    expect(inbox.items).toHaveLength(2)
  })

  test('keeps every promise of verify, when something was done in it and when it is closed', async () => {
    const { session } = await playing()
    await decide(session, 'approve')
    await sealEvents(app.db)
    expect(await brokenInvariants(app)).toEqual({})
    expect((await discard(session)).status).toBe(200)
    await sealEvents(app.db)
    expect(await brokenInvariants(app)).toEqual({})
  })

  test('is made once by two requests at once, and asked for again is the same one', async () => {
    const { session, companyId } = await newPlayer()
    const answers = await Promise.all([make(session), make(session), make(session)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.companyId)).size).toBe(1)
    const made = await app.tamper(sql`select company_id from company where sample_of = ${companyId}`)
    expect(made).toHaveLength(1)
    expect((await app.journal(companyId)).filter(it => it.action === 'company.sample_made')).toHaveLength(1)
  })

  test('leaves the real company as it was', async () => {
    const { session, companyId } = await newPlayer()
    const before = await app.digests(companyId)
    await make(session)
    const { event: _, outbox: __, ...rest } = await app.digests(companyId)
    const { event: ___, outbox: ____, ...same } = before
    expect(rest).toEqual(same)
  })
})

describe('who may make one', () => {
  test('nobody who is not signed in, and no other role', async () => {
    const { companyId } = await newPlayer()
    expect((await app.ask('/api/sample', { method: 'POST', body: {} })).status).toBe(401)
    await app.person(companyId, 'approver', 'nadie@norte.example')
    expect((await make(await signedIn('nadie@norte.example'))).status).toBe(403)
    expect((await get('/api/reports/first-steps', await signedIn('nadie@norte.example'))).status).toBe(403)
  })

  test('no company with orders, none that is suspended, and none that is a sample', async () => {
    const cast = await makeCast(app, 'conpedidos')
    await ordersOf(app, cast).submit()
    const { email } = { email: `jefa${++count}@norte.example` }
    await app.person(cast.companyId, 'admin', email)
    expect(kind(await make(await signedIn(email)))).toEqual([409, 'has_orders'])
    const { session } = await playing()
    expect(kind(await make(session))).toEqual([409, 'sample_company'])
    const suspended = await newPlayer()
    await app.tamper(sql`update company set status = 'suspended' where company_id = ${suspended.companyId}`)
    expect(kind(await make(suspended.session))).toEqual([409, 'company_suspended'])
  })

  test('another administrator only when the first one is gone', async () => {
    const { companyId, userId, session, sampleId } = await playing()
    const email = `otra${++count}@norte.example`
    await app.person(companyId, 'admin', email)
    const other = await signedIn(email)
    expect(kind(await make(other))).toEqual([409, 'sample_of_other'])
    expect((await post('/api/session/company', other, { companyId: sampleId })).status).toBe(404)
    expect((await post(`/api/people/${userId}/deactivate`, other)).status).toBe(200)
    // Whoever leaves the company has lost the sample too, at once.
    expect((await get('/api/company', session)).status).toBe(401)
    const { status, body } = await make(other)
    expect(status).toBe(200)
    expect(body.companyId).not.toBe(sampleId)
  })

  test('twenty times, one after the other', async () => {
    const { session, companyId, userId } = await newPlayer()
    await app.tamper(sql`insert into account_company (user_id, company, sample_of)
      select ${userId}, sample, ${companyId} from (
        select gen_random_uuid() as sample from generate_series(1, ${mostSamples - 1}::int)) s`)
    // Those are of no company: the last of them answers as closed only when it is one.
    const last = newId()
    await app.tamper(sql`insert into account_company (user_id, company, sample_of)
      values (${userId}, ${last}, ${companyId})`)
    await app.tamper(sql`insert into company (company_id, name, email, plan, status, currency, time_zone, sample_of, created_at)
      select company, 'Ejemplo', 'e@e.example', 'free', 'inactive', 'EUR', 'Europe/Madrid', sample_of, now()
      from account_company where sample_of = ${companyId}`)
    expect(kind(await make(session))).toEqual([409, 'too_many_samples'])
  })
})

describe('from a sample', () => {
  test('no mail is sent, whatever happens in it', async () => {
    const { session, email } = await playing()
    await post('/api/people', session, {
      email: 'real@fuera.example',
      name: 'Rosa',
      lastName: 'Real',
      role: 'approver',
    })
    await decide(session, 'return')
    await app.settled()
    const mails = await app.tamper(sql`select to_address from mail
      where to_address = ${email} or to_address like '%ejemplo.invalid' or to_address = 'real@fuera.example'`)
    expect(mails).toEqual([])
  })

  test('nobody is invited, and the screens know it', async () => {
    const { session } = await playing()
    const person = { email: `x${++count}@fuera.example`, name: 'Rosa', lastName: 'Real', role: 'approver' }
    expect(kind(await post('/api/people', session, person))).toEqual([409, 'sample_company'])
    const client = { name: 'Otro', email: `y${++count}@fuera.example`, phone: null }
    expect(kind(await post('/api/clients', session, client))).toEqual([409, 'sample_company'])
    const { body: people } = await get('/api/people', session)
    expect(people.can.create).toMatchObject({ refused: 'sample_company' })
    expect((await app.tamper(sql`select id from account where email = ${person.email}`)).length).toBe(0)
  })

  test('no file for the bank is made, not even with an account', async () => {
    const { session, sampleId } = await playing()
    await app.tamper(sql`update company set iban = 'ES7921000813610123456789' where company_id = ${sampleId}`)
    const { body } = await get('/api/documents?limit=100', session)
    const approved = body.items.find(
      (it: { state: string; type: string }) => it.state === 'approved' && it.type === 'gasto',
    )
    const batch = {
      documentIds: [approved.id],
      payOn: nextPayDay(),
      format: 'pain.001.001.09',
      reason: null,
    }
    expect(kind(await post('/api/payment-batches', session, batch))).toEqual([409, 'sample_company'])
    expect(await app.tamper(sql`select id from payment_batch where company_id = ${sampleId}`)).toEqual([])
  })

  test('its settings, and so its name, stay', async () => {
    const { session } = await playing()
    const answer = await app.ask('/api/company/settings', {
      method: 'PATCH',
      as: session.access_token,
      body: { name: 'Banco de Verdad' },
    })
    expect(kind(answer)).toEqual([409, 'sample_company'])
  })

  test('the platform sees nothing, in no list and no figure', async () => {
    const operator = { as: await app.signInWithoutCompany() }
    const seen = async () => {
      const paths = [
        'summary',
        'companies?limit=100',
        'users?limit=100',
        'customers?limit=100',
        'revenue',
        'order-flows?limit=100',
        'contracts?limit=100',
      ]
      const answers = await Promise.all(paths.map(path => app.ask(`/api/platform/${path}`, operator)))
      expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
      // The company's own activity is told: its administrator has made a sample.
      const told = JSON.stringify(answers.map(({ body }) => body))
      return told.replace(/"lastActivityAt":(null|"[^"]*")/g, '')
    }
    const { session } = await newPlayer()
    const before = await seen()
    const { body } = await make(session)
    expect(await seen()).toBe(before)
    const restate = { plan: 'free', reason: 'Prueba' }
    const change = await app.ask(`/api/platform/companies/${body.companyId}/plan`, {
      method: 'PUT',
      ...operator,
      body: restate,
    })
    expect(change.status).toBe(404)
  })

  test('an invented person gets no real address', async () => {
    const { session } = await playing()
    const { body } = await get('/api/clients', session)
    const answer = await app.ask(`/rest/v1/profiles?id=eq.${body.items[0].id}`, {
      method: 'PATCH',
      as: session.access_token,
      body: { email: 'real@fuera.example' },
    })
    expect(answer.status).not.toBeLessThan(400)
  })
})

describe('thrown away', () => {
  test('it is left for the real company, entered by nobody again, and a new one may be made', async () => {
    const { session, companyId, sampleId, email } = await playing()
    expect(await discard(session)).toMatchObject({ status: 200, body: { companyId } })
    expect((await get('/api/company', session)).status).toBe(401)
    const back = await renewed(session)
    expect((await get('/api/company', back)).body).toMatchObject({ id: companyId, sampleOf: null })
    expect((await post('/api/session/company', back, { companyId: sampleId })).status).toBe(404)
    const { body: me } = await app.ask('/auth/v1/user', { as: (await signedIn(email)).access_token })
    expect(me.app_metadata.companies).toEqual([{ id: companyId, name: 'Norte' }])
    const { status, body } = await make(back)
    expect(status).toBe(200)
    expect(body.companyId).not.toBe(sampleId)
  })

  test('only from inside, only once, and never a real company', async () => {
    const { session, companyId } = await newPlayer()
    expect((await discard(session)).status).toBe(404)
    expect((await app.ask('/api/sample/discard', { method: 'POST', body: {} })).status).toBe(401)
    const other = await playing()
    const answers = await Promise.all([discard(other.session), discard(other.session)])
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
    const { session, companyId, sampleId, email } = await playing()
    const [operator] = await app.tamper(sql`select email from account where role = 'admin_saas' limit 1`)
    const as = operator ? await app.signIn(String(operator.email)) : await app.signInWithoutCompany()
    const body = { status: 'suspended', reason: 'Impago' }
    const answer = await app.ask(`/api/platform/companies/${companyId}/status`, { method: 'PUT', as, body })
    expect(answer.status).toBe(200)
    expect((await get('/api/company', session)).status).toBe(401)
    const back = await signedIn(email)
    expect((await get('/api/company', back)).body).toMatchObject({ id: companyId })
    expect((await post('/api/session/company', back, { companyId: sampleId })).status).toBe(404)
  })

  test('and is no reason to refuse a change of its person in the company', async () => {
    const { companyId, email, userId } = await playing()
    await app.person(companyId, 'admin', `tercera${++count}@norte.example`)
    const as = (await signedIn(`tercera${count}@norte.example`)).access_token
    const answer = await app.ask(`/rest/v1/profiles?id=eq.${userId}`, {
      method: 'PATCH',
      as,
      body: { role: 'approver' },
    })
    expect(answer.status).toBeLessThan(300)
    expect((await app.tamper(sql`select role from account where email = ${email}`))[0]?.role).toBe('approver')
  })
})
