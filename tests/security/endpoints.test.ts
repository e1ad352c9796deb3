// Every call of the product, found by asking the product: one that is born tomorrow is attacked here too.
import { afterAll, describe, expect, test } from 'vitest'
import { openAnyCall } from '#tests/support/any-call.ts'
import { openCalls, repeatableCalls } from '#tests/support/calls.ts'
import { expectProblem, faultOf } from '#tests/support/problems.ts'
import { addressesOf } from '#tests/support/product.ts'
import { sampleOf, shapeOf } from '#tests/support/samples.ts'
import { scimAddresses } from '#tests/support/scim-desk.ts'
import { wrongInAddresses, wrongValues } from '#tests/support/wrong-values.ts'

const { app, cast, outsider, renewed, known, pathOf, insidersOf, send } = await openAnyCall()
const onlooker = await lookAs(cast.clientId)
const viewing = [403, '/problems/impersonating']
afterAll(() => app.stop())

/** A token that looks as somebody of the company. */
async function lookAs(userId: string): Promise<string> {
  const body = { userId, reason: 'Una consulta' }
  const answer = await app.ask('/api/impersonation', { method: 'POST', as: cast.admin, body })
  expect(answer.status).toBe(200)
  return answer.body.accessToken
}

const unchanged = (attack: () => Promise<void>) => unchangedBut([], attack)

/** State that the attack before left, which this one finds: only attacks come between, and each is looked at once. */
let left: Awaited<ReturnType<typeof app.digests>> | undefined

async function unchangedBut(tables: readonly string[], attack: () => Promise<void>): Promise<void> {
  const rest = (all: typeof left) =>
    Object.fromEntries(Object.entries(all ?? {}).filter(([name]) => !tables.includes(name)))
  if (await renewed()) left = undefined
  const before = left ?? (await app.digests())
  await attack()
  left = await app.digests()
  expect(rest(left)).toEqual(rest(before))
}

const download = (list: string) => `GET /exports/${list}/:token/:name`
const ofPlatform = (list: string) => download(`platform/${list}`)
const named = app.calls.map(call => ({ ...call, name: `${call.endpoint.method} ${call.endpoint.path}` }))
const guarded = named.filter(call => call.kind !== 'public')
const inCompany = named.filter(call => ['read', 'write', 'each'].includes(call.kind))
const writes = named.filter(call => call.endpoint.method !== 'GET')
const withParams = named.filter(call => shapeOf(call.endpoint.params).fields.size > 0)
const withQuery = named.filter(call => shapeOf(call.endpoint.query).fields.size > 0)

test('every address the server answers is attacked here or in the test named beside it', () => {
  const elsewhere = [
    'GET /healthz',
    'GET /readyz',
    'GET /api/openapi.json',
    'GET /api/docs',
    'GET /problems/:kind', // say nothing of anybody
    'GET /auth/v1/user',
    'PUT /auth/v1/user',
    'POST /auth/v1/token',
    'POST /auth/v1/logout', // identity/hostile
    'POST /auth/v1/signup',
    'POST /auth/v1/recover',
    'POST /auth/v1/resend', // identity/registration, recovery
    'GET /auth/v1/verify',
    'POST /auth/v1/verify', // identity/link
    'POST /auth/v1/factors',
    'DELETE /auth/v1/factors/:id', // identity/factors
    'POST /auth/v1/factors/:id/challenge',
    'POST /auth/v1/factors/:id/verify', // identity/second-step
    'POST /auth/v1/factors/recovery', // identity/recovery-codes
    'POST /auth/v1/factors/passkey',
    'POST /auth/v1/factors/passkey/challenge', // identity/passkey-sign-in
    'GET /auth/v1/.well-known/jwks.json',
    'GET /auth/v1/health',
    'GET /auth/v1/settings',
    'POST /api/files',
    'POST /api/received-invoices/archives', // invoices/archive
    'GET /files/:token/:name', // hostile/raw
    'GET /exports/:token/:name', // documents/exports
    ...['clients', 'providers', 'contracts', 'projects'].map(download), // documents/lists
    ...['people', 'journal', 'certificates', 'certificate-archives'].map(download), // people/list, audit
    download('received-invoices'), // invoices/tray-list
    ...['movements', 'withholdings', 'closings'].map(download), // closings/month
    download('cost-centres'), // cost-centres/export
    ...['companies', 'users', 'order-flows', 'contracts', 'customers'].map(ofPlatform), // platform/lists
    'GET /payment-batches/:token/:name', // executions/batches
    'GET /api/live', // notices/live
    ...['GET', 'PATCH', 'POST', 'PUT', 'DELETE'].map(verb => `${verb} /rest/v1/profiles`), // people/profiles
    'POST /functions/v1/create-user', // platform/create-user
    ...scimAddresses, // scim/hostile
  ]
  expect(addressesOf(app)).toEqual([...named.map(call => call.name), ...elsewhere].toSorted())
})

test('only what says nothing of anybody, or brings its own proof, answers without a session', () => {
  const open = named.filter(call => call.kind === 'public').map(call => call.endpoint.id)
  expect(open).toEqual(openCalls)
})

test('a write takes an idempotency key unless it says what shall be, not what shall happen', () => {
  const repeatable = writes.filter(call => !call.endpoint.idempotent).map(call => call.endpoint.id)
  expect(repeatable.toSorted()).toEqual(repeatableCalls)
})

describe.each(guarded)('$name', ({ endpoint }) => {
  test('is refused without a session, whatever stands in its place', async () => {
    const [head = '', claims = '', signature = ''] = cast.admin.split('.')
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.`
    const garbage = [
      '',
      'x',
      'a.b.c',
      '..',
      'null',
      `${cast.admin}x`,
      cast.admin.slice(1),
      `${head}.${claims}`,
      unsigned,
      `${head}.${claims}.${'A'.repeat(signature.length)}`,
      'x'.repeat(9000),
      '%00',
      '{}',
      '🔑',
    ]
    await unchanged(async () => {
      expectProblem(await send(endpoint, { token: null }), 401)
      for (const token of garbage) expectProblem(await send(endpoint, { token }), 401)
      for (const authorization of [cast.admin, `Basic ${cast.admin}`, `Bearer${cast.admin}`])
        expectProblem(await send(endpoint, { token: null, headers: { authorization } }), 401)
    })
  })
})

describe.each(inCompany)('$name', ({ endpoint }) => {
  test('is not for somebody who works in no company', async () => {
    await unchanged(async () => {
      expectProblem(await send(endpoint, { token: outsider() }), 403)
    })
  })
})

describe.each(named.filter(call => call.kind === 'platform'))('$name', ({ endpoint }) => {
  test('is the platform’s people’s alone', async () => {
    await unchanged(async () => {
      for (const token of [cast.admin, cast.client, cast.executor])
        expectProblem(await send(endpoint, { token }), 403)
    })
  })
})

describe.each(named.filter(call => call.kind !== 'public'))('$name', ({ endpoint, kind }) => {
  test('changes nothing for somebody who only looks as somebody else', async () => {
    await unchangedBut(['viewed_request'], async () => {
      const answer = await send(endpoint, { token: onlooker })
      if (kind !== 'read') expect([answer.statusCode, JSON.parse(answer.body).type]).toEqual(viewing)
      else expect(answer.statusCode).toBeLessThan(500)
    })
  })
})

describe.each(writes)('$name', ({ endpoint, kind }) => {
  test('refuses what is no body of its own and changes nothing', async () => {
    const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)
    const bodies: readonly (string | Buffer)[] = [
      '{',
      '{"a":1',
      '[]',
      '[{}]',
      '7',
      '"texto"',
      'true',
      '{}x',
      "{'a':1}",
      '\0',
      '{"a":"\0"}',
      deep(20_000, '[', ']'),
      deep(20_000, '{"a":', '}'),
      Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
      '{"__proto__":{"role":"admin"}}',
      '{"constructor":{"prototype":{"role":"admin"}}}x',
    ]
    await unchanged(async () => {
      for (const token of insidersOf({ kind }))
        for (const payload of bodies) expectProblem(await send(endpoint, { token, payload }), 400, 422)
      const huge = JSON.stringify({ name: 'x'.repeat(2 * (endpoint.bodyLimit ?? 1024 * 1024)) })
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

describe.each(withParams)('$name', ({ endpoint, kind }) => {
  test('answers an absurd id as an absent one, and changes nothing', async () => {
    const names = [...shapeOf(endpoint.params).fields.keys()]
    await unchanged(async () => {
      for (const name of names)
        for (const wrong of wrongInAddresses) {
          const path = pathOf(endpoint).replace(String(known[name]), () => wrong)
          for (const token of insidersOf({ kind }))
            expectProblem(await send(endpoint, { path, token }), 400, 403, 404)
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
      // The file, the webhook and the import of this company that are asked about have not been made.
      const { fields } = shapeOf(endpoint.params)
      const usual = ['fileId', 'webhookId', 'importId'].some(name => fields.has(name)) ? 404 : 200
      const answer = await send(endpoint, { query: '?__proto__=x&constructor=y&%00=%00&a[b]=c' })
      expect(answer.statusCode).toBe(usual)
    })
  })
})
