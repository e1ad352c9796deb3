// The settings of company sign-in: who changes them, what is asked before, and what they bring about.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signInSeal } from '#features/company-sign-in/store.ts'
import { newId } from '#kernel/ids.ts'
import { reseal } from '#mend/reseal.ts'
import { makeSecret } from '#server/auth/secret-keys.ts'
import { sql } from '#server/database/sql.ts'
import { origin, secret } from '#tests/support/app.ts'
import type { Browsers } from '#tests/support/browsers.ts'
import { newSecret, provider, signInDesk, startSignIn, texts } from '#tests/support/company-sign-in.ts'
import {
  clientSecret,
  followProvider,
  type IdentityProvider,
  startIdentityProvider,
} from '#tests/support/identity-provider.ts'
import { scheduler } from '#tests/support/schedules.ts'
import { bearerOf, codeOf, enrol } from '#tests/support/second-factor.ts'

let app: Browsers
let idp: IdentityProvider
let desk: ReturnType<typeof signInDesk>
let admin: Awaited<ReturnType<ReturnType<typeof signInDesk>['admin']>>
beforeAll(async () => {
  app = await startSignIn()
  idp = await startIdentityProvider([`${origin}/login/empresa/${app.company}`], { inToken: true })
  desk = signInDesk(app)
  admin = await desk.admin()
})
afterAll(() => Promise.all([app?.stop(), idp?.close()]))
afterEach(async () => {
  await app.tamper(sql`delete from company_sign_in`)
  await app.tamper(sql`delete from sign_in_domain`)
})

const refused = (kind: string) => ({ status: 409, body: { type: `/problems/${kind}` } })
const save = (body: object = {}, as = admin.token) =>
  desk.call(as, 'PUT', '', { ...provider(idp.issuer), revision: 0, ...body })
const mode = (wanted: string, revision: number, as = admin.token) =>
  desk.call(as, 'PUT', '/mode', { mode: wanted, revision })
const addDomain = (domain: string) => desk.call(admin.token, 'POST', '/domains', { domain })
const check = (domain: string) => desk.call(admin.token, 'POST', `/domains/${domain}/checks`, {})

/** Goes to the provider as somebody, and comes back with what it says. */
async function tries(email: string) {
  idp.signsIn({ sub: newId(), email, email_verified: true })
  const of = newSecret()
  const begun = await desk.call(admin.token, 'POST', '/tests', { secret: of })
  const { answer } = await followProvider(begun.body.url)
  return desk.call(admin.token, 'POST', '/tests/results', { secret: of, answer })
}

test('from the provider to the obligation: saved, a domain verified, tried by whoever obliges, and switched off again', async () => {
  const saved = await save()
  expect(saved).toMatchObject({
    status: 200,
    body: { mode: 'off', revision: 1, redirectUri: `${origin}/login/empresa/${app.company}` },
  })
  expect(await mode('offered', 1)).toMatchObject(refused('domain_missing'))
  const added = await addDomain(' @Correo.Example ')
  const { record } = added.body.domains[0]
  expect(record.name).toBe('_visto-bueno-verificacion.correo.example')
  expect(await check('correo.example')).toMatchObject(refused('record_missing'))
  texts.set(record.name, ['v=spf1 -all', record.value])
  expect((await check('correo.example')).body.domains[0]).toMatchObject({ verifiedBy: 'dns' })
  expect((await mode('offered', 1)).body).toMatchObject({ mode: 'offered', revision: 2 })
  expect(await mode('required', 2)).toMatchObject(refused('untested'))
  // Somebody else's account, and a trial of another administrator, are no trial of one's own.
  expect((await tries('otra@correo.example')).body).toMatchObject({
    works: false,
    email: 'otra@correo.example',
  })
  expect(await mode('required', 2)).toMatchObject(refused('untested'))
  expect((await tries(admin.email)).body).toMatchObject({ works: true, emailVerified: true, reason: null })
  const other = await desk.admin()
  expect(await mode('required', 2, other.token)).toMatchObject(refused('untested'))
  expect((await mode('required', 2)).body.mode).toBe('required')
  expect(await desk.call(admin.token, 'DELETE', '/domains/correo.example')).toMatchObject(
    refused('last_domain'),
  )
  // Other settings than those that were tried are off until they are tried as well.
  expect((await save({ clientId: 'otro', revision: 3 })).body).toMatchObject({ mode: 'off', testedAt: null })
  const events = await app.tamper(sql`
    select action from event where company_id = ${app.company} and action like 'company.sign_in%' order by id`)
  expect(events.map(({ action }) => action.replace('company.sign_in_', ''))).toEqual([
    'changed',
    'domain_added',
    'domain_verified',
    'mode_chosen',
    'tested',
    'tested',
    'mode_chosen',
    'changed',
  ])
})

test('the secret is shown to nobody, stands nowhere as it is, and is sealed anew with the others', async () => {
  expect(JSON.stringify((await save()).body)).not.toContain(clientSecret)
  const stored = await app.tamper(sql`
    select sealed_secret as text from company_sign_in union all select answer::text from idempotency_key
    union all select e::text from event e`)
  expect(JSON.stringify(stored)).not.toContain(clientSecret)
  expect((await desk.call(admin.token, 'GET', '')).body.provider).not.toHaveProperty('clientSecret')
  const next = makeSecret(
    'another secret of at least thirty-two characters',
    'a secret of at least thirty-two characters',
  )
  expect((await reseal(app.db, next)).sealed['company sign-in']).toEqual({ changed: 1, unreadable: 0 })
  const [row] = await app.tamper(sql`select sealed_secret as sealed from company_sign_in`)
  expect(signInSeal(secret).unseal(row?.sealed)).toBeNull()
  expect(signInSeal(next).unseal(row?.sealed)).toBe(clientSecret)
})

test('only an administrator with a second factor changes how people sign in, and nobody else sees it', async () => {
  const weak = await app.signIn((await app.someone('admin')).email)
  expect((await desk.call(weak, 'GET', '')).body.can.change).toMatchObject({ refused: 'own_factor_missing' })
  const writes = [
    save({}, weak),
    mode('off', 0, weak),
    desk.call(weak, 'POST', '/domains', { domain: 'correo.example' }),
    desk.call(weak, 'POST', '/tests', { secret: newSecret() }),
  ]
  for (const answer of await Promise.all(writes)) expect(answer).toMatchObject(refused('own_factor_missing'))
  const approver = await app.signIn((await app.someone()).email)
  expect((await desk.call(approver, 'GET', '')).status).toBe(403)
  expect((await save({}, approver)).status).toBe(403)
})

test('a provider that is none, is inside a private network, or is everybody’s is not saved', async () => {
  const cases: readonly (readonly [object, string])[] = [
    [{ issuer: 'no es una dirección' }, 'not_an_address'],
    [{ issuer: 'http://proveedor.example' }, 'not_https'],
    [{ issuer: 'https://10.0.0.8' }, 'private_address'],
    [{ issuer: 'https://proveedor.example:25' }, 'port_closed'],
    [{ issuer: 'https://login.microsoftonline.com/common/v2.0' }, 'shared_issuer'],
    [{ issuer: `${idp.issuer}/otro` }, 'provider_wrong'],
    [{ issuer: 'http://127.0.0.1:9' }, 'provider_unreachable'],
    [{ clientSecret: '' }, 'secret_missing'],
    [{ revision: 4 }, 'stale_sign_in'],
  ]
  for (const [body, kind] of cases) expect(await save(body), kind).toMatchObject(refused(kind))
  expect((await save()).status).toBe(200)
  // The secret goes to no provider for which it was not typed.
  expect(await save({ clientId: 'otro', clientSecret: '', revision: 1 })).toMatchObject(
    refused('secret_missing'),
  )
  const both = await Promise.all([
    save({ trustsAddresses: true, clientSecret: '', revision: 1 }),
    save({ trustsAddresses: true, clientSecret: '', revision: 1 }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a domain is of one company: of whoever verified it first, of nobody where everybody has an address', async () => {
  for (const domain of ['gmail.com', 'hotmail.es'])
    expect(await addDomain(domain)).toMatchObject(refused('public_domain'))
  for (const domain of ['empresa', 'a b.example', '-x.example', 'x@y@z'])
    expect(await addDomain(domain), domain).toMatchObject(refused('not_a_domain'))
  const first = await app.newCompany('enterprise', 'Primera')
  await app.tamper(sql`
    insert into sign_in_domain (company, domain, token, verified_at, verified_by, created_at)
    values (${first}, 'suya.example', 'x', now(), 'dns', now())`)
  const added = await addDomain('suya.example')
  const { record } = added.body.domains[0]
  texts.set(record.name, [record.value])
  expect(await check('suya.example')).toMatchObject(refused('domain_taken'))
  expect((await check('no-esta.example')).status).toBe(404)
  expect((await desk.call(admin.token, 'DELETE', '/domains/suya.example')).body.domains).toEqual([])
})

test('a domain that two companies verify at the same moment is one’s, and the other is told', async () => {
  const email = app.newAddress()
  await app.person(await app.newCompany('enterprise', 'Segunda'), 'admin', email)
  const { client } = await app.enter(email)
  const { id: factorId, totp } = await enrol(client)
  await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) })
  const tokens = [admin.token, await bearerOf(client)]
  const domain = 'a-la-vez.example'
  const records = await Promise.all(
    tokens.map(async as => (await desk.call(as, 'POST', '/domains', { domain })).body.domains[0].record),
  )
  texts.set(
    records[0].name,
    records.map(({ value }) => value),
  )
  const checks = tokens.map(as => () => desk.call(as, 'POST', `/domains/${domain}/checks`, {}))
  const answers = await scheduler(app).run(checks, [0, 1])
  expect(answers.toSorted((a, b) => a.status - b.status)).toMatchObject([
    { status: 200 },
    refused('domain_taken'),
  ])
})

test('switched off, the sessions that the provider opened end, but for that of whoever switches', async () => {
  await desk.set(idp.issuer)
  const { email } = await app.someone()
  idp.signsIn({ sub: newId(), email, email_verified: true })
  const entered = await desk.enters(email)
  const token = entered.body.access_token
  expect((await app.ask('/auth/v1/user', { as: token })).status).toBe(200)
  const { body } = await desk.call(admin.token, 'GET', '')
  expect((await mode('off', body.revision)).status).toBe(200)
  expect((await app.ask('/auth/v1/user', { as: token })).status).toBe(403)
  expect((await app.ask('/auth/v1/user', { as: admin.token })).status).toBe(200)
})

test('the platform verifies a domain for a company, once, and switches a company’s sign-in off', async () => {
  await app.tamper(sql`
    insert into account (id, email, name, last_name, role, active, email_confirmed_at, password_hash, created_at, updated_at)
    values (gen_random_uuid(), 'operadora@plataforma.example', 'O', 'P', 'admin_saas', true, now(), ${app.passwordHash}, now(), now())
    on conflict do nothing`)
  const as = await app.signIn('operadora@plataforma.example')
  const verify = (company: string, domain: string, by: string | undefined = as) =>
    app.ask(`/api/platform/companies/${company}/sign-in-domains`, {
      method: 'POST',
      as: by,
      body: { domain },
    })
  expect((await verify(app.company, 'nuestra.example')).body).toEqual({ domain: 'nuestra.example' })
  const other = await app.newCompany('enterprise', 'Tercera')
  expect(await verify(other, 'nuestra.example')).toMatchObject(refused('domain_taken'))
  expect(await verify(other, 'gmail.com')).toMatchObject(refused('public_domain'))
  expect((await verify(newId(), 'nadie.example')).status).toBe(404)
  expect((await verify(app.company, 'nuestra.example', admin.token)).status).toBe(403)
  await desk.set(idp.issuer, 'required')
  const off = await app.ask(`/api/platform/companies/${app.company}/sign-in`, { method: 'DELETE', as })
  expect(off.body).toEqual({ mode: 'off' })
  expect((await app.ask('/api/company-sign-in?domain=correo.example')).body.offered).toBe(false)
})
