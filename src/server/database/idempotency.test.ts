// One key, one effect: what a request wrote before it was refused stays nowhere, whatever its answer is.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { Claims } from '#server/auth/session.ts'
import { openTokens } from '#server/auth/tokens.ts'
import { once } from '#server/database/idempotency.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { origin, secret, type TestApp } from '#tests/support/app.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'

let app: TestApp
let claims: Claims
beforeAll(async () => {
  app = await startProduct()
  const cast = await makeCast(app, 'claves')
  claims = await openTokens(app.db, { secret, issuer: `${origin}/auth/v1` }).verifyAccessToken(cast.admin)
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.owner.run(sql`delete from outbox where topic like 'test.%'`)
})

const insert = (tx: TenantTx, name: string) =>
  tx.runOne(sql`insert into outbox (id, company, topic, payload, created_at, next_try_at)
    values (${newId()}, ${tx.companyId}, ${`test.${name}`}, ${{}}, ${tx.now}, '2999-01-01')`)
const written = async () => {
  const found = await app.owner.run<{ topic: string }>(
    sql`select topic from outbox where topic like 'test.%' order by topic`,
  )
  return found.map(({ topic }) => topic.slice('test.'.length))
}

type Outcome = { readonly done: string } | Refusal
const keyed = (key: string, work: (tx: TenantTx) => Promise<Outcome>) =>
  once(app.db, { claims, requestId: null }, { route: 'test', key, digest: 'same', sentDigest: 'sent' }, work)

test('a refusal after writes answers what the first try answered, and writes nothing', async () => {
  const key = newId()
  const first = await keyed(key, async tx => {
    await insert(tx, 'first')
    return { done: 'first' }
  })
  expect(first).toEqual({ done: 'first' })
  const again = await keyed(key, async tx => {
    await insert(tx, 'second')
    return refuse('already_done')
  })
  expect(again).toEqual({ done: 'first' })
  expect(await written()).toEqual(['first'])
})

test('a refusal under a new key is told as such, and writes nothing', async () => {
  const refused = await keyed(newId(), async tx => {
    await insert(tx, 'refused')
    return refuse('already_done')
  })
  expect(refused).toMatchObject({ refused: 'already_done' })
  expect(await written()).toEqual([])
})

test('when gathered work fails in the program, its key is not taken, and the retry does it', async () => {
  const key = newId()
  const failing = keyed(key, async tx => {
    tx.batchWithCommit(async gathering => {
      await Promise.all([insert(gathering, 'lost'), fails()])
    })
    return { done: 'never' }
  })
  await expect(failing).rejects.toThrow('broken in the program')
  expect(await written()).toEqual([])
  const retried = await keyed(key, async tx => {
    tx.batchWithCommit(gathering => insert(gathering, 'kept'))
    return { done: 'now' }
  })
  expect(retried).toEqual({ done: 'now' })
  expect(await written()).toEqual(['kept'])
})

async function fails(): Promise<never> {
  await null
  throw new Error('broken in the program')
}

test('a repetition is known to a later release, which reads more fields of it, and to one before', async () => {
  const key = newId()
  const ask = (digest: string, sentDigest: string) =>
    once(app.db, { claims, requestId: null }, { route: 'test', key, digest, sentDigest }, async () => ({
      done: digest,
    }))
  expect(await ask('as it reads it', 'sent')).toEqual({ done: 'as it reads it' })
  expect(await ask('as a later one reads it', 'sent')).toEqual({ done: 'as it reads it' })
  await app.owner.run(sql`update idempotency_key set sent_digest = null where key = ${key}`)
  expect(await ask('as it reads it', 'sent')).toEqual({ done: 'as it reads it' })
  await expect(ask('as a later one reads it', 'sent')).rejects.toMatchObject({
    problem: { type: '/problems/idempotency_key_reused' },
  })
})
