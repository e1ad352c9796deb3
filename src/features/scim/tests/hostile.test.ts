// SCIM asked by those who may not, about those who are none of theirs, and in ways that nobody should: never a 5xx, and
// never an answer in another form than its own.
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { serviceScopes } from '#kernel/token-scope.ts'
import { sql } from '#server/database/sql.ts'
import { giveToken } from '#tests/support/api-tokens.ts'
import { startWhole } from '#tests/support/product.ts'
import { callScim, errorSchema, makeDirectory, patchSchema } from '#tests/support/scim-desk.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startWhole()
const directory = await makeDirectory(app, 'asediada')
const other = await makeDirectory(app, 'ajena')
const { cast, add, call, read, patch, activate, find } = directory
const someone = (await add()).body
const stranger = (await other.add()).body
afterAll(() => app.stop())

type Answer = Awaited<ReturnType<typeof callScim>>
const expectError = (answer: Answer, status: number, about = '') => {
  expect(answer.status, `${about} ${JSON.stringify(answer.body)}`).toBe(status)
  expect(answer.headers['content-type'], about).toMatch(/^application\/scim\+json/)
  expect(answer.body, about).toMatchObject({ schemas: [errorSchema], status: String(status) })
}

const calls = [
  ['GET', '/ServiceProviderConfig'],
  ['GET', '/ResourceTypes'],
  ['GET', '/Schemas'],
  ['GET', '/Users'],
  ['POST', '/Users'],
  ['GET', `/Users/${someone.id}`],
  ['PUT', `/Users/${someone.id}`],
  ['PATCH', `/Users/${someone.id}`],
  ['DELETE', `/Users/${someone.id}`],
  ['GET', '/Groups'],
  ['POST', '/Bulk'],
] as const

describe.each(calls)('%s %s', (method, path) => {
  const send = (as: string | undefined) =>
    callScim(app, method, path, { as, ...(method === 'GET' ? {} : { body: directory.newcomer() }) })

  test('is refused without a key, with a session, with another key and with that of a person', async () => {
    const userId = await app.accountOf(cast.address('admin'))
    const personal = await giveToken(app, { companyId: cast.companyId, userId })
    const narrow = await app.ask('/api/company/tokens', {
      method: 'POST',
      as: cast.admin,
      body: { name: newId(), scopes: serviceScopes.filter(scope => scope !== 'people:provision'), days: 1 },
    })
    const before = await app.digests(cast.companyId)
    const anonymous = await send(undefined)
    expectError(anonymous, 401)
    expect(anonymous.headers['www-authenticate']).toBe('Bearer')
    for (const text of ['x', 'vb_svc_x', cast.admin, `${directory.token}x`])
      expectError(await send(text), 401, text)
    expectError(await send(narrow.body.text), 403)
    expectError(await send(personal.text), 403)
    const { api_token: _, ...after } = await app.digests(cast.companyId)
    expect(before).toMatchObject(after)
  })
})

test('a person makes no key with the directory’s scope, and a service one with it alone calls nothing else', async () => {
  const refused = await app.ask('/api/account/tokens', {
    method: 'POST',
    as: cast.admin,
    body: { name: 'Propia', scopes: ['people:provision'], days: 1 },
  })
  expect([refused.status, refused.body.type]).toEqual([409, '/problems/scope_of_services'])
  for (const path of ['/api/people', '/api/company', '/api/company/provisioning'])
    expect((await app.ask(path, { as: directory.token })).status, path).toBe(403)
})

test('a key that was revoked does nothing from then on', async () => {
  const { token, cast: its, call: ask } = await makeDirectory(app, 'revocada')
  const listed = await app.ask('/api/company/tokens', { as: its.admin })
  await app.ask(`/api/tokens/${listed.body.services[0].id}`, { method: 'DELETE', as: its.admin })
  expectError(await ask('GET', '/Users', { as: token }), 401)
})

describe('people of another company', () => {
  test('are unknown, whatever is asked', async () => {
    const before = await app.digests(other.cast.companyId)
    const strangers = [stranger.id, await app.accountOf(stranger.userName), other.cast.clientId, newId()]
    for (const id of strangers) {
      expectError(await read(id), 404)
      expectError(await activate(id, false), 404)
      expectError(await call('PUT', `/Users/${id}`, { body: directory.newcomer() }), 404)
      expectError(await call('DELETE', `/Users/${id}`), 404)
      expect((await find(`id eq "${id}"`)).body.totalResults).toBe(0)
    }
    for (const filter of [
      `userName eq "${stranger.userName}"`,
      'userName co "ajena"',
      'externalId sw "ajena"',
    ])
      expect((await find(filter)).body.totalResults, filter).toBe(0)
    expect(await app.digests(other.cast.companyId)).toEqual(before)
  })

  test('do not keep a name of the directory from being given here', async () => {
    expect((await add({ externalId: stranger.externalId })).status).toBe(201)
  })
})

describe('absurd', () => {
  const deep = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times)

  test('filters are refused as such', async () => {
    const filters = [
      'userName',
      'userName eq',
      'userName eq "a',
      'userName eq "\\"',
      'userName eq "\\x"',
      'userName gt "a"',
      'userName eq 7',
      'active eq "perhaps"',
      'active co "t"',
      'userName eq true',
      'active sw null',
      'shoes eq "42"',
      'name eq "Ana"',
      'password eq "x"',
      'meta.created gt "2020-01-01T00:00:00Z"',
      'emails[type eq "work"',
      'emails[emails[type eq "work"]]',
      'userName eq "a" and',
      'userName eq "a" userName eq "b"',
      'not userName pr',
      'userName eq "\\u0000"',
      "userName eq 'a'); drop table member; --",
      ')',
      '[]',
      '"',
      'é eq "a"',
      deep('(', ')', 60),
      `${'('.repeat(15)}userName pr${')'.repeat(15)}`,
      Array(31).fill('userName pr').join(' or '),
      `userName eq "${'a'.repeat(3000)}"`,
    ]
    for (const filter of filters) {
      const answer = await find(filter)
      expectError(answer, 400, filter.slice(0, 60))
      expect(answer.body.scimType, filter.slice(0, 60)).toBe('invalidFilter')
    }
    expect((await find(`userName eq "a' or '1'='1"`)).body.totalResults).toBe(0)
  })

  test('pages, ids and versions are answered with what is wrong', async () => {
    for (const query of ['count=x', 'startIndex=1.5', 'count=1e9', `count=${'9'.repeat(30)}`])
      expectError(await call('GET', `/Users?${query}`), 400, query)
    expect((await call('GET', '/Users?startIndex=999999999999999&count=999999')).status).toBe(200)
    for (const id of ['x', '%00', '..%2f..', 'a'.repeat(3000), '%F0%9F%94%91', 'null', "1'--"])
      expectError(await read(id), 404, id.slice(0, 20))
    const stale = {
      headers: { 'if-match': ', W/, "x", *x' },
      body: { schemas: [patchSchema], Operations: [{ op: 'add', path: 'active', value: true }] },
    }
    expectError(await call('PATCH', `/Users/${someone.id}`, stale), 412)
  })

  test('bodies are refused, and nothing is changed', async () => {
    const before = await app.digests()
    const raws = ['', 'x', '[]', 'null', '7', '"a"', '{', '{"schemas":', '\u0000', deep('[', ']', 100_000)]
    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      const path = method === 'POST' ? '/Users' : `/Users/${someone.id}`
      for (const raw of raws)
        expectError(await call(method, path, { raw }), 400, `${method} ${raw.slice(0, 20)}`)
      const large = await call(method, path, { raw: `{"a":"${'x'.repeat(10_000_000)}"}` })
      expectError(large, 413)
      const typed = await call(method, path, { raw: 'a=1', headers: { 'content-type': 'text/plain' } })
      expectError(typed, 415)
    }
    const { directory_refusal: _, ...kept } = before
    expect(await app.digests()).toMatchObject(kept)
  })

  test('people are refused at what is wrong', async () => {
    const odd = [null, 7, [], {}, 'a\u0000b', '\u202e', 'x'.repeat(300), [[[]]], { value: 1 }]
    for (const value of odd) {
      expectError(await add({ userName: value }), 400, JSON.stringify(value))
      for (const field of ['externalId', 'name', 'emails', 'roles', 'active', 'displayName', 'schemas']) {
        const answer = await add({ [field]: value })
        expect([201, 400], `${field} ${JSON.stringify(value)} ${answer.status}`).toContain(answer.status)
        if (answer.status === 400) expectError(answer, 400)
      }
    }
    for (const userName of ['ana', 'ana@', '@x.example', 'a b@x.example', 'ana@x', 'áñá@x.example'])
      expectError(await add({ userName }), 400, userName)
    const emails = [{ value: 'otra@pruebas.example', primary: true }]
    expectError(await add({ emails }), 400)
    expectError(await add({ name: { givenName: 'Ana\u202eGil' } }), 400)
    expectError(await add({ emails: Array(5000).fill({ value: 'a@b.example' }) }), 400)
  })

  test('operations are refused, however they are nested', async () => {
    const operations = [
      [],
      {},
      'x',
      [7],
      [null],
      [[]],
      [{ op: {} }],
      [{ op: 'replace', path: 7, value: 1 }],
      [{ op: 'replace', path: 'a'.repeat(600), value: 1 }],
      [{ op: 'replace', path: '__proto__', value: { active: true } }],
      [{ op: 'replace', path: 'constructor.prototype', value: {} }],
      [{ op: 'replace', path: 'externalId', value: { a: 1 } }],
      [{ op: 'replace', path: 'externalId', value: 'x'.repeat(256) }],
      [{ op: 'replace', value: [] }],
      [{ op: 'add' }],
      [{ op: 'replace', path: `emails[${'('.repeat(200)}`, value: 1 }],
      Array(101).fill({ op: 'replace', path: 'active', value: true }),
    ]
    for (const Operations of operations) {
      const body = { schemas: [patchSchema], Operations }
      const answer = await call('PATCH', `/Users/${someone.id}`, { body })
      expectError(answer, 400, JSON.stringify(Operations).slice(0, 80))
    }
    const proto = '{"schemas":["x"],"__proto__":{"schemas":[]},"Operations":[]}'
    expectError(await call('PATCH', `/Users/${someone.id}`, { raw: proto }), 400)
    expect((await read(someone.id)).body).toEqual(someone)
  })
})

describe('at once', () => {
  test('one of many requests for the same person adds them', async () => {
    const body = directory.newcomer()
    const answers = await Promise.all(Array.from({ length: 6 }, () => call('POST', '/Users', { body })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    expect((await find(`userName eq "${body.userName}"`)).body.totalResults).toBe(1)
    expect(await app.mails(body.userName)).toHaveLength(1)
  })

  test('one of many changes on the same version is made', async () => {
    const made = await add()
    const headers = { 'if-match': String(made.headers.etag) }
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, count) =>
        call('PUT', `/Users/${made.body.id}`, {
          body: { ...made.body, externalId: `once-${count}` },
          headers,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
  })

  test('somebody who accepts while they are let out is either a member let out or no member', async () => {
    const { id, userName } = (await add()).body
    await Promise.allSettled([app.accept(userName), activate(id, false)])
    await activate(id, false)
    expect((await read(id)).body.active).toBe(false)
  })
})

test('a company keeps its last refusals, for its administrators alone', async () => {
  for (let count = 0; count < 25; count++) await patch(someone.id, { op: 'move' })
  const [row] = await app.owner.run(sql`
    select count(*)::int as count from directory_refusal where company_id = ${cast.companyId}`)
  expect(row).toEqual({ count: 20 })
  const seen = await app.ask('/api/company/provisioning', { as: other.cast.admin })
  expect(seen.body.failures).toEqual([])
  expect((await app.ask('/api/company/provisioning', { as: cast.client })).status).toBe(403)
})

test('leaves no invariant broken', async () => {
  expect(await brokenInvariants(app)).toEqual({})
})
