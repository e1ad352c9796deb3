// The second factor's coming and going, through the unmodified client.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyRoutes } from '#features/companies/api.ts'
import { removeFactors } from '#features/identity/commands/factors.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { sweepSessions } from '#features/identity/commands/sweep.ts'
import type { Role } from '#kernel/actor.ts'
import { sql } from '#server/database/sql.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'
import { bearerOf, type Client, codeOf, enrol, secondFactors } from '#tests/support/second-factor.ts'

let app: Browsers
let identity: Identity | null = null
beforeAll(async () => {
  app = await startWithBrowsers({}, (_, held) => {
    identity = held
    return companyRoutes
  })
})
afterAll(() => app?.stop())

const guarded = (role?: Role) => secondFactors(app).guarded(role)
const api = (client: Client) => secondFactors(app).api(client)
const journalOf = (userId: string) => secondFactors(app).journalOf(userId)

describe('enrolling', () => {
  test('gives a secret, a picture that a page can show and an address that names us', async () => {
    const { email } = await app.someone()
    const { client } = await app.enter(email)
    const { id, type, friendly_name, totp } = await enrol(client, 'Mi teléfono')
    expect([type, friendly_name]).toEqual(['totp', 'Mi teléfono'])
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(totp.uri)
    expect(decodeURIComponent(uri.pathname)).toBe(`/Visto Bueno:${email}`)
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      issuer: 'Visto Bueno',
      secret: totp.secret,
      digits: '6',
      period: '30',
    })
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/)
    const { data } = await client.auth.getUser()
    expect(data.user?.factors).toMatchObject([{ id, factor_type: 'totp', status: 'unverified' }])
  })

  test('keeps the secret where nobody can read it', async () => {
    const { secret, userId } = await guarded()
    const [row] = await app.tamper(sql`select factor::text as all from factor where user_id = ${userId}`)
    expect(row?.all).not.toContain(secret)
  })

  test('counts from its first code on: two steps are asked for, the other sessions end, a mail tells', async () => {
    const { email, userId } = await app.someone()
    const { client } = await app.enter(email)
    const elsewhere = await app.enter(email)
    const { id: factorId, totp } = await enrol(client)
    expect(await api(client)).toBe(200)
    const levels = () => client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect((await levels()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
    const events: string[] = []
    client.auth.onAuthStateChange(event => void events.push(event))
    const { data } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) })
    expect(data).toMatchObject({ token_type: 'bearer', user: { id: userId } })
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    expect((await levels()).data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    const claims = (await client.auth.getClaims()).data?.claims
    expect(claims?.amr).toMatchObject([{ method: 'totp' }, { method: 'password' }])
    expect(await api(client)).toBe(200)
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId }])
    expect((await elsewhere.client.auth.getUser()).error).not.toBeNull()
    expect((await app.linkIn(email, 'second_factor')).mail.subject).toContain('activada')
    expect(await journalOf(userId)).toContain('account.second_factor_enrolled')
  })

  test('names differ: one is given where none is, and one that is taken is refused', async () => {
    const { email } = await app.someone()
    const { client } = await app.enter(email)
    const names = [(await enrol(client)).friendly_name, (await enrol(client)).friendly_name]
    expect(names).toEqual(['Aplicación de códigos', 'Aplicación de códigos 2'])
    const again = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Aplicación de códigos' })
    expect(again.error).toMatchObject({ code: 'mfa_factor_name_conflict', status: 422 })
  })

  test('at most ten at a time, and what was not finished within an hour is forgotten', async () => {
    const { email, userId } = await app.someone()
    const { client } = await app.enter(email)
    const all = await Promise.all(
      Array.from({ length: 14 }, () => client.auth.mfa.enroll({ factorType: 'totp' })),
    )
    expect(all.filter(({ error }) => error === null)).toHaveLength(10)
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      code: 'too_many_enrolled_mfa_factors',
      status: 422,
    })
    await app.tamper(
      sql`update factor set created_at = now() - interval '61 minutes' where user_id = ${userId}`,
    )
    expect((await enrol(client, 'Aplicación de códigos')).type).toBe('totp')
    expect((await client.auth.getUser()).data.user?.factors).toHaveLength(1)
    await app.tamper(
      sql`update factor set created_at = now() - interval '61 minutes' where user_id = ${userId}`,
    )
    await sweepSessions(app.db)
    expect((await client.auth.getUser()).data.user?.factors).toBeUndefined()
  })

  test('of a further factor is for whoever has shown the first', async () => {
    const { email, client, secret } = await guarded()
    const { client: thief } = await app.enter(email)
    const refused = await thief.auth.mfa.enroll({ factorType: 'totp' })
    expect(refused.error).toMatchObject({ code: 'insufficient_aal', status: 403 })
    const second = await enrol(client, 'Otra')
    const code = codeOf(second.totp.secret)
    expect((await client.auth.mfa.challengeAndVerify({ factorId: second.id, code })).error).toBeNull()
    // Both open the door now.
    const { data } = await thief.auth.mfa.listFactors()
    expect(data?.totp).toHaveLength(2)
    const first = { factorId: data?.totp[0]?.id ?? '', code: codeOf(secret) }
    expect((await thief.auth.mfa.challengeAndVerify(first)).error).toBeNull()
  })

  test('begun with a stolen password, completes nothing once the owner has a factor', async () => {
    const { email, userId } = await app.someone()
    const { client: thief } = await app.enter(email)
    const theirs = await enrol(thief, 'La del ladrón')
    const { client: owner } = await app.enter(email)
    const mine = await enrol(owner, 'La mía')
    // Kept although the owner's completion clears it away: the rule itself is what is tried.
    const kept = await app.tamper(sql`select * from factor where id = ${theirs.id}`)
    const done = await owner.auth.mfa.challengeAndVerify({
      factorId: mine.id,
      code: codeOf(mine.totp.secret),
    })
    expect(done.error).toBeNull()
    expect((await owner.auth.getUser()).data.user?.factors).toHaveLength(1)
    const sealed = kept[0]?.sealed_secret
    await app.tamper(sql`insert into factor values (${theirs.id}, ${userId}, 'La del ladrón', 'unverified',
      ${sealed}, 0, now(), now())`)
    const { client: again } = await app.enter(email)
    const code = codeOf(theirs.totp.secret)
    expect((await again.auth.mfa.challengeAndVerify({ factorId: theirs.id, code })).error).toMatchObject({
      code: 'insufficient_aal',
      status: 403,
    })
    expect(await api(again)).toBe(403)
  })

  test('is for codes of an application alone', async () => {
    const { email } = await app.someone()
    const { client } = await app.enter(email)
    const asked = async (body: object) => {
      const answer = await app.ask('/auth/v1/factors', { method: 'POST', as: await bearerOf(client), body })
      return [answer.status, answer.body.error_code]
    }
    expect(await asked({ factor_type: 'phone', phone: '+34600000000' })).toEqual([
      422,
      'mfa_phone_enroll_not_enabled',
    ])
    expect(await asked({ factor_type: 'webauthn' })).toEqual([422, 'mfa_webauthn_enroll_not_enabled'])
    expect(await asked({ factor_type: 'paloma' })).toEqual([400, 'validation_failed'])
  })
})

describe('removing', () => {
  test('the last factor brings back the password alone, voids the codes and is told', async () => {
    const { email, userId, client, factorId } = await guarded()
    const as = await bearerOf(client)
    await app.ask('/api/account/recovery-codes', { method: 'POST', as })
    expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    expect(await app.tamper(sql`select * from recovery_code where user_id = ${userId}`)).toEqual([])
    const { data } = await client.auth.refreshSession()
    const claims = await app.browser().auth.getClaims(data.session?.access_token)
    expect(claims.data?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
    expect(await api((await app.enter(email)).client)).toBe(200)
    expect(await journalOf(userId)).toContain('account.second_factor_removed')
    const mails = (await app.mails(email)).filter(mail => mail.kind === 'second_factor')
    expect(mails[0]?.subject).toContain('desactivada')
  })

  test('one of two leaves the other in force', async () => {
    const { email, client, factorId } = await guarded()
    const second = await enrol(client, 'Otra')
    const code = codeOf(second.totp.secret)
    await client.auth.mfa.challengeAndVerify({ factorId: second.id, code })
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect(await api(client)).toBe(200)
    expect(await api((await app.enter(email)).client)).toBe(403)
    expect((await app.linkIn(email, 'second_factor')).mail.subject).toContain('cambiada')
  })

  test('an enrolment that was not finished takes nothing and leaves no trace', async () => {
    const { email, userId } = await app.someone()
    const { client } = await app.enter(email)
    const { id: factorId } = await enrol(client)
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect(await journalOf(userId)).not.toContain('account.second_factor_removed')
    expect(await app.mails(email)).toEqual([])
  })

  test('somebody’s factors who has lost everything is the platform’s, and told to the person', async () => {
    const { email, userId, client } = await guarded()
    if (!identity) throw new Error('no identity')
    const by = { userId: (await app.someone('admin')).userId, reason: 'Ha perdido el móvil' }
    expect(await removeFactors(identity, userId, by)).toEqual({ removed: 1 })
    expect(await removeFactors(identity, userId, by)).toEqual({ refused: 'not_found' })
    expect(await api((await app.enter(email)).client)).toBe(200)
    expect((await client.auth.getUser()).data.user?.factors).toBeUndefined()
    expect((await app.linkIn(email, 'second_factor')).mail.subject).toContain('desactivada')
    const [event] = await app.tamper(sql`
      select actor_id, reason from event where object_id = ${userId} and action = 'account.second_factor_removed'`)
    expect(event).toEqual({ actor_id: by.userId, reason: by.reason })
  })
})

describe('what is not one’s own', () => {
  test('does not exist: another person’s factor, and ids that are none', async () => {
    const theirs = await guarded()
    const { client } = await guarded()
    const as = await bearerOf(client)
    const absent = [404, 'mfa_factor_not_found']
    for (const id of [theirs.factorId, crypto.randomUUID(), '7', '..%2F..', '%00', "'", 'recovery-codes']) {
      const answers = [
        await app.ask(`/auth/v1/factors/${id}/challenge`, { method: 'POST', as, body: {} }),
        await app.ask(`/auth/v1/factors/${id}/verify`, {
          method: 'POST',
          as,
          body: { challenge_id: crypto.randomUUID(), code: '123456' },
        }),
        await app.ask(`/auth/v1/factors/${id}`, { method: 'DELETE', as }),
      ]
      expect(answers.map(({ status, body }) => [status, body.error_code])).toEqual([absent, absent, absent])
    }
  })

  test('bodies that no client sends are refused', async () => {
    const { client, factorId } = await guarded()
    const as = await bearerOf(client)
    const sent = async (path: string, body: object) =>
      (await app.ask(`/auth/v1${path}`, { method: 'POST', as, body })).status
    const challenge_id = crypto.randomUUID()
    for (const body of [
      {},
      [],
      { code: 7, challenge_id },
      { code: '1', challenge_id: '7' },
      { challenge_id },
    ])
      expect(await sent(`/factors/${factorId}/verify`, body)).toBe(400)
    const name = (friendly_name: unknown) => ({ factor_type: 'totp', friendly_name })
    for (const body of [{}, [], name(7), name('x'.repeat(61)), name('a\0b'), name('\ud800'), name({})])
      expect(await sent('/factors', body)).toBe(400)
    for (const body of [{}, [], { code: 7 }, { code: '' }, { code: 'x'.repeat(41) }, { code: '\0' }])
      expect(await sent('/factors/recovery', body)).toBe(400)
    for (const code of ['', 'abc', '１２３４５６', '1234567', '-12345', '1e5'])
      expect([400, 422, 429]).toContain(await sent(`/factors/${factorId}/verify`, { code, challenge_id }))
  })

  test('is closed without a session', async () => {
    const paths = ['/factors', `/factors/${crypto.randomUUID()}/verify`, '/factors/recovery']
    for (const path of paths) {
      const answer = await app.ask(`/auth/v1${path}`, { method: 'POST', body: { factor_type: 'totp' } })
      expect([answer.status, answer.body.error_code]).toEqual([401, 'no_authorization'])
    }
  })
})
