// Passkeys of an account: added, used, renamed, removed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyRoutes } from '#features/companies/api.ts'
import { removeFactors } from '#features/identity/commands/factors.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { origin } from '#tests/support/app.ts'
import { newDevice } from '#tests/support/authenticator.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'
import { passkeysOf } from '#tests/support/passkeys.ts'
import { secondFactors } from '#tests/support/second-factor.ts'

let app: Browsers
let identity: Identity | null = null
let keys: ReturnType<typeof passkeysOf>
beforeAll(async () => {
  app = await startWithBrowsers({}, (_, held) => {
    identity = held
    return companyRoutes
  })
  keys = passkeysOf(app)
})
afterAll(() => app?.stop())

const own = '/api/account/passkeys'
const api = async (as: string) => (await app.ask('/api/company', { as })).status

describe('adding a passkey', () => {
  test('makes it the second factor: the session has two, the others end, and a mail tells', async () => {
    const { email, userId } = await app.someone()
    const elsewhere = await app.signIn(email)
    const token = await app.signIn(email)
    const { device, answer } = await keys.add(token, newDevice(origin), 'Teléfono de Ana')
    expect(answer.status).toBe(200)
    expect(await api(elsewhere)).toBe(401)
    expect(await api(token)).toBe(403)
    const now = String(answer.body.access_token)
    expect(await api(now)).toBe(200)
    const claims = await app.browser().auth.getClaims(now)
    expect(claims.data?.claims).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'webauthn' }, { method: 'password' }],
    })
    expect(await keys.list(now)).toMatchObject([{ name: 'Teléfono de Ana', lastUsedAt: null }])
    expect((await app.mails(email))[0]).toMatchObject({ kind: 'passkey', subject: 'Llave de acceso añadida' })
    expect(await keys.journalOf(userId)).toContain('account.passkey_added')
    const [row] = await app.tamper(sql`select second_factor from account where id = ${userId}`)
    expect(row).toEqual({ second_factor: true })
    expect((await keys.enter(device)).status).toBe(200)
  })

  test('shows official clients that a second step is due, and no application of codes', async () => {
    const { email, token } = await keys.keeper()
    const { client } = await app.enter(email)
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    const { data } = await client.auth.mfa.listFactors()
    expect(data?.totp).toEqual([])
    expect(data?.webauthn).toMatchObject([{ friendly_name: 'Mi portátil', status: 'verified' }])
    const [passkey] = await keys.list(token)
    const challenged = await client.auth.mfa.challenge({ factorId: passkey.id })
    expect(challenged.error).toMatchObject({ code: 'mfa_factor_not_found' })
  })

  test('asks for a device that has none of the account, and names ours as the site', async () => {
    const { device, token } = await keys.keeper()
    const { options } = await keys.askToAdd(token)
    expect(options).toMatchObject({
      rp: { id: 'visto.test', name: 'Visto Bueno' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.id, transports: ['hybrid', 'internal'] }],
    })
  })

  test('tells the journal the name that the passkey was given, not the one that was wished', async () => {
    const { userId, token } = await keys.keeper()
    const { answer } = await keys.add(token)
    const kept = (await keys.list(String(answer.body.access_token))).map(({ name }: { name: string }) => name)
    const told = (await app.journal(app.company, userId)).filter(
      ({ action }) => action === 'account.passkey_added',
    )
    expect(kept).toEqual(['Mi portátil', 'Mi portátil 2'])
    expect(told.map(({ after }) => after)).toEqual(
      kept.map((passkey: string) => expect.objectContaining({ passkey, sessionId: expect.any(String) })),
    )
  })

  test('gives a name that is taken a number, and stops at ten', async () => {
    const { email } = await keys.keeper()
    const first = await keys.list((await keys.keeper()).token)
    expect(first).toHaveLength(1)
    const { device, token: begun } = await keys.keeper()
    let token = begun
    for (let made = 1; made < 10; made += 1) {
      const { answer } = await keys.add(token)
      expect(answer.status).toBe(200)
      token = String(answer.body.access_token)
      await app.limitsPass()
    }
    const names = (await keys.list(token)).map((one: { name: string }) => one.name)
    expect([names.length, new Set(names).size, names[1]]).toEqual([10, 10, 'Mi portátil 2'])
    const refused = await keys.post(`${own}/challenges`, {}, token)
    expect([refused.status, refused.body.type]).toEqual([409, '/problems/too_many_passkeys'])
    expect((await keys.enter(device)).status).toBe(200)
    expect(email).not.toBe('')
  })

  test('twice with one challenge adds one', async () => {
    const { email } = await app.someone()
    const token = await app.signIn(email)
    const asked = await keys.askToAdd(token)
    const bodies = [newDevice(origin), newDevice(origin)].map(device => ({
      challengeId: asked.challengeId,
      name: 'Llave',
      credential: device.create(asked),
    }))
    const answers = await Promise.all(bodies.map(body => keys.post(own, body, token)))
    const made = answers.filter(({ status }) => status === 200)
    const others = answers.filter(({ status }) => status !== 200)
    expect(await keys.list(String(made[0]?.body.access_token))).toHaveLength(1)
    // Once there is one, a session that has not shown it is asked for it first.
    expect(others.map(({ body }) => body.type)).toEqual([
      expect.stringMatching(/\/(passkey_expired|second_step_required)$/),
    ])
  })

  test('is refused beside another factor without its second step', async () => {
    const { email } = await secondFactors(app).guarded()
    const weak = await app.signIn(email)
    const refused = await keys.post(`${own}/challenges`, {}, weak)
    expect([refused.status, refused.body.type]).toEqual([403, '/problems/second_step_required'])
  })

  test('is refused for a key that another account has', async () => {
    const { device } = await keys.keeper()
    const { email } = await app.someone()
    const { answer } = await keys.add(await app.signIn(email), device)
    expect([answer.status, answer.body.type]).toEqual([409, '/problems/passkey_known'])
  })

  test('is refused to an account whose password somebody else chose', async () => {
    const { email, userId } = await app.someone()
    const token = await app.signIn(email)
    await app.tamper(sql`update account set password_given = true where id = ${userId}`)
    const refused = await keys.post(`${own}/challenges`, {}, token)
    expect([refused.status, refused.body.type]).toEqual([409, '/problems/passkey_of_untrusted_account'])
  })

  test('is refused with the challenge of another session, another site, or an unverified person', async () => {
    const [mine, theirs] = await Promise.all([app.someone(), app.someone()])
    const [token, other] = await Promise.all([app.signIn(mine.email), app.signIn(theirs.email)])
    const try_ = async (told: object, on = token) => {
      const asked = await keys.askToAdd(on)
      const credential = newDevice(origin).create(asked, told)
      const answer = await keys.post(own, { challengeId: asked.challengeId, name: 'x', credential }, token)
      return [answer.status, answer.body.type]
    }
    expect(await try_({}, other)).toEqual([409, '/problems/passkey_expired'])
    const refused = [409, '/problems/passkey_refused']
    expect(await try_({ origin: 'https://visto.test.evil.example' })).toEqual(refused)
    expect(await try_({ rpId: 'evil.example' })).toEqual(refused)
    expect(await try_({ isVerified: false })).toEqual(refused)
    expect(await try_({ challenge: 'AAAA' })).toEqual(refused)
    expect(await try_({ format: 'tpm' })).toEqual(refused)
    expect(await keys.list(token)).toEqual([])
  })
})

describe('a passkey', () => {
  test('is renamed by its person alone, and told apart from the others', async () => {
    const { token, userId } = await keys.keeper()
    const { answer } = await keys.add(token, newDevice(origin), 'Otra')
    const now = String(answer.body.access_token)
    const [first] = await keys.list(now)
    const rename = (name: string, as = now) =>
      app.ask(`${own}/${first.id}/name`, { method: 'PUT', as, body: { name } })
    expect((await rename('Portátil nuevo')).body).toMatchObject({ id: first.id, name: 'Portátil nuevo' })
    expect((await rename('Otra')).body.type).toBe('/problems/passkey_name_taken')
    expect((await rename('   ')).status).toBe(422)
    const stranger = await keys.keeper()
    expect((await rename('Mía', stranger.token)).body.type).toBe('/problems/not_found')
    expect(await keys.journalOf(userId)).toContain('account.passkey_renamed')
  })

  test('is removed by its person alone; the last one ends the second step and voids recovery codes', async () => {
    const { token, userId, email, device } = await keys.keeper()
    const codes = await keys.post('/api/account/recovery-codes', {}, token)
    expect(codes.body.codes).toHaveLength(10)
    const [passkey] = await keys.list(token)
    const remove = (as: string) => app.ask(`${own}/${passkey.id}`, { method: 'DELETE', as })
    const stranger = await keys.keeper()
    expect((await remove(stranger.token)).body.type).toBe('/problems/not_found')
    expect((await remove(token)).body).toEqual({ removed: true })
    expect((await remove(token)).body.type).toBe('/problems/not_found')
    expect((await keys.enter(device)).body.type).toBe('/problems/passkey_refused')
    expect(await api(await app.signIn(email))).toBe(200)
    const [row] = await app.tamper(sql`select second_factor, (select count(*)::int from recovery_code
      where user_id = ${userId}) as codes, (select aal from session where user_id = ${userId} limit 1) as aal
      from account where id = ${userId}`)
    expect(row).toEqual({ second_factor: false, codes: 0, aal: 'aal1' })
    expect((await app.mails(email))[0]?.subject).toBe('Verificación en dos pasos desactivada')
    expect(await keys.journalOf(userId)).toContain('account.passkey_removed')
  })

  test('stays the second factor when the last application of codes goes', async () => {
    const { client, factorId, email, after } = await secondFactors(app).guarded()
    const { answer } = await keys.add(after.access_token)
    await client.auth.setSession(answer.body)
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect(await api(await app.signIn(email))).toBe(403)
  })

  test('is the second factor again with its next change, where a program of before has turned that off', async () => {
    const { userId, token } = await keys.keeper()
    const turnOff = () => app.tamper(sql`update account set second_factor = false where id = ${userId}`)
    const isOn = async () =>
      (await app.tamper(sql`select second_factor from account where id = ${userId}`))[0]
    await turnOff()
    expect((await keys.add(token, newDevice(origin), 'Otra')).answer.status).toBe(200)
    expect(await isOn()).toEqual({ second_factor: true })
  })

  test('goes with every second factor that an operator removes', async () => {
    const { userId, device, email } = await keys.keeper()
    if (!identity) throw new Error('no identity')
    expect(await removeFactors(identity, userId, { userId: null })).toEqual({ removed: 1 })
    expect((await keys.enter(device)).body.type).toBe('/problems/passkey_refused')
    expect(await api(await app.signIn(email))).toBe(200)
  })

  test('goes when its owner takes back an address that a stranger changed', async () => {
    const { userId, device, email } = await keys.keeper()
    const { makeLink } = await import('#features/identity/store/links.ts')
    const { outsideAnyTransaction } = await import('#features/identity/store/statements.ts')
    const undo = { userId, purpose: 'email_undo', email } as const
    const code = await makeLink(outsideAnyTransaction(app.db), undo, new Date())
    expect((await keys.post('/api/account/email-undo', { code })).status).toBe(200)
    expect((await keys.enter(device)).body.type).toBe('/problems/passkey_refused')
  })
})

test('nobody without a session, with somebody else’s eyes or with an API token comes near passkeys', async () => {
  const calls = [
    ['GET', own],
    ['POST', `${own}/challenges`],
    ['POST', own],
    ['PUT', `${own}/${newId()}/name`],
    ['DELETE', `${own}/${newId()}`],
  ] as const
  const admin = await app.signIn((await app.someone('admin')).email)
  const { userId } = await app.someone('client')
  const looking = await keys.post('/api/impersonation', { userId, reason: 'Ayuda' }, admin)
  for (const [method, url] of calls) {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
    expect((await app.ask(url, { method, ...body })).status, url).toBe(401)
    const as = String(looking.body.accessToken)
    const answer = await app.ask(url, { method, as, ...body })
    expect([answer.status, answer.body.type], url).toEqual([403, '/problems/impersonating'])
  }
  const as = String(looking.body.accessToken)
  expect((await keys.post('/auth/v1/factors/passkey/challenge', {}, as)).status).toBe(403)
})
