import { createHmac } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { makeSecret } from '#server/auth/secret-keys.ts'
import { loadKeys, replaceKeys, rotateKeys } from '#server/auth/signing-keys.ts'
import {
  authenticator,
  fullName,
  InvalidToken,
  openTokens,
  parseBearer,
  type TokenContent,
} from '#server/auth/tokens.ts'
import { clock } from '#server/clock.ts'
import { openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

const secret = makeSecret('one secret of at least thirty-two characters')
const issuer = 'http://visto.test/auth/v1'
const [userId, sessionId, companyId] = [newId(), newId(), newId()]

const content: TokenContent = {
  userId,
  sessionId,
  companyId,
  email: 'ana@norte.example',
  role: 'admin',
  aal: 'aal1',
  counter: 3,
  appMetadata: {
    provider: 'email',
    role: 'admin',
    client_id: null,
    provider_id: null,
    company_id: companyId,
    time_zone: 'Europe/Madrid',
  },
  userMetadata: { name: 'Ana', lastName: 'Pérez', role: 'admin_saas' },
  amr: [{ method: 'password', timestamp: 1 }],
  impersonator: null,
}

let database: TestDatabase
let db: ReturnType<typeof openDb>
let tokens: ReturnType<typeof openTokens>

beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.appUrl)
  tokens = openTokens(db, { secret, issuer })
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
})

test('ten nodes that start together sign with one key', async () => {
  const nodes = await Promise.all(Array.from({ length: 10 }, () => loadKeys(db, secret)))
  expect(new Set(nodes.map(node => node.signer.kid)).size).toBe(1)
  expect(await db.run(sql`select kid from signing_key`)).toHaveLength(1)
})

test('claims come from the parts that only the server writes', async () => {
  const { token, expiresIn } = await tokens.signAccessToken(content)
  expect(expiresIn).toBe(3600)
  expect(await tokens.verifyAccessToken(token)).toEqual({
    userId,
    sessionId,
    companyId,
    role: 'admin',
    name: 'Ana Pérez',
    clientId: null,
    providerId: null,
    zone: 'Europe/Madrid',
    isSample: false,
    counter: 3,
    aal: 'aal1',
    impersonator: null,
    isStrict: false,
  })
  // A second time from memory: the very same answer.
  expect(await tokens.verifyAccessToken(token)).toBe(await tokens.verifyAccessToken(token))
})

test('the platform’s administrators get short tokens', async () => {
  expect((await tokens.signAccessToken({ ...content, role: 'admin_saas' })).expiresIn).toBe(900)
})

test('who impersonates gets half an hour, and the token says who really looks', async () => {
  const impersonator = { userId: newId(), sessionId: newId() }
  const { token, expiresIn } = await tokens.signAccessToken({ ...content, impersonator })
  expect(expiresIn).toBe(1800)
  expect((await tokens.verifyAccessToken(token)).impersonator).toEqual({ userId: impersonator.userId })
})

test('the private key is not readable in the database, nor with another secret', async () => {
  const [row] = await db.run<{ all: string }>(
    sql`select row_to_json(signing_key)::text as all from signing_key`,
  )
  expect(row?.all).not.toContain('"d"')
  const other = await loadKeys(db, makeSecret('another secret of at least thirty-two characters'))
  expect(other.signer.kid).not.toBe((await loadKeys(db, secret)).signer.kid)
})

describe('a token is refused', () => {
  const key = async () => (await loadKeys(db, secret)).signer
  type Loose<T> = { [name in keyof T]?: T[name] | undefined }
  type Header = Parameters<SignJWT['setProtectedHeader']>[0]

  /** Claims that are undefined are left out of the token. */
  async function forge(claims: Loose<JWTPayload> = {}, header: Loose<Header> = {}): Promise<string> {
    const { kid, key: privateKey } = await key()
    const kept = <T extends object>(value: T) => JSON.parse(JSON.stringify(value))
    const now = Math.floor(Date.now() / 1000)
    const payload = kept({
      iss: issuer,
      sub: userId,
      aud: 'authenticated',
      iat: now,
      exp: now + 600,
      session_id: sessionId,
      rtc: 0,
      aal: 'aal1',
      app_metadata: content.appMetadata,
      user_metadata: content.userMetadata,
      ...claims,
    })
    return new SignJWT(payload)
      .setProtectedHeader(kept({ alg: 'ES256', typ: 'JWT', kid, ...header }))
      .sign(privateKey)
  }
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const past = Math.floor(Date.now() / 1000) - 30

  test('not when it is what we sign ourselves', async () => {
    await expect(tokens.verifyAccessToken(await forge())).resolves.toMatchObject({ userId })
  })

  test.each<[string, () => Promise<string>]>([
    ['of another issuer', () => forge({ iss: 'http://visto.test.evil/auth/v1' })],
    ['for another audience', () => forge({ aud: 'anon' })],
    ['for several audiences', () => forge({ aud: ['authenticated', 'other'] })],
    ['without a subject', () => forge({ sub: undefined })],
    ['whose subject is no id', () => forge({ sub: 'admin' })],
    ['without a session', () => forge({ session_id: undefined })],
    ['without an expiry', () => forge({ exp: undefined })],
    ['that expired', () => forge({ exp: past })],
    ['not valid yet', () => forge({ nbf: past + 3600 })],
    [
      'with a role that does not exist',
      () => forge({ app_metadata: { ...content.appMetadata, role: 'root' } }),
    ],
    [
      'with a company that is no id',
      () => forge({ app_metadata: { ...content.appMetadata, company_id: "'" } }),
    ],
    ['without app_metadata', () => forge({ app_metadata: undefined })],
    ['with crit', () => forge({}, { crit: ['b64'], b64: true })],
    ['without kid', () => forge({}, { kid: undefined })],
    ['of an unknown kid', () => forge({}, { kid: 'unknown' })],
    ['of kid that is a path', () => forge({}, { kid: '../../etc/passwd' })],
    ['of another type', () => forge({}, { typ: 'at+jwt' })],
  ])('%s', async (_, token) => {
    await expect(tokens.verifyAccessToken(await token())).rejects.toThrow(InvalidToken)
  })

  test('signed with its own key, sent along as jwk', async () => {
    const pair = await generateKeyPair('ES256', { extractable: true })
    const { kid } = await key()
    const jwk = await exportJWK(pair.publicKey)
    const token = await new SignJWT({ session_id: sessionId })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid, jwk, jku: 'http://evil.example/jwks.json' })
      .sign(pair.privateKey)
    await expect(tokens.verifyAccessToken(token)).rejects.toThrow(InvalidToken)
  })

  test('unsigned, or signed by HMAC with what is public', async () => {
    const [genuine, { kid }] = [await forge(), await key()]
    const payload = genuine.split('.')[1]
    const [published] = (await tokens.publicKeys()).filter(jwk => jwk.kid === kid)
    const publicKey = await importJWK(published ?? {}, 'ES256', { extractable: true })
    if (publicKey instanceof Uint8Array) throw new Error('not a key pair')
    const hmacKeys = [await exportSPKI(publicKey), JSON.stringify(published), published?.x ?? '']
    const forged = hmacKeys.map(hmacKey => {
      const body = `${base64({ alg: 'HS256', typ: 'JWT', kid })}.${payload}`
      return `${body}.${createHmac('sha256', hmacKey).update(body).digest('base64url')}`
    })
    const zeros = Buffer.alloc(64).toString('base64url')
    forged.push(
      `${base64({ alg: 'none', typ: 'JWT', kid })}.${payload}.`,
      `${base64({ alg: 'none', typ: 'JWT', kid })}.${payload}.${zeros}`,
      `${base64({ alg: 'ES256', typ: 'JWT', kid })}.${payload}.${zeros}`,
    )
    for (const token of forged) await expect(tokens.verifyAccessToken(token)).rejects.toThrow(InvalidToken)
  })

  test('when any character of it is another', async () => {
    const genuine = await forge()
    for (let at = 0; at < genuine.length; at += 7) {
      const other = genuine[at] === 'A' ? 'B' : 'A'
      const changed = `${genuine.slice(0, at)}${other}${genuine.slice(at + 1)}`
      await expect(tokens.verifyAccessToken(changed)).rejects.toThrow(InvalidToken)
    }
    // The last character of 64 bytes carries four bits that decode to nothing: only one spelling is ours.
    const last = genuine.at(-1) ?? ''
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const spelling = alphabet[alphabet.indexOf(last) ^ 1] ?? ''
    await expect(tokens.verifyAccessToken(genuine.slice(0, -1) + spelling)).rejects.toThrow(InvalidToken)
  })

  test('when it is anything else', async () => {
    for (const text of ['', '.', '..', 'a.b.c', 'x'.repeat(10_000), 'é.é.é', '\0'])
      await expect(tokens.verifyAccessToken(text)).rejects.toThrow(InvalidToken)
  })

  test('when it has been verified before and has expired since', async () => {
    const token = await forge()
    await tokens.verifyAccessToken(token)
    const later = new Date(Date.now() + 606_000)
    vi.spyOn(clock, 'now').mockReturnValue(later)
    await expect(tokens.verifyAccessToken(token)).rejects.toThrow(InvalidToken)
    vi.restoreAllMocks()
  })
})

test('the public key in a bearer means nobody', () => {
  expect(parseBearer('Bearer sb_publishable_x')).toBeNull()
  expect(parseBearer(undefined)).toBeNull()
  expect(parseBearer('Basic abc')).toBeNull()
  expect(parseBearer('bearer  abc ')).toBe('abc')
})

test('our API answers 401 for every bad bearer', async () => {
  const authenticate = authenticator(tokens)
  for (const header of [undefined, '', 'Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic Zm9v'])
    await expect(authenticate(header)).rejects.toMatchObject({ problem: { status: 401 } })
})

test('the name in a token is the name that the database computes', async () => {
  const names = [
    ['Ana', 'Pérez'],
    ['Ana', ''],
    ['', 'Pérez'],
    [' Ana ', ' Pérez '],
    ['Ana\t', '\u00a0'],
    ['', ''],
  ]
  for (const [name = '', lastName = ''] of names) {
    const [row] = await db.run<{ name: string }>(sql`
      select trim(${name}::text || ' ' || ${lastName}::text) as name`)
    expect(fullName(name, lastName)).toBe(row?.name)
  }
})

test('a new key is published at once and signs only after twenty minutes', async () => {
  const before = await loadKeys(db, secret)
  await rotateKeys(db, secret)
  const after = await loadKeys(db, secret)
  expect(after.signer.kid).toBe(before.signer.kid)
  expect(after.published).toHaveLength(before.published.length + 1)
  await db.run(sql`update signing_key set signs_from = signs_from - interval '21 minutes'`)
  const later = await loadKeys(db, secret)
  expect(later.signer.kid).not.toBe(before.signer.kid)
  expect(later.verifiers.has(before.signer.kid)).toBe(true)
  for (const key of later.published) expect(Object.keys(key)).not.toContain('d')
})

test('what a key signed that is retired at once is refused ten seconds later, also by a node that has seen it', async () => {
  const [first, second] = [openTokens(db, { secret, issuer }), openTokens(db, { secret, issuer })]
  const nodes = [first, second]
  const { token } = await first.signAccessToken(content)
  for (const node of nodes) await node.verifyAccessToken(token)
  await replaceKeys(db, secret)
  const later = new Date(Date.now() + 10_001)
  vi.spyOn(clock, 'now').mockReturnValue(later)
  for (const node of nodes) await expect(node.verifyAccessToken(token)).rejects.toThrow(InvalidToken)
  const { token: next } = await first.signAccessToken(content)
  for (const node of nodes) await expect(node.verifyAccessToken(next)).resolves.toMatchObject({ userId })
  expect(await second.publicKeys()).toHaveLength(1)
  vi.restoreAllMocks()
})
