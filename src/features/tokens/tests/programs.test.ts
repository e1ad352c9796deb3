// Answers that a program hears and a screen does not.
import { afterAll, expect, test } from 'vitest'
import { makeCast } from '#tests/support/cast.ts'
import { startWhole } from '#tests/support/product.ts'

const app = await startWhole()
afterAll(() => app.stop())

const makeOwn = (as: string) =>
  app.ask('/api/account/tokens', {
    method: 'POST',
    as,
    body: { name: 'ERP', scopes: ['orders:read', 'orders:write'], days: 90 },
  })

test('a program is told of a field or a filter that the call does not know, which a screen may still send', async () => {
  const cast = await makeCast(app, 'nombres')
  const { text } = (await makeOwn(cast.client)).body
  const body = { ...cast.order, amuontMinor: '1' }
  const send = (as: string) => app.ask('/api/documents', { method: 'POST', as, body })
  const refused = await send(text)
  expect([refused.status, refused.body.issues]).toEqual([
    422,
    [{ pointer: '/amuontMinor', code: 'unrecognized_keys', message: 'Campo desconocido' }],
  ])
  expect((await send(cast.client)).status).toBe(200)
  const { name, ...nameless } = cast.order
  const misspelt = { ...nameless, nombre: name }
  const told = await app.ask('/api/documents', { method: 'POST', as: text, body: misspelt })
  expect(told.body.issues.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/name', '/nombre'])
  const search = (as: string) => app.ask('/api/documents?porject=PRJ-001', { as })
  expect((await search(text)).body.issues).toMatchObject([{ pointer: '/query/porject' }])
  expect((await search(cast.client)).status).toBe(200)
})

test('a token that has ended is refused as a token, not as a session', async () => {
  const cast = await makeCast(app, 'falsa')
  const { text, token } = (await makeOwn(cast.client)).body
  await app.ask(`/api/tokens/${token.id}`, { method: 'DELETE', as: cast.client })
  const refused = await app.ask('/api/documents', { as: text })
  expect([refused.status, refused.body.type]).toEqual([401, '/problems/unauthenticated'])
  expect(refused.body.title).toMatch(/^La clave de API no es válida/)
})

test('an absurd body is told of no more faults than somebody reads', async () => {
  const cast = await makeCast(app, 'absurdo')
  const { text } = (await makeOwn(cast.client)).body
  const faults = async (body: object, as: string) =>
    (await app.ask('/api/documents', { method: 'POST', as, body })).body.issues ?? []
  const zeros = Array.from({ length: 100_000 }, () => 0)
  expect((await faults(zeros, text)).length).toBeLessThan(20)
  const named = Object.fromEntries(zeros.slice(0, 50_000).map((_, index) => [`f${index}`, 0]))
  expect(await faults({ ...cast.order, ...named }, text)).toHaveLength(100)
  expect((await faults({ ...cast.order, fileIds: zeros }, cast.client)).length).toBeLessThanOrEqual(100)
})
