// Whoever looks as somebody else changes nothing, on whatever wire, and learns nothing by how a body is refused.
import { afterAll, expect, test } from 'vitest'
import { makeCast } from '#tests/support/cast.ts'
import { addressesOf, startWhole } from '#tests/support/product.ts'

const app = await startWhole()
const cast = await makeCast(app, 'norte')
const onlooker = await lookAs(cast.clientId)
afterAll(() => app.stop())

async function lookAs(userId: string): Promise<string> {
  const body = { userId, reason: 'Una consulta' }
  const answer = await app.ask('/api/impersonation', { method: 'POST', as: cast.admin, body })
  expect(answer.status).toBe(200)
  return answer.body.accessToken
}

async function digestsButViewings() {
  const { viewed_request: _, ...digests } = await app.digests()
  return digests
}

const verbs = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
type Write = { readonly method: (typeof verbs)[number]; readonly path: string }

/** Calls that ask with a body and change nothing. */
const reads = app.calls
  .filter(call => call.kind === 'read')
  .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)

const writes = addressesOf(app)
  .filter(address => !reads.includes(address))
  .flatMap((address): Write[] => {
    const [verb, path = ''] = address.split(' ')
    const method = verbs.find(known => known === verb)
    return method ? [{ method, path }] : []
  })

test('there are as many writes as the product has', () => {
  expect(writes.length).toBeGreaterThan(80)
})

test.each(writes)(
  'while looking, $method $path is refused before anything of its body is read',
  async write => {
    const before = await digestsButViewings()
    for (const payload of ['{', '{}', '[]', '', '{"email":7}']) {
      const answer = await app.http.inject({
        method: write.method,
        url: write.path.replace(/:\w+/g, '%00'),
        headers: { authorization: `Bearer ${onlooker}`, 'content-type': 'application/json' },
        payload,
      })
      expect([answer.statusCode, answer.body]).toEqual([403, expect.stringContaining('visualizando')])
    }
    expect(await digestsButViewings()).toEqual(before)
  },
)
