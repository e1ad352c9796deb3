/**
 * The ES256 keys that sign access tokens, shared by all nodes through one table. A new key is published
 * well before it signs, because verifiers keep the key set for a while; an old one stays published until
 * its last token has expired. Private keys lie sealed.
 */
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { PrivateJwk } from '#server/auth/private-jwk.ts'
import { openSeal } from '#server/auth/seal.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { type Sql, sql } from '#server/database/sql.ts'

/** What a verifier publishes: `kid`, curve and point, nothing private. */
export type KeySet = {
  readonly signer: { readonly kid: string; readonly key: CryptoKey }
  readonly verifiers: ReadonlyMap<string, CryptoKey>
  readonly published: readonly JWK[]
}

/** Twice the ten minutes for which clients keep the key set; our nodes look far more often. */
const publishedBeforeSigningMs = 20 * 60_000
/** The longest token lives an hour; leeway included. */
const publishedAfterSigningMs = 65 * 60_000
const lock = 7_240_533

type KeyRow = { kid: string; private_jwk: { encrypted: string }; public_jwk: JWK; signs_from: string }

/** Reads the keys; makes the first one when none can sign (none yet, or the secret has changed). */
export async function loadKeys(db: Db, secret: string): Promise<KeySet> {
  const known = await keySetOf(await readKeys(q => db.run<KeyRow>(q)), secret)
  if (known) return known
  return locked(db, async run => {
    const made = await keySetOf(await readKeys(run), secret)
    if (made) return made
    await insertKey(run, secret, clock.now())
    const first = await keySetOf(await readKeys(run), secret)
    if (!first) throw new Error('a signing key was made and cannot be read')
    return first
  })
}

/** One key given from outside, for tests: it signs at once, and the table is not asked. */
export async function givenKeys({ kid: named, ...jwk }: PrivateJwk): Promise<KeySet> {
  const { d: _, ...point } = jwk
  const kid = named ?? (await calculateJwkThumbprint(point))
  return {
    signer: { kid, key: await keyFrom(jwk) },
    verifiers: new Map([[kid, await keyFrom(point)]]),
    published: [publishedKey(point, kid)],
  }
}

/** Publishes the next key; in twenty minutes it signs, and later the earlier ones leave the set. */
export async function rotateKeys(db: Db, secret: string): Promise<void> {
  await locked(db, async run => {
    const signsFrom = new Date(clock.now().getTime() + publishedBeforeSigningMs)
    const retiredAt = new Date(signsFrom.getTime() + publishedAfterSigningMs)
    await run(sql`update signing_key set retired_at = ${retiredAt} where retired_at is null`)
    await insertKey(run, secret, signsFrom)
  })
}

/** For a key that others may have: the next one signs at once, and what any earlier one signed is refused. */
export async function replaceKeys(db: Db, secret: string): Promise<void> {
  await locked(db, async run => {
    const now = clock.now()
    await run(sql`update signing_key set retired_at = ${now} where retired_at is null or retired_at > ${now}`)
    await insertKey(run, secret, now)
  })
}

/** So long a key that was retired at once is still believed by a node that has not looked again. */
const keysLiveMs = 10_000
const keysRestMs = 5_000

/** The key set, read again when it is old, or when a token names a key that may be newer than it. */
export class KeyRing {
  readonly #load: () => Promise<KeySet>
  #set: Promise<KeySet> | null = null
  #loadedAt = 0

  constructor(load: () => Promise<KeySet>) {
    this.#load = load
  }

  current(maxAgeMs = keysLiveMs): Promise<KeySet> {
    const now = clock.now().getTime()
    // Also when the clock was set back: the age would otherwise be negative until it has caught up.
    if (this.#set === null || Math.abs(now - this.#loadedAt) > maxAgeMs) {
      this.#loadedAt = now
      const loading = this.#load()
      this.#set = loading
      loading.catch(() => {
        this.#set = null
      })
    }
    return this.#set
  }

  async verifier(kid: string) {
    return (await this.current()).verifiers.get(kid) ?? (await this.current(keysRestMs)).verifiers.get(kid)
  }
}

type Run = (query: Sql) => Promise<KeyRow[]>

function readKeys(run: Run): Promise<KeyRow[]> {
  return run(sql`
    select kid, private_jwk, public_jwk, signs_from from signing_key
    where retired_at is null or retired_at > ${clock.now()} order by signs_from desc, kid`)
}

async function insertKey(run: Run, secret: string, signsFrom: Date): Promise<void> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const { kty, crv, x, y } = await exportJWK(pair.publicKey)
  if (!kty || !crv || !x || !y) throw new Error('an ES256 key has no point')
  const kid = await calculateJwkThumbprint({ kty, crv, x, y })
  const published = publishedKey({ kty, crv, x, y }, kid)
  const encrypted = sealOf(secret).seal(JSON.stringify(await exportJWK(pair.privateKey)))
  await run(sql`insert into signing_key (kid, private_jwk, public_jwk, created_at, signs_from)
    values (${kid}, ${{ encrypted }}, ${published}, ${clock.now()}, ${signsFrom})`)
}

function publishedKey(point: JWK, kid: string): JWK {
  return { ...point, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }
}

/** Null when there is no key that this secret opens. */
async function keySetOf(keys: readonly KeyRow[], secret: string): Promise<KeySet | null> {
  const now = clock.now().toISOString()
  const signing = keys.filter(key => key.signs_from <= now)
  // A node whose clock is behind finds only keys that are still to come: the first of them, which the others sign
  // with already, and never one of its own, which they do not know.
  const signer = await firstReadable(signing.length > 0 ? signing : keys.toReversed(), secret)
  if (!signer) return null
  const verifiers = new Map<string, CryptoKey>()
  for (const { kid, public_jwk } of keys) verifiers.set(kid, await keyFrom(public_jwk))
  return { signer, verifiers, published: keys.map(key => key.public_jwk) }
}

async function firstReadable(keys: readonly KeyRow[], secret: string): Promise<KeySet['signer'] | null> {
  for (const row of keys) {
    const jwk = unsealed(row, secret)
    if (jwk) return { kid: row.kid, key: await keyFrom(jwk) }
  }
  return null
}

async function keyFrom(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256')
  if (key instanceof Uint8Array) throw new Error('a signing key is not a key pair')
  return key
}

/** Null when it was sealed under an earlier secret. */
function unsealed({ private_jwk }: KeyRow, secret: string): PrivateJwk | null {
  const text = sealOf(secret).unseal(private_jwk.encrypted)
  return text === null ? null : PrivateJwk.parse(JSON.parse(text))
}

const sealOf = (secret: string) => openSeal(secret, 'signing keys')

async function locked<T>(db: Db, work: (run: Run) => Promise<T>): Promise<T> {
  const client = await db.pool.connect()
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${lock})`)
    const value = await work(async ({ text, values }) => (await client.query<KeyRow>(text, [...values])).rows)
    await client.query('commit')
    client.release()
    return value
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      broken => client.release(broken),
    )
    throw error
  }
}
