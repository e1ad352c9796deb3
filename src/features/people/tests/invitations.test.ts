// Letting somebody in by their address, which may be anybody's; with the mails and the unmodified client.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offboardingRoutes } from '#features/offboarding/api.ts'
import { peopleRoutes } from '#features/people/api.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { origin, password } from '#tests/support/app.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'

let app: Browsers
let [admin, elsewhere, other] = ['', '', '']

beforeAll(async () => {
  app = await startWithBrowsers({}, invite => [...peopleRoutes(invite), ...offboardingRoutes])
  await app.person(app.company, 'admin', 'admin@norte.example', { name: 'Elena', lastName: 'Roca' })
  other = await app.newCompany('enterprise', 'Sur')
  await app.person(other, 'admin', 'admin@sur.example')
  admin = await app.signIn('admin@norte.example')
  elsewhere = await app.signIn('admin@sur.example')
})
afterAll(() => app?.stop())

const invite = (email: string, as = admin, more: object = {}) =>
  app.ask('/api/people', {
    method: 'POST',
    as,
    key: newId(),
    body: { name: 'Luis', lastName: 'Gil', email, role: 'approver', ...more },
  })
const accept = (token_hash: string) => app.browser().auth.verifyOtp({ token_hash, type: 'invite' })
const register = (email: string) => app.browser().auth.signUp({ email, password: 'clave-de-la-intrusa' })

const again = (id: string, as = admin) =>
  app.ask(`/api/invitations/${id}/mail`, { method: 'POST', as, key: newId() })
const back = (id: string, as = admin) => app.ask(`/api/invitations/${id}`, { method: 'DELETE', as })
const answer = (id: string, verb: string, as: string | undefined) =>
  app.ask(`/api/account/invitations/${id}/${verb}`, { method: 'POST', as })
const byCode = (code: string) => app.ask('/api/invitation-acceptances', { method: 'POST', body: { code } })
const rowOf = async (userId: string) =>
  (
    await app.tamper(sql`
    select name, last_name, email, role, password_hash, email_confirmed_at, updated_at, active,
      (select count(*)::int from account_company where user_id = id) as companies
    from account where id = ${userId}`)
  )[0]
/** The invitation as its sender's list shows it. */
const sent = async (email: string, as = admin) =>
  (await app.ask('/api/invitations', { as })).body.items.find((one: { email: string }) => one.email === email)

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
    const { invitationId } = (await invite(email)).body
    const first = await app.linkIn(email, 'invitation')
    expect((await again(invitationId)).status).toBe(200)
    const second = await app.linkIn(email, 'invitation')
    expect((await accept(first.code)).error).toMatchObject({ code: 'otp_expired' })
    await app.tamper(
      sql`update one_time_token set expires_at = created_at where invitation = ${invitationId}`,
    )
    expect((await accept(second.code)).error).toMatchObject({ code: 'otp_expired' })
    await app.tamper(sql`update invitation set expires_at = created_at where id = ${invitationId}`)
    expect(await sent(email)).toMatchObject({ isExpired: true, can: { resend: true, revoke: true } })
    expect((await again(invitationId)).status).toBe(200)
    expect((await accept((await app.linkIn(email, 'invitation')).code)).error).toBeNull()
  })

  test('is invited five times an hour at most, also when many ask at once', async () => {
    const email = app.newAddress()
    const { invitationId } = (await invite(email)).body
    const answers = await Promise.all(Array.from({ length: 8 }, () => again(invitationId)))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(4)
    const refused = answers.find(answer => answer.status === 409)
    expect(refused?.body.type).toBe('/problems/too_many_invitations')
    expect(await app.mails(email)).toHaveLength(5)
  })

  test('is no member before, and one from then on: each told once', async () => {
    const email = app.newAddress()
    const { invitationId } = (await invite(email)).body
    const people = await app.ask(`/api/people?q=${email}`, { as: admin })
    expect(people.body.items).toEqual([])
    await accept((await app.linkIn(email, 'invitation')).code)
    const [row] = (await app.ask(`/api/people?q=${email}`, { as: admin })).body.items
    expect(row).toMatchObject({ name: 'Luis Gil', role: 'approver', active: true })
    expect((await app.journal(app.company, invitationId)).map(event => event.action)).toEqual([
      'person.invited',
    ])
    const told = (await app.journal(app.company, row.userId)).map(event => event.action)
    expect(told.filter(action => action.startsWith('person.'))).toEqual(['person.added'])
    expect(await sent(email)).toBeUndefined()
  })

  test('finds nothing behind an invitation that was taken back', async () => {
    const email = app.newAddress()
    const { invitationId } = (await invite(email)).body
    const { code } = await app.linkIn(email, 'invitation')
    expect((await back(invitationId)).status).toBe(200)
    expect((await accept(code)).error).toMatchObject({ code: 'otp_expired' })
    expect((await invite(email)).status).toBe(200)
  })

  test('of another company is not there: neither sent again nor taken back', async () => {
    const { invitationId } = (await invite(app.newAddress())).body
    for (const id of [invitationId, newId()]) {
      expect((await again(id, elsewhere)).status).toBe(404)
      expect((await back(id, elsewhere)).status).toBe(404)
    }
  })
})

describe('somebody who had registered', () => {
  test('with a confirmed address accepts, with the role given, whatever role they asked for', async () => {
    const email = app.newAddress()
    const typed = 'clave-de-ocho-letras'
    await app.browser().auth.signUp({ email, password: typed, options: { data: { role: 'admin' } } })
    const { code } = await app.linkIn(email, 'signup')
    await app.browser().auth.verifyOtp({ token_hash: code, type: 'signup' })
    expect((await invite(email)).status).toBe(200)
    expect((await app.enter(email, typed)).error).toMatchObject({ code: 'user_banned' })
    const link = await app.linkIn(email, 'invitation')
    expect(link.url.searchParams.get('type')).toBe('invitation')
    expect((await byCode(link.code)).body).toEqual({ companyId: app.company, companyName: 'Norte' })
    const { session } = await app.enter(email, typed)
    expect(session?.user.app_metadata).toMatchObject({ role: 'approver', company_id: app.company })
    expect((await byCode(link.code)).body.type).toBe('/problems/invitation_ended')
  })

  test('without showing that the address is theirs does not get in: the password that a stranger chose is void', async () => {
    const email = app.newAddress()
    await register(email)
    const stolen = await app.linkIn(email, 'signup')
    await invite(email)
    expect((await app.enter(email, 'clave-de-la-intrusa')).session).toBeNull()
    const { code } = await app.linkIn(email, 'invitation')
    expect((await accept(code)).error).toBeNull()
    const { client: _, ...stranger } = await app.enter(email, 'clave-de-la-intrusa')
    expect(stranger.session).toBeNull()
    const late = await app.browser().auth.verifyOtp({ token_hash: stolen.code, type: 'signup' })
    expect(late.error).not.toBeNull()
  })
})

describe('somebody who has an account', () => {
  test('keeps it as it is until they accept, and the answer is that of an address without one', async () => {
    const { email, userId } = await app.someone()
    const { session } = await app.enter(email)
    const before = await rowOf(userId)
    const [known, unknown] = [await invite(email, elsewhere), await invite(app.newAddress(), elsewhere)]
    expect([known.status, Object.keys(known.body)]).toEqual([200, Object.keys(unknown.body)])
    expect(Object.values(known.body)).not.toContain(userId)
    expect(await rowOf(userId)).toEqual(before)
    expect((await app.ask('/auth/v1/user', { as: session?.access_token })).status).toBe(200)
    expect((await app.enter(email)).session?.user.app_metadata.companies).toHaveLength(1)
    // Neither list says anything of the account.
    const people = await app.ask(`/api/people?q=${email}`, { as: elsewhere })
    expect(people.body.items).toEqual([])
    expect(await sent(email, elsewhere)).toMatchObject({ name: 'Luis Gil', email, role: 'approver' })
  })

  test('made with the form, its address never confirmed, keeps password and sessions whoever invites it', async () => {
    const email = app.newAddress()
    const userId = await app.person(other, 'approver', email)
    await app.tamper(
      sql`update account set email_confirmed_at = null, password_given = true where id = ${userId}`,
    )
    const { session } = await app.enter(email)
    const before = await rowOf(userId)
    expect((await invite(email)).status).toBe(200)
    expect(await rowOf(userId)).toEqual(before)
    expect((await app.ask('/auth/v1/user', { as: session?.access_token })).status).toBe(200)
    expect((await app.enter(email)).error).toBeNull()
  })

  test('accepts signed in, and goes from one company to the other', async () => {
    const { email, userId } = await app.someone()
    await invite(email, elsewhere)
    const { session } = await app.enter(email)
    const as = session?.access_token
    const { items } = (await app.ask('/api/account/invitations', { as })).body
    expect(items).toMatchObject([{ companyName: 'Sur', role: 'approver', can: { accept: true } }])
    const accepted = await answer(items[0].id, 'acceptance', as)
    expect(accepted.body).toEqual({ companyId: other, companyName: 'Sur' })
    expect((await app.enter(email)).session?.user.app_metadata.companies).toHaveLength(2)
    const entered = await app.ask('/api/session/company', {
      method: 'POST',
      as,
      body: { companyId: other },
    })
    expect(entered.status).toBe(200)
    expect((await app.journal(other, userId)).map(event => event.action)).toContain('person.added')
    expect((await app.ask('/api/account/invitations', { as })).body.items).toEqual([])
  })

  test('refuses, and may be invited again', async () => {
    const { email } = await app.someone()
    const { invitationId } = (await invite(email, elsewhere)).body
    const { session } = await app.enter(email)
    expect((await answer(invitationId, 'refusal', session?.access_token)).status).toBe(200)
    expect((await answer(invitationId, 'acceptance', session?.access_token)).status).toBe(404)
    expect(await sent(email, elsewhere)).toBeUndefined()
    const told = (await app.journal(other, invitationId)).map(event => event.action)
    expect(told).toEqual(['person.invited', 'person.invitation_refused'])
    expect((await invite(email, elsewhere)).status).toBe(200)
  })

  test('answers for themselves alone', async () => {
    const [invited, stranger] = [await app.someone(), await app.someone()]
    const { invitationId } = (await invite(invited.email, elsewhere)).body
    const { session } = await app.enter(stranger.email)
    for (const verb of ['acceptance', 'refusal'])
      expect((await answer(invitationId, verb, session?.access_token)).status).toBe(404)
    expect((await app.ask('/api/account/invitations', { as: session?.access_token })).body.items).toEqual([])
  })

  test('in another role is told why they cannot accept; who invites sees it as pending', async () => {
    const { email } = await app.someone('admin')
    const { invitationId } = (await invite(email, elsewhere)).body
    const { session } = await app.enter(email)
    const refused = await answer(invitationId, 'acceptance', session?.access_token)
    expect(refused).toMatchObject({ status: 409, body: { type: '/problems/another_role' } })
    expect(refused.body.title).toMatch(/^Tu cuenta ya tiene el rol Empresa/)
    const { code } = await app.linkIn(email, 'invitation')
    expect((await byCode(code)).body.type).toBe('/problems/another_role')
    expect(await sent(email, elsewhere)).toMatchObject({ isExpired: false })
  })

  test('is let in once, however often and however they accept at the same time', async () => {
    const { email, userId } = await app.someone()
    const { invitationId } = (await invite(email, elsewhere)).body
    const { session } = await app.enter(email)
    const { code } = await app.linkIn(email, 'invitation')
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => answer(invitationId, 'acceptance', session?.access_token)),
      ...Array.from({ length: 4 }, () => byCode(code)),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const told = (await app.journal(other, userId)).filter(event => event.action === 'person.added')
    expect(told).toHaveLength(1)
  })

  test('of this company is said to be in it, and nobody is invited twice', async () => {
    const colleague = await app.someone()
    expect((await invite(colleague.email)).body.type).toBe('/problems/already_member')
    const email = app.newAddress()
    const answers = await Promise.all(Array.from({ length: 8 }, () => invite(email)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.type === '/problems/already_invited')).toHaveLength(7)
    expect((await app.mails(email)).filter(mail => mail.kind === 'invitation')).toHaveLength(1)
  })
})
