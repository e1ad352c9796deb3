// Cancelling a downloaded batch takes a second person, and a payment sent again keeps its end-to-end identifier.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { sql } from '#server/database/sql.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { anotherExecutor, batchesOf, paidAt, payFrom, refused } from '#tests/support/batches.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'
import { dayFromToday, nextPayDay } from '#tests/support/days.ts'
import { textsOf } from '#tests/support/pain.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let second = ''
let ids: string[] = []
let batches: ReturnType<typeof batchesOf>

beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
  cast = await makeCast(app, 'norte', { approvers: 1 })
  await payFrom(app, cast)
  second = await anotherExecutor(app, cast)
  batches = batchesOf(app, cast, () => ids)
})
beforeEach(async () => {
  ids = [await batches.orders.approved(), await batches.orders.approved()]
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const endToEndIds = async (id: string): Promise<string[]> => {
  const { items } = await batches.detail(id)
  return items.map(({ endToEndId }: { endToEndId: string }) => endToEndId)
}

describe('a batch that somebody has downloaded', () => {
  test('is not cancelled by whoever has its file', async () => {
    const id = await batches.sent()
    const answer = await batches.cancel(id)
    expect([answer.status, refused(answer)]).toEqual([409, 'own_download'])
    expect((await batches.detail(id)).can.cancel).toMatchObject({ refused: 'own_download' })
    await batches.download(id, second)
    expect(refused(await batches.cancel(id, second))).toBe('own_download')
    // Everybody who pays has it: the administration is the second hand.
    expect((await batches.cancel(id, cast.admin)).status).toBe(200)
  })

  test('is cancelled by a second person with a reason; its orders keep their references in the next one', async () => {
    const id = await batches.sent()
    const before = await endToEndIds(id)
    expect(
      (await batches.orders.post(`/api/payment-batches/${id}/cancellation`, second, { reason: ' ' })).status,
    ).toBe(422)
    expect((await batches.cancel(id, second)).status).toBe(200)
    const next = await batches.sent()
    expect(await endToEndIds(next)).toEqual(before)
    const { url } = (await batches.download(next)).body
    expect(textsOf((await batches.fileAt(url)).body, 'EndToEndId')).toEqual(before)
    expect((await batches.cancel(next, second)).status).toBe(200)
    expect(await endToEndIds(await batches.made())).toEqual(before)
  })

  test('whose payment the bank gave back pays under a new reference', async () => {
    const [one = ''] = ids
    const id = await batches.sent()
    const [before] = await endToEndIds(id)
    await batches.giveBack(id, one)
    await batches.orders.post(`/api/documents/${one}/execution/retry`, cast.executor, { revision: 1 })
    ids = [one]
    const [after] = await endToEndIds(await batches.made())
    expect(after).not.toBe(before)
  })

  test('and cancelled, whose payment was then made by hand and came back, pays under a new reference', async () => {
    const [one = ''] = ids
    ids = [one]
    const id = await batches.sent()
    const [before] = await endToEndIds(id)
    expect((await batches.cancel(id, second)).status).toBe(200)
    expect((await batches.orders.confirm(one, cast.executor)).status).toBe(200)
    const back = { revision: 1, payment: 1, attempt: 1, returnedOn: dayFromToday(), reason: 'Cuenta cerrada' }
    const returned = await batches.orders.post(`/api/documents/${one}/execution/return`, cast.executor, back)
    expect(returned.status).toBe(200)
    const [after] = await endToEndIds(await batches.made())
    expect(after).not.toBe(before)
  })
})

test('a batch that nobody downloaded is cancelled by whoever made it, and by no administrator alone', async () => {
  const id = await batches.made()
  expect((await batches.cancel(id, cast.admin)).status).toBe(403)
  expect((await batches.cancel(id)).status).toBe(200)
})

test('a file does not leave after the day on which it was to be paid', async () => {
  const id = await batches.released()
  const { url } = (await batches.download(id)).body
  const payOn = (day: string) =>
    app.tamper(
      sql`update payment_batch set pay_on = ${day} where company_id = ${cast.companyId} and id = ${id}`,
    )
  await payOn(dayFromToday(-1))
  expect(refused(await batches.download(id))).toBe('pay_day_passed')
  expect((await batches.fileAt(url)).statusCode).toBe(404)
  expect((await batches.detail(id)).can.download).toMatchObject({ refused: 'pay_day_passed' })
  expect((await batches.cancel(id, second)).status).toBe(200)
  // As it was sealed, with which the invariants compare it.
  await payOn(nextPayDay())
})

describe('a payment', () => {
  test('is not sent to a name that the bank cannot read', async () => {
    const named = (name: string) =>
      app.tamper(sql`update provider set name = ${name} where company_id = ${cast.companyId}`)
    for (const name of ['Παπαδόπουλος ΑΕ', 'Иванов ООД', '???']) {
      await named(name)
      const order = await batches.orders.approved()
      const answer = await batches.make(cast.executor, { documentIds: [order] })
      expect([answer.status, refused(answer)]).toEqual([409, 'name_not_latin'])
      expect(answer.body.title).toContain('letras latinas')
    }
    await payFrom(app, cast)
  })

  test('to an account outside the European Economic Area names its bank', async () => {
    const paidTo = (iban: string, bic: string | null) =>
      paidAt(app, cast.companyId, cast.providerId, { iban, bic })
    for (const [iban, bic, said] of [
      ['CH9300762011623852957', null, 'bic_required'],
      ['GB29NWBK60161331926819', null, 'bic_required'],
      ['CH9300762011623852957', 'POFICHBEXXX', undefined],
      ['NO9386011117947', null, undefined],
    ] as const) {
      await paidTo(iban, bic)
      const order = await batches.orders.approved()
      const answer = await batches.make(cast.executor, { documentIds: [order] })
      expect([iban, answer.status === 200 ? undefined : refused(answer)]).toEqual([iban, said])
    }
    await payFrom(app, cast)
  })
})
