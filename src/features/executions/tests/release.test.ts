// A batch leaves for the bank when a second person has released it, who saw what it pays: never by whoever made it.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { newId } from '#kernel/ids.ts'
import { part, sql } from '#server/database/sql.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { anotherExecutor, batchesOf, payFrom, refused, releasedFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'
import { dayFromToday, nextPayDay } from '#tests/support/days.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let second = ''
let third = ''
let ids: string[] = []
let batches: ReturnType<typeof batchesOf>

beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
  cast = await makeCast(app, 'dosmanos', { approvers: 1 })
  await payFrom(app, cast)
  second = await anotherExecutor(app, cast)
  third = await anotherExecutor(app, cast, 'tercera')
  batches = batchesOf(app, cast, () => ids)
})
beforeEach(async () => {
  const { approved } = batches.orders
  ids = [await approved({ amountMinor: '123405' }), await approved({ amountMinor: '5' })]
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const executes = (userId: string) =>
  app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
    values (${cast.companyId}, ${cast.projectId}, ${userId}, 'execute') on conflict do nothing`)
const executesNoMore = (userId: string) =>
  app.tamper(sql`delete from project_permission where company_id = ${cast.companyId} and user_id = ${userId}
    and permission = 'execute'`)
/** The account's password was given by somebody else, or its owner chose it. */
const passwordGiven = (userId: string, isGiven: boolean) =>
  app.tamper(sql`update account set password_given = ${isGiven} where id = ${userId}`)
const tampered = (change: ReturnType<typeof sql>) => app.tamper(change).then(() => 'done', String)

describe('a batch that waits for its release', () => {
  test('is released by a second person, who says what they saw, and then its maker downloads it', async () => {
    const id = await batches.made()
    expect(await batches.detail(id)).toMatchObject({
      state: 'open',
      release: 'pending',
      twoHands: {
        review: { orders: 2, amount: { minor: '123410', currency: 'EUR' } },
        released: null,
        releasers: ['Segunda Pérez', 'Segunda Pérez'],
      },
      can: { release: { refused: 'own_batch' }, download: { refused: 'not_released' } },
    })
    expect((await batches.detail(id, second)).can.release).toBe(true)
    expect((await batches.release(id, second)).body).toEqual({ id })
    const released = await batches.detail(id)
    expect(released).toMatchObject({
      release: 'released',
      twoHands: { review: { orders: 2 }, released: { byName: 'Segunda Pérez' }, releasers: [] },
      can: { release: { refused: 'already_released' }, download: true },
    })
    expect((await batches.download(id)).status).toBe(200)
    const [, event] = await app.journal(cast.companyId, id)
    const told = { sha256: released.sha256, madeBy: cast.executorId, orders: 2, amountMinor: '123410' }
    expect(event?.after).toMatchObject(told)
  })

  test('gives its file to nobody, not even to a program that forgets to ask', async () => {
    const id = await batches.made()
    for (const as of [cast.executor, second]) {
      const answer = await batches.download(id, as)
      expect([answer.status, refused(answer)]).toEqual([409, 'not_released'])
    }
    expect(refused(await batches.confirm(id))).toBe('not_downloaded')
    const row = part`where company_id = ${cast.companyId} and id = ${id}`
    expect(await tampered(sql`update payment_batch set downloaded_at = now() ${row}`)).toContain(
      'payment_batch_downloaded',
    )
  })

  test('is released by nobody who made it, by nobody else’s word, and in the database neither', async () => {
    const id = await batches.made()
    const answer = await batches.release(id, cast.executor)
    expect([answer.status, refused(answer)]).toEqual([409, 'own_batch'])
    expect(answer.body.title).toContain('(Segunda Pérez, Segunda Pérez)')
    const row = part`where company_id = ${cast.companyId} and id = ${id}`
    expect(
      await tampered(
        sql`update payment_batch set released_at = now(), released_by = made_by, release_review = '{}' ${row}`,
      ),
    ).toContain('payment_batch_released')
  })

  test('is for whoever executes in all its projects; for others it does not exist', async () => {
    const id = await batches.made()
    const { version: seen } = (await batches.detail(id)).twoHands.review
    const other = await makeCast(app, `ajena${ids[0]?.toLowerCase()}`)
    expect(
      (await batches.orders.post(`/api/payment-batches/${id}/release`, undefined, { seen })).status,
    ).toBe(401)
    expect((await batches.release(id, cast.admin, { seen })).status).toBe(403)
    for (const as of [cast.client, cast.approvers[0], other.executor, other.admin])
      expect((await batches.release(id, as, { seen })).status).toBe(404)
    expect((await batches.release('R-99999', second, { seen })).status).toBe(404)
    for (const bad of [undefined, 7, 'x'.repeat(101)])
      expect((await batches.release(id, second, { seen: bad })).status).toBe(422)
  })

  test('by two people at once is released by one', async () => {
    const id = await batches.made()
    const both = await Promise.all([batches.release(id, second), batches.release(id, third)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(refused(both.find(({ status }) => status === 409) ?? expect.fail())).toBe('already_released')
  })

  test('asked for twice with one key is released once', async () => {
    const id = await batches.made()
    const seen = (await batches.detail(id, second)).twoHands.review.version
    const key = newId()
    for (let times = 0; times < 2; times++)
      expect((await batches.release(id, second, { seen }, key)).body).toEqual({ id })
    expect((await app.journal(cast.companyId, id)).map(({ action }) => action)).toEqual([
      'batch.created',
      'batch.released',
    ])
  })

  test('is looked at again when what there is to see has changed since', async () => {
    const id = await batches.made()
    const { review } = (await batches.detail(id, second)).twoHands
    expect(review).toMatchObject({
      changedAccounts: [],
      firstPayments: [{ providerId: cast.providerId, name: 'Grúas Peña & Hijos' }],
    })
    await app.tamper(sql`update provider set bank_changed_at = now()
      where company_id = ${cast.companyId} and id = ${cast.providerId}`)
    const stale = await batches.release(id, second, { seen: review.version })
    expect([stale.status, refused(stale)]).toEqual([409, 'stale_data'])
    const { changedAccounts } = (await batches.detail(id, second)).twoHands.review
    expect(changedAccounts).toEqual([
      { providerId: cast.providerId, name: 'Grúas Peña & Hijos', changedOn: dayFromToday() },
    ])
    expect((await batches.release(id, second)).status).toBe(200)
    // The review stays as it was seen, whatever happens to the provider.
    await app.tamper(sql`update provider set bank_changed_at = null where company_id = ${cast.companyId}`)
    expect((await batches.detail(id)).twoHands.review.changedAccounts).toEqual(changedAccounts)
  })

  test('is cancelled by its maker; released and not yet downloaded, by either hand', async () => {
    const waiting = await batches.made()
    expect((await batches.cancel(waiting)).status).toBe(200)
    expect(refused(await batches.release(waiting, second, { seen: 'x' }))).toBe('batch_cancelled')
    expect((await batches.detail(waiting)).twoHands).toBeNull()
    for (const hand of [cast.executor, second]) {
      const id = await batches.made()
      expect((await batches.release(id, second)).status).toBe(200)
      expect((await batches.cancel(id, hand)).status).toBe(200)
      expect(refused(await batches.download(id))).toBe('batch_cancelled')
    }
  })

  test('is not released after the day on which it was to be paid', async () => {
    const id = await batches.made()
    const payOn = (day: string) =>
      app.tamper(sql`update payment_batch set pay_on = ${day}
        where company_id = ${cast.companyId} and id = ${id}`)
    await payOn(dayFromToday(-1))
    expect(refused(await batches.release(id, second))).toBe('pay_day_passed')
    await payOn(nextPayDay())
  })
})

describe('the second person', () => {
  test('neither wrote nor decided any order of the batch, for themself or for somebody else', async () => {
    const id = await batches.made()
    const mayApprove = (may: boolean) =>
      app.tamper(sql`update company set executor_may_approve = ${may} where company_id = ${cast.companyId}`)
    const [approverId = ''] = cast.approverIds
    for (const userId of [approverId, cast.clientId]) await executes(userId)
    expect(refused(await batches.release(id, cast.approvers[0]))).toBe('decided_in_batch')
    expect(refused(await batches.release(id, cast.client))).toBe('wrote_in_batch')
    expect((await batches.detail(id)).twoHands.releasers).toHaveLength(2)
    await mayApprove(true)
    expect((await batches.detail(id)).twoHands.releasers).toHaveLength(3)
    expect(refused(await batches.release(id, cast.client))).toBe('wrote_in_batch')
    expect((await batches.release(id, cast.approvers[0])).status).toBe(200)
    await mayApprove(false)
    for (const userId of [approverId, cast.clientId]) await executesNoMore(userId)
  })

  test('has an account of their own; where there is none, the maker learns what to do', async () => {
    const alone = await makeCast(app, `sola${ids[0]?.toLowerCase()}`, { approvers: 1 })
    await payFrom(app, alone)
    let order = ''
    const own = batchesOf(app, alone, () => [order])
    order = await own.orders.approved()
    const id = await own.made()
    const answer = await own.release(id, alone.executor)
    expect([answer.status, refused(answer)]).toEqual([409, 'no_releaser'])
    expect(answer.body.title).toMatch(/permiso de ejecutar.*otra persona.*Configuración/)
    expect((await own.detail(id)).twoHands.releasers).toEqual([])
    const other = await anotherExecutor(app, alone)
    expect((await own.detail(id)).can.release).toMatchObject({ refused: 'own_batch' })
    const { userId } = await app.tokens.verifyAccessToken(other)
    await passwordGiven(userId, true)
    expect((await own.detail(id)).can.release).toMatchObject({ refused: 'no_releaser' })
    expect(refused(await own.release(id, other))).toBe('untrusted_account')
    await passwordGiven(userId, false)
    expect((await own.release(id, other)).status).toBe(200)
  })

  test('is told that the batch waits, and its maker that it was released', async () => {
    const topics = async (as: string, which = 'current') => {
      await deliverAll(app.db)
      const { items } = (await app.ask(`/api/notices?which=${which}`, { as })).body
      return items.flatMap((notice: { topic: string; batchId?: string }) =>
        notice.batchId === id ? [notice.topic] : [],
      )
    }
    const releases = async (as: string) => (await app.ask('/api/session/desk', { as })).body.releases
    const before = await releases(second)
    const id = await batches.made()
    for (const as of [second, third]) expect(await topics(as)).toEqual(['batch.release_requested'])
    for (const as of [cast.executor, cast.admin, cast.client]) expect(await topics(as, 'all')).toEqual([])
    expect([await releases(second), await releases(cast.executor)]).toEqual([before + 1, 0])
    await batches.release(id, second)
    expect(await topics(cast.executor)).toEqual(['batch.released'])
    for (const as of [second, third]) expect(await topics(as)).toEqual([])
    expect(await releases(third)).toBe(before)
  })
})

describe('the company’s limit', () => {
  afterEach(async () => {
    await releasedFrom(app, cast, '0')
  })

  test('lets a smaller batch leave by one person, and is fixed for a batch when it is made', async () => {
    const waiting = await batches.made()
    await batches.cancel(waiting)
    await releasedFrom(app, cast, '123411')
    const id = await batches.made()
    expect(await batches.detail(id)).toMatchObject({ release: 'none', twoHands: null })
    expect(refused(await batches.release(id, second, { seen: 'x' }))).toBe('release_not_needed')
    expect((await batches.download(id)).status).toBe(200)
    await batches.cancel(id, second)
    await releasedFrom(app, cast, '123410')
    const atLimit = await batches.made()
    await releasedFrom(app, cast, '99999999')
    expect(refused(await batches.download(atLimit))).toBe('not_released')
  })

  test('is none for a batch of the release before, whose file leaves as it did', async () => {
    await releasedFrom(app, cast, '99999999')
    const id = await batches.made()
    await releasedFrom(app, cast, '0')
    // Such a program writes neither the column nor anything of it into its event.
    await app.tamper(sql`update event set after = after - 'needsRelease' - 'review'
      where company_id = ${cast.companyId} and object_id = ${id} and action = 'batch.created'`)
    expect(await batches.detail(id)).toMatchObject({ release: 'none', can: { download: true } })
    expect((await batches.download(id)).status).toBe(200)
  })

  test('is changed by administrators alone, and not raised by an untrusted account; the others are told', async () => {
    const set = (as: string | undefined, batchReleaseFromMinor: unknown) =>
      app.ask('/api/company/settings', { method: 'PATCH', as, body: { batchReleaseFromMinor } })
    expect((await set(undefined, '5')).status).toBe(401)
    for (const as of [cast.executor, cast.client, cast.approvers[0]])
      expect((await set(as, '5')).status).toBe(403)
    for (const bad of ['', '-1', '1.5', '01', 5, '1'.repeat(16)])
      expect((await set(cast.admin, bad)).status).toBe(422)
    await app.person(cast.companyId, 'admin', cast.address('otra'))
    const otherAdmin = await app.signIn(cast.address('otra'))
    const { userId } = await app.tokens.verifyAccessToken(cast.admin)
    await passwordGiven(userId, true)
    expect(refused(await set(cast.admin, '1000000'))).toBe('untrusted_account')
    await passwordGiven(userId, false)
    expect((await set(cast.admin, '1000000')).body.policies.batchReleaseFromMinor).toBe('1000000')
    await passwordGiven(userId, true)
    expect((await set(cast.admin, '900000')).status).toBe(200)
    await passwordGiven(userId, false)
    await deliverAll(app.db)
    const told = async (as: string) =>
      (await app.ask('/api/notices', { as })).body.items.filter(
        ({ topic }: { topic: string }) => topic === 'company.batch_release_changed',
      )
    expect((await told(otherAdmin)).slice(0, 2)).toMatchObject([
      { fromMinor: '900000' },
      { fromMinor: '1000000', byName: 'Elena Admin' },
    ])
    expect(await told(cast.executor)).toEqual([])
  })
})
