// The step after the password: what it opens, and that nothing opens without it.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { companyRoutes } from '#features/companies/api.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'
import { type Client, codeOf, secondFactors } from '#tests/support/second-factor.ts'

let app: Browsers
beforeAll(async () => {
  app = await startWithBrowsers({}, () => companyRoutes)
})
afterAll(() => app?.stop())
afterEach(() => void vi.restoreAllMocks())

/** In the middle of thirty seconds, so that none pass between showing a code and typing it. */
function steadyClock(): void {
  const step = Math.floor(clock.now().getTime() / 30_000)
  vi.spyOn(clock, 'now').mockReturnValue(new Date((step + 1.5) * 30_000))
}

const newPassword = 'retama pálida 47'
const guarded = () => secondFactors(app).guarded()
const api = (client: Client) => secondFactors(app).api(client)
const journalOf = (userId: string) => secondFactors(app).journalOf(userId)

describe('a code', () => {
  test('that is wrong opens nothing and is told', async () => {
    const { email, factorId, userId } = await guarded()
    const { client } = await app.enter(email)
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: '000000' })
    expect(error).toMatchObject({ code: 'mfa_verification_failed', status: 422 })
    expect(await api(client)).toBe(403)
    expect(await journalOf(userId)).toContain('session.second_factor_failed')
  })

  test.each([-1, 0, 1])('of a clock that is %i steps off opens', async steps => {
    steadyClock()
    const { email, factorId, secret } = await guarded()
    const { client } = await app.enter(email)
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, steps) })
    expect(error).toBeNull()
    expect(await api(client)).toBe(200)
  })

  test.each([-2, 2])('of a clock that is %i steps off does not', async steps => {
    steadyClock()
    const { email, factorId, secret } = await guarded()
    const { client } = await app.enter(email)
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, steps) })
    expect(error).toMatchObject({ code: 'mfa_verification_failed' })
  })

  test('works once, nor does an older one work after it', async () => {
    const { email, factorId, secret } = await guarded()
    const code = codeOf(secret)
    const first = await app.enter(email)
    expect((await first.client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    const second = await app.enter(email)
    for (const used of [code, codeOf(secret, -1)]) {
      const answer = await second.client.auth.mfa.challengeAndVerify({ factorId, code: used })
      expect(answer.error).toMatchObject({ code: 'mfa_verification_failed' })
    }
  })

  test('shown by several at once, lets one of them in', async () => {
    const { email, factorId, secret } = await guarded()
    const code = codeOf(secret)
    const all = await Promise.all(Array.from({ length: 5 }, () => app.enter(email)))
    const answers = await Promise.all(
      all.map(({ client }) => client.auth.mfa.challengeAndVerify({ factorId, code })),
    )
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    const refused = answers.flatMap(({ error }) => (error ? [error.code] : []))
    expect(new Set(refused)).toEqual(new Set(['mfa_verification_failed']))
  })

  test('answers a challenge of its own factor, once and within five minutes', async () => {
    const { email, factorId, secret } = await guarded()
    const { client } = await app.enter(email)
    const challenge = async () => {
      const { data, error } = await client.auth.mfa.challenge({ factorId })
      if (error) throw error
      return data
    }
    const { id, expires_at } = await challenge()
    expect(expires_at - clock.now().getTime() / 1000).toBeGreaterThan(298)
    expect(expires_at - clock.now().getTime() / 1000).toBeLessThan(301)
    const verify = (challengeId: string, steps = 0) =>
      client.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret, steps) })
    const expired = { code: 'mfa_challenge_expired', status: 422 }
    const others = await guarded()
    const theirs = await others.client.auth.mfa.challenge({ factorId: others.factorId })
    expect((await verify(theirs.data?.id ?? '')).error).toMatchObject(expired)
    await app.tamper(
      sql`update factor_challenge set expires_at = now() - interval '1 second' where id = ${id}`,
    )
    expect((await verify(id)).error).toMatchObject(expired)
    const good = await challenge()
    expect((await verify(good.id)).error).toBeNull()
    expect((await verify(good.id, 1)).error).toMatchObject(expired)
  })

  test('is six digits of ASCII: any other text is wrong, and breaks nothing', async () => {
    const { email, factorId, secret } = await guarded()
    const { client } = await app.enter(email)
    const { data: challenge } = await client.auth.mfa.challenge({ factorId })
    const inArabic = codeOf(secret).replace(/[0-9]/g, digit => String.fromCodePoint(0x660 + Number(digit)))
    const wide = codeOf(secret).replace(/[0-9]/g, digit => String.fromCodePoint(0xff10 + Number(digit)))
    for (const code of [
      inArabic,
      wide,
      'abcdef',
      '12345',
      '1234567',
      '123 45',
      '-12345',
      '1e5123',
      '🔑'.repeat(3),
    ]) {
      const challengeId = challenge?.id ?? ''
      const { error } = await client.auth.mfa.verify({ factorId, challengeId, code })
      expect(error, code).toMatchObject({ code: 'mfa_verification_failed', status: 422 })
    }
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
  })

  test('is tried five times in five minutes, and then not even the right one opens', async () => {
    const { email, factorId, secret } = await guarded()
    await app.limitsPass()
    const { client } = await app.enter(email)
    const tried = (code: string) => client.auth.mfa.challengeAndVerify({ factorId, code })
    const wrong = await Promise.all(['000000', '000001', '000002', '000003', '000004'].map(tried))
    expect(wrong.map(({ error }) => error?.status)).toEqual([422, 422, 422, 422, 422])
    expect((await tried(codeOf(secret))).error).toMatchObject({
      code: 'over_request_rate_limit',
      status: 429,
    })
    await app.limitsPass()
    expect((await tried(codeOf(secret))).error).toBeNull()
  })
})

describe('tokens of before the second step', () => {
  test('are not renewed, not even at once, and do not end the session', async () => {
    const { client, before, after } = await guarded()
    const refresh = (refresh_token: string) => app.browser().auth.refreshSession({ refresh_token })
    expect((await refresh(before.refresh_token)).error).toMatchObject({ code: 'refresh_token_already_used' })
    expect(await api(client)).toBe(200)
    const { data, error } = await refresh(after.refresh_token)
    expect(error).toBeNull()
    const claims = await app.browser().auth.getClaims(data.session?.access_token)
    expect(claims.data?.claims.aal).toBe('aal2')
  })

  test('open no more than the password did', async () => {
    const { before } = await guarded()
    expect((await app.ask('/api/company', { as: before.access_token })).status).toBe(403)
    const body = { password: newPassword }
    const changed = await app.ask('/auth/v1/user', { method: 'PUT', as: before.access_token, body })
    expect([changed.status, changed.body.error_code]).toEqual([401, 'insufficient_aal'])
  })
})

describe('the password alone, with a second factor on,', () => {
  test('tells what is missing and opens neither work nor account', async () => {
    const { email, factorId } = await guarded()
    const { client, session } = await app.enter(email)
    const levels = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(levels.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    expect(session?.user.factors).toMatchObject([{ id: factorId, status: 'verified' }])
    for (const path of ['/api/company', '/api/account/sessions', '/api/account/second-factor']) {
      const answer = await app.ask(path, { as: session?.access_token })
      expect([answer.status, answer.body.type]).toEqual([403, '/problems/second_step_required'])
    }
    const missing = { code: 'insufficient_aal', status: 401 }
    expect((await client.auth.updateUser({ password: newPassword })).error).toMatchObject(missing)
    expect((await client.auth.updateUser({ email: app.newAddress() })).error).toMatchObject(missing)
    expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      code: 'insufficient_aal',
      status: 422,
    })
  })

  test('nor does a link for a lost password, until the second step', async () => {
    const { email, factorId, secret } = await guarded()
    await app.browser().auth.resetPasswordForEmail(email)
    const { code: token_hash } = await app.linkIn(email, 'recovery')
    const client = app.browser()
    expect((await client.auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
    const missing = { code: 'insufficient_aal' }
    expect((await client.auth.updateUser({ password: newPassword })).error).toMatchObject(missing)
    expect((await client.auth.updateUser({ email: app.newAddress() })).error).toMatchObject(missing)
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(missing)
    expect(await api(client)).toBe(403)
    const verified = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect(verified.error).toBeNull()
    expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull()
    expect((await app.enter(email, newPassword)).error).toBeNull()
  })
})
