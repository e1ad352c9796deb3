// Links of the wire itself, and what a link may not be used for.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { origin } from '#tests/support/app.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'

let app: Browsers
beforeAll(async () => {
  app = await startWithBrowsers()
})
afterAll(() => app?.stop())

const redirectTo = `${origin}/login?source=reset_email`

describe('a link of the wire itself', () => {
  const follow = async (code: string, type = 'recovery', to = redirectTo) => {
    const query = new URLSearchParams({ token: code, type, redirect_to: to })
    const answer = await app.http.inject({ method: 'GET', url: `/auth/v1/verify?${query}` })
    return { status: answer.statusCode, to: new URL(String(answer.headers.location)) }
  }

  test('leads back with a code for the browser that asked with PKCE', async () => {
    const { code, client } = await app.recovering()
    const { status, to } = await follow(code)
    expect([status, to.pathname, to.hash]).toEqual([303, '/login', ''])
    const given = to.searchParams.get('code') ?? ''
    expect(given).not.toBe(code)
    expect((await client.auth.exchangeCodeForSession(given)).error).toBeNull()
    expect((await follow(code)).to.searchParams.get('error_code')).toBe('otp_expired')
  })

  test('leads back with a session in the hash for a browser that did not', async () => {
    const { email } = await app.someone()
    await app.http.inject({ method: 'POST', url: '/auth/v1/recover', payload: { email } })
    const { to } = await follow((await app.linkIn(email, 'recovery')).code)
    const hash = new URLSearchParams(to.hash.slice(1))
    expect(hash.get('type')).toBe('recovery')
    const { error } = await app.browser().auth.getUser(hash.get('access_token') ?? '')
    expect(error).toBeNull()
  })

  test('that is no good says so in query and hash', async () => {
    const { status, to } = await follow('nada')
    expect(status).toBe(303)
    expect(to.searchParams.get('source')).toBe('reset_email')
    for (const where of [to.searchParams, new URLSearchParams(to.hash.slice(1))])
      expect(Object.fromEntries(where)).toMatchObject({
        error: 'access_denied',
        error_code: 'otp_expired',
        error_description: 'Email link is invalid or has expired',
      })
  })

  test('never leads to somebody else’s pages', async () => {
    const { code } = await app.recovering()
    for (const hostile of ['https://evil.example/', '//evil.example', 'javascript:alert(1)'])
      expect((await follow('nada', 'recovery', hostile)).to.origin).toBe(origin)
    expect((await follow(code, 'recovery', 'https://evil.example/')).to.origin).toBe(origin)
  })
})

test('a link for one purpose opens nothing else', async () => {
  const { code } = await app.recovering()
  for (const type of ['signup', 'invite', 'email_change', 'magiclink', 'email'] as const)
    expect((await app.browser().auth.verifyOtp({ token_hash: code, type })).error).toMatchObject({
      code: 'otp_expired',
      status: 403,
    })
  for (const type of ['nada', '', '__proto__', 'constructor']) {
    const payload = { token_hash: code, type }
    const answer = await app.http.inject({ method: 'POST', url: '/auth/v1/verify', payload })
    expect(answer.statusCode).toBe(403)
  }
})

test('both, neither, or a typed code are no way in', async () => {
  const verify = async (payload: object) => {
    const answer = await app.http.inject({ method: 'POST', url: '/auth/v1/verify', payload })
    return [answer.statusCode, answer.json().error_code]
  }
  const email = 'x@norte.example'
  expect(await verify({ type: 'recovery' })).toEqual([400, 'validation_failed'])
  expect(await verify({ type: 'recovery', token_hash: 'a', email })).toEqual([400, 'validation_failed'])
  expect(await verify({ type: 'recovery', token: '123456', email })).toEqual([403, 'otp_expired'])
})
