// Signing in with the company's own provider, a real one: who comes in, as what, and who does not.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { origin } from '#tests/support/app.ts'
import type { Browsers } from '#tests/support/browsers.ts'
import { newSecret, signInDesk, startSignIn } from '#tests/support/company-sign-in.ts'
import {
  followProvider,
  type IdentityProvider,
  startIdentityProvider,
} from '#tests/support/identity-provider.ts'
import { bearerOf, secondFactors } from '#tests/support/second-factor.ts'
import { confirmWith } from '#tests/support/step-up.ts'

let app: Browsers
let idp: IdentityProvider
let desk: ReturnType<typeof signInDesk>
let count = 0
beforeAll(async () => {
  app = await startSignIn()
  idp = await startIdentityProvider([`${origin}/login/empresa/${app.company}`])
  desk = signInDesk(app)
})
afterAll(() => Promise.all([app?.stop(), idp?.close()]))

const newSub = () => `sub-${++count}`
const at = (email: string, more: object = {}) => {
  const somebody = { sub: newSub(), email, email_verified: true, ...more }
  idp.signsIn(somebody)
  return somebody
}
const refused = (kind: string) => ({ status: 409, body: { type: `/problems/${kind}` } })
const me = (token: string) => app.ask('/auth/v1/user', { as: token })

test('somebody of the company comes in by its provider, once more by who they are there, and the journal says it', async () => {
  await desk.set(idp.issuer)
  const { email, userId } = await app.someone()
  const somebody = at(email)
  const first = await desk.enters(email)
  expect(first.status).toBe(200)
  expect((await me(first.body.access_token)).body.id).toBe(userId)
  expect((await app.ask('/api/company-sign-in?domain=correo.example')).body).toEqual({
    offered: true,
    required: false,
  })
  const actions = (await app.journal(app.company, userId)).map(({ action }) => action)
  expect(actions).toContain('account.company_identity_linked')
  const [began] = await app.tamper(sql`
    select after from event where action = 'session.signed_in_with_company' and actor_id = ${userId}`)
  expect(began).toMatchObject({ after: { method: 'company' } })
  // Their mail changes at the provider: who they are there does not.
  idp.signsIn({ ...somebody, email: 'otro-nombre@correo.example' })
  expect((await desk.enters(email)).status).toBe(200)
})

test('somebody whose account the provider made anew comes in once an administrator has let go of the one before', async () => {
  await desk.set(idp.issuer)
  const { token } = await desk.admin()
  const unlink = (email: string, as = token) => desk.call(as, 'POST', '/unlinked', { email })
  const { email, userId } = await app.someone()
  expect(await unlink(email)).toMatchObject(refused('not_linked'))
  at(email)
  const before = (await desk.enters(email)).body.access_token
  at(email)
  expect(await desk.enters(email)).toMatchObject(refused('another_identity'))
  expect((await unlink(email, before)).status).toBe(403)
  expect((await unlink(email)).status).toBe(200)
  expect((await me(before)).body.error_code).toBe('session_not_found')
  expect(await unlink(email)).toMatchObject(refused('not_linked'))
  const anew = await desk.enters(email)
  expect((await me(anew.body.access_token)).body.id).toBe(userId)
  const actions = (await app.journal(app.company, userId)).map(({ action }) => action)
  expect(actions.filter(action => action.includes('identity'))).toEqual([
    'account.company_identity_linked',
    'account.company_identity_unlinked',
    'account.company_identity_linked',
  ])
})

test('a session of the company renews itself, works in no other company and changes no credentials', async () => {
  await desk.set(idp.issuer)
  const { email, userId } = await app.someone()
  at(email)
  const { body: tokens } = await desk.enters(email)
  const renewed = await app.ask('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    body: { refresh_token: tokens.refresh_token },
  })
  expect(renewed.status).toBe(200)
  const token = renewed.body.access_token
  for (const body of [{ password: 'otra-clave-muy-larga-93' }, { email: 'nueva@correo.example' }])
    expect(await app.ask('/auth/v1/user', { method: 'PUT', as: token, body })).toMatchObject({
      status: 422,
      body: { error_code: 'user_sso_managed' },
    })
  const other = await app.newCompany('enterprise', 'Segunda')
  await app.tamper(
    sql`insert into member (company_id, user_id, created_at) values (${other}, ${userId}, now())`,
  )
  await app.tamper(sql`insert into account_company (user_id, company) values (${userId}, ${other})`)
  const moved = await app.ask('/api/session/company', {
    method: 'PUT',
    as: token,
    body: { companyId: other },
  })
  expect(moved.status).toBe(404)
  // With their own password they work in both.
  const own = await app.signIn(email)
  expect(
    (await app.ask('/api/session/company', { method: 'POST', as: own, body: { companyId: other } })).status,
  ).toBe(200)
})

test('somebody who came in by it has a first password that another company’s invitation lets a mailbox choose: it confirms nobody for a day, and is told', async () => {
  await desk.set(idp.issuer)
  const { email, userId } = await app.someone()
  await app.tamper(sql`update account set password_hash = null where id = ${userId}`)
  at(email)
  expect((await desk.enters(email)).status).toBe(200)
  await app.person(await app.newCompany('enterprise', 'Sur'), 'admin', 'admin@sur.example')
  const body = { name: 'Ana', lastName: 'Gil', email, role: 'approver' }
  const as = await app.signIn('admin@sur.example')
  expect((await app.ask('/api/people', { method: 'POST', as, body })).status).toBe(200)
  const client = app.browser()
  const { code } = await app.linkIn(email, 'invitation')
  expect((await client.auth.verifyOtp({ token_hash: code, type: 'invite' })).error).toBeNull()
  expect((await client.auth.updateUser({ password: 'clave del buzón' })).error).toBeNull()
  const asked = await confirmWith(app, await bearerOf(client), 'clave del buzón')
  expect(asked.body.type).toBe('/problems/confirmation_way_missing')
  expect((await app.linkIn(email, 'password_changed')).mail.subject).toBe('Tu contraseña ha cambiado')
})

test('whoever is invited accepts by coming in, and a password that somebody else gave them is void', async () => {
  await desk.set(idp.issuer)
  const invite = async (email: string, more: object = {}) => {
    const [row] = await app.tamper(sql`
      insert into account (id, email, name, last_name, role, active, invited_at, created_at, updated_at)
      values (gen_random_uuid(), ${email}, 'Nueva', 'Persona', 'approver', true, now(), now(), now()) returning id`)
    if (!row) throw new Error('no account')
    const id = crypto.randomUUID()
    await app.tamper(sql`
      insert into invitation (company_id, id, user_id, email, name, last_name, role, invited_by_name, company_name, created_at, expires_at)
      values (${app.company}, ${id}, ${row.id}, ${email}, 'Nueva', 'Persona', 'approver', 'Ana', 'Norte', now(), now() + interval '7 days')`)
    await app.tamper(
      sql`insert into account_invitation (user_id, company, invitation) values (${row.id}, ${app.company}, ${id})`,
    )
    at(email, more)
    return row.id
  }
  const email = app.newAddress()
  const userId = await invite(email)
  expect((await desk.enters(email)).status).toBe(200)
  const [account] = await app.tamper(sql`
    select email_confirmed_at is not null as confirmed, (select outcome from invitation where user_id = ${userId}) as outcome
    from account where id = ${userId}`)
  expect(account).toEqual({ confirmed: true, outcome: 'accepted' })
  // Somebody with a password of their own accepts with it, and not by the word of a company that they are not in.
  const owner = app.newAddress()
  const ownerId = await invite(owner)
  await app.tamper(
    sql`update account set password_hash = ${app.passwordHash}, email_confirmed_at = now() where id = ${ownerId}`,
  )
  expect(await desk.enters(owner)).toMatchObject(refused('accept_first'))
})

test('nobody comes in whom the provider does not vouch for, whom the company does not know, or who was let go', async () => {
  await desk.set(idp.issuer)
  const { email, userId } = await app.someone()
  at(email, { email_verified: false })
  expect(await desk.enters(email)).toMatchObject(refused('email_unverified'))
  at(email, { email_verified: undefined })
  expect(await desk.enters(email)).toMatchObject(refused('email_unverified'))
  await app.tamper(sql`update company_sign_in set trusts_addresses = true where company_id = ${app.company}`)
  expect((await desk.enters(email)).status).toBe(200)
  at(email)
  // The same mail with another identity is somebody else.
  expect(await desk.enters(email)).toMatchObject(refused('another_identity'))
  at('nadie@correo.example')
  expect(await desk.enters(email)).toMatchObject(refused('not_of_company'))
  at('ana@gmail.com')
  expect(await desk.enters(email)).toMatchObject(refused('domain_not_verified'))
  idp.signsIn(null)
  expect(await desk.enters(email)).toMatchObject(refused('sign_in_cancelled'))
  const gone = await app.someone()
  await app.tamper(sql`update member set active = false where user_id = ${gone.userId}`)
  at(gone.email)
  expect(await desk.enters(gone.email)).toMatchObject(refused('person_deactivated'))
  await app.tamper(sql`update account set active = false where id = ${userId}`)
})

test('an answer opens one session, in the browser that asked, for the company whose page it came to', async () => {
  await desk.set(idp.issuer)
  const { email } = await app.someone()
  at(email)
  const of = newSecret()
  const begun = await desk.begin(email, of)
  const { answer, page } = await followProvider(begun.body.url)
  expect(page).toBe(`/login/empresa/${app.company}`)
  expect(await desk.finish(app.company, newSecret(), answer)).toMatchObject(refused('attempt_lost'))
  const both = await Promise.all([desk.finish(app.company, of, answer), desk.finish(app.company, of, answer)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  // The code is spent at the provider as well: with an attempt of its own it opens nothing.
  const again = newSecret()
  const { body } = await desk.begin(email, again)
  const state = new URL(body.url).searchParams.get('state') ?? ''
  const replayed = new URLSearchParams(answer)
  replayed.set('state', state)
  expect(await desk.finish(app.company, again, replayed.toString())).toMatchObject(
    refused('provider_refused'),
  )
  const third = newSecret()
  const way = await followProvider((await desk.begin(email, third)).body.url)
  const other = await app.newCompany('enterprise', 'Ajena')
  expect(await desk.finish(other, third, way.answer)).toMatchObject(refused('attempt_lost'))
})

test('where it is required, passwords and links open no session, but for administrators with a second factor', async () => {
  await desk.set(idp.issuer, 'required')
  const { email, userId } = await app.someone()
  const { error } = await app.enter(email)
  expect(error).toMatchObject({ status: 422, code: 'user_sso_managed' })
  // A wrong password is answered as everywhere.
  expect((await app.enter(email, 'no-es-esta')).error).toMatchObject({ code: 'invalid_credentials' })
  await app.browser().auth.resetPasswordForEmail(email)
  await app.settle?.()
  expect((await app.mails(email)).map(({ kind }) => kind)).toEqual(['company_sign_in'])
  at(email)
  expect((await desk.enters(email)).status).toBe(200)
  await desk.set(idp.issuer, 'off')
  const asked = await app.recovering()
  const admin = await secondFactors(app).guarded('admin')
  await desk.set(idp.issuer, 'required')
  expect(
    (await asked.client.auth.verifyOtp({ token_hash: asked.code, type: 'recovery' })).error,
  ).toMatchObject({
    code: 'user_sso_managed',
  })
  expect((await app.enter(admin.email)).error).toBeNull()
  const weak = await app.someone('admin')
  expect((await app.enter(weak.email)).error).toMatchObject({ code: 'user_sso_managed' })
  // Whoever works in another company too keeps the password: this one does not decide how they come in there.
  const other = await app.newCompany('enterprise', 'De dos')
  await app.tamper(
    sql`insert into member (company_id, user_id, created_at) values (${other}, ${userId}, now())`,
  )
  await app.tamper(sql`insert into account_company (user_id, company) values (${userId}, ${other})`)
  expect((await app.enter(email)).error).toBeNull()
  expect((await app.ask('/api/company-sign-in?domain=correo.example')).body.required).toBe(true)
})

test('a company that has ended, or offers nothing, is found by no domain', async () => {
  const company = await app.newCompany('enterprise', 'Cerrada')
  await desk.set(idp.issuer, 'offered', { company, domain: 'cerrada.example' })
  const seen = async () => (await app.ask('/api/company-sign-in?domain=cerrada.example')).body.offered
  expect(await seen()).toBe(true)
  await app.tamper(sql`update company set status = 'inactive' where company_id = ${company}`)
  expect(await seen()).toBe(false)
  expect(await desk.begin('x@cerrada.example', newSecret())).toMatchObject(refused('not_offered'))
  expect(await desk.begin('x@nadie.example', newSecret())).toMatchObject(refused('not_offered'))
})
