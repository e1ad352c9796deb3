// The year of an order's budget: that of its submission in the company's time zone, whatever happens to it afterwards.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFrom } from '#kernel/day.ts'
import { advanceClock, clock } from '#server/clock.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { centresIn } from '#tests/support/centres.ts'
import { dayFromToday, midnightOf } from '#tests/support/days.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app.stop())

const advanceTo = (instant: Date) =>
  advanceClock(Math.ceil((instant.getTime() - clock.now().getTime()) / 1000))

test('an order sent on the last evening of a year stays in its budget when it is decided and paid in the next, and a correction is of the new year', async () => {
  const { cast, centre, orders, ask, send } = await centresIn(app, 'campanadas')
  const costCentreId = await centre({ code: 'FIN' })
  const lastYear = Number(dayFromToday().slice(0, 4))
  const first = dayFrom(`${lastYear + 1}-01-01`)
  if (first === null) throw new Error('the year has a first day')
  const newYear = midnightOf(first)
  advanceTo(new Date(newYear.getTime() - 600_000))
  const client = await app.signIn(cast.address('cliente'))
  const sent = await send({ costCentreId }, client)
  const corrected = await send({ costCentreId, amountMinor: '3000' }, client)
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  advanceTo(new Date(newYear.getTime() + 600_000))
  const [admin, requester, approver, executor] = [
    await app.signIn(cast.address('admin')),
    await app.signIn(cast.address('cliente')),
    await app.signIn(cast.address('aprueba0')),
    await app.signIn(cast.address('ejecuta')),
  ]
  await orders.decide(sent.body.id, approver)
  await orders.confirm(sent.body.id, executor)
  await orders.decide(corrected.body.id, approver, 'return', { comment: 'Otro nombre' })
  const edit = { ...cast.order, name: 'Grava', amountMinor: '3000', revision: 1 }
  const again = await ask(`/api/documents/${corrected.body.id}`, 'PUT', edit, requester)
  expect(again.status, JSON.stringify(again.body)).toBe(200)
  const { years, thisYear } = (await ask(`/api/cost-centres/${costCentreId}`, 'GET', undefined, admin)).body
  expect(years).toEqual([
    expect.objectContaining({ year: lastYear + 1, requested: { minor: '3000', currency: 'EUR' } }),
    expect.objectContaining({ year: lastYear, used: { minor: '10000', currency: 'EUR' } }),
  ])
  expect(thisYear.year).toBe(lastYear + 1)
  const found = await ask(
    `/api/documents?costCentreId=${costCentreId}&costCentreYear=${lastYear}`,
    'GET',
    undefined,
    admin,
  )
  expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([sent.body.id])
  expect(await brokenInvariants(app)).toEqual({})
})
