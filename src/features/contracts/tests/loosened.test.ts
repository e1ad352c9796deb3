// Tolerance of contracts: it is loosened by no account that may be in somebody else's hands.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'

let app: TestApp
let cast: Cast
beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'holgura')
})
afterAll(() => app.stop())

const change = (body: object) => app.ask('/api/company/settings', { method: 'PATCH', as: cast.admin, body })
const trust = (isGiven: boolean) =>
  app.tamper(sql`update account set password_given = ${isGiven} where email = ${cast.address('admin')}`)

test('an untrusted account makes the overrun policy no laxer and gives no tolerance, and may do the contrary', async () => {
  const percent = { rate: 5, amountMinor: null, currency: null }
  const none = { rate: null, amountMinor: null, currency: null }
  expect((await change({ overrunPolicy: 'bloquear', tolerance: percent })).status).toBe(200)
  await trust(true)
  const loosened = [
    { overrunPolicy: 'requiere_aprobacion' },
    { overrunPolicy: 'avisar' },
    { tolerance: { ...percent, rate: 6 } },
  ]
  for (const body of loosened) {
    const refused = await change(body)
    expect([refused.status, refused.body.type], JSON.stringify(body)).toEqual([
      409,
      '/problems/untrusted_account',
    ])
  }
  expect((await change({ tolerance: none })).status).toBe(200)
  await trust(false)
  expect((await change({ overrunPolicy: 'avisar' })).status).toBe(200)
  await trust(true)
  expect((await change({ overrunPolicy: 'bloquear' })).status).toBe(200)
})
