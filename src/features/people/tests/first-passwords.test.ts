// First passwords: the owner's at once where nobody was there before, and nobody's for a day where somebody was.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { peopleRoutes } from '#features/people/api.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { hashOfPassword, origin } from '#tests/support/app.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'
import { passkeysOf } from '#tests/support/passkeys.ts'
import { bearerOf } from '#tests/support/second-factor.ts'
import { confirmWith } from '#tests/support/step-up.ts'

let app: Browsers
let [admin, elsewhere] = ['', '']
beforeAll(async () => {
  app = await startWithBrowsers({}, invite => peopleRoutes(invite))
  await app.person(app.company, 'admin', 'admin@norte.example')
  await app.person(await app.newCompany('enterprise', 'Sur'), 'admin', 'admin@sur.example')
  admin = await app.signIn('admin@norte.example')
  elsewhere = await app.signIn('admin@sur.example')
})
afterAll(() => app?.stop())

const chosen = 'primera clave de todas'
const missing = '/problems/confirmation_way_missing'
type Client = ReturnType<Browsers['browser']>

const invite = async (email: string, as = admin) => {
  const body = { name: 'Luis', lastName: 'Gil', email, role: 'approver' }
  expect((await app.ask('/api/people', { method: 'POST', as, key: newId(), body })).status).toBe(200)
}

async function open(email: string, kind: 'invitation' | 'recovery'): Promise<Client> {
  const client = app.browser()
  const type = kind === 'invitation' ? 'invite' : 'recovery'
  const { code } = await app.linkIn(email, kind)
  expect((await client.auth.verifyOtp({ token_hash: code, type })).error).toBeNull()
  return client
}

/** The link of “¿Olvidaste tu contraseña?”, followed by the same browser. */
async function recover(email: string): Promise<Client> {
  const client = app.browser()
  const redirectTo = `${origin}/login?source=reset_email`
  expect((await client.auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull()
  const { code } = await app.linkIn(email, 'recovery')
  expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull()
  return client
}

/** Chooses the password, and asks at once to be confirmed with it. */
async function choosing(client: Client, password = chosen) {
  expect((await client.auth.updateUser({ password })).error).toBeNull()
  const { status, body } = await confirmWith(app, await bearerOf(client), password)
  return status === 200 ? 'confirmed' : body.type
}

const told = async (email: string) =>
  (await app.mails(email)).filter(({ kind }) => kind === 'password_changed').length

describe('the first password of an account that was nobody’s', () => {
  test('confirms at once where it is chosen by the invitation, and is told to nobody', async () => {
    const email = app.newAddress()
    await invite(email)
    expect(await choosing(await open(email, 'invitation'))).toBe('confirmed')
    expect(await told(email)).toBe(0)
  })

  test('confirms at once by a later link, after the page of the invitation was closed', async () => {
    const email = app.newAddress()
    await invite(email)
    await open(email, 'invitation')
    expect(await choosing(await recover(email))).toBe('confirmed')
  })

  test('confirms at once by a link after the invitation expired', async () => {
    const email = app.newAddress()
    await invite(email)
    await app.tamper(sql`update invitation set expires_at = created_at where email = ${email}`)
    await app.tamper(sql`update one_time_token set expires_at = created_at
      where user_id = ${await app.accountOf(email)}`)
    expect(await choosing(await recover(email))).toBe('confirmed')
  })

  test('confirms at once where a password given by others was dropped with the invitation', async () => {
    const email = app.newAddress()
    await invite(email)
    await app.tamper(sql`update account set password_hash = ${await hashOfPassword()}, password_given = true,
      password_unproven_at = now() where email = ${email}`)
    expect(await choosing(await open(email, 'invitation'))).toBe('confirmed')
  })
})

describe('the first password of an account that was somebody’s', () => {
  /** Somebody whose address was changed and given back, which leaves them without a password. */
  async function givenBack() {
    const { email } = await app.someone()
    const { client } = await app.enter(email)
    const next = app.newAddress()
    expect((await client.auth.updateUser({ email: next })).error).toBeNull()
    const { code } = await app.linkIn(next, 'email_change')
    await app.browser().auth.verifyOtp({ token_hash: code, type: 'email_change' })
    const undo = await app.linkIn(email, 'email_undo')
    const done = await app.ask('/api/account/email-undo', { method: 'POST', body: { code: undo.code } })
    expect(done.status).toBe(200)
    return email
  }

  test('confirms nobody by the invitation of another company, and is told by mail', async () => {
    const email = await givenBack()
    await invite(email, elsewhere)
    expect(await choosing(await open(email, 'invitation'))).toBe(missing)
    expect(await told(email)).toBe(1)
  })

  test('confirms nobody by the link that gives the address back', async () => {
    const email = await givenBack()
    expect(await choosing(await open(email, 'recovery'))).toBe(missing)
    expect(await told(email)).toBe(1)
  })

  test('confirms nobody where somebody came in with a passkey, which was taken away since', async () => {
    const email = app.newAddress()
    await invite(email)
    const keys = passkeysOf(app)
    const { device } = await keys.add((await bearerOf(await open(email, 'invitation'))) ?? '')
    const as = String((await keys.enter(device)).body.access_token)
    const [passkey] = await keys.list(as)
    const gone = await app.ask(`/api/account/passkeys/${passkey.id}`, { method: 'DELETE', as })
    expect(gone.status).toBe(200)
    expect(await choosing(await recover(email))).toBe(missing)
    expect(await told(email)).toBe(1)
  })

  test('confirms nobody where somebody worked with a given password before the address was confirmed', async () => {
    const email = app.newAddress()
    await invite(email)
    await app.tamper(sql`update account set password_hash = ${await hashOfPassword()}, password_given = true
      where email = ${email}`)
    expect((await app.enter(email)).error).toBeNull()
    expect(await choosing(await open(email, 'invitation'))).toBe(missing)
    expect(await told(email)).toBe(1)
  })
})
