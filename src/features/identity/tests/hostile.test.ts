// Requests that no client of ours sends. Every answer is a 4xx in the shape that the client understands.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { origin, password, startApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let company: string
let token: string

beforeAll(async () => {
  app = await startApp()
  company = await app.company()
  await app.person(company, 'provider', 'ana@norte.example')
  token = await app.signIn('ana@norte.example')
})
afterAll(() => app?.stop())

type Sent = { headers?: Record<string, string>; payload?: string | Buffer }

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'OPTIONS',
  path: string,
  { headers = {}, payload }: Sent = {},
) {
  const answer = await app.http.inject({
    method,
    url: `/auth/v1${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.body }
}

const signIn = (payload: string | Buffer) => send('POST', '/token?grant_type=password', { payload })

describe('a body', () => {
  const bodies: [string, string | Buffer][] = [
    ['empty', ''],
    ['not JSON', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['text', '"ana"'],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['a form', 'email=ana&password=x'],
    ['without password', '{"email":"ana@norte.example"}'],
    ['with an object for a password', `{"email":"ana@norte.example","password":{"$ne":1}}`],
    ['with a list of addresses', `{"email":["ana@norte.example"],"password":"${password}"}`],
    ['with numbers', '{"email":1,"password":2}'],
    ['with NUL in the address', '{"email":"a\\u0000","password":"x"}'],
    ['with NUL in the password', '{"email":"a@b.example","password":"\\u0000"}'],
    ['with an endless password', JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(1001) })],
    ['deeply nested', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['that poisons prototypes', '{"__proto__":{"email":"ana@norte.example"},"constructor":{}}'],
  ]
  test.each(bodies)('%s is refused with a 400', async (_, payload) => {
    const { status, body, headers } = await signIn(payload)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({
      code: 400,
      error_code: expect.stringMatching(/bad_json|validation_failed/),
    })
    expect(headers['cache-control']).toBe('no-store')
  })

  test('of three megabytes is refused with a 413', async () => {
    const { status, body } = await signIn(JSON.stringify({ email: 'x'.repeat(3_000_000), password: 'x' }))
    expect(status).toBe(413)
    expect(JSON.parse(body)).toMatchObject({ error_code: 'request_entity_too_large' })
  })

  test('with strange text signs nobody in', async () => {
    for (const email of [
      "' or 1=1 --",
      '\\ud800',
      '🔑@norte.example',
      'ana@norte.example\\r\\nBcc: x',
      '%00',
      '',
    ]) {
      const { status } = await signIn(`{"email":"${email}","password":"${password}"}`)
      expect(status).toBe(400)
    }
  })

  test('with a letter of another alphabet in the address is nobody’s, however it is lower-cased', async () => {
    await app.person(company, 'approver', 'kate@norte.example')
    const typed = (email: string) => signIn(JSON.stringify({ email, password }))
    expect((await typed('KATE@norte.example')).status).toBe(200)
    expect((await typed('\u212aate@norte.example')).status).toBe(400)
    const registration = JSON.stringify({ email: '\u212aurt@norte.example', password })
    expect((await send('POST', '/signup', { payload: registration })).status).toBe(400)
  })

  test('that names a method of challenge without a challenge is refused', async () => {
    for (const challenge of [{}, { code_challenge: null }]) {
      const body = { email: 'ana@norte.example', code_challenge_method: 's256', ...challenge }
      const { status, body: told } = await send('POST', '/recover', { payload: JSON.stringify(body) })
      expect([status, JSON.parse(told).error_code]).toEqual([400, 'validation_failed'])
      const registration = JSON.stringify({ ...body, email: 'otra@norte.example', password })
      expect((await send('POST', '/signup', { payload: registration })).status).toBe(400)
    }
    expect(await app.mails('ana@norte.example')).toEqual([])
  })

  test('of a refresh token is checked before anything is looked up', async () => {
    for (const sent of [
      '{}',
      '{"refresh_token":7}',
      '{"refresh_token":""}',
      `{"refresh_token":"${'x'.repeat(9999)}"}`,
    ]) {
      const { status, body } = await send('POST', '/token?grant_type=refresh_token', { payload: sent })
      expect([status, JSON.parse(body).error_code]).toEqual([400, 'validation_failed'])
    }
  })

  test('that changes an account is checked too', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const put = (payload: string) => send('PUT', '/user', { headers, payload })
    for (const sent of [
      '{"data":"x"}',
      '{"data":{"name":""}}',
      '{"data":{"name":7}}',
      '{"password":7}',
      '[]',
    ])
      expect((await put(sent)).status).toBe(400)
    expect((await put('{"data":{"name":"a\\u0000b"}}')).status).toBe(400)
    expect((await put('{"app_metadata":{"role":"admin_saas"}}')).status).toBe(403)
    const [row] = await app.owner.run(sql`select name, role from account where email = 'ana@norte.example'`)
    expect(row).toEqual({ name: 'Ana', role: 'provider' })
  })
})

describe('errors', () => {
  test('have the shape of the protocol’s version that the client names', async () => {
    const headers = { 'x-supabase-api-version': '2024-01-01' }
    const versioned = await send('POST', '/token?grant_type=password', { headers, payload: '{' })
    expect(JSON.parse(versioned.body)).toEqual({
      code: 'bad_json',
      error_code: 'bad_json',
      message: 'Could not parse request body as JSON',
    })
    expect(versioned.headers['x-supabase-api-version']).toBe('2024-01-01')
    const older = await signIn('{')
    expect(JSON.parse(older.body)).toEqual({
      code: 400,
      error_code: 'bad_json',
      msg: 'Could not parse request body as JSON',
    })
    expect(older.headers['x-supabase-api-version']).toBeUndefined()
  })

  test.each([
    '',
    '?grant_type=',
    '?grant_type=x',
    '?grant_type=pkce%00',
    '?grant_type=x&grant_type=password',
  ])('name the grant that is not supported: %j', async query => {
    const { status, body } = await send('POST', `/token${query}`, { payload: '{}' })
    expect([status, JSON.parse(body)]).toEqual([
      400,
      { code: 400, error_code: 'invalid_credentials', msg: 'unsupported_grant_type' },
    ])
  })

  test('of addresses that do not exist are JSON', async () => {
    for (const path of ['/nada', '/token/x', '/user/..%2f', '/%00', '/admin/users']) {
      const { status, body } = await send('GET', path)
      expect([status, JSON.parse(body).error_code]).toEqual([404, 'not_found'])
    }
  })
})

describe('a bearer', () => {
  const asked = async (authorization?: string) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
    const { status, body } = await send('GET', '/user', { headers })
    return [status, JSON.parse(body).error_code]
  }

  test('that is missing or public is 401, and any other that is not ours 403', async () => {
    expect(await asked()).toEqual([401, 'no_authorization'])
    expect(await asked('Bearer sb_publishable_x')).toEqual([401, 'no_authorization'])
    expect(await asked('Basic x')).toEqual([401, 'no_authorization'])
    for (const other of ['x', 'a.b.c', `${token}x`, token.split('.').slice(0, 2).join('.')])
      expect(await asked(`Bearer ${other}`)).toEqual([403, 'bad_jwt'])
  })

  const genuine = {
    email: 'x@norte.example',
    role: 'provider',
    companyId: null,
    aal: 'aal1',
    amr: [],
    counter: 0,
    impersonator: null,
    appMetadata: { role: 'provider', client_id: null, provider_id: null, company_id: null, time_zone: 'UTC' },
    userMetadata: { name: '', lastName: '' },
  } as const

  test('of a session that never was, or of nobody, is refused', async () => {
    const [row] = await app.owner.run<{ id: string }>(
      sql`select id from account where email = 'ana@norte.example'`,
    )
    const userId = row?.id ?? ''
    const sign = async (user: string, session: string) =>
      (await app.tokens.signAccessToken({ ...genuine, userId: user, sessionId: session })).token
    expect(await asked(`Bearer ${await sign(userId, newId())}`)).toEqual([403, 'session_not_found'])
    expect(await asked(`Bearer ${await sign(newId(), newId())}`)).toEqual([403, 'user_not_found'])
  })

  test('of another person’s session is refused', async () => {
    const userId = await app.person(company, 'provider', 'otra@norte.example')
    const [session] = await app.owner.run<{ id: string }>(sql`select id from session limit 1`)
    const forged = { ...genuine, userId, sessionId: session?.id ?? '' }
    const { token: signed } = await app.tokens.signAccessToken(forged)
    expect(await asked(`Bearer ${signed}`)).toEqual([403, 'session_not_found'])
  })

  test('of somebody who has been switched off is refused at once', async () => {
    const userId = await app.person(company, 'provider', 'fuera@norte.example')
    const theirs = await app.signIn('fuera@norte.example')
    expect((await asked(`Bearer ${theirs}`))[0]).toBe(200)
    await app.tamper(sql`update account set active = false where id = ${userId}`)
    expect(await asked(`Bearer ${theirs}`)).toEqual([403, 'user_banned'])
    await app.tamper(sql`update account set active = true where id = ${userId}`)
    await app.tamper(sql`update member set active = false where user_id = ${userId}`)
    expect(await asked(`Bearer ${theirs}`)).toEqual([403, 'user_banned'])
  })

  test('cannot sign out with a scope that does not exist', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const { status, body } = await send('POST', '/logout?scope=todos', { headers })
    expect([status, JSON.parse(body).error_code]).toEqual([400, 'validation_failed'])
  })
})

describe('pages of other origins', () => {
  const preflight = (from: string) =>
    send('OPTIONS', '/token?grant_type=password', {
      headers: {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,x-supabase-api-version',
      },
    })

  test('may call when they are named, and read the version and the wait', async () => {
    const { status, headers } = await preflight(origin)
    expect(status).toBe(204)
    expect(headers['access-control-allow-origin']).toBe(origin)
    expect(headers['access-control-allow-headers']).toContain('x-supabase-api-version')
    expect(headers['access-control-max-age']).toBe('600')
    const answer = await send('POST', '/token?grant_type=password', { headers: { origin }, payload: '{' })
    expect(answer.headers['access-control-expose-headers']).toContain('x-supabase-api-version')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('are not reflected', async () => {
    for (const from of [
      'http://evil.example',
      'null',
      `${origin}.evil.example`,
      origin.replace('http', 'https'),
    ]) {
      const { headers } = await preflight(from)
      expect(headers['access-control-allow-origin']).not.toBe(from)
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })
})

test('the key set may be kept for ten minutes and holds nothing private', async () => {
  const { headers, body } = await send('GET', '/.well-known/jwks.json')
  expect(headers['cache-control']).toBe('public, max-age=600')
  for (const key of JSON.parse(body).keys) {
    expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', key_ops: ['verify'] })
    expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'])
  }
})
