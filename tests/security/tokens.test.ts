// Every call of the product with an API token that has its scope, and with one that has every other; and tokens that are
// none, or are so no longer.
import { afterAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#kernel/endpoint.ts'
import { pathWith } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { type TokenScope, tokenScopes } from '#kernel/token-scope.ts'
import { makeApiToken } from '#server/auth/api-token-text.ts'
import { sql } from '#server/database/sql.ts'
import { giveToken } from '#tests/support/api-tokens.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { expectProblem } from '#tests/support/problems.ts'
import { startWhole } from '#tests/support/product.ts'
import { knownOf, sampleOf } from '#tests/support/samples.ts'

const app = await startWhole()
const cast = await makeCast(app, 'claves')
const waiting = await ordersOf(app, cast).submit()
const known = knownOf(cast, { documentId: waiting, fileId: newId() })
const adminId = await app.accountOf(cast.address('admin'))
afterAll(() => app.stop())

const owner = { companyId: cast.companyId, userId: adminId }
const made = new Map<string, string>()

/** A token of the administrator with these scopes; the same for the same scopes. */
async function tokenWith(scopes: readonly TokenScope[]): Promise<string> {
  const key = scopes.join()
  const text = made.get(key) ?? (await giveToken(app, { ...owner, scopes })).text
  made.set(key, text)
  return text
}

async function send(endpoint: Endpoint, token: string) {
  const isWrite = endpoint.method !== 'GET'
  return app.http.inject({
    method: endpoint.method,
    url: pathWith(endpoint.path, sampleOf(endpoint, 'params', known)),
    headers: {
      authorization: `Bearer ${token}`,
      ...(isWrite ? { 'content-type': 'application/json', 'idempotency-key': newId() } : {}),
    },
    ...(isWrite ? { payload: JSON.stringify(sampleOf(endpoint, 'body', known)) } : {}),
  })
}

const guarded = app.calls.filter(call => call.kind !== 'public')
const scoped = guarded.map(call => {
  const scope = app.scopeOf(call.endpoint.id)
  return { ...call, scope, name: `${call.endpoint.id}: ${scope ?? 'sessions alone'}` }
})
const openToTokens = scoped.flatMap(call => (call.scope == null ? [] : [{ ...call, scope: call.scope }]))
const closed = scoped.filter(call => call.scope === null)

/** Calls that only a session makes: a new one is among them on purpose. */
const callsOfSessions = [
  'acceptInvitation',
  'addDevice',
  'addPasskey',
  'addSignInDomain',
  'beginIdentityConfirmation',
  'beginPasskey',
  'beginSignInTest',
  'changeDevice',
  'changeMailbox',
  'changeWebhook',
  'checkSignInDomain',
  'chooseFactorPolicy',
  'chooseSignInMode',
  'chooseStepUp',
  'chooseTimeZone',
  'chooseTokenPolicy',
  'confirmIdentityWithCode',
  'confirmIdentityWithPasskey',
  'confirmIdentityWithPassword',
  'createWebhook',
  'decideByLink',
  'discardSample',
  'endImpersonation',
  'endSession',
  'finishSignInTest',
  'getCompanySignIn',
  'getFactorPolicy',
  'getMailbox',
  'getProvisioning',
  'getSecondFactor',
  'getStepUp',
  'getWebhook',
  'getWebhookDelivery',
  'listCompanyTokens',
  'listDevices',
  'listOwnInvitations',
  'listOwnTokens',
  'listPasskeys',
  'listSessions',
  'listWebhookDeliveries',
  'listWebhooks',
  'makeOwnToken',
  'makeRecoveryCodes',
  'makeSample',
  'makeServiceToken',
  'moveWebhook',
  'openDecisionLink',
  'refuseInvitation',
  'removeDevice',
  'removeMailbox',
  'removePasskey',
  'removeSignInDomain',
  'removeWebhook',
  'renamePasskey',
  'renewWebhookSecret',
  'resendFailedDeliveries',
  'resendWebhookDelivery',
  'revokeToken',
  'saveCompanySignIn',
  'startImpersonation',
  'switchCompany',
  'testDevice',
  'testMailbox',
  'testWebhook',
  'unlinkFromProvider',
]

test('only the session itself, the platform, how people sign in, webhooks, the mailbox, links of mails, own devices and what tokens are made with are closed to tokens', () => {
  const ids = closed.filter(call => call.kind !== 'platform').map(call => call.endpoint.id)
  expect(ids.toSorted()).toEqual(callsOfSessions)
  expect(guarded.filter(call => app.scopeOf(call.endpoint.id) === undefined)).toEqual([])
})

/** Scopes that a call asks by what it says, beside its own: a file of providers makes providers. */
const alsoAsked: { readonly [endpointId: string]: readonly TokenScope[] } = {
  createImport: ['providers:write'],
}

test('every scope opens something', () => {
  const used = new Set(openToTokens.map(call => call.scope))
  const mounted = new Set<string>(['files:write', 'people:provision']) // the upload and SCIM, which are no endpoints
  expect(tokenScopes.filter(scope => !used.has(scope) && !mounted.has(scope))).toEqual([])
})

describe.each(openToTokens)('$name', ({ endpoint, scope }) => {
  test('is refused to a token with every other scope', async () => {
    const others = tokenScopes.filter(each => each !== scope)
    const token = await tokenWith(others)
    const answer = await send(endpoint, token)
    expectProblem(answer, 403)
    expect(answer.json()).toMatchObject({ type: '/problems/token_scope', facts: { scope } })
  })

  test('is open to a token with that scope alone', async () => {
    const also = alsoAsked[endpoint.id] ?? []
    const answer = await send(endpoint, await tokenWith([scope, ...also]))
    expect(answer.statusCode, answer.body).not.toBe(401)
    if (answer.statusCode >= 400) expectProblem(answer)
    if (answer.statusCode === 403) expect(answer.json().type).not.toBe('/problems/token_scope')
  })
})

describe.each(closed)('$name', ({ endpoint }) => {
  test('is refused to a token with all scopes', async () => {
    const answer = await send(endpoint, await tokenWith(tokenScopes))
    expectProblem(answer, 403)
    expect(answer.json()).toMatchObject({ type: '/problems/token_scope', facts: { scope: null } })
  })
})

describe('what is no endpoint', () => {
  const ask = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, token: string) =>
    app.http.inject({ method, url, headers: { authorization: `Bearer ${token}` } })

  test('of the sign-in server is closed to tokens', async () => {
    const token = await tokenWith(tokenScopes)
    for (const [method, url] of [
      ['GET', '/auth/v1/user'],
      ['PUT', '/auth/v1/user'],
      ['POST', '/auth/v1/logout'],
      ['POST', '/auth/v1/factors'],
      ['GET', '/rest/v1/profiles'],
      ['PATCH', '/rest/v1/profiles?id=eq.x'],
      ['POST', '/functions/v1/create-user'],
    ] as const)
      expect([401, 403], url).toContain((await ask(method, url, token)).statusCode)
  })

  test('an upload needs files:write, a stream of changes orders:read', async () => {
    const other = await tokenWith(['reports:read'])
    for (const [method, url, scope] of [
      ['POST', '/api/files', 'files:write'],
      ['POST', '/api/received-invoices/archives', 'invoices:write'],
      ['GET', '/api/live', 'orders:read'],
    ] as const)
      expect((await ask(method, url, other)).json()).toMatchObject({
        type: '/problems/token_scope',
        facts: { scope },
      })
    const upload = await ask('POST', '/api/files', await tokenWith(['files:write']))
    expect(upload.json().type).toBe('/problems/unsupported_type')
  })

  test('what says nothing of anybody answers whatever token is sent along', async () => {
    const nobody = makeApiToken('personal', cast.companyId)
    for (const url of ['/api/meta', '/api/openapi.json', '/healthz'])
      expect((await ask('GET', url, nobody)).statusCode).toBe(200)
  })
})

describe('a token', () => {
  const company = (token: string) => app.ask('/api/company', { as: token })
  const ended = [401, '/problems/unauthenticated']
  const given = async (token: string) => {
    const { status, body } = await company(token)
    return [status, body.type]
  }

  test('that nobody made, or that is mistyped, is refused', async () => {
    const { text } = await giveToken(app, owner)
    expect((await company(text)).status).toBe(200)
    const wrong = [
      makeApiToken('personal', cast.companyId),
      makeApiToken('personal', newId()),
      text.replace('pat', 'svc'),
      `${text}x`,
      text.slice(0, -1),
      text.toLowerCase(),
      'vb_',
      'vb_pat_',
    ]
    for (const token of wrong) expect(await given(token), token).toEqual(ended)
  })

  test('that has expired is refused, and so it is by a node that knows it', async () => {
    const known = await giveToken(app, owner)
    expect((await company(known.text)).status).toBe(200)
    const [made, past] = [new Date(Date.now() - 2000), new Date(Date.now() - 1000)]
    await app.tamper(
      sql`update api_token set created_at = ${made}, expires_at = ${past} where id = ${known.id}`,
    )
    expect(await given(known.text)).toEqual(ended)
    const { text } = await giveToken(app, { ...owner, madeDaysAgo: 91, days: 90 })
    expect(await given(text)).toEqual(ended)
  })

  test('of another company sees nothing of this one', async () => {
    const other = await makeCast(app, 'ajena')
    const userId = await app.accountOf(other.address('admin'))
    const { text } = await giveToken(app, { companyId: other.companyId, userId })
    const read = (path: string) => app.ask(path, { as: text })
    expect((await read(`/api/documents/${waiting}/timeline`)).status).toBe(404)
    expect((await read(`/api/clients/${cast.clientId}`)).status).toBe(404)
    expect((await read('/api/documents')).body.items).toEqual([])
  })

  test('never does more than its person may', async () => {
    const userId = await app.accountOf(cast.address('cliente'))
    const { text } = await giveToken(app, { companyId: cast.companyId, userId })
    const body = { name: 'Otra', email: 'otra@pruebas.example' }
    expect((await app.ask('/api/clients', { method: 'POST', as: text, body })).status).toBe(403)
    expect((await app.ask('/api/audit/events', { as: text })).status).toBeGreaterThanOrEqual(403)
  })
})
