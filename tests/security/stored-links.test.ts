// Signed links open what they lead to: none of them, nor the code of a Constancia, lies in a table.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { batchesOf, payFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast } from '#tests/support/cast.ts'
import { startWhole, type WholeProduct } from '#tests/support/product.ts'

let app: WholeProduct
let cast: Cast
beforeAll(async () => {
  app = await startWhole()
  cast = await makeCast(app, 'enlaces')
  await payFrom(app, cast)
})
afterAll(() => app.stop())

test('a link is answered again to the repeated request, and kept nowhere', async () => {
  let ids: string[] = []
  const batches = batchesOf(app, cast, () => ids)
  ids = [await batches.orders.approved()]
  const id = ids[0] ?? ''
  const batchId = await batches.released()
  const asked: readonly (readonly [string, string | undefined, object])[] = [
    [`/api/payment-batches/${batchId}/downloads`, cast.executor, {}],
    [`/api/documents/${id}/certificates`, cast.admin, {}],
    ['/api/contracts/exports', cast.admin, { format: 'csv' }],
  ]
  for (const [path, as, body] of asked) {
    const key = newId()
    const first = await app.ask(path, { method: 'POST', as, body, key })
    expect(first.status, path).toBe(200)
    const again = await app.ask(path, { method: 'POST', as, body, key })
    expect(again.body).toEqual(first.body)
    expect((await app.http.inject({ method: 'GET', url: first.body.url })).statusCode).toBe(200)
    const [, , token = ''] = /^\/(exports\/[a-z-]+|[a-z-]+)\/([^/]+)\//.exec(first.body.url) ?? []
    expect(token.length).toBeGreaterThan(80)
    const signature = token.split('.').at(-1) ?? ''
    const kept = await app.tamper(sql`
      select key from idempotency_key where strpos(answer::text, ${signature}) > 0 or answer::text like '%"code"%'`)
    expect(kept).toEqual([])
  }
})
