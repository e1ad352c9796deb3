// Passwords that whoever owns the mailbox, or finds a session open, may have chosen: they confirm nobody for a day.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyRoutes } from '#features/companies/api.ts'
import { confirmedBy } from '#features/identity/rules/confirmation.ts'
import { createAccount } from '#features/identity/store/accounts.ts'
import { findProofs } from '#features/identity/store/confirmations.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { sql } from '#server/database/sql.ts'
import { hashOfPassword, password } from '#tests/support/app.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'
import { bearerOf } from '#tests/support/second-factor.ts'
import { confirmWith, signedInBefore } from '#tests/support/step-up.ts'

let app: Browsers
beforeAll(async () => {
  app = await startWithBrowsers({}, () => companyRoutes)
})
afterAll(() => app?.stop())

type Client = Parameters<typeof bearerOf>[0]
const chosen = 'clave-recobrada'
const missing = '/problems/confirmation_way_missing'

/** Chooses a password; `current`: the former one, where it is shown. */
const choose = async (client: Client, next: string, current?: string) => {
  const { error } = await client.auth.updateUser({
    password: next,
    ...(current && { current_password: current }),
  })
  expect(error).toBeNull()
}
const confirm = async (client: Client, typed: string) => confirmWith(app, await bearerOf(client), typed)

/** Step by which the person's latest session shows who they are; null where none does. */
async function shownBy(userId: string) {
  const [session] = await app.tamper(sql`
    select id from session where user_id = ${userId} order by rotated_at desc limit 1`)
  const now = new Date()
  const proofs = await findProofs(outsideAnyTransaction(app.db), String(session?.id), now)
  return { by: proofs && confirmedBy(proofs.amr, proofs, now), isNew: proofs?.hasNewPassword }
}

/** Somebody whose password was chosen by a link to their mailbox. */
async function recovered() {
  const { client, code, email, userId } = await app.recovering()
  await client.auth.exchangeCodeForSession(code)
  await choose(client, chosen)
  return { client, email, userId }
}

/** Somebody who came in so many seconds ago by these steps. */
async function cameIn(seconds: number, ...methods: string[]) {
  const { email, userId } = await app.someone()
  const { client } = await app.enter(email)
  const timestamp = Math.floor(Date.now() / 1000) - seconds
  const steps = JSON.stringify(methods.map(method => ({ method, timestamp })))
  await app.tamper(sql`update session set amr = ${steps}::jsonb where user_id = ${userId}`)
  return { client, userId }
}

describe('a password chosen by a link of a mail', () => {
  test('confirms nobody, neither typed again nor by a sign-in with it', async () => {
    const { client, email, userId } = await recovered()
    expect((await confirm(client, chosen)).body.type).toBe(missing)
    const again = await app.enter(email, chosen)
    expect(again.error).toBeNull()
    expect(await shownBy(userId)).toEqual({ by: null, isNew: true })
    expect((await confirm(again.client, chosen)).body.type).toBe(missing)
  })

  test('confirms nobody after it was changed by whoever knows it, in a browser of their own', async () => {
    const { email, userId } = await recovered()
    const { client } = await app.enter(email, chosen)
    await choose(client, 'otra-clave-recobrada', chosen)
    expect((await confirm(client, 'otra-clave-recobrada')).body.type).toBe(missing)
    await choose(client, 'tercera-clave-recobrada')
    await app.enter(email, 'tercera-clave-recobrada')
    expect((await shownBy(userId)).by).toBeNull()
  })

  test('confirms a day later', async () => {
    const { client, userId } = await recovered()
    const dayAgo = new Date(Date.now() - 24 * 3600_000)
    await app.tamper(sql`update account set password_unproven_at = ${dayAgo} where id = ${userId}`)
    expect((await confirm(client, chosen)).status).toBe(200)
    expect(await shownBy(userId)).toEqual({ by: 'password', isNew: false })
  })

  test('is none where the link was used and the former password stays', async () => {
    const { client, code } = await app.recovering()
    await client.auth.exchangeCodeForSession(code)
    expect((await confirm(client, password)).status).toBe(200)
  })
})

describe('a password chosen in a session', () => {
  test('by whoever shows the former one confirms at once, also in a session of long ago', async () => {
    const { email } = await app.someone()
    const { client } = await app.enter(email)
    await signedInBefore(app)
    await choose(client, chosen, password)
    expect((await confirm(client, chosen)).status).toBe(200)
  })

  test('by whoever was confirmed a moment ago confirms at once', async () => {
    const { client } = await cameIn(60, 'password')
    await choose(client, chosen)
    expect((await confirm(client, chosen)).status).toBe(200)
  })

  test.each([
    ['that was confirmed six minutes ago', 360, 'password'],
    ['of an invitation that was accepted before', 3600, 'invite'],
    ['of a link of a mail, exchanged for a code', 60, 'otp'],
  ])('%s, without showing the former one, confirms nobody', async (_, seconds, method) => {
    const { client } = await cameIn(seconds, method)
    await choose(client, chosen)
    expect((await confirm(client, chosen)).body.type).toBe(missing)
  })

  test('of an invitation, as the account’s first, confirms at once', async () => {
    const { client, userId } = await cameIn(60, 'invite')
    await app.tamper(sql`update account set password_hash = null where id = ${userId}`)
    await choose(client, chosen)
    expect((await confirm(client, chosen)).status).toBe(200)
  })
})

test('a password that another person gave with the account confirms nobody', async () => {
  const email = app.newAddress()
  const given = { passwordHash: await hashOfPassword(), isPasswordSetByOthers: true }
  const account = { ...given, email, name: 'Ana', lastName: 'Gil', role: 'approver', active: true } as const
  await createAccount(outsideAnyTransaction(app.db), account, new Date())
  const { client } = await app.enter(email)
  expect((await confirm(client, password)).body.type).toBe(missing)
})
