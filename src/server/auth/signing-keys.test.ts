// Key that signs, and where its private half lies.
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
} from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PrivateJwk } from '#server/auth/private-jwk.ts'
import { makeSecret } from '#server/auth/secret-keys.ts'
import { configuredKeys, KeyRing, type KeySet, loadKeys } from '#server/auth/signing-keys.ts'
import { openTokens } from '#server/auth/tokens.ts'
import { clock } from '#server/clock.ts'
import { type Db, openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { secret } from '#tests/support/app.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let db: Db
let jwk: PrivateJwk

beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.ownerUrl, { size: 2 })
  const pair = await generateKeyPair('ES256', { extractable: true })
  jwk = PrivateJwk.parse(await exportJWK(pair.privateKey))
})
beforeEach(() => db.run(sql`delete from signing_key`))
afterAll(async () => {
  await db.close()
  await database.drop()
})

async function isSignedBy({ signer, published }: KeySet): Promise<boolean> {
  const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid: signer.kid }).sign(signer.key)
  const verified = await jwtVerify(token, createLocalJWKSet({ keys: [...published] }))
  return verified.protectedHeader.kid === signer.kid
}

test('the key given for a test signs, is published under its name without its private half, and no other is', async () => {
  const keys = await configuredKeys({ ...jwk, kid: 'of-the-test' })
  const { d: _, ...point } = jwk
  const rest = { alg: 'ES256', use: 'sig', key_ops: ['verify'] }
  expect(keys.published).toEqual([{ ...point, ...rest, kid: 'of-the-test' }])
  expect(await isSignedBy(keys)).toBe(true)
})

test('without a name it goes by its thumbprint', async () => {
  const { signer, verifiers } = await configuredKeys(jwk)
  expect(signer.kid).toBe(await calculateJwkThumbprint(jwk))
  expect([...verifiers.keys()]).toEqual([signer.kid])
})

test('with a key given, none is made in the database', async () => {
  const tokens = openTokens(db, { secret, issuer: 'http://visto.test/auth/v1', signingJwk: jwk })
  expect(await tokens.publicKeys()).toHaveLength(1)
  expect(await db.run(sql`select kid from signing_key`)).toEqual([])
})

test('without one the first is made in the database, where it lies sealed', async () => {
  expect(await isSignedBy(await loadKeys(db, secret))).toBe(true)
  const [row, ...more] = await db.run<{ private_jwk: object }>(sql`select private_jwk from signing_key`)
  expect([row, more]).toEqual([{ private_jwk: { encrypted: expect.stringMatching(/^v1\./) } }, []])
})

test('under another secret another key signs, and what the first signed is still verified', async () => {
  const first = await loadKeys(db, secret)
  const second = await loadKeys(db, makeSecret('x'.repeat(32)))
  expect(second.signer.kid).not.toBe(first.signer.kid)
  expect(second.verifiers.has(first.signer.kid)).toBe(true)
})

test('a node whose clock is five minutes behind signs with the key of the others, and makes none', async () => {
  const ahead = await loadKeys(db, secret)
  const behind = new Date(Date.now() - 5 * 60_000)
  vi.spyOn(clock, 'now').mockReturnValue(behind)
  try {
    const own = await loadKeys(db, secret)
    expect(own.signer.kid).toBe(ahead.signer.kid)
    expect(await db.run(sql`select kid from signing_key`)).toHaveLength(1)
  } finally {
    vi.restoreAllMocks()
  }
})

test('a clock that is set back does not keep a node from looking for new keys', async () => {
  let reads = 0
  const ring = new KeyRing(async () => {
    reads += 1
    return loadKeys(db, secret)
  })
  await ring.current()
  vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() - 3600_000))
  try {
    await ring.current()
    expect(reads).toBe(2)
  } finally {
    vi.restoreAllMocks()
  }
})
