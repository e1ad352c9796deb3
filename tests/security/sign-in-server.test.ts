// The wire of the official client, whole: every address of it that the server answers, with what no client sends.
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { origin } from '#tests/support/app.ts'
import { makeCast } from '#tests/support/cast.ts'
import { addressesOf, startWhole } from '#tests/support/product.ts'

const app = await startWhole()
const cast = await makeCast(app, 'norte')
const addresses = addressesOf(app).filter(address => / \/(auth|rest|functions)\//.test(address))
afterAll(() => app.stop())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const methodOf = (name: string): Method =>
  (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).find(method => method === name) ?? 'GET'

type Sent = {
  payload?: string | Buffer
  as?: string | undefined
  headers?: Record<string, string>
  query?: string
}
async function send(address: string, { payload, as, headers = {}, query = '' }: Sent = {}) {
  const [method = '', path = ''] = address.split(' ')
  const url = path.replace(/:\w+/g, newId()) + query
  const answer = await app.http.inject({
    method: methodOf(method),
    url,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(as ? { authorization: `Bearer ${as}` } : {}),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: answer.statusCode, body: answer.body, headers: answer.headers }
}

/** Whatever is asked, the answer is no failure of ours and shows nothing of how we are made. */
function expectCalm({ status, body }: { status: number; body: string }, what: string): void {
  expect(status, what).toBeLessThan(500)
  expect(body, what).not.toMatch(/select |insert |pg_|node_modules|at .*\.ts:\d|stack|argon2id|hmac/i)
}

const writes = addresses.filter(address => !/^(GET|DELETE)/.test(address))
const bodies: readonly (string | Buffer)[] = [
  '',
  '{',
  '[]',
  '[{}]',
  'null',
  '7',
  '"x"',
  'true',
  '{}',
  '\0',
  'a=b&c=d',
  '{"a":"\\u0000"}',
  '{"__proto__":{"role":"admin_saas"}}',
  '{"constructor":{"prototype":{"role":"admin_saas"}}}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  Buffer.from([0x7b, 0xff, 0x7d]),
]
const fields = [
  'email',
  'password',
  'data',
  'token_hash',
  'type',
  'token',
  'auth_code',
  'code_verifier',
  'code',
  'refresh_token',
  'code_challenge',
  'friendly_name',
  'factor_type',
  'challenge_id',
  'name',
  'lastName',
  'role',
  'active',
  'company_id',
  'client_id',
  'provider_id',
  'current_password',
  'phone',
  'id',
]
const values: readonly unknown[] = [
  null,
  true,
  7,
  -1,
  1e21,
  '',
  ' ',
  [],
  {},
  [[]],
  { $ne: 1 },
  ['a'],
  '\0',
  '\ud800',
  '%00',
  '__proto__',
  "' or 1=1 --",
  '🔑',
  'x'.repeat(100_000),
  'a\r\nBcc: b@x.example',
]

test('there is a wire to attack', () => {
  expect(addresses).toContain('POST /auth/v1/signup')
  expect(addresses).toContain('POST /auth/v1/factors/:id/verify')
  expect(writes.length).toBeGreaterThan(8)
})

describe.each(addresses)('%s', address => {
  test('bears bodies that are none, too large ones, and strange queries, with a session and without', async () => {
    for (const as of [undefined, cast.admin]) {
      if (writes.includes(address)) {
        for (const payload of bodies)
          expectCalm(await send(address, { payload, as }), String(payload).slice(0, 60))
        const huge = await send(address, { payload: JSON.stringify({ email: 'x'.repeat(3_000_000) }), as })
        expect([413, 401, 403], `3 MB: ${huge.status}`).toContain(huge.status)
      }
      for (const query of [
        '?',
        '?%',
        '?a[]=1',
        '?grant_type[]=password',
        '?scope=%00',
        '?select=*&select=*&id=eq.',
      ])
        expectCalm(
          await send(address, { query, as, ...(writes.includes(address) ? { payload: '{}' } : {}) }),
          query,
        )
    }
  })
})

describe.each(writes.filter(address => !address.includes('logout')))('%s', address => {
  test('bears every field of the wire with a value that it should not have', async () => {
    for (const as of [undefined, cast.client])
      for (const field of fields)
        for (const value of values) {
          const payload = JSON.stringify({ [field]: value })
          expectCalm(await send(address, { payload, as }), payload.slice(0, 80))
        }
  })
})

describe('a token', () => {
  const [head = '', claims = '', signature = ''] = cast.client.split('.')
  const content = JSON.parse(Buffer.from(claims, 'base64url').toString())
  let forged: Record<string, string> = {}

  beforeAll(async () => {
    const own = await generateKeyPair('ES256', { extractable: true })
    const [published] = JSON.parse((await send('GET /auth/v1/.well-known/jwks.json')).body).keys
    const { kid } = published
    const sign = (more: object, header: object = {}) =>
      new SignJWT({ ...content, ...more })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid, ...header })
        .sign(own.privateKey)
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const secret = new TextEncoder().encode(JSON.stringify(published))
    forged = {
      'without a signature': `${encode({ alg: 'none', typ: 'JWT' })}.${claims}.`,
      'signed with our public key as if it were a password': await new SignJWT(content)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid })
        .sign(secret),
      'of another key that uses our name': await sign({}),
      'that brings its own key along': await sign({}, { jwk: await exportJWK(own.publicKey) }),
      'that says where its key is': await sign({}, { jku: 'https://evil.example/jwks.json' }),
      'of an unknown key': await sign({}, { kid: 'otra' }),
      'with changed claims': `${head}.${encode({ ...content, app_metadata: { role: 'admin_saas' } })}.${signature}`,
      'with a signature of nothing': `${head}.${claims}.${'A'.repeat(signature.length)}`,
      'cut short': cast.client.slice(0, -4),
      'with something behind it': `${cast.client}.x`,
    }
  })

  test.each(
    addresses.filter(
      address => !/(signup|recover|resend|verify$|token$|jwks|health|settings|create-user)/.test(address),
    ),
  )('that is not ours opens %s to nobody', async address => {
    for (const [how, token] of Object.entries(forged)) {
      const answer = await send(address, {
        as: token,
        ...(writes.includes(address) ? { payload: '{}' } : {}),
      })
      expect([401, 403], `${how}: ${answer.status}`).toContain(answer.status)
    }
  })

  test('of a session that has ended opens nothing any more, wherever it is shown', async () => {
    const email = `fuera@norte.example`
    await app.person(cast.companyId, 'admin', email)
    const token = await app.signIn(email)
    await app.ask('/auth/v1/logout', { method: 'POST', as: token })
    for (const address of ['GET /auth/v1/user', 'PUT /auth/v1/user', 'POST /auth/v1/factors'])
      expect((await send(address, { as: token, payload: '{}' })).status).toBe(403)
    expect((await app.ask('/api/people', { as: token })).status).toBe(401)
  })
})

describe('pages of others', () => {
  test('cannot read an answer: no origin but ours is named, and none reflected', async () => {
    for (const from of ['https://evil.example', 'null', `${origin}.evil.example`, 'http://localhost:9999'])
      for (const address of addresses) {
        const { headers } = await send(address, {
          headers: { origin: from },
          ...(writes.includes(address) ? { payload: '{}' } : {}),
        })
        expect([undefined, origin], address).toContain(headers['access-control-allow-origin'])
        expect(headers['access-control-allow-credentials']).toBeUndefined()
      }
  })
})

test('all of it together made nobody more than they were', async () => {
  const [row] = await app.tamper(sql`
    select count(*)::int as powerful from account where active and role in ('admin_saas', 'admin')
      and email not in ('admin.norte@pruebas.example', 'fuera@norte.example')`)
  expect(row).toEqual({ powerful: 0 })
})
