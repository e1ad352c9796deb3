// Two nodes behind a load balancer, at work all the time, while every secret that they have is changed as
// docs/operations.md says: no request fails, nothing is lost, and what was secret before opens nothing any more.
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSecret } from '#server/auth/secret-keys.ts'
import { isSecretOfKeys } from '#server/auth/signing-keys.ts'
import { type Db, openDb } from '#server/database/db.ts'
import { prepareDatabase } from '#server/database/migrate.ts'
import { sql } from '#server/database/sql.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { askDatabase } from '#tests/support/at-work.ts'
import { runOperator } from '#tests/support/run-operator.ts'
import { oneForMany, startServer, temporaryFolder } from '#tests/support/server.ts'
import { type SmtpServer, startSmtp } from '#tests/support/smtp.ts'
import { openStoreGate, type StoreGate } from '#tests/support/store-gate.ts'
import { hasSwift, type Store, secondKey, startSwift } from '#tests/support/swift.ts'
import { startTwoNodes, type TwoNodes } from '#tests/support/two-nodes.ts'

const timeout = 240_000
const [older, newer] = ['o'.repeat(40), 'n'.repeat(40)] as const
const folder = temporaryFolder()
/** Settings of the moment, with which a node starts. */
let settings: Record<string, string>
let database: EmbeddedPostgres
let owner: Db
let smtp: SmtpServer
let swift: Store | null = null
let gate: StoreGate | null = null
let pair: TwoNodes
let work: TwoNodes['work']

beforeAll(async () => {
  database = await startEmbeddedPostgres({ home: path.join(folder, 'postgres'), throwaway: true })
  owner = openDb(database.url, { size: 1, isPatient: true })
  const { appUrl, platformUrl } = await prepareDatabase(database.url, { throwaway: true })
  smtp = await startSmtp()
  smtp.passwords = ['primera']
  settings = {
    ...oneForMany,
    DATA_DIR: folder,
    DATABASE_APP_URL: appUrl,
    DATABASE_PLATFORM_URL: platformUrl,
    APP_SECRETS: older,
    DRAIN_SECONDS: '1',
    MAIL_FROM: 'avisos@empresa.example',
    SMTP_URL: mailServer('primera'),
    ...(await bucket()),
  }
  // Of the demo no mail leaves: it is built, and served as what it is not.
  await (await startServer({ ...settings, DEMO: '1' })).stop()
  pair = await startTwoNodes(start)
  work = pair.work
}, timeout)
afterAll(async () => {
  await pair?.stop()
  await smtp?.close()
  await gate?.stop()
  await swift?.stop()
  await owner?.close()
  await database?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}, timeout)

const start = () => startServer({ ...settings, DEMO: '0' })
const mailServer = (password: string) => smtp.url.replace('//', `//avisos:${password}@`)

/** Settings of a bucket, whose first key can be deleted; none where no store is here. */
async function bucket(): Promise<Record<string, string>> {
  if (!hasSwift()) return {}
  swift = await startSwift()
  gate = await openStoreGate(swift.port)
  const { region, accessKey, secretKey } = await swift.makeBucket('papeles')
  return {
    S3_BUCKET_URL: `http://127.0.0.1:${gate.port}/papeles`,
    S3_REGION: region,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  }
}

const secondKeyOfBucket = (): Record<string, string> =>
  swift ? { S3_ACCESS_KEY: secondKey.accessKey, S3_SECRET_KEY: secondKey.secretKey } : {}

/** Replaces both nodes by such with what is changed. */
async function restartWith(changed: Record<string, string>): Promise<void> {
  settings = { ...settings, ...changed }
  await pair.replace(start)
}

const operator = async (...words: readonly string[]) => {
  const { code, output, error } = await runOperator(settings, ...words)
  expect([code, error]).toEqual([0, ''])
  return output
}

describe('under people who work all the time', () => {
  test('the program’s secret is changed in three steps, and the former one opens nothing', {
    timeout,
  }, async () => {
    await work.goesOn()
    await restartWith({ APP_SECRETS: `${older},${newer}` })
    await restartWith({ APP_SECRETS: `${newer},${older}` })
    expect(await operator('reseal')).toMatch(/signing keys/)
    // Whoever signs in now has a password that the new one peppers; the former's are known no longer.
    await work.everybodySignsIn()
    await restartWith({ APP_SECRETS: newer })
    expect(await isSecretOfKeys(owner, makeSecret(older))).toBe(false)
  })

  test('the next signing key signs without anybody’s being signed out; one that signs at once ends no session', {
    timeout,
  }, async () => {
    const before = work.signedOut
    await operator('rotate-keys')
    await work.goesOn()
    // Twenty minutes pass.
    await owner.run(
      sql`update signing_key set signs_from = signs_from - interval '20 minutes' where retired_at is null`,
    )
    await work.goesOn()
    expect(work.signedOut).toBe(before)
    await operator('rotate-keys', 'now')
    await work.goesOn(12)
    const [keys] = await owner.run<{ signing: number }>(
      sql`select count(*)::int as signing from signing_key where retired_at is null or retired_at > now()`,
    )
    expect(keys?.signing).toBe(1)
  })

  test('passwords of the database and the mail server and the key of the bucket are changed by two restarts; former ones of the database open nothing', {
    timeout,
  }, async () => {
    const { DATABASE_APP_URL: former = '', DATABASE_PLATFORM_URL = '' } = settings
    const withAnother = (url: string) => Object.assign(new URL(url), { password: 'otra-clave' }).href
    const changed = {
      DATABASE_APP_URL: withAnother(former),
      DATABASE_PLATFORM_URL: withAnother(DATABASE_PLATFORM_URL),
    }
    await restartWith({ DATABASE_NEXT_PASSWORDS: 'otra-clave', ...secondKeyOfBucket() })
    const { code, error } = await runOperator(
      { ...settings, ...changed, DATABASE_URL: database.url },
      'migrate',
    )
    expect([code, error]).toEqual([0, ''])
    // Connections that nodes have are lost, as happens: they open others.
    await owner.run(sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'visto_bueno_app'
      and pid in (select pid from pg_stat_activity where usename = 'visto_bueno_app' limit 4)`)
    // A mail server that has one password at a time: what it refuses meanwhile leaves afterwards.
    smtp.passwords = ['segunda']
    await work.goesOn()
    await restartWith({ ...changed, DATABASE_NEXT_PASSWORDS: '', SMTP_URL: mailServer('segunda') })
    await expect(askDatabase(former, 'select 1')).rejects.toThrow(/password authentication failed/)
  })

  test.skipIf(!hasSwift())(
    'the former key of the bucket, which is deleted, is missed by nobody',
    {
      timeout,
    },
    async () => {
      gate?.refuse('test:tester')
      await work.goesOn()
    },
  )

  test('meanwhile no request failed; what was acknowledged is there, once, and true; every mail has left', {
    timeout,
  }, async () => {
    await pair.endWell(owner)
    await owner.run(sql`update mail set next_try_at = now() where sent_at is null`)
    const waiting = () =>
      askDatabase<{ count: number }>(
        database.url,
        'select count(*)::int as count from mail where sent_at is null or failed_at is not null',
      )
    await expect.poll(async () => (await waiting())[0]?.count, { timeout: 60_000, interval: 200 }).toBe(0)
    expect(smtp.received.length).toBeGreaterThanOrEqual(work.mails)
  })
})
