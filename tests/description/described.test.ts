// The API's description: complete, true of every call, and good enough to generate clients from.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { examples } from '#app/description/examples.ts'
import { UserShape } from '#app/description/sign-in-schemas.ts'
import { publicEvents, testEvent } from '#features/webhooks/rules/events.ts'
import { newId } from '#kernel/ids.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { undeclaredKind } from '#tests/support/declared.ts'
import { addressesOf, startWhole } from '#tests/support/product.ts'
import { knownOf, sampleOf } from '#tests/support/samples.ts'
import { scimAddresses } from '#tests/support/scim-desk.ts'

const app = await startWhole()
const cast = await makeCast(app, 'norte')
const known = knownOf(cast, { documentId: await ordersOf(app, cast).submit(), fileId: newId() })
afterAll(() => app.stop())

type Schema = {
  readonly type?: unknown
  readonly description?: string
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
}
type Parameter = { readonly name?: string; readonly description?: string; readonly schema?: Schema }
type Operation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: { readonly [type: string]: { readonly schema: Schema } }
  }
  readonly responses: { readonly [status: string]: { readonly content?: object } }
}
type Document = {
  readonly openapi: string
  readonly tags: readonly { readonly name: string }[]
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly webhooks: { readonly [event: string]: { readonly post: Operation } }
  readonly components: { readonly schemas: { readonly [name: string]: Schema } }
}

const { body } = await app.ask('/api/openapi.json')
const document: Document = body
const { schemas } = document.components
const operations = Object.entries(document.paths).flatMap(([address, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    address,
    method: method.toUpperCase(),
    operation,
  })),
)
const operationOf = (id: string): Operation => {
  const found = operations.find(({ operation }) => operation.operationId === id)
  if (!found) throw new Error(`${id} is not described`)
  return found.operation
}
const resolved = (schema: Schema | undefined): Schema =>
  schema?.$ref === undefined ? (schema ?? {}) : resolved(schemas[schema.$ref.split('/').at(-1) ?? ''])
const bodyOf = (operation: Operation | undefined): Schema | undefined =>
  Object.values(operation?.requestBody?.content ?? {})[0]?.schema

/** Every object in a part of the document that is not referred to. */
function objectsIn(value: object | undefined): readonly Schema[] {
  const inner = Object.values(value ?? {}).filter(part => typeof part === 'object' && part !== null)
  return [...(isObject(value) ? [value] : []), ...inner.flatMap(objectsIn)]
}
const isObject = (value: Schema | undefined): value is Schema =>
  value?.type === 'object' && typeof value.properties === 'object'
const isDescribed = (field: Schema): boolean =>
  [field.description, field.$ref, ...(field.anyOf ?? []).map(({ $ref }) => $ref)].some(
    text => text !== undefined,
  )

test('every address the server answers is described, and no other', () => {
  // These answer that they are not permitted, whatever is asked.
  const refused = ['POST', 'PUT', 'DELETE'].map(verb => `${verb} /rest/v1/profiles`)
  const described = operations.map(
    ({ address, method }) => `${method} ${address.replace(/\{(\w+)\}/g, ':$1')}`,
  )
  // SCIM describes itself, under /scim/v2/Schemas and its neighbours, as its standard wants it.
  expect([...described, ...refused, ...scimAddresses].toSorted()).toEqual(addressesOf(app))
})

test('a linter finds nothing to complain about', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-description-'))
  const file = path.join(folder, 'openapi.json')
  const rules = path.join(folder, 'redocly.yaml')
  fs.writeFileSync(file, JSON.stringify(document))
  // Public addresses that cannot be asked wrongly answer no 4xx, and a link of a mail only redirects.
  const off = { 'operation-4xx-response': 'off', 'operation-2xx-response': 'off' }
  fs.writeFileSync(rules, JSON.stringify({ extends: ['recommended'], rules: off }))
  const program = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url))
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout } = spawnSync(
    process.execPath,
    [program, 'lint', file, '--config', rules, '--format=json'],
    {
      env,
      encoding: 'utf8',
    },
  )
  fs.rmSync(folder, { recursive: true })
  const report = JSON.parse(stdout.slice(stdout.indexOf('{')))
  expect(report.totals).toMatchObject({ errors: 0, warnings: 0 })
})

test('a shape of more than five fields that is met twice has a name', () => {
  const named = new Set(Object.values(schemas))
  const unnamed = objectsIn([document.paths, schemas])
    .filter(object => !named.has(object))
    .map(object => Object.keys(object.properties ?? {}).toSorted())
    .filter(fields => fields.length > 5)
    .map(fields => fields.join())
  expect(unnamed.filter((fields, place) => unnamed.indexOf(fields) !== place)).toEqual([])
})

test('every call stands under a tag that is described', () => {
  const tags = document.tags.map(({ name }) => name)
  expect(operations.filter(({ operation }) => !operation.tags.every(tag => tags.includes(tag)))).toEqual([])
})

test('every field of a request is described, and nearly every field of an answer', () => {
  const ofRequests = operations.flatMap(({ operation }) => objectsIn(resolved(bodyOf(operation))))
  const fields = ofRequests.flatMap(object => Object.entries(object.properties ?? {}))
  const parameters = operations.flatMap(({ operation }) => operation.parameters ?? [])
  const bare = [
    ...fields.filter(([, field]) => !isDescribed(field)).map(([name]) => name),
    ...parameters
      .filter(
        ({ name, description, schema }) =>
          name !== undefined && !isDescribed({ ...schema, ...(description && { description }) }),
      )
      .map(({ name }) => name),
  ]
  expect([...new Set(bare)].toSorted()).toEqual([])
  const all = objectsIn(schemas).flatMap(object => Object.values(object.properties ?? {}))
  expect(all.filter(isDescribed).length / all.length).toBeGreaterThan(0.9)
})

test('days and shared shapes say their format, wherever they stand', () => {
  expect(schemas.Day).toMatchObject({ format: 'date', description: expect.stringContaining('YYYY-MM-DD') })
  expect(schemas.AmountMinor?.description).toContain('125050')
  const days = objectsIn(schemas)
    .flatMap(object => Object.entries(object.properties ?? {}))
    .filter(([name, { type }]) => name.endsWith('On') && [type].flat().every(one => one !== 'number'))
  const bare = days.filter(([, field]) => !/"format":"date"|schemas\/Day"/.test(JSON.stringify(field)))
  expect(days.length).toBeGreaterThan(50)
  expect(bare).toEqual([])
})

test('every event that can be told is described, with what it carries and how it is signed', () => {
  const { webhooks } = document
  expect(Object.keys(webhooks).toSorted()).toEqual([...publicEvents, testEvent].toSorted())
  const { data } = resolved(bodyOf(webhooks['order.approved']?.post)).properties ?? {}
  expect(Object.keys(resolved(data).properties ?? {})).toEqual(
    expect.arrayContaining(['companyId', 'id', 'state', 'amount', 'apiUrl']),
  )
  for (const { post } of Object.values(webhooks)) expect(post.parameters).toHaveLength(3)
})

/** Required because of what else the request says. */
const conditional = [
  'createPerson.clientId', // of a person of a client
  'createContract.providerId', // of a contract with a provider
  ...['adminEmail', 'adminName', 'adminLastName'].map(field => `createCompany.${field}`), // all or none
  ...['companyId', 'clientId'].map(field => `activateUser.${field}`), // of a person without a company yet
]

const writes = app.calls.filter(({ endpoint }) => endpoint.method !== 'GET')

describe.each(writes.map(({ endpoint }) => ({ id: endpoint.id, endpoint })))('$id', ({ id, endpoint }) => {
  const operation = operationOf(id)
  test('requires a body exactly when it does nothing without one', () => {
    expect(operation.requestBody?.required ?? false).toBe(!endpoint.body.safeParse({}).success)
  })

  test('requires the fields without which it is refused, and no others', () => {
    const required = resolved(bodyOf(operation)).required ?? []
    const sample = sampleOf(endpoint, 'body', known)
    const asked = Object.keys(sample).filter(field => {
      const { [field]: _, ...without } = sample
      return !endpoint.body.safeParse(without).success
    })
    const isConditional = (field: string) => conditional.includes(`${id}.${field}`)
    expect(required.filter(field => !asked.includes(field))).toEqual([])
    expect(asked.filter(field => !required.includes(field) && !isConditional(field))).toEqual([])
  })
})

test('examples are what the calls accept and answer', () => {
  const shown = Object.keys(examples)
  expect(shown.length).toBeGreaterThan(5)
  for (const [id, { body: sent, response }] of Object.entries(examples)) {
    const endpoint = app.calls.find(call => call.endpoint.id === id)?.endpoint
    if (sent !== undefined) expect(endpoint?.body.safeParse(sent).error, id).toBeUndefined()
    if (response !== undefined) expect(endpoint?.response.safeParse(response).error, id).toBeUndefined()
    expect(endpoint, id).toBeDefined()
  }
})

test('the person of a session is as described', async () => {
  const { body: user } = await app.ask('/auth/v1/user', { as: cast.admin })
  expect(UserShape.safeParse(user).error).toBeUndefined()
})

test('a refusal that an endpoint does not declare is found wherever a test meets it', () => {
  const endpoint = app.calls.find(call => call.endpoint.id === 'saveFlowDraft')?.endpoint
  if (!endpoint) throw new Error('saveFlowDraft is no call')
  const problem = (kind: string) => JSON.stringify({ type: `/problems/${kind}`, title: 'No', status: 409 })
  expect(undeclaredKind(endpoint, 409, problem('stale_draft'))).toBeNull()
  expect(undeclaredKind(endpoint, 409, problem('unheard_of'))).toBe('unheard_of')
  expect(undeclaredKind(endpoint, 404, problem('not_found'))).toBe('not_found')
})
