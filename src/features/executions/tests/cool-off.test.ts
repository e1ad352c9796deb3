// After a provider's account has changed, its payments stay out of batches for as many days as the company says.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { decideBank } from '#features/providers/commands.ts'
import { formatDay } from '#kernel/day.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { batchesOf, creditorIban, payFrom, refused } from '#tests/support/batches.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { waitingForLock } from '#tests/support/locks.ts'
import { textsOf } from '#tests/support/pain.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const newIban = 'NO9386011117947'

let app: TestApp
beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

/** A company with two administrators, an approved order, and a provider whose account two hands change. */
async function stage(name: string) {
  const cast = await makeCast(app, name, { approvers: 1 })
  const { companyId, providerId } = cast
  await payFrom(app, cast)
  const secondId = await app.person(companyId, 'admin', cast.address('segunda'))
  const second = await app.signIn(cast.address('segunda'))
  let ids: string[] = []
  const batches = batchesOf(app, cast, () => ids)
  const order = await batches.orders.approved()
  ids = [order]
  const ask = async (iban: string | null, id = providerId) => {
    const path = `/api/providers/${id}`
    const { body: card } = await app.ask(path, { as: cast.admin })
    const { name: named, clientIds, version: seen } = card
    const body = { name: named, status: 'active', iban, bic: null, clientIds, seen }
    expect((await app.ask(path, { method: 'PUT', as: cast.admin, body })).status).toBe(200)
    return (await app.ask(path, { as: cast.admin })).body.bankChange.id
  }
  const change = async (iban: string | null, id = providerId) => {
    const url = `/api/providers/${id}/bank-changes/${await ask(iban, id)}/decision`
    const asked = { method: 'POST', as: second, key: newId(), body: { decision: 'confirm' } } as const
    expect((await app.ask(url, asked)).status).toBe(200)
  }
  /** Moves the last change back by days of the company's calendar. */
  const changedDaysAgo = (days: number) =>
    app.tamper(sql`update provider
      set bank_changed_at = (now() at time zone 'Europe/Madrid' - make_interval(days => ${days})) at time zone 'Europe/Madrid'
      where company_id = ${companyId} and id = ${providerId}`)
  const coolOffDays = (bankCoolOffDays: unknown, as: string | undefined = cast.admin) =>
    app.ask('/api/company/settings', { method: 'PATCH', as, body: { bankCoolOffDays } })
  const may = async () => {
    const { items } = (await app.ask('/api/payment-batches/candidates', { as: cast.executor })).body
    return items.find(({ document }: { document: { id: string } }) => document.id === order).can
  }
  return { cast, secondId, second, batches, order, ask, change, changedDaysAgo, coolOffDays, may }
}

test('payments wait until the days have passed: the list says why and until when, and no batch is made', async () => {
  const { cast, batches, order, change, changedDaysAgo, may } = await stage('espera')
  const fresh = await batches.orders.approved()
  await change(newIban)
  const until = dayFromToday(3)
  expect(await may()).toEqual({
    refused: 'bank_cool_off',
    text: expect.stringContaining(`hasta el ${formatDay(until)}`),
  })
  const answer = await batches.make()
  expect([answer.status, refused(answer)]).toEqual([409, 'bank_cool_off'])
  expect(answer.body.title).toContain(`${order}: La cuenta del proveedor`)
  expect((await batches.orders.card(order)).paymentBatchId).toBeNull()
  // By hand it is paid, with a warning.
  const { payee, can } = (await app.ask(`/api/documents/${fresh}/execution`, { as: cast.executor })).body
  expect([payee.coolsUntil, payee.changedDays, can.confirm]).toEqual([until, 0, true])
  expect((await batches.orders.confirm(fresh, cast.executor)).status).toBe(200)
  await changedDaysAgo(2)
  expect(refused(await batches.make())).toBe('bank_cool_off')
  await changedDaysAgo(3)
  expect(await may()).toBe(true)
  expect((await batches.make()).status).toBe(200)
})

test('a first account waits for nothing; one that was taken away and given anew does', async () => {
  const { cast, batches, change, may } = await stage('primera')
  const id = await cast.make('/api/providers', { name: 'Nuevo', clientIds: [cast.clientId] })
  await change('ES9121000418450200051332', id)
  const order = await batches.orders.approved({ providerId: id })
  expect((await batches.make(cast.executor, { documentIds: [order] })).status).toBe(200)
  expect(await may()).toBe(true)
  await change(null)
  await change(creditorIban)
  expect(await may()).toMatchObject({ refused: 'bank_cool_off' })
})

test('a change that was rejected or taken back, and one of another provider, stops nothing', async () => {
  const { cast, second, batches, ask, change, may } = await stage('ajena')
  for (const [decision, as] of [
    ['reject', second],
    ['withdraw', cast.admin],
  ] as const) {
    const url = `/api/providers/${cast.providerId}/bank-changes/${await ask(newIban)}/decision`
    expect((await app.ask(url, { method: 'POST', as, key: newId(), body: { decision } })).status).toBe(200)
  }
  const id = await cast.make('/api/providers', {
    name: 'Otro',
    iban: 'ES9121000418450200051332',
    clientIds: [cast.clientId],
  })
  await change(newIban, id)
  expect(await may()).toBe(true)
  expect((await batches.make()).status).toBe(200)
})

test('a batch made before the change pays the account that was approved, once its releaser has seen the change', async () => {
  const { cast, batches, change } = await stage('antes')
  const id = await batches.made()
  const seen = (await batches.detail(id)).twoHands.review.version
  await change(newIban)
  expect(refused(await batches.release(id, undefined, { seen }))).toBe('stale_data')
  expect((await batches.detail(id)).twoHands.review.changedAccounts).toMatchObject([
    { providerId: cast.providerId, changedOn: dayFromToday() },
  ])
  expect((await batches.release(id)).status).toBe(200)
  const { url } = (await batches.download(id)).body
  expect(textsOf((await batches.fileAt(url)).body, 'IBAN').slice(1)).toEqual([creditorIban])
})

test('a change that is confirmed while a batch is made stops it, or comes after it', async () => {
  const { cast, secondId, batches, order, ask } = await stage('carrera')
  const bankChangeId = await ask(newIban)
  const actor = actorIn(cast, { userId: secondId, role: 'admin' })
  const { making } = await asSystem(app.db, cast.companyId, async tx => {
    expect(await decideBank(tx, actor, { providerId: cast.providerId, bankChangeId }, 'confirm')).toEqual({
      id: cast.providerId,
    })
    const making = batches.make()
    await expect.poll(() => waitingForLock(app)).toBe(1)
    return { making }
  })
  expect(refused(await making)).toBe('bank_cool_off')
  expect((await batches.orders.card(order)).paymentBatchId).toBeNull()
})

test('the days are the company’s, from 0 to 30; they change for administrators, and are not shortened by an untrusted one', async () => {
  const { cast, batches, change, changedDaysAgo, coolOffDays, may } = await stage('ajustes')
  const other = await stage('vecina')
  expect((await app.ask('/api/company', { as: cast.admin })).body.policies.bankCoolOffDays).toBe(3)
  for (const bad of [-1, 31, 1.5, '3', null]) expect((await coolOffDays(bad)).status).toBe(422)
  for (const as of [cast.executor, cast.client, cast.approvers[0]])
    expect((await coolOffDays(0, as)).status).toBe(403)
  await change(newIban)
  expect((await coolOffDays(0)).status).toBe(200)
  expect(await may()).toBe(true)
  expect((await coolOffDays(30)).status).toBe(200)
  await changedDaysAgo(29)
  expect(refused(await batches.make())).toBe('bank_cool_off')
  const { userId } = await app.tokens.verifyAccessToken(cast.admin)
  await app.tamper(sql`update account set password_given = true where id = ${userId}`)
  expect(refused(await coolOffDays(29))).toBe('untrusted_account')
  await app.tamper(sql`update account set password_given = false where id = ${userId}`)
  await changedDaysAgo(30)
  expect((await batches.make()).status).toBe(200)
  // Another company's days are its own.
  await other.change(newIban)
  expect(await other.may()).toMatchObject({ refused: 'bank_cool_off' })
})
