import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { makeApiToken } from '#server/auth/api-token-text.ts'
import { sql } from '#server/database/sql.ts'
import { tokenLimits } from '#server/http/api-token-calls.ts'
import { giveToken } from '#tests/support/api-tokens.ts'
import { startWhole, type WholeProduct } from '#tests/support/product.ts'

let app: WholeProduct
beforeAll(async () => {
  app = await startWhole({ relaxedLimits: false })
})
afterAll(() => app?.stop())

/** A token of a company of its own. */
async function newToken(name: string) {
  const companyId = await app.company('enterprise', name)
  const userId = await app.person(companyId, 'admin', `${name}@pruebas.example`)
  const give = () => giveToken(app, { companyId, userId })
  return { ...(await give()), give }
}

const ask = (token: string, url = '/api/company') =>
  app.http.inject({ url, headers: { authorization: `Bearer ${token}` } })

test('every answer to a token says how many calls are left to it and to its company', async () => {
  const { text, give } = await newToken('cuenta')
  const [first, second] = [await ask(text), await ask(text)]
  expect(first.headers['ratelimit-policy']).toBe('"token";q=600;w=60, "company";q=3000;w=60')
  expect(first.headers.ratelimit).toMatch(/^"token";r=599;t=(60|59), "company";r=2999;t=(60|59)$/)
  expect(second.headers.ratelimit).toMatch(/^"token";r=598;t=\d+, "company";r=2998;t=\d+$/)
  const other = await give()
  expect((await ask(other.text)).headers.ratelimit).toMatch(/^"token";r=599;t=\d+, "company";r=2997;t=\d+$/)
})

test('a session has no such headers', async () => {
  await newToken('sesion')
  const session = await app.signIn('sesion@pruebas.example')
  expect((await ask(session)).headers).not.toHaveProperty('ratelimit')
})

test('one call too many is answered 429 with the seconds to wait, and other companies are not touched', async () => {
  const { text } = await newToken('agotada')
  await ask(text)
  await app.tamper(sql`update attempt set count = ${tokenLimits.token.most} where count = 1`)
  const refused = await ask(text)
  expect(refused.statusCode).toBe(429)
  expect(refused.json().type).toBe('/problems/too_many_requests')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.headers.ratelimit).toMatch(/^"token";r=0;t=\d+, "company"/)
  const elsewhere = await newToken('vecina')
  expect((await ask(elsewhere.text)).statusCode).toBe(200)
  await app.tamper(sql`update attempt set ends_at = now() - interval '1 second'`)
  expect((await ask(text)).statusCode).toBe(200)
})

test('a text that is no token is refused without a count', async () => {
  const before = await app.owner.run(sql`select key from attempt`)
  expect((await ask('vb_pat_x')).statusCode).toBe(401)
  expect(await app.owner.run(sql`select key from attempt`)).toHaveLength(before.length)
})

test('a flood of tokens that nobody gave, while the database finds none, keeps no session waiting, and is told to come again', async () => {
  const { text } = await newToken('inundada')
  const session = await app.signIn('inundada@pruebas.example')
  const holder = await app.owner.pool.connect()
  await holder.query('begin; lock table api_token in access exclusive mode')
  const flood = Array.from({ length: 60 }, () => ask(makeApiToken('personal', newId())))
  const answered = Promise.all(flood)
  // The first lookups have their turn, and wait.
  await vi.waitFor(async () => {
    const { rows } = await holder.query(
      `select from pg_locks where relation = 'api_token'::regclass and not granted`,
    )
    expect(rows.length).toBeGreaterThan(0)
  })
  try {
    const served = await Promise.all([1, 2, 3].map(() => ask(session)))
    expect(served.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  const answers = await answered
  expect(answers.filter(({ statusCode }) => statusCode !== 401 && statusCode !== 503)).toEqual([])
  for (const { headers } of answers.filter(({ statusCode }) => statusCode === 503))
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask(text)).statusCode).toBe(200)
})
