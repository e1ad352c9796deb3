// Ten codes on paper for a lost device; and an installation that asks its administrators for a second factor.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyRoutes } from '#features/companies/api.ts'
import { recoveryCodeFrom, recoveryCodeIn, recoveryCodeText } from '#features/identity/rules/factors.ts'
import type { Role } from '#kernel/actor.ts'
import { sql } from '#server/database/sql.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'
import { bearerOf, type Client, codeOf, enrol, secondFactors } from '#tests/support/second-factor.ts'

let app: Browsers
beforeAll(async () => {
  app = await startWithBrowsers({ isStrict: true }, () => companyRoutes)
})
afterAll(() => app?.stop())

const guarded = (role?: Role) => secondFactors(app).guarded(role)
const api = (client: Client, path?: string) => secondFactors(app).api(client, path)
const journalOf = (userId: string) => secondFactors(app).journalOf(userId)

const codesIn = ({ codes }: { codes: string[] }) => codes
const made = async (client: Client) => {
  const answer = await app.ask('/api/account/recovery-codes', { method: 'POST', as: await bearerOf(client) })
  return { ...answer, codes: answer.status === 200 ? codesIn(answer.body) : [] }
}
const state = async (client: Client) =>
  (await app.ask('/api/account/second-factor', { as: await bearerOf(client) })).body
const spend = async (client: Client, code: string) =>
  app.ask('/auth/v1/factors/recovery', { method: 'POST', as: await bearerOf(client), body: { code } })

/** Somebody with codes, who comes in again with the password alone. */
async function withoutDevice() {
  const person = await guarded()
  const { codes } = await made(person.client)
  const { client } = await app.enter(person.email)
  return { ...person, owner: person.client, client, codes }
}

test('a code is read however it is typed, and nothing else is one', () => {
  const code = recoveryCodeFrom(Uint8Array.from({ length: 12 }, (_, i) => i * 21))
  const text = recoveryCodeText(code)
  expect(text).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){2}$/)
  for (const typed of [text, text.toLowerCase(), text.replaceAll('-', ''), ` ${text.replaceAll('-', ' ')} `])
    expect(recoveryCodeIn(typed)).toEqual(code)
  for (const wrong of [
    '',
    '-',
    text.slice(1),
    `${text}A`,
    text.replace(/^./, '0'),
    'ÑÑÑÑ-ÑÑÑÑ-ÑÑÑÑ',
    '🔑'.repeat(12),
  ])
    expect(recoveryCodeIn(wrong)).toBeNull()
})

const canAddBoth = { addPasskey: true, addApplication: true, changeCredentials: true }

describe('recovery codes', () => {
  test('are ten, shown once, and kept so that nobody can read them', async () => {
    const { client, userId } = await guarded()
    expect(await state(client)).toEqual({ codesLeft: 0, asked: null, can: canAddBoth })
    const { codes } = await made(client)
    expect(codes).toHaveLength(10)
    expect(new Set(codes.map(code => code.slice(0, 4))).size).toBe(10)
    expect(await state(client)).toEqual({ codesLeft: 10, asked: null, can: canAddBoth })
    const rows = JSON.stringify(await app.tamper(sql`select * from recovery_code where user_id = ${userId}`))
    for (const code of codes) expect(rows).not.toContain(code.slice(5).replace('-', ''))
    expect(await journalOf(userId)).toContain('account.recovery_codes_made')
  })

  test('take the second step once each, and the owner is told how many are left', async () => {
    const { client, codes, email, userId } = await withoutDevice()
    const [first = ''] = codes
    const { status, body } = await spend(client, first.toLowerCase())
    expect(status).toBe(200)
    const { access_token, refresh_token } = body
    expect((await client.auth.setSession({ access_token, refresh_token })).error).toBeNull()
    const claims = (await client.auth.getClaims()).data?.claims
    expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'recovery_code' }, { method: 'password' }] })
    expect(await api(client)).toBe(200)
    expect(await state(client)).toMatchObject({ codesLeft: 9 })
    const { client: again } = await app.enter(email)
    const refused = await spend(again, first)
    expect([refused.status, refused.body.error_code]).toEqual([422, 'mfa_verification_failed'])
    expect(await api(again)).toBe(403)
    const { mail } = await app.linkIn(email, 'recovery_code')
    expect(mail.text).toContain('Te quedan 9 códigos')
    expect(await journalOf(userId)).toContain('session.recovery_code_used')
    expect(await journalOf(userId)).toContain('session.second_factor_failed')
  })

  test('of one that several show at once, one gets in', async () => {
    const { email, codes } = await withoutDevice()
    const all = await Promise.all(Array.from({ length: 5 }, () => app.enter(email)))
    const answers = await Promise.all(all.map(({ client }) => spend(client, codes[0] ?? '')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422])
  })

  test('made anew void those of before', async () => {
    const { owner, client, codes } = await withoutDevice()
    const fresh = (await made(owner)).codes
    expect((await spend(client, codes[0] ?? '')).status).toBe(422)
    expect((await spend(client, fresh[0] ?? '')).status).toBe(200)
  })

  test('are for whoever has taken the second step, and has a factor at all', async () => {
    const { client } = await withoutDevice()
    expect(await made(client)).toMatchObject({
      status: 403,
      body: { type: '/problems/second_step_required' },
    })
    const { email } = await app.someone()
    const { client: plain } = await app.enter(email)
    expect(await made(plain)).toMatchObject({ status: 409, body: { type: '/problems/second_factor_off' } })
    expect((await spend(plain, 'AB23-CDEF-GHJK')).body.error_code).toBe('mfa_factor_not_found')
  })

  test('are tried five times in five minutes, of another person’s none is good', async () => {
    const { client, codes } = await withoutDevice()
    const others = await withoutDevice()
    const tries = [others.codes[0] ?? '', 'AB23-CDEF-GHJK', 'no es', '12', `${codes[0]?.slice(0, 12)}22`]
    for (const code of tries) expect((await spend(client, code)).status).toBe(422)
    const stopped = await spend(client, codes[0] ?? '')
    expect([stopped.status, stopped.body.error_code]).toEqual([429, 'over_request_rate_limit'])
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('where administrators need a second factor', () => {
  test('they get nothing of the company before they have one, but can make it', async () => {
    const { email } = await app.someone('admin')
    const { client } = await app.enter(email)
    const company = await app.ask('/api/company', { as: await bearerOf(client) })
    expect([company.status, company.body.type]).toEqual([403, '/problems/second_factor_missing'])
    expect(await state(client)).toEqual({
      codesLeft: 0,
      asked: { why: 'administrator', company: null },
      can: canAddBoth,
    })
    const { id: factorId, totp } = await enrol(client)
    expect(await api(client)).toBe(403)
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) })
    expect(error).toBeNull()
    expect(await api(client)).toBe(200)
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(await api(client)).toBe(200)
  })

  test('who removes it is asked for one again; others work without', async () => {
    const { client, factorId } = await guarded('admin')
    expect(await api(client)).toBe(200)
    await client.auth.mfa.unenroll({ factorId })
    expect(await api(client)).toBe(403)
    const { email } = await app.someone('approver')
    expect(await api((await app.enter(email)).client)).toBe(200)
  })
})
