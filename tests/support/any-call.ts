// Any call of the product, as somebody of one company would send it: the suites that attack every call begin here.
import type { Endpoint } from '#kernel/endpoint.ts'
import { pathWith } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import type { Given } from '#tests/support/problems.ts'
import { type Call, platformEmail, startWhole } from '#tests/support/product.ts'
import { knownOf, sampleOf } from '#tests/support/samples.ts'

export type Sent = {
  readonly token?: string | null
  readonly path?: string
  readonly query?: string
  readonly payload?: string | Buffer | undefined
  readonly headers?: { readonly [name: string]: string }
}

/** Milliseconds after which somebody of the platform signs in anew: their tokens live for a quarter of an hour. */
const maxTokenAge = 600_000

/** The whole product with a company and its people, and a sender of good requests. */
export async function openAnyCall() {
  const app = await startWhole()
  const cast = await makeCast(app, 'norte')
  const waiting = await ordersOf(app, cast).submit()
  let outsiderToken = await app.signInWithoutCompany()
  let signedInAt = performance.now()
  const outsider = () => outsiderToken
  /** Signs in anew where the token would soon be too old; true when it did. */
  const renewed = async () => {
    if (performance.now() - signedInAt < maxTokenAge) return false
    outsiderToken = await app.signIn(platformEmail)
    signedInAt = performance.now()
    return true
  }
  const known = knownOf(cast, { documentId: waiting, fileId: newId() })
  await app.ask('/api/company', { as: cast.admin })
  await app.ask('/api/company', { as: cast.client })

  const isOfPlatform = (endpoint: Endpoint) =>
    app.calls.some(call => call.endpoint === endpoint && call.kind === 'platform')
  const pathOf = (endpoint: Endpoint) => pathWith(endpoint.path, sampleOf(endpoint, 'params', known))
  const bodyOf = (endpoint: Endpoint) => JSON.stringify(sampleOf(endpoint, 'body', known))
  const insidersOf = ({ kind }: Pick<Call, 'kind'>) =>
    kind === 'platform' ? [outsider()] : [cast.admin, cast.client]

  /** A good request, but for what `sent` says. */
  function send(endpoint: Endpoint, sent: Sent = {}): Promise<Given> {
    const { token = isOfPlatform(endpoint) ? outsider() : cast.admin, path = pathOf(endpoint) } = sent
    const { query = '', payload, headers = {} } = sent
    const isWrite = endpoint.method !== 'GET'
    return app.http.inject({
      method: endpoint.method,
      url: path + query,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(isWrite ? { 'content-type': 'application/json', 'idempotency-key': newId() } : {}),
        ...headers,
      },
      ...(isWrite ? { payload: payload ?? bodyOf(endpoint) } : {}),
    })
  }

  return { app, cast, outsider, renewed, known, pathOf, insidersOf, send }
}
