// Passkeys where the company has a say: whom it asks a second factor, and whom it signs in by itself.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyRoutes } from '#features/companies/api.ts'
import { companySignInRoutes } from '#features/company-sign-in/api.ts'
import { sweepSessions } from '#features/identity/commands/sweep.ts'
import { sql } from '#server/database/sql.ts'
import { openReach } from '#server/http/reach.ts'
import { origin, password, secret } from '#tests/support/app.ts'
import { newDevice, readAsked } from '#tests/support/authenticator.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'
import { signInDesk } from '#tests/support/company-sign-in.ts'
import { factorMissing, policySet, stepOf } from '#tests/support/factor-policy.ts'
import { passkeysOf } from '#tests/support/passkeys.ts'
import { secondFactors } from '#tests/support/second-factor.ts'

let app: Browsers
let keys: ReturnType<typeof passkeysOf>
beforeAll(async () => {
  app = await startWithBrowsers({}, (_invite, identity) => [
    ...companyRoutes,
    ...companySignInRoutes({
      db: identity.db,
      identity,
      secret,
      reach: openReach({ privateNetworks: [], allowsLoopback: true }),
    }),
  ])
  keys = passkeysOf(app)
})
afterAll(() => app?.stop())

describe('a company that asks its administrators a second factor', () => {
  test('has it from a passkey, added while nothing else opens', async () => {
    await policySet(app, app.company, 'administrators')
    const { email } = await app.someone('admin')
    const token = await app.signIn(email)
    expect(await stepOf(app, token)).toBe(factorMissing)
    const { device, answer } = await keys.add(token)
    expect(await stepOf(app, String(answer.body.access_token))).toBeNull()
    expect(await stepOf(app, String((await keys.enter(device)).body.access_token))).toBeNull()
    const policy = await app.ask('/api/company/second-factor', { as: String(answer.body.access_token) })
    expect(policy.body.concerned.administrators.without).toBe(0)
    expect(policy.body.can.deciders).toBe(true)
    await policySet(app, app.company, null)
  })
})

describe('a company with its own sign-in', () => {
  const issuer = 'http://127.0.0.1:9/'

  test('that must be used is asked first, with the words of a password', async () => {
    const desk = signInDesk(app)
    const { device, email } = await keys.keeper()
    await desk.set(issuer, 'required')
    const answer = await keys.enter(device)
    expect([answer.status, answer.body.type]).toEqual([409, '/problems/company_sign_in_required'])
    expect(answer.body.title).toBe((await app.enter(email)).error?.message)
    await desk.set(issuer, 'off')
    expect((await keys.enter(device)).status).toBe(200)
  })

  test('opens sessions in which no passkey is added, which would outlive its word', async () => {
    const { email, userId } = await app.someone()
    const token = await app.signIn(email)
    await app.tamper(sql`update session set bound_to = ${app.company} where user_id = ${userId}`)
    const begun = await keys.post('/api/account/passkeys/challenges', {}, token)
    expect([begun.status, begun.body.type]).toEqual([409, '/problems/session_of_company'])
  })

  test('says in those sessions what may be added or changed, and why a passkey, an address or a password may not', async () => {
    const state = async (as: string) => (await app.ask('/api/account/second-factor', { as })).body.can
    const { email, userId } = await app.someone()
    const token = await app.signIn(email)
    expect(await state(token)).toEqual({ addPasskey: true, addApplication: true, changeCredentials: true })
    await app.tamper(sql`update session set bound_to = ${app.company} where user_id = ${userId}`)
    const noPasskey = {
      refused: 'session_of_company',
      text: expect.stringContaining('desde aquí no se añaden llaves de acceso'),
    }
    const changeCredentials = {
      refused: 'session_of_company',
      text: expect.stringContaining('se cambian en su proveedor de identidad'),
    }
    // Their own password opens the account too: a factor of this session would lock it.
    expect(await state(token)).toEqual({
      addPasskey: noPasskey,
      addApplication: { refused: 'session_of_company', text: expect.any(String) },
      changeCredentials,
    })
    await app.tamper(sql`update account set password_hash = null where id = ${userId}`)
    expect(await state(token)).toEqual({
      addPasskey: noPasskey,
      addApplication: true,
      changeCredentials,
    })
    const begun = await keys.post('/api/account/passkeys/challenges', {}, token)
    expect(begun.body.title).toContain('desde aquí no se añaden llaves de acceso')
  })

  test('turns no challenge of before into one', async () => {
    const { email, userId } = await app.someone()
    const token = await app.signIn(email)
    const asked = await keys.askToAdd(token)
    await app.tamper(sql`update session set bound_to = ${app.company} where user_id = ${userId}`)
    const credential = newDevice(origin).create(asked)
    const body = { challengeId: asked.challengeId, name: 'Llave', credential }
    const answer = await keys.post('/api/account/passkeys', body, token)
    expect([answer.status, answer.body.type]).toEqual([409, '/problems/session_of_company'])
  })
})

test('a first passkey in a session of long ago asks for the current password, and a further one does not', async () => {
  const { email, userId } = await app.someone()
  const token = await app.signIn(email)
  const age = () =>
    app.tamper(
      sql`update session set amr = '[{"method":"password","timestamp":1}]' where user_id = ${userId}`,
    )
  const begin = (body: object, as = token) => keys.post('/api/account/passkeys/challenges', body, as)
  await age()
  for (const [body, refusal] of [
    [{}, 'current_password_required'],
    [{ currentPassword: 'no es la mía' }, 'current_password_invalid'],
  ] as const) {
    const refused = await begin(body)
    expect([refused.status, refused.body.type]).toEqual([409, `/problems/${refusal}`])
  }
  expect((await begin({ currentPassword: 7 })).status).toBe(422)
  const asked = readAsked((await begin({ currentPassword: password })).body)
  const credential = newDevice(origin).create(asked)
  const added = await keys.post(
    '/api/account/passkeys',
    { challengeId: asked.challengeId, name: 'Llave', credential },
    token,
  )
  expect(added.status).toBe(200)
  await age()
  expect((await begin({}, added.body.access_token)).status).toBe(200)
})

test('a first passkey and a first application of codes at once leave one flag and no weak session', async () => {
  const { email, userId } = await app.someone()
  const token = await app.signIn(email)
  await app.signIn(email)
  const asked = await keys.askToAdd(token)
  const credential = newDevice(origin).create(asked)
  const { client } = await app.enter(email)
  const [added] = await Promise.all([
    keys.post('/api/account/passkeys', { challengeId: asked.challengeId, name: 'Llave', credential }, token),
    client.auth.mfa.enroll({ factorType: 'totp' }),
  ])
  expect(added.status).toBe(200)
  const rows = await app.tamper(sql`
    select s.aal, who.second_factor, (select count(*)::int from factor f where f.user_id = who.id) as unfinished
    from session s join account who on who.id = s.user_id where s.user_id = ${userId}`)
  expect(rows).toEqual([{ aal: 'aal2', second_factor: true, unfinished: 0 }])
})

test('the recovery link of an account with a passkey alone asks for it, or for a recovery code', async () => {
  const { email, device } = await keys.keeper()
  await app.browser().auth.resetPasswordForEmail(email)
  const { code: token_hash } = await app.linkIn(email, 'recovery')
  const client = app.browser()
  const { data } = await client.auth.verifyOtp({ token_hash, type: 'recovery' })
  expect((await client.auth.updateUser({ password: 'retama pálida 47' })).error).toMatchObject({
    code: 'insufficient_aal',
  })
  const stepped = await keys.step(String(data.session?.access_token), device)
  await client.auth.setSession(stepped.body)
  expect((await client.auth.updateUser({ password: 'retama pálida 47' })).error).toBeNull()
  expect((await keys.enter(device)).status).toBe(200)
})

test('challenges that nobody signed are forgotten, once their five minutes are over', async () => {
  const { challengeId: old } = await keys.askToEnter()
  const { challengeId: fresh } = await keys.askToEnter()
  await app.tamper(
    sql`update passkey_challenge set expires_at = now() - interval '1 second' where id = ${old}`,
  )
  await sweepSessions(app.db)
  const left = await app.tamper(sql`select id from passkey_challenge where id in (${old}, ${fresh})`)
  expect(left).toEqual([{ id: fresh }])
})

test('an application of codes joins a passkey after the second step alone', async () => {
  const { email, token } = await keys.keeper()
  const weak = await app.enter(email)
  expect((await weak.client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
    code: 'insufficient_aal',
  })
  const enrolled = await app.ask('/auth/v1/factors', {
    method: 'POST',
    as: token,
    body: { factor_type: 'totp' },
  })
  expect(enrolled.status).toBe(200)
  expect(await secondFactors(app).api(weak.client)).toBe(403)
})
