// Registering is asking: nothing that a visitor says gives them anything.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { origin } from '#tests/support/app.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'

let app: Browsers
beforeAll(async () => {
  app = await startWithBrowsers()
})
afterAll(() => app?.stop())

const register = (email: string, data: object = {}) =>
  app.browser().auth.signUp({ email, password: 'clave-de-ocho-letras', options: { data } })

const verify = (token_hash: string) => app.browser().auth.verifyOtp({ token_hash, type: 'signup' })

describe('registration', () => {
  test('is a request: confirmed by mail, and waiting for somebody to activate it', async () => {
    const email = app.newAddress()
    const { data, error } = await register(email, { name: 'Rosa', lastName: 'Díaz', role: 'provider' })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Rosa', lastName: 'Díaz' } })
    const early = await app.enter(email, 'clave-de-ocho-letras')
    expect(early.error).toMatchObject({ code: 'email_not_confirmed', status: 400 })
    const { url, code } = await app.linkIn(email, 'signup')
    expect(`${url.origin}${url.pathname}`).toBe(`${origin}/confirm`)
    const confirmed = await app.browser().auth.verifyOtp({ token_hash: code, type: 'signup' })
    expect(confirmed.error).toBeNull()
    expect(confirmed.data.session).toBeNull()
    const waiting = await app.enter(email, 'clave-de-ocho-letras')
    expect(waiting.error).toMatchObject({
      code: 'user_banned',
      message: 'Tu cuenta está pendiente de activación.',
    })
    expect((await app.enter(email, 'otra-clave')).error).toMatchObject({ code: 'invalid_credentials' })
  })

  test.each(['admin_saas', 'admin', 'client', 'client_user', 'provider', 'provider_user', 'approver'])(
    'as %s gives no role, no company and no activity',
    async role => {
      const email = app.newAddress()
      const more = {
        role,
        active: true,
        company_id: app.company,
        permissions: ['all'],
        app_metadata: { role },
      }
      await register(email, more)
      const rows = await app.tamper(sql`
        select role, requested_role, active, (select count(*)::int from account_company c where c.user_id = a.id) as companies
        from account a where email = ${email}`)
      expect(rows).toEqual([{ role: 'client_user', requested_role: role, active: false, companies: 0 }])
    },
  )

  test('does not tell whether the address had an account, and leaves that account as it was', async () => {
    const { email } = await app.someone()
    const shape = async (who: string) => {
      const payload = { email: who, password: 'clave-de-ocho-letras', data: { name: 'Eva', role: 'admin' } }
      const answer = await app.http.inject({ method: 'POST', url: '/auth/v1/signup', payload })
      const blank = answer.body
        .replaceAll(who, 'X')
        .replace(/"id":"[^"]*"/, 'ID')
        .replace(/\d{4}-\d\d-\d\dT[^"]*/g, 'T')
      return `${answer.statusCode} ${blank}`
    }
    expect(await shape(email)).toBe(await shape(app.newAddress()))
    expect((await app.enter(email)).error).toBeNull()
    expect((await app.mails(email)).map(mail => mail.subject)).toEqual(['Ya tienes una cuenta'])
  })

  test('again, of an address that nobody has confirmed, counts anew: the earlier link does not', async () => {
    const email = app.newAddress()
    await register(email)
    const earlier = await app.linkIn(email, 'signup')
    await app.limitsPass()
    await register(email)
    const { code } = await app.linkIn(email, 'signup')
    expect((await verify(earlier.code)).error).toMatchObject({ code: 'otp_expired' })
    expect((await verify(code)).error).toBeNull()
    expect((await app.enter(email, 'clave-de-ocho-letras')).error).toMatchObject({ code: 'user_banned' })
  })

  test('asks for eight characters and a real address', async () => {
    const weak = await app.browser().auth.signUp({ email: app.newAddress(), password: 'siete77' })
    expect(weak.error).toMatchObject({ code: 'weak_password', status: 422, reasons: ['length'] })
    for (const email of [
      '',
      'no',
      'a@b',
      'ñandú@norte.example',
      'a\r\nBcc: b@x.example',
      'K@norte.example\u200b',
    ])
      expect(
        (await app.browser().auth.signUp({ email, password: 'clave-de-ocho-letras' })).error,
      ).toMatchObject({
        code: 'validation_failed',
        status: 400,
      })
  })

  test('sends its link again when asked, and nothing for an address that needs none', async () => {
    const email = app.newAddress()
    await register(email)
    await app.limitsPass()
    expect((await app.browser().auth.resend({ type: 'signup', email })).error).toBeNull()
    expect(await app.mails(email)).toHaveLength(2)
    const known = (await app.someone()).email
    expect((await app.browser().auth.resend({ type: 'signup', email: known })).error).toBeNull()
    expect(await app.mails(known)).toEqual([])
  })

  test('a name cannot smuggle anything into a mail', async () => {
    const email = app.newAddress()
    await register(email, { name: '<img src=x onerror=alert(1)>', lastName: '</p><script>' })
    const { mail } = await app.linkIn(email, 'signup')
    expect(mail.html).not.toMatch(/<img|<script/)
  })
})

// Whoever confirms the address cannot tell whose registration it is that they confirm.
describe('one address registered by two', () => {
  let limited: Browsers
  beforeAll(async () => {
    limited = await startWithBrowsers({ isRelaxed: false })
  })
  afterAll(() => limited?.stop())

  const registeredTwice = async (when: string) => {
    const email = limited.newAddress()
    await limited.browser().auth.signUp({ email, password: 'clave-de-ocho-letras' })
    if (when === 'later') await limited.limitsPass()
    await limited.browser().auth.signUp({ email, password: 'la-clave-segunda' })
    expect(await limited.mails(email)).toHaveLength(when === 'later' ? 2 : 1)
    return email
  }
  const confirm = async (email: string) => {
    const { code } = await limited.linkIn(email, 'signup')
    return limited.browser().auth.verifyOtp({ token_hash: code, type: 'signup' })
  }

  test.each(['at once', 'later'])('%s, leaves neither of them a password', async when => {
    const email = await registeredTwice(when)
    expect((await confirm(email)).error).toBeNull()
    await limited.tamper(sql`update account set active = true where email = ${email}`)
    for (const typed of ['clave-de-ocho-letras', 'la-clave-segunda'])
      expect((await limited.enter(email, typed)).error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('is confirmed with a link that is asked for again', async () => {
    const email = await registeredTwice('at once')
    await limited.limitsPass()
    expect((await limited.browser().auth.resend({ type: 'signup', email })).error).toBeNull()
    expect(await limited.mails(email)).toHaveLength(2)
    expect((await confirm(email)).error).toBeNull()
  })
})
