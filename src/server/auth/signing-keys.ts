/**
 * The ES256 keys that sign access tokens, shared by all nodes through one table. A new key is published well before it
 * signs, because verifiers cache the key set; an old one stays published until its last token has expired. Private
 * keys are stored sealed.
 */
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { PrivateJwk } from '#server/auth/private-jwk.ts'
import type { SealedRow, SealedRows } from '#server/auth/resealing.ts'
import { openSeal, type Seal } from '#server/auth/seal.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { type Sql, sql } from '#server/database/sql.ts'

/** The key that signs, the keys that verify by `kid`, and their published form, which has nothing private. */
export type KeySet = {
  readonly signer: { readonly kid: string; readonly key: CryptoKey }
  readonly verifiers: ReadonlyMap<string, CryptoKey>
  readonly published: readonly JWK[]
}

/** Twice the ten minutes for which clients cache the key set; our nodes reload it far more often. */
const publishedBeforeSigningMs = 20 * 60_000
/** The longest lifetime of a token, an hour, with leeway. */
const publishedAfterSigningMs = 65 * 60_000
const lock = 7_240_533

type KeyRow = { kid: string; private_jwk: { encrypted: string }; public_jwk: JWK; signs_from: string }

/** Loads the keys, and makes one when none can sign: there is none yet, or the secret has changed. */
export async function loadKeys(db: Db, secret: Secret): Promise<KeySet> {
  const known = await openKeySet(await readKeys(q => db.run<KeyRow>(q)), secret)
  if (known) return known
  return withKeyLock(db, async run => {
    const made = await openKeySet(await readKeys(run), secret)
    if (made) return made
    await insertKey(run, secret, clock.now())
    const first = await openKeySet(await readKeys(run), secret)
    if (!first) throw new Error('a signing key was made and cannot be read')
    return first
  })
}

/** True unless keys of the database sign, and the secret opens none of them: it is another one. */
export async function isSecretOfKeys(db: Db, secret: Secret): Promise<boolean> {
  const keys = await readKeys(q => db.run<KeyRow>(q))
  return keys.length === 0 || keys.some(row => unsealed(row, secret) !== null)
}

/** A key set of one key from the configuration, for tests: the table is not read. */
export async function configuredKeys({ kid: named, ...jwk }: PrivateJwk): Promise<KeySet> {
  const { d: _, ...point } = jwk
  const kid = named ?? (await calculateJwkThumbprint(point))
  return {
    signer: { kid, key: await keyFrom(jwk) },
    verifiers: new Map([[kid, await keyFrom(point)]]),
    published: [publishedKey(point, kid)],
  }
}

/** Publishes the next key: it signs in twenty minutes, and the earlier ones are retired later. */
export async function rotateKeys(db: Db, secret: Secret): Promise<void> {
  await withKeyLock(db, async run => {
    const signsFrom = new Date(clock.now().getTime() + publishedBeforeSigningMs)
    const retiredAt = new Date(signsFrom.getTime() + publishedAfterSigningMs)
    await run(sql`update signing_key set retired_at = ${retiredAt} where retired_at is null`)
    await insertKey(run, secret, signsFrom)
  })
}

/** Replaces keys that may have been stolen: the next one signs at once, and tokens of the earlier ones are refused. */
export async function replaceKeys(db: Db, secret: Secret): Promise<void> {
  await withKeyLock(db, async run => {
    const now = clock.now()
    await run(sql`update signing_key set retired_at = ${now} where retired_at is null or retired_at > ${now}`)
    await insertKey(run, secret, now)
  })
}

/** Maximum age of a node's key set: for so long it may still accept a key that was retired at once. */
const keysLiveMs = 10_000
const keysRestMs = 5_000

/** Cache of the key set, reloaded when it is old, or when a token names a key that may be newer than the set. */
export class KeyRing {
  readonly #load: () => Promise<KeySet>
  #set: Promise<KeySet> | null = null
  #loadedAt = 0

  constructor(load: () => Promise<KeySet>) {
    this.#load = load
  }

  current(maxAgeMs = keysLiveMs): Promise<KeySet> {
    const now = clock.now().getTime()
    // The absolute value covers a clock that was set back, under which the age is negative.
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

async function insertKey(run: Run, secret: Secret, signsFrom: Date): Promise<void> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const { kty, crv, x, y } = await exportJWK(pair.publicKey)
  if (!kty || !crv || !x || !y) throw new Error('an ES256 key has no point')
  const kid = await calculateJwkThumbprint({ kty, crv, x, y })
  const published = publishedKey({ kty, crv, x, y }, kid)
  const encrypted = keySeal(secret).seal(JSON.stringify(await exportJWK(pair.privateKey)))
  await run(sql`insert into signing_key (kid, private_jwk, public_jwk, created_at, signs_from)
    values (${kid}, ${{ encrypted }}, ${published}, ${clock.now()}, ${signsFrom})`)
}

function publishedKey(point: JWK, kid: string): JWK {
  return { ...point, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }
}

/** The key set of these rows; null when this secret opens none of them. */
async function openKeySet(keys: readonly KeyRow[], secret: Secret): Promise<KeySet | null> {
  const now = clock.now().toISOString()
  const signing = keys.filter(key => key.signs_from <= now)
  // A node whose clock is behind may see only keys of the future: it signs with the first of them, as the other nodes
  // already do, rather than with a new one that they do not know.
  const signer = await firstReadable(signing.length > 0 ? signing : keys.toReversed(), secret)
  if (!signer) return null
  const verifiers = new Map<string, CryptoKey>()
  for (const { kid, public_jwk } of keys) verifiers.set(kid, await keyFrom(public_jwk))
  return { signer, verifiers, published: keys.map(key => key.public_jwk) }
}

async function firstReadable(keys: readonly KeyRow[], secret: Secret): Promise<KeySet['signer'] | null> {
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

/** The private key of a row; null when it was sealed under an earlier secret. */
function unsealed({ private_jwk }: KeyRow, secret: Secret): PrivateJwk | null {
  const text = keySeal(secret).unseal(private_jwk.encrypted)
  return text === null ? null : PrivateJwk.parse(JSON.parse(text))
}

export const keySeal = (secret: Secret): Seal => openSeal(secret, 'signing keys')

export const sealedKeys = (db: Db): SealedRows => ({
  page: after =>
    db.run<SealedRow>(sql`
      select kid as id, private_jwk ->> 'encrypted' as sealed from signing_key
      where ${after}::text is null or kid > ${after} order by kid limit 1000`),
  replace: async ({ id, sealed }, anew) => {
    await db.run(sql`update signing_key set private_jwk = ${{ encrypted: anew }}
      where kid = ${id} and private_jwk ->> 'encrypted' = ${sealed}`)
  },
})

async function withKeyLock<T>(db: Db, work: (run: Run) => Promise<T>): Promise<T> {
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
