// Payment batches: each order once, to the account that its approvers saw, in a file that never changes.
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { anotherExecutor, batchesOf, creditorIban, paidAt, payFrom, refused } from '#tests/support/batches.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday, nextClosedDay, nextPayDay, payDayFrom } from '#tests/support/days.ts'
import { faultsOf, textsOf } from '#tests/support/pain.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let secondExecutor = ''
let ids: string[]
type Person = string | undefined
let batches: ReturnType<typeof batchesOf>

beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
  cast = await makeCast(app, 'norte')
  await payFrom(app, cast)
  secondExecutor = await anotherExecutor(app, cast)
  batches = batchesOf(app, cast, () => ids)
})
beforeEach(async () => {
  const { approved } = batches.orders
  ids = [await approved({ amountMinor: '123405' }), await approved({ amountMinor: '5' })]
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())
describe('a batch', () => {
  test('pays each order once, where its approved revision said, and adds up', async () => {
    const id = await batches.released()
    const { body } = await batches.download(id)
    const { body: xml, headers } = await batches.fileAt(body.url)
    expect(headers['content-type']).toContain('application/xml')
    expect(headers['content-disposition']).toBe(`attachment; filename="${id}.xml"`)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(faultsOf(xml)).toEqual([])
    expect(textsOf(xml, 'CtrlSum')).toEqual(['1234.10', '1234.10'])
    expect(textsOf(xml, 'IBAN')).toEqual(['ES9121000418450200051332', creditorIban, creditorIban])
    expect(textsOf(xml, 'BICFI')).toEqual(['CAIXESBBXXX', 'COBADEFFXXX', 'COBADEFFXXX'])
    expect(textsOf(xml, 'EndToEndId')).toEqual(ids.map(order => `${order}.${id}`))
    expect(textsOf(xml, 'Ustrd')).toEqual(ids.map(order => `${order} Cemento`))
    expect(textsOf(xml, 'Nm').slice(2)).toEqual(Array(2).fill('Gruas Pena + Hijos'))
    expect(createHash('sha256').update(xml).digest('hex')).toBe(body.sha256)
    expect(await batches.detail(id)).toMatchObject({
      state: 'open',
      orders: 2,
      waiting: 2,
      executed: 0,
      sha256: body.sha256,
      payOn: nextPayDay(),
      amount: { minor: '123410', currency: 'EUR' },
    })
    const card = await batches.orders.card(ids[0] ?? '')
    expect([card.state, card.paymentBatchId]).toEqual(['approved', id])
  })

  test('downloaded again is the same file, whatever has changed since, and each time is written down', async () => {
    const id = await batches.released()
    const first = (await batches.fileAt((await batches.download(id)).body.url)).body
    await app.tamper(sql`update provider set name = 'Otro' where company_id = ${cast.companyId}`)
    await paidAt(app, cast.companyId, cast.providerId, { iban: creditorIban, bic: 'DEUTDEFF' })
    await app.ask('/api/company/settings', { method: 'PATCH', as: cast.admin, body: { name: 'Norte Nueva' } })
    expect((await batches.fileAt((await batches.download(id, secondExecutor)).body.url)).body).toBe(first)
    const events = (await app.journal(cast.companyId, id)).map(({ action }) => action)
    expect(events).toEqual(['batch.created', 'batch.released', 'batch.downloaded', 'batch.downloaded'])
    expect((await batches.detail(id)).events).toHaveLength(4)
    await payFrom(app, cast)
  })

  test('begins with the orders that were chosen, however many wait before them', async () => {
    const firstAsked = async (orders: string) =>
      (await app.ask(`/api/payment-batches/candidates?orders=${orders}`, { as: cast.executor })).body.items[0]
        .document.id
    for (const id of ids) expect(await firstAsked(id)).toBe(id)
    for (const absurd of ['DOC-1', 'x', `DOC-001,${'9'.repeat(9000)}`])
      expect(
        (await app.ask(`/api/payment-batches/candidates?orders=${absurd}`, { as: cast.executor })).status,
      ).toBe(422)
  })

  test('pays the account and the bank that were approved when the provider’s have changed', async () => {
    await paidAt(app, cast.companyId, cast.providerId, { iban: 'NO9386011117947', bic: 'DNBANOKK' })
    const { items } = (await app.ask('/api/payment-batches/candidates', { as: cast.executor })).body
    const found = items.find(({ document }: { document: { id: string } }) => document.id === ids[0])
    expect(found).toMatchObject({ account: '…3000', accountChanged: true, can: true })
    const { url } = (await batches.download(await batches.released())).body
    const xml = (await batches.fileAt(url)).body
    expect(textsOf(xml, 'IBAN').slice(1)).toEqual([creditorIban, creditorIban])
    expect(textsOf(xml, 'BICFI').slice(1)).toEqual(['COBADEFFXXX', 'COBADEFFXXX'])
    await payFrom(app, cast)
  })

  test('never names a bank that nobody approved: of an order of before it leaves the bank out', async () => {
    await app.tamper(sql`update document_revision set content = content - 'bankBic'
      where company_id = ${cast.companyId} and document_id = ${ids[1]}`)
    await paidAt(app, cast.companyId, cast.providerId, { iban: creditorIban, bic: 'DEUTDEFF' })
    const xml = (await batches.fileAt((await batches.download(await batches.released())).body.url)).body
    expect(textsOf(xml, 'BICFI')).toEqual(['CAIXESBBXXX', 'COBADEFFXXX'])
    expect(faultsOf(xml)).toEqual([])
    // Back to what was sealed: the invariants would name it.
    await app.tamper(sql`update document_revision set content = content || '{"bankBic": "COBADEFFXXX"}'
      where company_id = ${cast.companyId} and document_id = ${ids[1]}`)
    await payFrom(app, cast)
  })

  test('in the format of before is in order too', async () => {
    const { body } = await batches.make(cast.executor, { format: 'pain.001.001.03' })
    await batches.release(body.id)
    expect(faultsOf((await batches.fileAt((await batches.download(body.id)).body.url)).body)).toEqual([])
  })

  test('asked for twice with one key is one', async () => {
    const key = newId()
    const both = [await batches.make(cast.executor, {}, key), await batches.make(cast.executor, {}, key)]
    expect(both.map(({ body }) => body.id)).toEqual(Array(2).fill(both[0]?.body.id))
  })

  test('takes an order that no other has: of two made at once, exactly one gets it', async () => {
    const shared = ids[0] ?? ''
    const [mine, theirs] = [await batches.orders.approved(), await batches.orders.approved()]
    const both = await Promise.all([
      batches.make(cast.executor, { documentIds: [mine, shared] }),
      batches.make(secondExecutor, { documentIds: [shared, theirs] }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const lost = both.find(({ status }) => status === 409)
    expect(refused(lost ?? expect.fail())).toBe('in_payment_batch')
    expect(lost?.body.title).toMatch(/^DOC-\d+: El pedido ya está en la remesa R-\d+\.$/)
    // Whoever lost has taken nothing: the rest of their orders is free.
    expect((await batches.make(secondExecutor, { documentIds: [mine] })).status === 200).not.toBe(
      (await batches.make(secondExecutor, { documentIds: [theirs] })).status === 200,
    )
  })

  test('is refused for what cannot be paid so, all of it', async () => {
    const [one = ''] = ids
    const issue = await batches.orders.approved({ type: 'emision' })
    const open = await batches.orders.submit()
    await paidAt(app, cast.companyId, cast.providerId, { iban: null, bic: null })
    const unpaid = await batches.orders.approved()
    await payFrom(app, cast)
    for (const [documentId, why] of [
      [issue, 'not_a_payment'],
      [open, 'not_approved'],
      [unpaid, 'no_account'],
    ] as const) {
      const answer = await batches.make(cast.executor, { documentIds: [one, documentId] })
      expect([refused(answer), answer.body.title.startsWith(`${documentId}: `)]).toEqual([why, true])
    }
    for (const [payOn, why] of [
      [nextClosedDay(), 'pay_on_closed'],
      [dayFromToday(-2), 'pay_on_past'],
      [payDayFrom(366), 'pay_on_too_far'],
    ])
      expect(refused(await batches.make(cast.executor, { payOn }))).toBe(why)
    for (const bad of [
      { documentIds: [] },
      { documentIds: ['DOC-1'] },
      { payOn: '31/12/2026' },
      { format: 'pain.008' },
      { documentIds: Array.from({ length: 501 }, (_, index) => `DOC-${1000 + index}`) },
    ])
      expect((await batches.make(cast.executor, bad)).status).toBe(422)
    expect((await batches.orders.card(one)).paymentBatchId).toBeNull()
    await app.ask('/api/company/settings', { method: 'PATCH', as: cast.admin, body: { iban: null } })
    expect(refused(await batches.make())).toBe('no_company_account')
    await payFrom(app, cast)
  })

  test('is for whoever executes every order of it; for others its orders do not exist', async () => {
    const body = { documentIds: ids, payOn: nextPayDay() }
    expect((await batches.orders.post('/api/payment-batches', undefined, body)).status).toBe(401)
    for (const as of [cast.admin, cast.client]) expect((await batches.make(as)).status).toBe(403)
    for (const as of cast.approvers) expect((await batches.make(as)).status).toBe(403)
    const other = await makeCast(app, `ajena${ids[0]?.toLowerCase()}`)
    await payFrom(app, other)
    expect((await batches.make(other.executor)).status).toBe(404)
    const theirs = await ordersOf(app, other).approved()
    // An order of that id may be here too: what is asked for is that of one's own company.
    const foreign = await batches.orders.post('/api/payment-batches', other.executor, {
      documentIds: [theirs],
      payOn: nextPayDay(),
    })
    expect(foreign.status).toBe(200)
    expect((await batches.detail(foreign.body.id, other.executor)).orders).toBe(1)
  })

  test('is seen by its executors and the administration, handled by the former alone', async () => {
    const id = await batches.made()
    expect((await batches.detail(id, cast.admin)).can).toMatchObject({
      download: { refused: 'forbidden' },
      cancel: { refused: 'forbidden' },
    })
    const other = await makeCast(app, `lejos${ids[0]?.toLowerCase()}`)
    const acts = [
      batches.release,
      batches.download,
      batches.confirm,
      batches.cancel,
      (at: string, as: Person) => batches.giveBack(at, ids[0] ?? '', as),
    ]
    for (const act of acts) {
      expect(
        (await app.http.inject({ method: 'POST', url: `/api/payment-batches/${id}/downloads` })).statusCode,
      ).toBe(401)
      expect((await act(id, cast.admin)).status).toBe(403)
      for (const as of [cast.client, cast.approvers[0], other.executor, other.admin])
        expect((await act(id, as)).status).toBe(404)
    }
    for (const as of [cast.client, cast.approvers[0], other.executor])
      expect((await app.ask(`/api/payment-batches/${id}`, { as })).status).toBe(404)
    const listed = async (as: Person) =>
      (await app.ask('/api/payment-batches', { as })).body.items.map((item: { id: string }) => item.id)
    expect(await listed(cast.admin)).toContain(id)
    expect(await listed(secondExecutor)).toContain(id)
    expect(await listed(cast.client)).toEqual([])
    expect(await listed(other.executor)).toEqual([])
  })

  test('leaves by a link that dies with the right', async () => {
    const id = await batches.released()
    const { url } = (await batches.download(id, secondExecutor)).body
    expect((await batches.fileAt(url)).statusCode).toBe(200)
    expect((await batches.fileAt(url.replace('/payment-batches/', '/payment-batches/x'))).statusCode).toBe(
      404,
    )
    await app.tamper(sql`delete from project_permission where company_id = ${cast.companyId} and permission = 'execute'
      and user_id = (select id from account where email = ${cast.address('segunda')})`)
    expect((await batches.fileAt(url)).statusCode).toBe(404)
    await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
      select ${cast.companyId}, ${cast.projectId}, id, 'execute' from account where email = ${cast.address('segunda')}`)
    await batches.cancel(id)
    expect((await batches.fileAt(url)).statusCode).toBe(404)
  })
})
