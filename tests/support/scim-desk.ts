// A company's directory, as its program calls: with the key of a service, and bodies of SCIM.
import type { TestApp } from '#tests/support/app.ts'
import { makeCast } from '#tests/support/cast.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Asked = {
  readonly as?: string | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** A body that is sent as it is. */
  readonly raw?: string
}

/** Calls SCIM; the answer's body is an object without anything when there is none. */
export async function callScim(app: TestApp, method: Method, path: string, asked: Asked = {}) {
  const { as, body, raw, headers = {} } = asked
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const answer = await app.http.inject({
    method,
    url: `/scim/v2${path}`,
    headers: {
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.body === '' ? {} : answer.json(),
  }
}

/** A company with people and a directory that keeps them. */
export async function makeDirectory(app: TestApp, name: string) {
  const cast = await makeCast(app, name)
  const made = await app.ask('/api/company/tokens', {
    method: 'POST',
    as: cast.admin,
    body: { name: 'Directorio', scopes: ['people:provision'], days: 90 },
  })
  const token: string = made.body.text
  let count = 0
  const call = (method: Method, path: string, asked: Asked = {}) =>
    callScim(app, method, path, { as: token, ...asked })
  const patch = (id: string, ...operations: object[]) =>
    call('PATCH', `/Users/${id}`, { body: { schemas: [patchSchema], Operations: operations } })
  const newcomer = (over: object = {}) => {
    const email = `alta-${++count}.${name}@pruebas.example`
    const named = { name: { givenName: 'Ana', familyName: 'Gil' }, userName: email }
    return { schemas: [userSchema], externalId: `${name}-${count}`, active: true, ...named, ...over }
  }
  return {
    cast,
    token,
    call,
    newcomer,
    add: (over: object = {}) => call('POST', '/Users', { body: newcomer(over) }),
    read: (id: string) => call('GET', `/Users/${id}`),
    find: (filter: string, more = '') => call('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`),
    patch,
    activate: (id: string, active: unknown) => patch(id, { op: 'replace', path: 'active', value: active }),
    /** The invited person chooses a password and is a member from then on. */
    accept: (email: string) => app.accept(email),
  }
}

/** Every call of SCIM, which is described by itself and by no endpoint. */
export const scimAddresses: readonly string[] = [
  ...['ServiceProviderConfig', 'ResourceTypes', 'ResourceTypes/User', 'Schemas', `Schemas/${userSchema}`].map(
    path => `GET /scim/v2/${path}`,
  ),
  ...['GET', 'POST'].map(method => `${method} /scim/v2/Users`),
  ...['Users/.search', '.search'].map(path => `POST /scim/v2/${path}`),
  ...['GET', 'PUT', 'PATCH', 'DELETE'].map(method => `${method} /scim/v2/Users/:id`),
  ...['Groups', 'Bulk', 'Me'].flatMap(path =>
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map(method => `${method} /scim/v2/${path}`),
  ),
]
