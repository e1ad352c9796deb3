// Confirmations of people with a second factor: by a passkey or a code of theirs, each once, for the session that asked.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyRoutes } from '#features/companies/api.ts'
import { confirmedBy } from '#features/identity/rules/confirmation.ts'
import { findProofs } from '#features/identity/store/confirmations.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { sql } from '#server/database/sql.ts'
import { type newDevice, readAsked } from '#tests/support/authenticator.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'
import { passkeysOf } from '#tests/support/passkeys.ts'
import { bearerOf, codeOf, secondFactors } from '#tests/support/second-factor.ts'
import { confirmWith, signedInBefore } from '#tests/support/step-up.ts'

let app: Browsers
let keys: ReturnType<typeof passkeysOf>
let factors: ReturnType<typeof secondFactors>
beforeAll(async () => {
  app = await startWithBrowsers({}, () => companyRoutes)
  keys = passkeysOf(app)
  factors = secondFactors(app)
})
afterAll(() => app?.stop())

const path = '/api/account/confirmations'
const begin = async (as: string | undefined) =>
  readAsked((await keys.post(`${path}/passkey-challenges`, {}, as)).body)
const sign = (device: ReturnType<typeof newDevice>, asked: Awaited<ReturnType<typeof begin>>) => ({
  challengeId: asked.challengeId,
  credential: device.sign(asked, {}),
})
/** A person who has had their second factor for two days. */
async function settled<Person extends { readonly userId: string }>(person: Person): Promise<Person> {
  const since = new Date(Date.now() - 2 * 24 * 3600_000)
  await app.tamper(sql`update passkey set created_at = ${since} where user_id = ${person.userId}`)
  await app.tamper(sql`update factor set created_at = ${since} where user_id = ${person.userId}`)
  return person
}

const problem = (kind: string) => ({ type: `/problems/${kind}` })

describe('a passkey', () => {
  test('confirms, writes it down, and leaves tokens and factors as they were', async () => {
    const { token, device, userId } = await settled(await keys.keeper())
    const answer = await keys.post(`${path}/passkey`, sign(device, await begin(token)), token)
    expect(answer).toMatchObject({ status: 200, body: { method: 'webauthn' } })
    expect((await app.ask('/api/company', { as: token })).status).toBe(200)
    expect(await keys.journalOf(userId)).toContain('session.confirmed')
  })

  test('confirms once with what it signed', async () => {
    const { token, device } = await settled(await keys.keeper())
    const body = sign(device, await begin(token))
    const both = await Promise.all([
      keys.post(`${path}/passkey`, body, token),
      keys.post(`${path}/passkey`, body, token),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await keys.post(`${path}/passkey`, body, token)).body).toMatchObject(problem('passkey_expired'))
  })

  test('of somebody else, or of another session’s challenge, confirms nothing', async () => {
    const [ana, luis] = [await settled(await keys.keeper()), await settled(await keys.keeper())]
    const foreign = sign(luis.device, await begin(ana.token))
    expect((await keys.post(`${path}/passkey`, foreign, ana.token)).body).toMatchObject(
      problem('passkey_refused'),
    )
    const asked = await begin(ana.token)
    const other = await keys.enter(ana.device)
    const elsewhere = await keys.post(
      `${path}/passkey`,
      sign(ana.device, asked),
      String(other.body.access_token),
    )
    expect(elsewhere.body).toMatchObject(problem('passkey_expired'))
  })

  test('that was removed, or a copy of which was used, confirms nothing', async () => {
    const { token, device, userId } = await settled(await keys.keeper())
    const asked = await begin(token)
    await app.tamper(sql`update passkey set counter = 1000000 where user_id = ${userId}`)
    expect((await keys.post(`${path}/passkey`, sign(device, asked), token)).body).toMatchObject(
      problem('passkey_suspected'),
    )
    const again = await begin(token)
    await app.tamper(sql`delete from passkey where user_id = ${userId}`)
    expect((await keys.post(`${path}/passkey`, sign(device, again), token)).body.type).toBe(
      problem('confirmation_way_missing').type,
    )
  })

  test('is asked of whoever has one: the password confirms no more', async () => {
    const { token } = await settled(await keys.keeper())
    expect((await confirmWith(app, token)).body).toMatchObject(problem('confirmation_way_missing'))
  })
})

const confirm = async (client: Parameters<typeof bearerOf>[0], code: string) =>
  keys.post(`${path}/code`, { code }, await bearerOf(client))

describe('a code', () => {
  test('of the application confirms once, and the password does not', async () => {
    const { client, secret, userId } = await settled(await factors.guarded())
    const code = codeOf(secret)
    expect(await confirm(client, code)).toMatchObject({ status: 200, body: { method: 'totp' } })
    expect((await confirm(client, code)).body).toMatchObject({
      ...problem('wrong_code'),
      issues: [{ pointer: '/code' }],
    })
    expect((await confirmWith(app, await bearerOf(client))).body).toMatchObject(
      problem('confirmation_way_missing'),
    )
    expect(await factors.journalOf(userId)).toContain('session.second_factor_failed')
  })

  test('that is wrong names its field, and is stopped as often as at sign-in', async () => {
    const { client, secret } = await settled(await factors.guarded())
    await app.limitsPass()
    const wrong = codeOf(secret, 40)
    for (let tries = 0; tries < 5; tries++)
      expect((await confirm(client, wrong)).body).toMatchObject(problem('wrong_code'))
    expect((await confirm(client, codeOf(secret))).body).toMatchObject(problem('too_many_tries'))
  })

  test('of digits that are none of ours is a wrong code, and no failure', async () => {
    const { client } = await settled(await factors.guarded())
    for (const code of ['١٢٣٤٥٦', '12345', 'abcdef'])
      expect((await confirm(client, code)).body, code).toMatchObject(problem('wrong_code'))
  })
})

describe('whoever finds a session open and adds a factor to its account', () => {
  /** Steps of a person's latest session, and the one that confirms who they are; null where none does. */
  const shown = async (userId: string) => {
    const [session] = await app.tamper(sql`
      select id from session where user_id = ${userId} order by rotated_at desc limit 1`)
    const now = new Date()
    const proofs = await findProofs(outsideAnyTransaction(app.db), String(session?.id), now)
    return {
      steps: proofs?.amr.map(({ method }) => method),
      by: proofs && confirmedBy(proofs.amr, proofs, now),
    }
  }

  test('is confirmed neither by adding it nor by using it, and the password still is asked', async () => {
    const { client, secret, userId } = await factors.guarded()
    await signedInBefore(app)
    expect(await shown(userId)).toMatchObject({ by: null })
    expect((await confirm(client, codeOf(secret, 1))).body).toMatchObject(problem('confirmation_way_missing'))
    expect((await confirmWith(app, await bearerOf(client))).status).toBe(200)
    expect(await shown(userId)).toMatchObject({ by: 'password' })
  })

  test('is confirmed by no new passkey of an account that has had one, nor by entering with it', async () => {
    const { device, userId } = await keys.keeper()
    await keys.enter(device)
    expect(await shown(userId)).toEqual({ steps: ['webauthn'], by: null })
    await settled({ userId })
    await keys.enter(device)
    expect(await shown(userId)).toEqual({ steps: ['webauthn'], by: 'webauthn' })
  })
})
