// Through the unmodified client of the browser, against a listening server.
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '#features/identity/store/accounts.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { part, sql } from '#server/database/sql.ts'
import { password, startApp, type TestApp } from '#tests/support/app.ts'
import { earlier } from '#tests/support/moved-times.ts'

let app: TestApp
let address: string
let company: string

beforeAll(async () => {
  app = await startApp()
  address = await app.http.listen({ port: 0, host: '127.0.0.1' })
  company = await app.company()
})
afterAll(() => app?.stop())

const browser = () =>
  createClient(address, 'sb_publishable_test', { auth: { persistSession: false, autoRefreshToken: false } })

let people = 0
/** Somebody new, signed in with the client. */
async function someone(role: 'admin' | 'approver' = 'approver') {
  const email = `persona${++people}@norte.example`
  const userId = await app.person(company, role, email)
  const { client, session } = await signedIn(email)
  return { email, userId, client, session }
}

async function signedIn(email: string, typed = password) {
  const client = browser()
  const { data } = await client.auth.signInWithPassword({ email, password: typed })
  if (!data.session) throw new Error(`${email} could not sign in`)
  return { client, session: data.session }
}

const refreshWith = (refresh_token: string) => browser().auth.refreshSession({ refresh_token })

/** Lets the ten seconds pass in which several tabs get one token. */
const afterTheWindow = (userId: string) =>
  app.tamper(
    sql`update session set rotated_at = ${earlier(part`rotated_at`, part`interval '11 seconds'`)} where user_id = ${userId}`,
  )

const sessionsOf = (userId: string) => app.tamper(sql`select id from session where user_id = ${userId}`)

describe('signing in', () => {
  test('gives a session, a person and claims that the client verifies by itself', async () => {
    const { client, session, email, userId } = await someone('admin')
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ id: userId, email, aud: 'authenticated', is_anonymous: false })
    expect(data.user?.app_metadata).toEqual({
      provider: 'email',
      providers: ['email'],
      role: 'admin',
      client_id: null,
      provider_id: null,
      company_id: company,
      company_name: 'Norte',
      time_zone: 'Europe/Madrid',
      companies: [{ id: company, name: 'Norte' }],
    })
    expect(data.user?.user_metadata).toEqual({ name: 'Ana', lastName: 'Pérez', ...unsaid, role: 'admin' })
    const claims = (await client.auth.getClaims()).data?.claims
    expect(claims).toMatchObject({ sub: userId, tenant_id: company, aal: 'aal1', rtc: 0 })
  })

  test('ignores case and blanks around an address, never those of a password', async () => {
    const { email } = await someone()
    const right = await browser().auth.signInWithPassword({ email: ` ${email.toUpperCase()} `, password })
    expect(right.error).toBeNull()
    const wrong = await browser().auth.signInWithPassword({ email, password: ` ${password}` })
    expect(wrong.error).toMatchObject({ code: 'invalid_credentials', status: 400 })
  })

  test('an unknown address and a wrong password answer the same bytes', async () => {
    const { email } = await someone()
    const answers = await Promise.all(
      [email, 'nadie@norte.example', 'no es una dirección'].map(tried =>
        app.http.inject({
          method: 'POST',
          url: '/auth/v1/token?grant_type=password',
          payload: { email: tried, password: 'otra-clave' },
        }),
      ),
    )
    expect(new Set(answers.map(answer => `${answer.statusCode} ${answer.body}`)).size).toBe(1)
  })

  test('an account that waits for activation is told so, but only after its right password', async () => {
    await app.person(company, 'approver', 'pendiente@norte.example', { active: false })
    const tried = (typed: string) =>
      browser().auth.signInWithPassword({ email: 'pendiente@norte.example', password: typed })
    expect((await tried(password)).error).toMatchObject({
      code: 'user_banned',
      status: 400,
      message: 'Tu cuenta está pendiente de activación.',
    })
    expect((await tried('otra-clave')).error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('the platform’s people sign in to no company', async () => {
    const on = outsideAnyTransaction(app.db)
    const account = { name: 'Sara', lastName: '', role: 'admin_saas', active: true } as const
    const { passwordHash } = app
    await createAccount(on, { ...account, passwordHash, email: 'saas@visto.example' }, new Date())
    const { client, session } = await signedIn('saas@visto.example')
    expect(session.expires_in).toBe(900)
    expect((await client.auth.getUser()).data.user?.app_metadata).toMatchObject({ company_id: null })
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await client.auth.signOut()).error).toBeNull()
  })

  test('is told in the company’s journal, and so is a failure', async () => {
    const { email, userId, client } = await someone()
    await browser().auth.signInWithPassword({ email, password: 'otra-clave' })
    await client.auth.signOut({ scope: 'local' })
    await expect
      .poll(async () => (await app.journal(company, userId)).map(event => event.action))
      .toEqual(['person.added', 'session.sign_in_failed'])
    const actions = (await app.journal(company)).map(event => event.action)
    expect(actions).toContain('session.signed_in')
    expect(actions.at(-1)).toMatch(/session\.(signed_out|sign_in_failed)/)
  })
})

describe('refreshing', () => {
  test('gives another token and the same session', async () => {
    const { session } = await someone()
    const { data } = await refreshWith(session.refresh_token)
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    const claims = (token = '') => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims(data.session?.access_token)).toMatchObject({
      session_id: claims(session.access_token).session_id,
      rtc: 1,
    })
  })

  test('ten tabs at once end with one token, and it works', async () => {
    const { session } = await someone()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refreshWith(session.refresh_token)))
    const given = new Set(answers.map(answer => answer.data.session?.refresh_token))
    expect(given.size).toBe(1)
    expect((await refreshWith([...given][0] ?? '')).error).toBeNull()
  })

  test('a token used again after its successor was used ends the session, and only that one', async () => {
    const { session, userId, email, client } = await someone()
    const other = await signedIn(email)
    const next = (await refreshWith(session.refresh_token)).data.session
    await browser().auth.getUser(next?.access_token)
    await expect
      .poll(() => app.tamper(sql`select seen_counter from session where user_id = ${userId} order by id`))
      .toMatchObject([{ seen_counter: 1 }, { seen_counter: 0 }])
    await afterTheWindow(userId)
    const stolen = await refreshWith(session.refresh_token)
    expect(stolen.error).toMatchObject({ code: 'refresh_token_already_used', status: 400 })
    expect((await refreshWith(next?.refresh_token ?? '')).error).toMatchObject({ status: 400 })
    expect((await client.auth.getUser()).error).not.toBeNull()
    expect((await other.client.auth.getUser()).error).toBeNull()
    const told = (await app.journal(company)).filter(event => event.action === 'session.theft_detected')
    expect(told).toHaveLength(1)
  })

  test('an answer that never arrived is given again, while nobody has used it', async () => {
    const { session, userId } = await someone()
    const lost = (await refreshWith(session.refresh_token)).data.session
    await afterTheWindow(userId)
    const again = (await refreshWith(session.refresh_token)).data.session
    expect(again?.refresh_token).toBe(lost?.refresh_token)
  })

  test('an idle session has ended, and so has an old one', async () => {
    for (const column of ['idle_after', 'not_after']) {
      const { session, userId, client } = await someone()
      await app.tamper({
        text: `update session set ${column} = now() - interval '1 second' where user_id = $1`,
        values: [userId],
      })
      expect((await client.auth.getUser()).error).not.toBeNull()
      expect((await refreshWith(session.refresh_token)).error).toMatchObject({ code: 'session_expired' })
    }
  })

  test('what is no token of ours is not found', async () => {
    const { session } = await someone()
    const flipped = session.refresh_token.replace(/.$/, last => (last === 'A' ? 'Q' : 'A'))
    for (const text of ['x', flipped, session.access_token.slice(0, 190)])
      expect((await refreshWith(text)).error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
  })
})

describe('signing out', () => {
  test.each([
    { scope: 'local', left: 1, own: false },
    { scope: 'others', left: 1, own: true },
    { scope: 'global', left: 0, own: false },
  ] as const)('$scope: takes effect on the next request', async ({ scope, left, own }) => {
    const { client, userId, email } = await someone()
    const elsewhere = await signedIn(email)
    const token = (await client.auth.getSession()).data.session?.access_token
    expect((await client.auth.signOut({ scope })).error).toBeNull()
    expect(await sessionsOf(userId)).toHaveLength(left)
    const stillHere = (await browser().auth.getUser(token)).error === null
    const stillThere = (await elsewhere.client.auth.getUser()).error === null
    expect({ stillHere, stillThere }).toEqual({ stillHere: own, stillThere: scope === 'local' })
  })
})

describe('changing one’s own account', () => {
  test('a name may change; a role, a company or an id may not', async () => {
    const { client, userId } = await someone()
    const data = { name: 'María', role: 'admin_saas', company_id: 'x', lastName: 'Ñúñez' }
    const { data: changed, error } = await client.auth.updateUser({ data })
    expect(error).toBeNull()
    expect(changed.user?.user_metadata).toEqual({
      name: 'María',
      lastName: 'Ñúñez',
      ...unsaid,
      role: 'approver',
    })
    const rows = await app.tamper(sql`select role, name, search from account where id = ${userId}`)
    expect(rows).toMatchObject([{ role: 'approver', name: 'María' }])
    expect(rows).toMatchObject([{ search: expect.stringContaining('maria nunez') }])
  })

  test('a new password ends the other sessions and keeps this one', async () => {
    const { client, email, userId } = await someone()
    const other = await signedIn(email)
    expect((await client.auth.updateUser({ password: 'otra-clave-nueva' })).error).toBeNull()
    expect((await other.client.auth.getUser()).error).not.toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
    await expect(signedIn(email)).rejects.toThrow()
    await expect(signedIn(email, 'otra-clave-nueva')).resolves.toBeDefined()
    const actions = (await app.journal(company, userId)).map(event => event.action)
    expect(actions).toContain('account.password_changed')
  })

  test('a short or an unchanged password is refused', async () => {
    const { client } = await someone()
    expect((await client.auth.updateUser({ password: 'corta' })).error).toMatchObject({
      name: 'AuthWeakPasswordError',
      code: 'weak_password',
      status: 422,
      reasons: ['length'],
      message: 'La contraseña debe tener al menos 6 caracteres',
    })
    expect((await client.auth.updateUser({ password })).error).toMatchObject({ code: 'same_password' })
  })

  test('ten minutes after signing in the current password is asked for', async () => {
    const { client, userId } = await someone()
    await app.tamper(sql`update session set amr = '[{"method":"password","timestamp":1}]'
      where user_id = ${userId}`)
    const changed = (current_password?: string) =>
      client.auth.updateUser({
        password: 'otra-clave-nueva',
        ...(current_password ? { current_password } : {}),
      })
    expect((await changed()).error).toMatchObject({ code: 'current_password_required' })
    expect((await changed('no es esta')).error).toMatchObject({ code: 'current_password_invalid' })
    expect((await changed(password)).error).toBeNull()
  })
})

const unsaid = { position: '', department: '' }
