// The secret is rotated while two programs work over one database: nobody notices, until the old one is gone.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { TOTP } from 'otpauth'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#app/api.ts'
import { newId } from '#kernel/ids.ts'
import { reseal } from '#mend/reseal.ts'
import { openRefreshTokens } from '#server/auth/refresh-token.ts'
import { makeSecret, type Secret } from '#server/auth/secret-keys.ts'
import { openTokens } from '#server/auth/tokens.ts'
import { clock } from '#server/clock.ts'
import { type Db, openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { outboxMails } from '#server/mail/outbox.ts'
import { mailSeal } from '#server/mail/queue.ts'
import { appWith, origin, password, type TestApp } from '#tests/support/app.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

const [older, newer] = [
  'the older of two secrets, a long one',
  'the newer of two secrets, a long one',
] as const
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-secret-'))

type Texts = readonly [string, ...string[]]
type Program = TestApp & { readonly secret: Secret; readonly stop: () => Promise<void> }

let database: TestDatabase
let db: Db
let owner: Db
let platformDb: Db
let companyId: string
const running: Program[] = []

beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.appUrl, { size: 4, ...database.pooling })
  platformDb = openDb(database.platformUrl, { size: 1, ...database.pooling })
  owner = openDb(database.ownerUrl, { size: 2 })
  companyId = await (await program(older)).company()
})
afterAll(async () => {
  await Promise.all(running.map(({ http }) => http.close()))
  for (const each of [db, platformDb, owner]) await each.close()
  await database.drop()
  fs.rmSync(folder, { recursive: true })
})

/** A program with these secrets, the first of which makes what it makes. */
async function program(...texts: Texts): Promise<Program> {
  const secret = makeSecret(...texts)
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const site = { origin, dataDir: folder, pages: path.join(folder, 'no pages') }
  const meta = { product: 'Visto Bueno', version: '0.0.0', demo: false, demoAccounts: [] }
  const { http, passwords } = buildApp({
    ...site,
    db,
    platformDb,
    log,
    secret,
    relaxedLimits: true,
    meta: () => ({ ...meta, selfSignup: false, supportContact: null }),
  })
  await http.ready()
  const passwordHash = await passwords.hash(password)
  const tokens = openTokens(db, { secret, issuer: `${origin}/auth/v1` })
  const own = { tokens, refreshTokens: openRefreshTokens(secret), passwords, passwordHash }
  const app = appWith({ ...own, http, db, owner, stop: () => http.close() })
  const made = { ...app, secret }
  running.push(made)
  return made
}

const post = (at: Program, url: string, as: string | undefined, body: object, key?: string) =>
  at.ask(url, { method: 'POST', as, body, ...(key ? { key } : {}) })

const enter = async (at: Program, email: string) =>
  (await post(at, '/auth/v1/token?grant_type=password', undefined, { email, password })).body

const refresh = (at: Program, refreshToken: string) =>
  post(at, '/auth/v1/token?grant_type=refresh_token', undefined, { refresh_token: refreshToken })

/** Belongings of one person, all made at one program, each by the secret. */
async function belongings(at: Program, name: string) {
  const email = `${name}@norte.example`
  await at.person(companyId, 'admin', email)
  const session = await enter(at, email)
  const as: string = session.access_token
  const enrolled = (await post(at, '/auth/v1/factors', as, { factor_type: 'totp' })).body
  const factor: { id: string; secret: string } = { id: enrolled.id, secret: enrolled.totp.secret }
  await takeSecondStep(at, as, factor)
  const strong: string = (await secondStep(at, email, factor)).access_token
  const codes: string[] = (await post(at, '/api/account/recovery-codes', strong, {})).body.codes
  const again = {
    key: newId(),
    body: { list: 'documents', name: 'Por pagar', search: { status: 'approved' } },
  }
  const saved = await post(at, '/api/saved-views', strong, again.body, again.key)
  expect(saved.status).toBe(200)
  const link: string = (await post(at, '/api/contracts/exports', strong, { format: 'csv' })).body.url
  await post(at, '/auth/v1/recover', undefined, { email })
  await at.settled()
  return { email, factor, codes, again, savedId: saved.body.id, link, strong }
}

/** Signs in by password and code, and returns the session. */
async function secondStep(at: Program, email: string, factor: { id: string; secret: string }) {
  const { access_token: as } = await enter(at, email)
  return (await takeSecondStep(at, as, factor)).body
}

async function takeSecondStep(at: Program, as: string, { id, secret }: { id: string; secret: string }) {
  await db.run(sql`update factor set last_step = 0`)
  const challenge = (await post(at, `/auth/v1/factors/${id}/challenge`, as, {})).body
  const code = new TOTP({ secret }).generate({ timestamp: clock.now().getTime() })
  return post(at, `/auth/v1/factors/${id}/verify`, as, { challenge_id: challenge.id, code })
}

/** Uses at one program all that was made at another. */
async function tryAll(at: Program, held: Awaited<ReturnType<typeof belongings>>): Promise<void> {
  const session = await secondStep(at, held.email, held.factor)
  expect(session.access_token).toBeTypeOf('string')
  expect((await at.ask('/api/company', { as: held.strong })).status).toBe(200)
  const again = await post(at, '/api/saved-views', held.strong, held.again.body, held.again.key)
  expect([again.status, again.body.id]).toEqual([200, held.savedId])
  expect((await at.http.inject({ method: 'GET', url: held.link })).statusCode).toBe(200)
  const [mail] = await outboxMails(db, mailSeal(at.secret), held.email)
  expect(mail?.links[0]).toMatch(/^http/)
  const { access_token: as } = await enter(at, held.email)
  const code = held.codes.pop()
  expect((await post(at, '/auth/v1/factors/recovery', as, { code })).status).toBe(200)
}

describe('while the secret is rotated, what one program makes the other takes', () => {
  const turns: readonly { how: string; before: Texts; after: Texts }[] = [
    { how: 'opened by the next one before it makes anything', before: [older], after: [older, newer] },
    { how: 'made by the next one', before: [older, newer], after: [newer, older] },
    { how: 'made by the next one alone', before: [newer, older], after: [newer] },
  ]
  test.each(turns)('$how', async ({ how, before, after }) => {
    const [one, other] = [await program(...before), await program(...after)]
    // Where the old secret is gone, nothing that it made is left: what both make is the new one's.
    const makers = after.length < before.length ? [one] : [one, other]
    for (const [index, maker] of makers.entries()) {
      const held = await belongings(maker, `${how.replaceAll(' ', '-')}-${index}`)
      await tryAll(one, held)
      await tryAll(other, held)
    }
  })

  test('a session that began under the old one goes on under each', async () => {
    const [one, other] = [await program(older), await program(newer, older)]
    await one.person(companyId, 'approver', 'sesion@norte.example')
    let token: string = (await enter(one, 'sesion@norte.example')).refresh_token
    for (const at of [other, other]) {
      const { status, body } = await refresh(at, token)
      expect(status).toBe(200)
      token = body.refresh_token
    }
    expect((await refresh(await program(newer), token)).status).toBe(200)
  })
})

test('with one secret, all that is written is what the release before reads', async () => {
  const at = await program(older)
  const held = await belongings(at, 'anterior')
  const [row] = await db.run<{ hash: string; factor: string; code: string; mail: string; key: string }>(sql`
    select a.password_hash as hash, f.sealed_secret as factor, m.sealed as mail,
      (select hash from recovery_code r where r.user_id = a.id limit 1) as code,
      (select private_jwk ->> 'encrypted' from signing_key limit 1) as key
    from account a join factor f on f.user_id = a.id join mail m on m.to_address = a.email
    where a.email = ${held.email} limit 1`)
  expect(row?.hash).toMatch(/^\$argon2id\$/)
  expect(row?.code).toMatch(/^\$argon2id\$/)
  for (const sealed of [row?.factor, row?.mail, row?.key]) expect(sealed).toMatch(/^v1\.[^.]+$/)
  expect(held.link.split('/')[4]?.split('.')).toHaveLength(2)
  const { refresh_token } = await enter(at, held.email)
  expect(Buffer.from(refresh_token, 'base64url')).toHaveLength(37)
})

describe('once all is sealed anew and the old secret is gone', () => {
  test('whoever signed in meanwhile goes on, and what nobody renewed is refused and counted', async () => {
    const [one, other] = [await program(older), await program(newer, older)]
    const renewed = await belongings(one, 'renueva')
    const absent = await belongings(one, 'ausente')
    const session = await enter(one, absent.email)
    await secondStep(other, renewed.email, renewed.factor)

    const first = await reseal(db, other.secret)
    expect(first.sealed['second factors'].changed).toBeGreaterThanOrEqual(2)
    expect(first.sealed.mails.changed).toBeGreaterThanOrEqual(2)
    const second = await reseal(db, other.secret)
    for (const { changed, unreadable } of Object.values(second.sealed))
      expect([changed, unreadable]).toEqual([0, 0])
    const countOf = async (email: string) => {
      const [row] = await db.run<{ hash: string }>(
        sql`select password_hash as hash from account where email = ${email}`,
      )
      return row?.hash.startsWith(`${other.secret.first.id}$`)
    }
    expect([await countOf(renewed.email), await countOf(absent.email)]).toEqual([true, false])
    expect(second.left.passwords).toBeGreaterThanOrEqual(1)
    expect(second.left.codes).toBeGreaterThanOrEqual(10)

    const then = await program(newer)
    expect((await secondStep(then, renewed.email, renewed.factor)).access_token).toBeTypeOf('string')
    const [mail] = await outboxMails(db, mailSeal(then.secret), absent.email)
    expect(mail?.links[0]).toMatch(/^http/)
    expect((await enter(then, absent.email)).access_token).toBeUndefined()
    expect((await refresh(then, session.refresh_token)).status).toBe(400)
    expect((await then.http.inject({ method: 'GET', url: renewed.link })).statusCode).toBe(404)
    const { access_token: as } = await enter(then, renewed.email)
    const code = renewed.codes[0]
    expect((await post(then, '/auth/v1/factors/recovery', as, { code })).status).toBe(422)
  })

  test('a key that nobody has opens nothing, whatever id a seal, a link or a hash claims', async () => {
    const [at, stranger] = [
      await program(newer, older),
      await program('nobody of the company has this secret', older),
    ]
    const held = await belongings(stranger, 'extrana')
    expect((await enter(at, held.email)).access_token).toBeUndefined()
    expect((await at.http.inject({ method: 'GET', url: held.link })).statusCode).toBe(404)
    const renamed = held.link.replace(stranger.secret.first.id, at.secret.first.id)
    expect(renamed).not.toBe(held.link)
    expect((await at.http.inject({ method: 'GET', url: renamed })).statusCode).toBe(404)
    expect((await reseal(db, at.secret)).sealed['second factors'].unreadable).toBeGreaterThanOrEqual(1)
  })
})
