// A forgotten password, through the unmodified client and with the mails that leave.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { origin, password } from '#tests/support/app.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'

let app: Browsers
beforeAll(async () => {
  app = await startWithBrowsers()
})
afterAll(() => app?.stop())

describe('a forgotten password', () => {
  test('is replaced in the browser that asked: the link’s code is exchanged, and signs in', async () => {
    const { client, url, code, email } = await app.recovering()
    expect(`${url.origin}${url.pathname}`).toBe(`${origin}/login`)
    expect(url.searchParams.get('source')).toBe('reset_email')
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect((await client.auth.updateUser({ password: 'clave-recobrada' })).error).toBeNull()
    expect((await app.enter(email)).error).toMatchObject({ code: 'invalid_credentials' })
    expect((await app.enter(email, 'clave-recobrada')).error).toBeNull()
  })

  test('leaves its whole way in the journal, each step once', async () => {
    const { client, code, userId } = await app.recovering()
    await client.auth.exchangeCodeForSession(code)
    await client.auth.updateUser({ password: 'clave-recobrada' })
    const told = await app.journal(app.company, userId)
    const steps = ['account.recovery_requested', 'account.recovered', 'account.password_changed']
    expect(told.map(event => event.action).filter(action => action.startsWith('account.'))).toEqual(steps)
  })

  test('is replaced in another browser, with the code alone', async () => {
    const { code, email } = await app.recovering()
    const elsewhere = app.browser()
    const events: string[] = []
    elsewhere.auth.onAuthStateChange(event => void events.push(event))
    const { data, error } = await elsewhere.auth.verifyOtp({ token_hash: code, type: 'recovery' })
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
    expect(events).toContain('PASSWORD_RECOVERY')
    expect((await elsewhere.auth.updateUser({ password: 'corta' })).error).toMatchObject({
      code: 'weak_password',
      reasons: ['length'],
    })
    expect((await elsewhere.auth.updateUser({ password })).error).toMatchObject({ code: 'same_password' })
    expect((await elsewhere.auth.updateUser({ password: 'clave-recobrada' })).error).toBeNull()
  })

  test('the link works once, also when two present it at the same time', async () => {
    const { code } = await app.recovering()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.browser().auth.verifyOtp({ token_hash: code, type: 'recovery' })),
    )
    expect(answers.filter(answer => answer.data.session !== null)).toHaveLength(1)
    const lost = answers.find(answer => answer.error !== null)
    expect(lost?.error).toMatchObject({ code: 'otp_expired', status: 403 })
  })

  test('using one link makes the person’s others useless', async () => {
    const first = await app.recovering()
    await app.limitsPass()
    await app.browser().auth.resetPasswordForEmail(first.email)
    const second = await app.linkIn(first.email, 'recovery')
    expect(second.code).not.toBe(first.code)
    const redeemed = await app.browser().auth.verifyOtp({ token_hash: second.code, type: 'recovery' })
    expect(redeemed.error).toBeNull()
    const late = await app.browser().auth.verifyOtp({ token_hash: first.code, type: 'recovery' })
    expect(late.error).toMatchObject({ code: 'otp_expired' })
  })

  test('opening the link, or asking for its head, spends nothing', async () => {
    const { code } = await app.recovering()
    const path = `/auth/v1/verify?token=${code}&type=recovery`
    expect((await app.http.inject({ method: 'HEAD', url: path })).statusCode).toBe(200)
    expect((await app.http.inject({ method: 'GET', url: `/login?code=${code}` })).statusCode).not.toBe(303)
    expect((await app.browser().auth.verifyOtp({ token_hash: code, type: 'recovery' })).error).toBeNull()
  })

  test('an hour later the link is no longer good', async () => {
    const { code, userId, client } = await app.recovering()
    await app.tamper(
      sql`update one_time_token set expires_at = now() - interval '1 second' where user_id = ${userId}`,
    )
    expect((await client.auth.exchangeCodeForSession(code)).error).toMatchObject({
      code: 'flow_state_expired',
      status: 422,
    })
    expect((await app.browser().auth.verifyOtp({ token_hash: code, type: 'recovery' })).error).toMatchObject({
      code: 'otp_expired',
      status: 403,
    })
  })

  test('a code of another browser is not exchanged with this one’s verifier, and stays good', async () => {
    const theirs = await app.recovering()
    const mine = await app.recovering()
    expect((await mine.client.auth.exchangeCodeForSession(theirs.code)).error).toMatchObject({
      code: 'bad_code_verifier',
      status: 400,
    })
    expect((await theirs.client.auth.exchangeCodeForSession(theirs.code)).error).toBeNull()
  })

  test('a code that never was is not found', async () => {
    const { client } = await app.recovering()
    expect((await client.auth.exchangeCodeForSession('nada')).error).toMatchObject({
      code: 'flow_state_not_found',
      status: 404,
    })
  })

  test('a code is not kept where somebody could read it', async () => {
    const { code } = await app.recovering()
    const rows = await app.tamper(sql`
      select (select string_agg(t::text, '') from one_time_token t) || (select string_agg(m::text, '') from mail m) as all`)
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  test('changing it ends the other sessions and tells the owner', async () => {
    const { code, email } = await app.recovering()
    const elsewhere = app.browser()
    await elsewhere.auth.signInWithPassword({ email, password })
    const recovered = app.browser()
    await recovered.auth.verifyOtp({ token_hash: code, type: 'recovery' })
    await recovered.auth.updateUser({ password: 'clave-recobrada' })
    expect((await elsewhere.auth.getUser()).error).not.toBeNull()
    expect((await recovered.auth.getUser()).error).toBeNull()
    expect((await app.linkIn(email, 'password_changed')).mail.subject).toBe('Tu contraseña ha cambiado')
  })

  test('an unknown address gets the same answer and no mail', async () => {
    const { email } = await app.someone()
    const ask = (who: string) =>
      app.http.inject({ method: 'POST', url: '/auth/v1/recover', payload: { email: who } })
    const [known, unknown] = await Promise.all([ask(email), ask('nadie@norte.example')])
    expect([known.statusCode, known.body]).toEqual([200, '{}'])
    expect([unknown.statusCode, unknown.body]).toEqual([200, '{}'])
    expect(await app.mails('nadie@norte.example')).toEqual([])
  })

  test.each([
    'https://evil.example/login',
    `${origin}.evil.example/login`,
    `${origin.replace('http://', 'http://visto.test@evil.example/')}`,
    'javascript:alert(1)',
    '//evil.example',
    '\\\\evil.example',
    `${origin}\\@evil.example`,
  ])('no link leads to %s', async hostile => {
    const { email } = await app.someone()
    await app.browser().auth.resetPasswordForEmail(email, { redirectTo: hostile })
    const { url } = await app.linkIn(email, 'recovery')
    expect(`${url.origin}${url.pathname}`).toBe(`${origin}/login`)
  })

  test('what a request says of its host changes no link', async () => {
    const { email } = await app.someone()
    await app.http.inject({
      method: 'POST',
      url: '/auth/v1/recover',
      payload: { email },
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', referer: 'https://evil.example/' },
    })
    expect((await app.linkIn(email, 'recovery')).url.origin).toBe(origin)
  })
})
