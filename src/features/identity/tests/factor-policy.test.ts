// Of whom a company asks a second factor: who chooses it, what it brings about, and who hears of it.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { companyRoutes } from '#features/companies/api.ts'
import { noticeRoutes } from '#features/notices/api.ts'
import type { FactorPolicy } from '#kernel/second-factor.ts'
import { sql } from '#server/database/sql.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'
import { factorMissing, policySet, stepOf } from '#tests/support/factor-policy.ts'
import { bearerOf, codeOf, enrol, secondFactors } from '#tests/support/second-factor.ts'
import { deliverAll } from '#tests/support/subscribers.ts'

let app: Browsers
let strict: Browsers
beforeAll(async () => {
  const routes = () => [...companyRoutes, ...noticeRoutes]
  app = await startWithBrowsers({}, routes)
  strict = await startWithBrowsers({ isStrict: true }, routes)
})
afterAll(() => Promise.all([app?.stop(), strict?.stop()]))
afterEach(() => policySet(app, app.company, null))

const path = '/api/company/second-factor'
const seen = (of: Browsers, as: string | undefined) => of.ask(path, { as })
const choose = (of: Browsers, as: string | undefined, policy: FactorPolicy, saw: FactorPolicy = 'nobody') =>
  of.ask(path, { method: 'PUT', as, body: { policy, seen: saw } })
const refused = (reason: string) => ({ status: 409, body: { type: `/problems/${reason}` } })

/** An administrator who has taken the second step. */
async function protectedAdmin(of: Browsers) {
  const { client, userId, email } = await secondFactors(of).guarded('admin')
  return { userId, email, token: await bearerOf(client) }
}

async function plain(of: Browsers, role: 'admin' | 'approver' = 'admin') {
  const { email, userId } = await of.someone(role)
  return { email, userId, token: await of.signIn(email) }
}

const approves = (userId: string) =>
  app.tamper(sql`insert into member_permission (company_id, user_id, permission)
    values (${app.company}, ${userId}, 'approve')`)

describe('the policy', () => {
  test('is chosen by an administrator who has a second factor, and holds from the next request on', async () => {
    const { token } = await protectedAdmin(app)
    const other = await plain(app)
    const approver = await plain(app, 'approver')
    await approves(approver.userId)
    expect((await choose(app, token, 'deciders')).body.inForce).toBe('deciders')
    expect(await stepOf(app, approver.token)).toBe(factorMissing)
    expect(await stepOf(app, other.token)).toBe(factorMissing)
    expect(await stepOf(app, token)).toBeNull()
    expect((await choose(app, token, 'administrators', 'deciders')).status).toBe(200)
    expect(await stepOf(app, approver.token)).toBeNull()
    expect((await choose(app, token, 'nobody', 'administrators')).status).toBe(200)
    expect(await stepOf(app, other.token)).toBeNull()
  })

  test('is said with the session of whoever lacks the step, before a screen asks for what would be refused', async () => {
    const said = async (of: Browsers, as: string | undefined) =>
      (await of.ask('/auth/v1/user', { as })).body.app_metadata.second_factor_asked
    const [boss, approver, strictly] = [
      await protectedAdmin(app),
      await plain(app, 'approver'),
      await plain(strict),
    ]
    expect(await said(app, approver.token)).toBeUndefined()
    expect(await said(strict, strictly.token)).toBe(true)
    expect((await choose(app, boss.token, 'deciders')).status).toBe(200)
    expect(await said(app, approver.token)).toBe(true)
    expect(await said(app, (await plain(app)).token), 'an administrator').toBe(true)
    expect(await said(app, boss.token)).toBeUndefined()
  })

  test('is made stricter by nobody who would owe a factor and has none', async () => {
    const { token } = await plain(app)
    for (const policy of ['administrators', 'deciders'] as const) {
      expect(await choose(app, token, policy)).toMatchObject(refused('own_factor_missing'))
      expect((await seen(app, token)).body.can[policy]).toMatchObject({ refused: 'own_factor_missing' })
    }
    expect((await choose(app, token, 'nobody')).status).toBe(200)
  })

  test('is neither seen nor chosen by anybody but administrators, and in no other company', async () => {
    const approver = await plain(app, 'approver')
    expect((await seen(app, approver.token)).status).toBe(403)
    expect((await choose(app, approver.token, 'deciders')).status).toBe(403)
    expect((await seen(app, undefined)).status).toBe(401)
    const elsewhere = await app.newCompany('enterprise', 'Otra')
    const { token } = await protectedAdmin(app)
    await choose(app, token, 'deciders')
    await app.person(elsewhere, 'admin', 'otra@elsewhere.example')
    const foreign = await app.signIn('otra@elsewhere.example')
    expect((await seen(app, foreign)).body.inForce).toBe('nobody')
  })

  test('of a form that saw another policy is not written over unseen', async () => {
    const { token } = await protectedAdmin(app)
    expect((await choose(app, token, 'deciders')).status).toBe(200)
    expect(await choose(app, token, 'administrators', 'nobody')).toMatchObject(refused('stale_data'))
    expect((await seen(app, token)).body.inForce).toBe('deciders')
  })

  test('of two administrators who change it at once one does, and the other is told', async () => {
    const [one, other] = [await protectedAdmin(app), await protectedAdmin(app)]
    const both = await Promise.all([
      choose(app, one.token, 'deciders'),
      choose(app, other.token, 'administrators'),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.type).toBe('/problems/stale_data')
  })

  test('nobody else’s words are taken for one', async () => {
    const { token } = await protectedAdmin(app)
    const answer = await app.ask(path, {
      method: 'PUT',
      as: token,
      body: { policy: 'everybody', seen: 'nobody' },
    })
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ pointer: '/policy' }] } })
  })
})

describe('where the program asks its administrators', () => {
  test('a company asks of more people and never of fewer', async () => {
    const { token } = await protectedAdmin(strict)
    expect((await seen(strict, token)).body).toMatchObject({
      inForce: 'administrators',
      can: { nobody: { refused: 'policy_of_program' }, administrators: true, deciders: true },
    })
    expect(await choose(strict, token, 'nobody', 'administrators')).toMatchObject(
      refused('policy_of_program'),
    )
    expect((await choose(strict, token, 'deciders', 'administrators')).body.inForce).toBe('deciders')
    expect((await choose(strict, token, 'administrators', 'deciders')).status).toBe(200)
    expect(await stepOf(strict, (await plain(strict)).token)).toBe(factorMissing)
    expect(await stepOf(strict, (await plain(strict, 'approver')).token)).toBeNull()
  })
})

describe('an administrator', () => {
  test('sees how many people each policy asks, and how many of them have no second factor yet', async () => {
    const company = await app.newCompany('enterprise', 'Contada')
    const add = async (role: 'admin' | 'approver', who: string, active = true) => {
      const email = `${who}@contada.example`
      const userId = await app.person(company, role, email, { active })
      return { userId, email }
    }
    const admin = await add('admin', 'jefa')
    const protectedOne = await add('admin', 'segunda')
    const approver = await add('approver', 'aprueba')
    const gone = await add('approver', 'antigua', false)
    await add('approver', 'mira')
    for (const { userId } of [approver, gone])
      await app.tamper(sql`insert into member_permission (company_id, user_id, permission)
        values (${company}, ${userId}, 'approve')`)
    await app.tamper(sql`update account set second_factor = true where id = ${protectedOne.userId}`)
    const { body } = await seen(app, await app.signIn(admin.email))
    expect(body.concerned).toEqual({
      administrators: { people: 2, without: 1 },
      deciders: { people: 3, without: 2 },
    })
  })

  test('hears which policy another has chosen, once, and nobody else does', async () => {
    const { token, userId } = await protectedAdmin(app)
    await app.tamper(sql`update account set name = 'Julia', last_name = 'Vega' where id = ${userId}`)
    const other = await protectedAdmin(app)
    const approver = await plain(app, 'approver')
    expect((await choose(app, token, 'deciders')).status).toBe(200)
    // To choose what is in force already is no news.
    expect((await choose(app, token, 'deciders', 'deciders')).status).toBe(200)
    await deliverAll(app.db)
    const heard = async (as: string | undefined) => (await app.ask('/api/notices', { as })).body.items
    expect(
      (await heard(other.token)).filter((notice: { byName: string }) => notice.byName === 'Julia Vega'),
    ).toEqual([
      expect.objectContaining({ topic: 'company.second_factor_changed', policy: 'deciders', read: false }),
    ])
    expect(await heard(approver.token)).toEqual([])
    const events = await app.tamper(sql`select before, after from event
      where action = 'company.second_factor_changed' and actor_id = ${userId}`)
    expect(events).toEqual([{ before: { policy: 'nobody' }, after: { policy: 'deciders' } }])
    expect(await heard(token)).not.toContainEqual(expect.objectContaining({ byName: 'Julia Vega' }))
  })

  test('without a second factor looks as nobody else once the company asks for one', async () => {
    const { email } = await app.someone('admin')
    const { token } = { token: await app.signIn(email) }
    const { userId } = await app.someone('approver')
    await policySet(app, app.company, 'administrators')
    const look = await app.ask('/api/impersonation', {
      method: 'POST',
      as: token,
      body: { userId, reason: 'Una duda' },
    })
    expect(look).toMatchObject({ status: 403, body: { type: factorMissing } })
  })
})

describe('somebody of whom it is asked', () => {
  const stateOf = async (of: Browsers, as: string | undefined) =>
    (await of.ask('/api/account/second-factor', { as })).body

  test('is told by which company and why, makes a factor, and goes on', async () => {
    const { email, userId } = await app.someone('approver')
    await approves(userId)
    const { client } = await app.enter(email)
    expect(await stateOf(app, await bearerOf(client))).toMatchObject({ asked: null })
    await policySet(app, app.company, 'deciders')
    expect(await stateOf(app, await bearerOf(client))).toMatchObject({
      asked: { why: 'decider', company: 'Norte' },
    })
    expect(await stepOf(app, await bearerOf(client))).toBe(factorMissing)
    const { id: factorId, totp } = await enrol(client)
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) })
    expect(error).toBeNull()
    expect(await stepOf(app, await bearerOf(client))).toBeNull()
    expect(await stateOf(app, await bearerOf(client))).toMatchObject({ asked: { why: 'decider' } })
  })

  test('is told that it is the installation, where it is', async () => {
    expect(await stateOf(strict, (await plain(strict)).token)).toMatchObject({
      asked: { why: 'administrator', company: null },
    })
    expect(await stateOf(strict, (await plain(strict, 'approver')).token)).toMatchObject({ asked: null })
  })
})
