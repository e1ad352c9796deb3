// Sign-in with a passkey alone, and the second step with one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyRoutes } from '#features/companies/api.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { origin } from '#tests/support/app.ts'
import { newDevice } from '#tests/support/authenticator.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'
import { passkeysOf } from '#tests/support/passkeys.ts'

let app: Browsers
let keys: ReturnType<typeof passkeysOf>
beforeAll(async () => {
  app = await startWithBrowsers({}, () => companyRoutes)
  keys = passkeysOf(app)
})
afterAll(() => app?.stop())

const entry = '/api/passkey-sign-in/sessions'
const api = async (as: unknown) => (await app.ask('/api/company', { as: String(as) })).status
const refused = [409, '/problems/passkey_refused']
const expired = [409, '/problems/passkey_expired']
const said = ({ status, body }: { status: number; body: { type?: string } }) => [status, body.type]

describe('a passkey alone', () => {
  test('opens a session of two factors, and the profile tells when it was used', async () => {
    const { device, userId } = await keys.keeper()
    const answer = await keys.enter(device)
    expect(answer.status).toBe(200)
    expect(await api(answer.body.access_token)).toBe(200)
    const claims = await app.browser().auth.getClaims(answer.body.access_token)
    expect(claims.data?.claims).toMatchObject({ sub: userId, aal: 'aal2', amr: [{ method: 'webauthn' }] })
    const [passkey] = await keys.list(answer.body.access_token)
    expect(Date.parse(passkey.lastUsedAt)).toBeGreaterThan(Date.parse(passkey.createdAt))
    const [event] = await app.tamper(sql`
      select after ->> 'method' as method from event where action = 'session.signed_in' and actor_id = ${userId}
      order by id desc limit 1`)
    expect(event).toEqual({ method: 'webauthn' })
  })

  test('is asked for without naming anybody, and answers an unknown one as a wrong one', async () => {
    const { options } = await keys.askToEnter()
    expect(options).toMatchObject({ rpId: 'visto.test', allowCredentials: [], userVerification: 'required' })
    const stranger = newDevice(origin)
    const wrong = await keys.enter(stranger, { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' })
    const { device } = await keys.keeper()
    const known = await keys.enter(device, { challenge: 'AAAA' })
    expect(said(wrong)).toEqual(refused)
    expect([...said(wrong), wrong.body.title]).toEqual([...said(known), known.body.title])
  })

  test.each([
    ['of another page', { origin: 'https://visto.example' }],
    ['for another domain', { rpId: 'visto.example' }],
    ['of a device that has not recognised its person', { isVerified: false }],
    ['of another challenge', { challenge: 'c29tZXRoaW5n' }],
    ['in the name of another account', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['that says no account', { userHandle: null }],
  ])('does not open with a signature %s', async (_, told) => {
    const { device } = await keys.keeper()
    expect(said(await keys.enter(device, told))).toEqual(refused)
    expect((await keys.enter(device)).status).toBe(200)
  })

  test('does not open with the signature of another key', async () => {
    const [mine, theirs] = [await keys.keeper(), await keys.keeper()]
    const asked = await keys.askToEnter()
    const credential = { ...theirs.device.sign(asked), id: mine.device.id, rawId: mine.device.id }
    const { challengeId } = asked
    expect(said(await keys.post(entry, { challengeId, credential }))).toEqual(refused)
  })

  test('opens once with a signature, however often and wherever it is presented', async () => {
    const { device } = await keys.keeper()
    const asked = await keys.askToEnter()
    const body = { challengeId: asked.challengeId, credential: device.sign(asked) }
    const answers = await Promise.all(Array.from({ length: 6 }, () => keys.post(entry, body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200).map(said)).toEqual(Array(5).fill(expired))
  })

  test('does not open after five minutes, nor with a challenge of something else', async () => {
    const { device, token } = await keys.keeper()
    const late = await keys.askToEnter()
    await app.tamper(sql`update passkey_challenge set expires_at = now() where id = ${late.challengeId}`)
    const stepping = await keys.askToStep(token)
    const adding = await keys.askToAdd(token)
    for (const asked of [late, stepping, adding, { ...late, challengeId: newId() }]) {
      const body = { challengeId: asked.challengeId, credential: device.sign(asked) }
      expect(said(await keys.post(entry, body))).toEqual(expired)
    }
  })

  test('whose counter goes back is refused and its person is told: it may be a copy', async () => {
    const { device, email, userId } = await keys.keeper()
    expect((await keys.enter(device, { counter: 7 })).status).toBe(200)
    for (const counter of [7, 6, 0])
      expect(said(await keys.enter(device, { counter }))).toEqual([409, '/problems/passkey_suspected'])
    expect((await app.mails(email))[0]?.subject).toBe('Hemos rechazado una llave de acceso tuya')
    expect(await keys.journalOf(userId)).toContain('account.passkey_suspected')
    expect((await keys.enter(device, { counter: 8 })).status).toBe(200)
  })

  test('of a device that does not count opens as often as it signs', async () => {
    const { device } = await keys.keeper()
    for (let times = 0; times < 3; times += 1)
      expect((await keys.enter(device, { counter: 0 })).status).toBe(200)
  })

  test('is refused to whom a password is refused, with the same words', async () => {
    const { device, email, userId } = await keys.keeper()
    const byPassword = () => app.enter(email)
    await app.tamper(sql`update account set active = false where id = ${userId}`)
    const off = await keys.enter(device)
    expect(said(off)).toEqual([409, '/problems/pending_activation'])
    expect(off.body.title).toBe((await byPassword()).error?.message)
    await app.tamper(sql`update account set email_confirmed_at = null where id = ${userId}`)
    const unconfirmed = await keys.enter(device)
    expect(said(unconfirmed)).toEqual([409, '/problems/email_not_confirmed'])
    expect(unconfirmed.body.title).toBe((await byPassword()).error?.message)
    await app.tamper(sql`update account set active = true, email_confirmed_at = now() where id = ${userId}`)
    await app.tamper(sql`update member set active = false where user_id = ${userId}`)
    const out = await keys.enter(device)
    expect(said(out)).toEqual([409, '/problems/deactivated'])
    expect(out.body.title).toBe((await byPassword()).error?.message)
  })

  test('and its removal at once end well: no session is left without the passkey', async () => {
    const { device, token, userId } = await keys.keeper()
    const [passkey] = await keys.list(token)
    const [entered, removed] = await Promise.all([
      keys.enter(device),
      app.ask(`/api/account/passkeys/${passkey.id}`, { method: 'DELETE', as: token }),
    ])
    expect(removed.status).toBe(200)
    expect([200, 409]).toContain(entered.status)
    const strong = await app.tamper(sql`select id from session where user_id = ${userId} and aal = 'aal2'`)
    expect(strong).toEqual([])
  })
})

describe('the second step with a passkey', () => {
  test('opens what the password alone does not', async () => {
    const { email, device, userId } = await keys.keeper()
    const weak = await app.signIn(email)
    expect(await api(weak)).toBe(403)
    const { options } = await keys.askToStep(weak)
    expect(options.allowCredentials).toMatchObject([{ id: device.id }])
    const answer = await keys.step(weak, device)
    expect(answer.status).toBe(200)
    expect(await api(answer.body.access_token)).toBe(200)
    expect(await api(weak)).toBe(403)
    expect(await keys.journalOf(userId)).toContain('session.second_factor_verified')
  })

  test('takes no passkey of another account, and no challenge of another session', async () => {
    const [mine, theirs] = [await keys.keeper(), await keys.keeper()]
    const weak = await app.signIn(mine.email)
    const wrong = await keys.step(weak, theirs.device)
    expect([wrong.status, wrong.body.error_code]).toEqual([422, 'webauthn_verification_failed'])
    expect(await keys.journalOf(mine.userId)).toContain('session.second_factor_failed')
    const asked = await keys.askToStep(theirs.token)
    const body = { challengeId: asked.challengeId, credential: mine.device.sign(asked) }
    const late = await keys.post('/auth/v1/factors/passkey', body, weak)
    expect([late.status, late.body.error_code]).toEqual([422, 'webauthn_challenge_expired'])
    expect(await api(weak)).toBe(403)
  })

  test('with one signature at once is taken once', async () => {
    const { email, device } = await keys.keeper()
    const weak = await app.signIn(email)
    const asked = await keys.askToStep(weak)
    const body = { challengeId: asked.challengeId, credential: device.sign(asked) }
    const answers = await Promise.all([1, 2, 3].map(() => keys.post('/auth/v1/factors/passkey', body, weak)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })

  test('whose counter goes back is refused and told', async () => {
    const { email, device } = await keys.keeper()
    expect((await keys.enter(device, { counter: 9 })).status).toBe(200)
    const answer = await keys.step(await app.signIn(email), device, { counter: 3 })
    expect(answer.status).toBe(422)
    expect((await app.mails(email))[0]?.subject).toBe('Hemos rechazado una llave de acceso tuya')
  })

  test('is tried ten times in five minutes, and then not even the right one opens', async () => {
    const { email, device } = await keys.keeper()
    await app.limitsPass()
    const weak = await app.signIn(email)
    for (let times = 0; times < 10; times += 1)
      expect((await keys.step(weak, device, { isVerified: false })).status).toBe(422)
    const stopped = await keys.step(weak, device)
    expect([stopped.status, stopped.body.error_code]).toEqual([429, 'over_request_rate_limit'])
  })

  test('is not offered to an account without a passkey', async () => {
    const { email } = await app.someone()
    const answer = await keys.post('/auth/v1/factors/passkey/challenge', {}, await app.signIn(email))
    expect(answer.status).toBe(404)
  })
})

describe('what no browser sends', () => {
  const text = (length: number) => 'A'.repeat(length)
  const deep = (levels: number): object => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
  const assertions: readonly (readonly [string, object])[] = [
    ['nothing', {}],
    ['no base64url', { clientDataJSON: '💥', authenticatorData: '==', signature: '\u0000' }],
    ['empty bytes', { clientDataJSON: '', authenticatorData: '', signature: '' }],
    ['a megabyte', { clientDataJSON: text(900_000), authenticatorData: 'AA', signature: 'AA' }],
    ['bytes that are no JSON', { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }],
    ['short data', { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }],
    ['lists', { clientDataJSON: [], authenticatorData: {}, signature: 1 }],
  ]
  test.each(assertions)('%s is refused and breaks nothing', async (_, response) => {
    const { device, token } = await keys.keeper()
    const asked = await keys.askToEnter()
    const credential = {
      id: device.id,
      rawId: device.id,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    }
    const { challengeId } = asked
    const answers = [
      await keys.post(entry, { challengeId, credential }),
      await keys.post('/auth/v1/factors/passkey', { challengeId, credential }, token),
      await keys.post('/api/account/passkeys', { challengeId, name: 'x', credential }, token),
    ]
    for (const { status } of answers) expect([400, 409, 413, 422]).toContain(status)
  })

  test('broken attestations are refused and break nothing', async () => {
    const { email } = await app.someone()
    const token = await app.signIn(email)
    const cbor = [
      'AA',
      '_____w',
      Buffer.alloc(8000, 0x81).toString('base64url'),
      Buffer.from('a363666d74646e6f6e65', 'hex').toString('base64url'),
    ]
    for (const attestationObject of cbor) {
      await app.limitsPass()
      const asked = await keys.askToAdd(token)
      const made = newDevice(origin).create(asked)
      const credential = { ...made, response: { ...made.response, attestationObject } }
      const { challengeId } = asked
      const answer = await keys.post('/api/account/passkeys', { challengeId, name: 'x', credential }, token)
      expect(said(answer)).toEqual(refused)
    }
  })

  test('deep and endless extensions are dropped', async () => {
    const { device } = await keys.keeper()
    const asked = await keys.askToEnter()
    const credential = { ...device.sign(asked), clientExtensionResults: deep(2000) }
    const { challengeId } = asked
    expect((await keys.post(entry, { challengeId, credential })).status).toBe(200)
  })
})
