// Every call of the product, found by asking the product: one that is born tomorrow is attacked here too.
import { afterAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#kernel/endpoint.ts'
import { pathWith } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { expectProblem, faultOf, type Given } from '#tests/support/problems.ts'
import { addressesOf, startWhole } from '#tests/support/product.ts'
import { knownOf, sampleOf, shapeOf, wrongInAddresses, wrongValues } from '#tests/support/samples.ts'
import { brokenTruths } from '#tests/support/truths.ts'

const app = await startWhole()
const cast = await makeCast(app, 'norte')
const orders = ordersOf(app, cast)
const waiting = await orders.submit()
const outsider = await app.signInWithoutCompany()
const known = knownOf(cast, { documentId: waiting, fileId: newId() })
await app.ask('/api/company', { as: cast.admin })
await app.ask('/api/company', { as: cast.client })
afterAll(() => app.stop())

type Sent = {
  readonly token?: string | null
  readonly path?: string
  readonly query?: string
  readonly payload?: string | Buffer | undefined
  readonly headers?: { readonly [name: string]: string }
}

const insiders = [cast.admin, cast.client]
const pathOf = (endpoint: Endpoint) => pathWith(endpoint.path, sampleOf(endpoint, 'params', known))
const bodyOf = (endpoint: Endpoint) => JSON.stringify(sampleOf(endpoint, 'body', known))

/** A good request, but for what `sent` says. */
function send(endpoint: Endpoint, sent: Sent = {}): Promise<Given> {
  const { token = cast.admin, path = pathOf(endpoint), query = '', payload, headers = {} } = sent
  const isWrite = endpoint.method !== 'GET'
  return app.http.inject({
    ...{ method: endpoint.method, url: path + query },
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(isWrite ? { 'content-type': 'application/json', 'idempotency-key': newId() } : {}),
      ...headers,
    },
    ...(isWrite ? { payload: payload ?? bodyOf(endpoint) } : {}),
  })
}

async function unchanged(attack: () => Promise<void>): Promise<void> {
  const before = await app.digests()
  await attack()
  expect(await app.digests()).toEqual(before)
}

const named = app.calls.map(call => ({ ...call, name: `${call.endpoint.method} ${call.endpoint.path}` }))
const guarded = named.filter(call => !call.isPublic)
const writes = named.filter(call => call.endpoint.method !== 'GET')
const withParams = named.filter(call => shapeOf(call.endpoint.params).fields.size > 0)
const withQuery = named.filter(call => shapeOf(call.endpoint.query).fields.size > 0)

test('every address the server answers is attacked here or in the test named beside it', () => {
  const elsewhere = [
    ...['GET /healthz', 'GET /readyz', 'GET /api/openapi.json'], // say nothing of anybody
    ...['GET /auth/v1/user', 'PUT /auth/v1/user', 'POST /auth/v1/token', 'POST /auth/v1/logout'], // identity/hostile
    ...['GET /auth/v1/.well-known/jwks.json', 'GET /auth/v1/health', 'GET /auth/v1/settings'],
    ...['POST /api/files', 'GET /files/:token/:name'], // hostile/raw
  ]
  expect(addressesOf(app)).toEqual([...named.map(call => call.name), ...elsewhere].toSorted())
})

test('only the call about the product itself answers without a session', () => {
  expect(named.filter(call => call.isPublic).map(call => call.endpoint.id)).toEqual(['getMeta'])
})

test('a write takes an idempotency key unless it says what shall be, not what shall happen', () => {
  const repeatable = writes.filter(call => !call.endpoint.idempotent).map(call => call.endpoint.id)
  expect(repeatable.toSorted()).toEqual([
    ...[
      'activatePerson',
      'appointPeople',
      'assignProviders',
      'changeClient',
      'changeGlobalPermissions',
      'changePermissions',
      'changeProvider',
      'changeSettings',
    ],
    ...['deactivatePerson', 'readNotices', 'switchCompany'],
  ])
})

describe.each(guarded)('$name', ({ endpoint }) => {
  test('is refused without a session, whatever stands in its place', async () => {
    const [head = '', claims = '', signature = ''] = cast.admin.split('.')
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.`
    const garbage = [
      ...[
        '',
        'x',
        'a.b.c',
        '..',
        'null',
        `${cast.admin}x`,
        cast.admin.slice(1),
        `${head}.${claims}`,
        unsigned,
      ],
      ...[`${head}.${claims}.${'A'.repeat(signature.length)}`, 'x'.repeat(9000), '%00', '{}', '🔑'],
    ]
    await unchanged(async () => {
      expectProblem(await send(endpoint, { token: null }), 401)
      for (const token of garbage) expectProblem(await send(endpoint, { token }), 401)
      for (const authorization of [cast.admin, `Basic ${cast.admin}`, `Bearer${cast.admin}`])
        expectProblem(await send(endpoint, { token: null, headers: { authorization } }), 401)
    })
  })

  test('is not for somebody who works in no company', async () => {
    await unchanged(async () => {
      // To enter a company is for those who are in none: theirs answers, and any other does not exist.
      const expected = endpoint.id === 'switchCompany' ? 404 : 403
      expectProblem(await send(endpoint, { token: outsider }), expected)
    })
  })
})

describe.each(writes)('$name', ({ endpoint }) => {
  test('refuses what is no body of its own and changes nothing', async () => {
    const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)
    const bodies: readonly (string | Buffer)[] = [
      ...['{', '{"a":1', '[]', '[{}]', '7', '"texto"', 'true', '{}x', "{'a':1}", '\0', '{"a":"\0"}'],
      ...[deep(100_000, '[', ']'), deep(100_000, '{"a":', '}'), Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
      ...['{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"role":"admin"}}}x'],
    ]
    await unchanged(async () => {
      for (const token of insiders)
        for (const payload of bodies) expectProblem(await send(endpoint, { token, payload }), 400, 422)
      const huge = JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) })
      expectProblem(await send(endpoint, { payload: huge }), 413)
    })
  })

  test('refuses content that is not JSON', async () => {
    const types = [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]
    await unchanged(async () => {
      for (const type of [...types, 'application/json-patch+json', 'nonsense', '/', 'a/b; c'])
        expectProblem(await send(endpoint, { headers: { 'content-type': type } }), 415, 422, 400)
    })
  })

  test('refuses each field when it is wrong, names it, and changes nothing', async () => {
    const sample = sampleOf(endpoint, 'body', known)
    await unchanged(async () => {
      for (const [field] of shapeOf(endpoint.body).fields)
        for (const value of wrongValues) {
          const body = { ...sample, [field]: value }
          if (endpoint.body.safeParse(body).success) continue
          const answer = await send(endpoint, { payload: JSON.stringify(body) })
          expectProblem(answer, 422)
          const pointers = JSON.parse(answer.body).issues.map((issue: { pointer: string }) => issue.pointer)
          expect(pointers.join(' '), JSON.stringify(value)?.slice(0, 80)).toContain(`/${field}`)
        }
    })
  })
})

describe.each(writes.filter(call => call.endpoint.idempotent))('$name', ({ endpoint }) => {
  test('does nothing without a good idempotency key', async () => {
    const keys = ['', 'corta', 'con espacio', 'x'.repeat(101), 'ñandúes-y-más']
    await unchanged(async () => {
      for (const key of keys) {
        const answer = await send(endpoint, { headers: { 'idempotency-key': key } })
        expectProblem(answer, 400)
        expect(JSON.parse(answer.body).type).toBe('/problems/idempotency_key_missing')
      }
    })
  })
})

describe.each(withParams)('$name', ({ endpoint }) => {
  test('answers an absurd id as an absent one, and changes nothing', async () => {
    const names = [...shapeOf(endpoint.params).fields.keys()]
    await unchanged(async () => {
      for (const name of names)
        for (const wrong of wrongInAddresses) {
          const path = pathOf(endpoint).replace(String(known[name]), () => wrong)
          for (const token of insiders) expectProblem(await send(endpoint, { path, token }), 400, 403, 404)
        }
    })
  })
})

describe.each(withQuery)('$name', ({ endpoint }) => {
  test('answers any question about its rows, or refuses it', async () => {
    await unchanged(async () => {
      for (const [name] of shapeOf(endpoint.query).fields)
        for (const wrong of [...wrongInAddresses, `x&${name}=y`]) {
          const answer = await send(endpoint, { query: `?${name}=${wrong}` })
          const isAccepted = answer.statusCode === 200
          expect(isAccepted ? null : faultOf(answer), wrong.slice(0, 80)).toBeNull()
        }
      expect((await send(endpoint, { query: '?__proto__=x&constructor=y&%00=%00&a[b]=c' })).statusCode).toBe(
        200,
      )
    })
  })
})

// Last, because these may succeed: values of the right shape that nobody sends in earnest.
describe.each(writes)('$name', ({ endpoint }) => {
  test('bears what its schema lets through', async () => {
    const sample = sampleOf(endpoint, 'body', known)
    const twice = (value: unknown) => (Array.isArray(value) ? [[...value, ...value]] : [])
    for (const [field] of shapeOf(endpoint.body).fields)
      for (const value of [...wrongValues, ...twice(sample[field])]) {
        const body = { ...sample, [field]: value }
        if (!endpoint.body.safeParse(body).success) continue
        for (const token of insiders) {
          const answer = await send(endpoint, { token, payload: JSON.stringify(body) })
          const isAccepted = answer.statusCode === 200
          expect(isAccepted ? null : faultOf(answer), `${field}: ${JSON.stringify(value)}`).toBeNull()
        }
      }
    expect(await brokenTruths(app)).toEqual({})
  })
})
