// A company whose administrators are hostile, with a provider that says whatever they want: it opens nobody's account but
// those of the company's own people; and answers that are none of the provider's open nothing.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { Browsers } from '#tests/support/browsers.ts'
import { newSecret, nonceOf, signInDesk, startSignIn } from '#tests/support/company-sign-in.ts'
import { type Forged, type Forger, startForger } from '#tests/support/identity-provider.ts'

let app: Browsers
let forger: Forger
let desk: ReturnType<typeof signInDesk>
beforeAll(async () => {
  app = await startSignIn()
  forger = await startForger()
  desk = signInDesk(app)
  await desk.set(forger.issuer)
})
afterAll(() => Promise.all([app?.stop(), forger?.close()]))
afterEach(() => {
  Object.assign(forger.state, { claims: {}, metadata: {}, isForeignKey: false, answering: 'well' })
})

const typed = 'quien-sea@correo.example'
let count = 0

/** Comes back from the forged provider, which says what `claims` says: by itself, a sound word for this mail. */
async function comeBack(email: string, claims: Forged = {}, answered: Readonly<Record<string, string>> = {}) {
  const of = newSecret()
  const begun = await desk.begin(typed, of)
  const state = new URL(begun.body.url).searchParams.get('state') ?? ''
  forger.state.claims = { sub: `s${++count}`, email, email_verified: true, nonce: nonceOf(of), ...claims }
  const answer = new URLSearchParams({ code: 'any', state, ...answered })
  return desk.finish(app.company, of, answer.toString())
}
const refused = (kind: string) => ({ status: 409, body: { type: `/problems/${kind}` } })

describe('a hostile provider', () => {
  test('opens an account of the company’s own people, which shows that the others are refused for who they are', async () => {
    const { email } = await app.someone()
    expect((await comeBack(email)).status).toBe(200)
  })

  test('opens no account of another company, of the platform, of somebody in two companies, or of another domain', async () => {
    const other = await app.newCompany('enterprise', 'Otra')
    await app.person(other, 'approver', 'otra-persona@correo.example')
    await app.person(other, 'admin', 'otra-admin@correo.example')
    await app.person(app.company, 'approver', 'fuera@otro-dominio.example')
    await app.person(app.company, 'provider', 'proveedor@suyo.example')
    await app.tamper(sql`
      insert into account (id, email, name, last_name, role, active, email_confirmed_at, created_at, updated_at)
      values (gen_random_uuid(), 'plataforma@correo.example', 'P', 'L', 'admin_saas', true, now(), now(), now())`)
    const { email, userId } = await app.someone()
    await app.tamper(
      sql`insert into member (company_id, user_id, created_at) values (${other}, ${userId}, now())`,
    )
    await app.tamper(sql`insert into account_company (user_id, company) values (${userId}, ${other})`)
    const strangers = ['otra-persona', 'otra-admin', 'plataforma', 'nadie'].map(
      name => `${name}@correo.example`,
    )
    // One answer for all of them: the provider's owner learns nothing of who has an account.
    for (const stranger of [...strangers, email])
      expect(await comeBack(stranger), stranger).toMatchObject(refused('not_of_company'))
    for (const foreign of ['fuera@otro-dominio.example', 'proveedor@suyo.example'])
      expect(await comeBack(foreign), foreign).toMatchObject(refused('domain_not_verified'))
    for (const absurd of ['', 'x', '@', 'a@b', 'ana@correo.example@otro.example', 'a\u212A@correo.example'])
      expect((await comeBack(absurd)).status, absurd).toBe(409)
    const [opened] = await app.tamper(sql`
      select count(*)::int as sessions from session s join account who on who.id = s.user_id
      where who.email = any (${[...strangers, email]}) `)
    expect(opened).toEqual({ sessions: 0 })
  })

  test('that links somebody of the company cannot keep them once they work elsewhere too', async () => {
    const { email, userId } = await app.someone()
    const sub = `kept-${++count}`
    expect((await comeBack(email, { sub })).status).toBe(200)
    const other = await app.newCompany('enterprise', 'Después')
    await app.tamper(
      sql`insert into member (company_id, user_id, created_at) values (${other}, ${userId}, now())`,
    )
    await app.tamper(sql`insert into account_company (user_id, company) values (${userId}, ${other})`)
    expect(await comeBack(email, { sub })).toMatchObject(refused('not_of_company'))
  })

  test('adds no second factor to an account that its person opens with a password of their own', async () => {
    const { email, userId } = await app.someone()
    const enrols = async () => {
      const { body } = await comeBack(email, { sub: userId })
      const wanted = { factor_type: 'totp', friendly_name: `F${++count}` }
      return app.ask('/auth/v1/factors', { method: 'POST', as: body.access_token, body: wanted })
    }
    expect(await enrols()).toMatchObject({ status: 422, body: { error_code: 'user_sso_managed' } })
    // Where that password opens nothing, the company's word is the only way in, and its policy may ask for a factor.
    await desk.set(forger.issuer, 'required')
    expect((await enrols()).status).toBe(200)
    await desk.set(forger.issuer)
    expect((await enrols()).status).toBe(422)
    await app.tamper(sql`update account set password_hash = null where id = ${userId}`)
    expect((await enrols()).status).toBe(200)
  })

  test('signs nobody in by the domain of another company', async () => {
    const victim = await app.newCompany('enterprise', 'Víctima')
    await app.person(victim, 'approver', 'ana@victima.example')
    await app.tamper(sql`
      insert into sign_in_domain (company, domain, token, verified_at, verified_by, created_at)
      values (${victim}, 'victima.example', 'x', now(), 'dns', now())`)
    await app.tamper(sql`
      insert into sign_in_domain (company, domain, token, created_at) values (${app.company}, 'victima.example', 'y', now())`)
    expect(await comeBack('ana@victima.example')).toMatchObject(refused('domain_not_verified'))
  })
})

describe('an answer', () => {
  test.each<[string, Forged]>([
    ['with another nonce', { nonce: 'x'.repeat(43) }],
    ['for another audience', { aud: 'otra-aplicacion' }],
    ['of another issuer', { iss: 'https://otro.example' }],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 120 }],
    ['of tomorrow', { nbf: Math.floor(Date.now() / 1000) + 86_400 }],
    ['without a subject', { sub: undefined }],
  ])('%s opens nothing', async (_name, claims) => {
    const { email } = await app.someone()
    expect(await comeBack(email, claims)).toMatchObject(refused('provider_wrong'))
  })

  test('within the tolerance of two clocks is good', async () => {
    const { email } = await app.someone()
    const now = Math.floor(Date.now() / 1000)
    expect((await comeBack(email, { iat: now + 20, exp: now - 10 })).status).toBe(200)
  })

  test('signed with a key that is none of the provider’s opens nothing', async () => {
    const { email } = await app.someone()
    forger.state.isForeignKey = true
    expect(await comeBack(email)).toMatchObject(refused('provider_wrong'))
  })

  test('that another provider sent, or whose state is none of ours, never reaches this one', async () => {
    const { email } = await app.someone()
    const before = forger.state.tokenCalls
    expect(await comeBack(email, {}, { iss: 'https://otro.example' })).toMatchObject(
      refused('provider_wrong'),
    )
    expect(await comeBack(email, {}, { state: 'x' })).toMatchObject(refused('attempt_lost'))
    expect(forger.state.tokenCalls).toBe(before)
  })
})

describe('a provider', () => {
  test('that refuses, fails or sends the browser to no page is answered with a sentence', async () => {
    const { email } = await app.someone()
    forger.state.answering = 'refusing'
    expect(await comeBack(email)).toMatchObject(refused('provider_refused'))
    forger.state.answering = 'failing'
    expect((await comeBack(email)).status).toBe(409)
    forger.state.answering = 'well'
    for (const page of ['javascript:alert(1)//', 'http://10.0.0.1/auth', 'data:text/html,x']) {
      forger.state.metadata = { authorization_endpoint: page }
      expect(await desk.begin(typed, newSecret()), page).toMatchObject(refused('provider_wrong'))
    }
    // Describes itself as another one.
    forger.state.metadata = { issuer: 'https://accounts.google.com' }
    expect(await desk.begin(typed, newSecret())).toMatchObject(refused('provider_wrong'))
  })

  test('that leads into the private network is not called there', async () => {
    const { email } = await app.someone()
    forger.state.metadata = { token_endpoint: 'http://10.0.0.1/token' }
    expect(await comeBack(email)).toMatchObject(refused('provider_unreachable'))
  })

  test('that is gone is answered with a sentence', async () => {
    const gone = await startForger()
    await gone.close()
    await desk.set(gone.issuer)
    const begun = await desk.begin(typed, newSecret())
    await desk.set(forger.issuer)
    expect(begun).toMatchObject(refused('provider_unreachable'))
  })
})
