// Everything that touches one person at once: no answer is a failure of ours, and what has ended stays ended.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyRoutes } from '#features/companies/api.ts'
import { linkCompany } from '#features/identity/store/accounts.ts'
import { makeLink } from '#features/identity/store/links.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { offboardingRoutes } from '#features/offboarding/api.ts'
import { peopleRoutes } from '#features/people/api.ts'
import { insertMember } from '#features/people/store.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { password, startApp, type TestApp } from '#tests/support/app.ts'
import { codeOf } from '#tests/support/second-factor.ts'

let app: TestApp
let [norte, sur, admin] = ['', '', '']
beforeAll(async () => {
  app = await startApp(invite => [...companyRoutes, ...peopleRoutes(invite), ...offboardingRoutes])
  norte = await app.company('enterprise', 'Norte')
  sur = await app.company('enterprise', 'Sur')
  await app.person(norte, 'admin', 'admin@norte.example')
  admin = await app.signIn('admin@norte.example')
})
afterAll(() => app?.stop())

const post = (path: string, body: object, as?: string) => app.ask(path, { method: 'POST', body, as })
const grant = async (email: string) =>
  (await post('/auth/v1/token?grant_type=password', { email, password })).body

/** A client's user of two companies. */
async function somebody(email: string) {
  const clientId = '00000000-0000-7000-8000-00000000c11e'
  for (const companyId of [norte, sur])
    await app.tamper(sql`insert into client (company_id, id, name, email, status, created_at)
      values (${companyId}, ${clientId}, 'Cliente', 'c@c.example', 'active', now()) on conflict do nothing`)
  const userId = await app.person(norte, 'client_user', email, { clientId })
  await asSystem(app.db, sur, async tx => {
    await insertMember(tx, { userId, clientId, providerId: null })
    await linkCompany(tx, userId, sur)
  })
  return userId
}

type Answer = { status: number; body: unknown }

describe('at once', () => {
  test('whatever happens to a person, no answer is a failure of ours', async () => {
    for (let round = 0; round < 6; round++) {
      const email = `todo${round}@norte.example`
      const userId = await somebody(email)
      const sessions = await Promise.all([1, 2, 3, 4].map(() => grant(email)))
      const [a, b, c, d] = sessions.map(session => session.access_token)
      const { body: factor } = await post('/auth/v1/factors', { factor_type: 'totp' }, a)
      const { body: challenge } = await post(`/auth/v1/factors/${factor.id}/challenge`, {}, a)
      const code = await makeLink(outsideAnyTransaction(app.db), { userId, purpose: 'recovery' }, clock.now())
      const people = `/api/people/${userId}`
      const doings: (() => Promise<Answer>)[] = [
        ...sessions.map(
          ({ refresh_token }) =>
            () =>
              post('/auth/v1/token?grant_type=refresh_token', { refresh_token }),
        ),
        () => post('/auth/v1/token?grant_type=password', { email, password }),
        () => post('/auth/v1/verify', { token_hash: code, type: 'recovery' }),
        () => post('/auth/v1/logout?scope=others', {}, b),
        () => post('/auth/v1/logout', {}, c),
        () =>
          app.ask('/auth/v1/user', { method: 'PUT', as: b, body: { password: `retama pálida ${round}` } }),
        () =>
          app.ask('/auth/v1/user', { method: 'PUT', as: d, body: { email: `otra${round}@norte.example` } }),
        () =>
          post(
            `/auth/v1/factors/${factor.id}/verify`,
            { challenge_id: challenge.id, code: codeOf(factor.totp.secret) },
            a,
          ),
        () => app.ask(`/auth/v1/factors/${factor.id}`, { method: 'DELETE', as: d }),
        () => post('/auth/v1/factors', { factor_type: 'totp', friendly_name: 'Otro' }, d),
        () => post('/api/session/company', { companyId: sur }, a),
        () => post('/api/session/company', { companyId: sur }, d),
        () => post('/api/impersonation', { userId, reason: 'Duda' }, admin),
        () => post(`${people}/deactivate`, {}, admin),
        () => post(`${people}/activate`, {}, admin),
        () => post('/auth/v1/recover', { email }),
      ]
      const order = doings.toSorted(() => Math.random() - 0.5)
      const answers = await Promise.all(order.map(doing => doing()))
      await app.settled()
      const failed = answers.flatMap(({ status, body }, at) =>
        status >= 500 ? [[String(order[at]), status, body]] : [],
      )
      expect(failed).toEqual([])
      const stray = await app.tamper(sql`select s.id from session s where s.parent_id is not null
        and not exists (select from event e where e.after ->> 'sessionId' = s.id::text)`)
      expect(stray).toEqual([])
    }
  })

  test('and no secret is in the journal, of whatever happened', async () => {
    const told = await app.tamper(sql`select count(distinct action)::int as actions from event`)
    expect(told[0]?.actions).toBeGreaterThan(8)
    const secrets = ['argon2', 'retama pálida', password, 'otpauth', 'eyJ', 'v1\\.'].join('|')
    expect(
      await app.tamper(sql`select action, before, after, reason from event
        where concat(before::text, after::text, reason) ~ ${secrets}`),
    ).toEqual([])
  })
})
