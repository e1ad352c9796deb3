// Exchange rates that would leave amounts below the threshold: whoever says one confirms who they are.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { giveToken } from '#tests/support/api-tokens.ts'
import { makeCast } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { startWhole, type WholeProduct } from '#tests/support/product.ts'
import { asksFrom, byPerson, confirmWith, required, signedInBefore } from '#tests/support/step-up.ts'

let app: WholeProduct
beforeAll(async () => {
  app = await startWhole()
})
afterAll(() => app.stop())

const say = (as: string | undefined, rate: string, key = newId()) =>
  app.ask('/api/exchange-rates', {
    method: 'POST',
    as,
    body: { currency: 'USD', rate, holdsFrom: dayFromToday() },
    key,
  })

test('the first rate of a currency and a lower one ask, a higher one does not, and tokens are refused', async () => {
  const cast = await makeCast(app, 'cambios')
  await asksFrom(app, cast.companyId, 10_000)
  await signedInBefore(app)
  const key = newId()
  expect((await say(cast.admin, '0.9', key)).body).toMatchObject({
    type: required,
    facts: { what: 'policy', currency: 'USD' },
  })
  expect((await say(cast.executor, '0.9')).body.type).toBe('/problems/forbidden')
  await confirmWith(app, cast.admin)
  expect((await say(cast.admin, '0.9', key)).status).toBe(200)
  const journal = await app.journal(cast.companyId, cast.companyId)
  expect(journal.at(-1)?.after).toMatchObject({ rate: '0.9', confirmedBy: 'password' })
  await signedInBefore(app)
  expect((await say(cast.admin, '0.95')).status).toBe(200)
  expect((await say(cast.admin, '0.900')).body.type).toBe(required)
  const bossId = await app.person(cast.companyId, 'admin', cast.address('jefa'), { name: 'Jefa' })
  const { text } = await giveToken(app, { companyId: cast.companyId, userId: bossId })
  expect((await say(text, '0.5')).body.type).toBe(byPerson)
  expect((await say(text, '0.96')).status).toBe(200)
})

test('a company that asks for nothing says any rate', async () => {
  const cast = await makeCast(app, 'cambios-libres')
  await signedInBefore(app)
  expect((await say(cast.admin, '0.0001')).status).toBe(200)
})
