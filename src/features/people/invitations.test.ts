// Letting somebody in by their address, which may be anybody's; with the mails and the unmodified client.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endAllOf } from '#features/delegations/commands.ts'
import { peopleRoutes } from '#features/people/api.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/sql.ts'
import { origin, password } from '#tests/support/app.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'

let app: Browsers
let [admin, elsewhere, other] = ['', '', '']

beforeAll(async () => {
  app = await startWithBrowsers({}, invite => peopleRoutes(invite, endAllOf))
  await app.person(app.company, 'admin', 'admin@norte.example', { name: 'Elena', lastName: 'Roca' })
  other = await app.newCompany('enterprise', 'Sur')
  await app.person(other, 'admin', 'admin@sur.example')
  admin = await app.signIn('admin@norte.example')
  elsewhere = await app.signIn('admin@sur.example')
})
afterAll(() => app?.stop())

const invite = (email: string, as = admin, more: object = {}) =>
  app.ask('/api/people', {
    ...{ method: 'POST', as, key: newId() },
    body: { name: 'Luis', lastName: 'Gil', email, role: 'approver', ...more },
  })
const accept = (token_hash: string) => app.browser().auth.verifyOtp({ token_hash, type: 'invite' })
const register = (email: string) => app.browser().auth.signUp({ email, password: 'clave-de-la-intrusa' })

describe('somebody new', () => {
  test('gets a link, chooses a password and works in the company', async () => {
    const email = app.newAddress()
    expect((await invite(email)).status).toBe(200)
    const { mail, url, code } = await app.linkIn(email, 'invitation')
    expect(mail.subject).toBe('Elena Roca te invita a Norte en Visto Bueno')
    expect(`${url.origin}${url.pathname}?source=${url.searchParams.get('source')}`).toBe(
      `${origin}/login?source=invite`,
    )
    const client = app.browser()
    const { data, error } = await client.auth.verifyOtp({ token_hash: code, type: 'invite' })
    expect(error).toBeNull()
    expect(data.user?.app_metadata).toMatchObject({ role: 'approver', company_id: app.company })
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    expect((await app.enter(email)).error).toBeNull()
    expect((await accept(code)).error).toMatchObject({ code: 'otp_expired' })
  })

  test('has no way in before: no password opens the account', async () => {
    const email = app.newAddress()
    await invite(email)
    for (const typed of ['', ' ', password, 'null', 'undefined'])
      expect((await app.enter(email, typed)).session).toBeNull()
  })

  test('finds the link good for a week, and only the newest', async () => {
    const email = app.newAddress()
    const { body } = await invite(email)
    const first = await app.linkIn(email, 'invitation')
    const again = await app.ask(`/api/people/${body.userId}/invitation`, { method: 'POST', as: admin })
    expect(again.status).toBe(200)
    const second = await app.linkIn(email, 'invitation')
    expect((await accept(first.code)).error).toMatchObject({ code: 'otp_expired' })
    await app.tamper(sql`update one_time_token set expires_at = created_at where user_id = ${body.userId}`)
    expect((await accept(second.code)).error).toMatchObject({ code: 'otp_expired' })
    const listed = await app.ask('/api/people?q=persona', { as: admin })
    const row = listed.body.items.find((one: { userId: string }) => one.userId === body.userId)
    expect(row).toMatchObject({ isInvited: true, can: { invite: true } })
  })

  test('is invited five times an hour at most, also when many ask at once', async () => {
    const email = app.newAddress()
    const { userId } = (await invite(email)).body
    const again = () => app.ask(`/api/people/${userId}/invitation`, { method: 'POST', as: admin })
    const answers = await Promise.all(Array.from({ length: 8 }, again))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(4)
    const refused = answers.find(answer => answer.status === 409)
    expect(refused?.body.type).toBe('/problems/too_many_invitations')
    expect(await app.mails(email)).toHaveLength(5)
  })

  test('who has come in is not invited again, nor anybody of another company', async () => {
    const { userId } = await app.someone()
    const again = (id: string, as = admin) => app.ask(`/api/people/${id}/invitation`, { method: 'POST', as })
    expect((await again(userId)).body.type).toBe('/problems/has_come_in')
    const invited = (await invite(app.newAddress())).body.userId
    expect((await again(invited, elsewhere)).status).toBe(404)
    expect((await again(newId())).status).toBe(404)
  })
})

describe('somebody who had registered', () => {
  test('with a confirmed address is activated with the role given, whatever role they asked for', async () => {
    const email = app.newAddress()
    await app
      .browser()
      .auth.signUp({ email, password: 'clave-de-ocho-letras', options: { data: { role: 'admin' } } })
    const { code } = await app.linkIn(email, 'signup')
    await app.browser().auth.verifyOtp({ token_hash: code, type: 'signup' })
    expect((await invite(email)).status).toBe(200)
    const { session } = await app.enter(email, 'clave-de-ocho-letras')
    expect(session?.user.app_metadata).toMatchObject({ role: 'approver', company_id: app.company })
    expect((await app.linkIn(email, 'admission')).mail.subject).toContain('Ya tienes acceso')
  })

  test('without showing that the address is theirs does not get in: the password that a stranger chose is void', async () => {
    const email = app.newAddress()
    await register(email)
    const stolen = await app.linkIn(email, 'signup')
    await invite(email)
    expect((await app.enter(email, 'clave-de-la-intrusa')).session).toBeNull()
    expect(
      (await app.browser().auth.verifyOtp({ token_hash: stolen.code, type: 'signup' })).error,
    ).not.toBeNull()
    await register(email)
    expect((await app.enter(email, 'clave-de-la-intrusa')).session).toBeNull()
    const { code } = await app.linkIn(email, 'invitation')
    expect((await accept(code)).error).toBeNull()
  })
})

describe('somebody who works elsewhere', () => {
  test('in the same role joins with the password they have, and can go from one company to the other', async () => {
    const { email, userId } = await app.someone()
    expect((await invite(email, elsewhere)).status).toBe(200)
    const { session } = await app.enter(email)
    expect(session?.user.app_metadata.companies).toHaveLength(2)
    const entered = await app.ask('/api/session/company', {
      ...{ method: 'POST', as: session?.access_token, body: { companyId: other } },
    })
    expect(entered.status).toBe(200)
    expect((await app.journal(other, userId)).map(event => event.action)).toEqual(['person.added'])
  })

  test('in another role is not taken, and neither is somebody of this company', async () => {
    const { email } = await app.someone('admin')
    expect((await invite(email, elsewhere)).body.type).toBe('/problems/email_taken')
    const colleague = await app.someone()
    expect((await invite(colleague.email)).body.type).toBe('/problems/already_member')
  })

  test('once, however many invite at the same time', async () => {
    const email = app.newAddress()
    const answers = await Promise.all(Array.from({ length: 8 }, () => invite(email)))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
    expect(answers.filter(answer => answer.body.type === '/problems/already_member')).toHaveLength(7)
    expect((await app.mails(email)).filter(mail => mail.kind === 'invitation')).toHaveLength(1)
  })
})
