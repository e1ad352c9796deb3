import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Comparable, duplicateDays, findLikenesses } from '#features/documents/rules/duplicates.ts'
import { money } from '#kernel/money.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { earlier } from '#tests/support/moved-times.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let neighbour: Cast
let stranger: Cast
let orders: ReturnType<typeof ordersOf>
let amount = 20_000

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  neighbour = await makeCast(app, 'vecino', { companyId: cast.companyId })
  stranger = await makeCast(app, 'sur')
  orders = ordersOf(app, cast)
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

/** An order of an amount that no other test asks for, without a reason. */
const fresh = (over: object = {}) => ({
  ...cast.order,
  amountMinor: String(++amount),
  duplicateReason: undefined,
  ...over,
})
const send = (body: object, as: string | undefined = cast.client, key?: string) =>
  orders.post('/api/documents', as, body, key)
const made = async (body: object, as?: string): Promise<string> => {
  const answer = await send(body, as)
  expect(answer.status).toBe(200)
  return answer.body.id
}
const likeIt = async (body: object, as: string | undefined = cast.client) => {
  const { projectId, type, providerId, amountMinor, invoiceNumber, documentId } = Object(body)
  const said = { projectId, type, providerId, amountMinor, currency: 'EUR', invoiceNumber, documentId }
  const known = Object.entries(said).filter(([, value]) => value !== undefined)
  return app.ask(`/api/documents/possible-duplicates?${new URLSearchParams(known)}`, { as })
}
const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id)

describe('an order that looks like another one', () => {
  it('is refused without a reason, and made with one, which its approvers read beside it', async () => {
    const order = fresh()
    const first = await made(order)
    for (const duplicateReason of [undefined, '', '  \n ', null]) {
      const { status, body } = await send({ ...order, duplicateReason })
      expect([status, body.type]).toEqual([409, '/problems/possible_duplicate'])
      expect(body.facts).toEqual({ count: 1, documents: first, hidden: 0 })
    }
    const second = await made({ ...order, duplicateReason: ' Es el segundo plazo ' })
    const card = await orders.card(second, cast.approvers[0])
    expect(card).toMatchObject({ duplicateReason: 'Es el segundo plazo', duplicates: { hidden: 0 } })
    expect(idsOf({ body: card.duplicates })).toEqual([first])
    const [event] = await app.owner.run<{ reason: string; after: object }>(
      sql`select reason, after from event where company_id = ${cast.companyId} and object_id = ${second}`,
    )
    expect(event).toMatchObject({ reason: 'Es el segundo plazo', after: { duplicates: [first] } })
    const [revision] = await app.owner.run<{ content: object }>(
      sql`select content from document_revision where company_id = ${cast.companyId} and document_id = ${second}`,
    )
    expect(revision?.content).toMatchObject({ duplicateReason: 'Es el segundo plazo', duplicateIds: [first] })
  })

  it('was there first: its approvers hear of the one made since', async () => {
    const order = fresh()
    const first = await made(order)
    expect((await orders.card(first, cast.approvers[0])).duplicates).toEqual({ items: [], hidden: 0 })
    const second = await made({ ...order, duplicateReason: 'Otro plazo' })
    expect(idsOf({ body: (await orders.card(first, cast.approvers[0])).duplicates })).toEqual([second])
    const { body } = await app.ask('/api/approvals/pending', { as: cast.approvers[0] })
    const flagged = body.items.filter((item: { duplicatesCount: number }) => item.duplicatesCount > 0)
    expect(flagged.map((item: { document: { id: string } }) => item.document.id)).toEqual(
      expect.arrayContaining([first, second]),
    )
  })

  it('pays the same invoice, however its number is written and however long ago', async () => {
    const first = await made(fresh({ invoiceNumber: 'F-2026/0014', invoiceDate: '2026-11-02' }))
    await app.tamper(sql`update document set submitted_at = ${earlier(part`submitted_at`, part`interval '2 years'`)}
      where company_id = ${cast.companyId} and id = ${first}`)
    const again = fresh({ invoiceNumber: ' f 2026 14 ' })
    expect((await send(again)).body.facts).toMatchObject({ documents: first })
    expect((await likeIt(again)).body.items).toMatchObject([{ id: first, likenesses: ['invoice'] }])
    expect(await orders.card(first)).toMatchObject({
      invoiceNumber: 'F-2026/0014',
      invoiceDate: '2026-11-02',
    })
  })

  it('says nothing of an invoice when it asks for one to be issued', async () => {
    const id = await made(fresh({ type: 'emision', invoiceNumber: 'F-1', invoiceDate: '2026-11-02' }))
    expect(await orders.card(id)).toMatchObject({ invoiceNumber: null, invoiceDate: null })
  })

  it('needs no reason once the other came to nothing', async () => {
    const order = fresh()
    const first = await made(order)
    await orders.decide(first, cast.approvers[0], 'reject')
    const second = await made(order)
    expect(await orders.card(second)).toMatchObject({ duplicateReason: null, duplicates: { items: [] } })
  })

  it('is corrected without repeating itself, and asked again when its correction repeats another', async () => {
    const [order, twin] = [fresh(), fresh()]
    const id = await made(order)
    const twinId = await made(twin)
    await orders.decide(id, cast.approvers[0], 'return', { comment: 'Corrige' })
    const correct = (body: object) =>
      app.ask(`/api/documents/${id}`, { method: 'PUT', as: cast.client, body: { ...body, revision: 1 } })
    expect((await likeIt({ ...order, documentId: id })).body).toEqual({ items: [], hidden: 0 })
    const repeated = { ...order, amountMinor: twin.amountMinor }
    expect((await correct(repeated)).body.facts).toMatchObject({ documents: twinId })
    expect((await correct(order)).status).toBe(200)
  })

  it('answers a repeated key as before, and a reason under a new key', async () => {
    const order = fresh()
    const first = await send(order, cast.client, 'una-clave-larga-1')
    expect((await send(order, cast.client, 'una-clave-larga-1')).body).toEqual(first.body)
    expect((await send(order, cast.client, 'una-clave-larga-2')).status).toBe(409)
    const reasoned = { ...order, duplicateReason: 'Otro plazo' }
    expect((await send(reasoned, cast.client, 'una-clave-larga-2')).status).toBe(200)
  })
})

describe('at the same time', () => {
  it('ten of one amount make one, and so do ten of one invoice', async () => {
    for (const over of [{}, { invoiceNumber: 'R-77' }]) {
      const bodies = Array.from({ length: 10 }, () => fresh(over))
      const same = 'invoiceNumber' in over ? bodies : bodies.map(() => bodies[0])
      const answers = await Promise.all(same.map(body => send(Object(body))))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    }
  })
})

describe('nobody hears of an order that is not theirs to know', () => {
  it('another company’s orders are never alike', async () => {
    const theirs = { ...stranger.order, amountMinor: String(++amount), duplicateReason: undefined }
    const theirId = await made(theirs, stranger.client)
    const ours = fresh({ amountMinor: theirs.amountMinor })
    expect((await likeIt(ours)).body).toEqual({ items: [], hidden: 0 })
    const id = await made(ours)
    expect(idsOf(await likeIt(ours))).toEqual([id])
    expect(idsOf(await likeIt(theirs, stranger.client))).toEqual([theirId])
  })

  it('another client’s are not even counted, though the provider is the same; the administration sees both', async () => {
    const shared = await makeShared()
    const theirs = { ...neighbour.order, providerId: shared, amountMinor: String(++amount) }
    const first = await made(theirs, neighbour.client)
    const ours = fresh({ providerId: shared, amountMinor: theirs.amountMinor })
    expect((await likeIt(ours)).body).toEqual({ items: [], hidden: 0 })
    const second = await made(ours)
    expect((await orders.card(second, cast.approvers[0])).duplicates).toEqual({ items: [], hidden: 0 })
    expect(idsOf({ body: (await orders.card(second, cast.admin)).duplicates })).toEqual([first])
  })

  it('one of the same client’s in another project is counted to whoever orders, and not named', async () => {
    const elsewhere = await cast.make('/api/projects', {
      name: 'Reservado',
      clientId: cast.clientId,
      totalMinor: '100',
      contractIds: [cast.payable],
      approverIds: cast.approverIds,
      executorIds: [],
    })
    const email = cast.address(`ayuda${amount}`)
    const helper = await app.person(cast.companyId, 'client_user', email, { clientId: cast.clientId })
    await app.ask(`/api/projects/${cast.projectId}/permissions/${helper}`, {
      method: 'PUT',
      as: cast.admin,
      body: { permissions: ['view', 'edit'] },
    })
    const as = await app.signIn(email)
    const order = fresh()
    await made({ ...order, projectId: elsewhere })
    expect((await likeIt(order, as)).body).toEqual({ items: [], hidden: 1 })
    expect((await send(order, as)).body.facts).toEqual({ count: 1, documents: '', hidden: 1 })
    expect((await likeIt({ ...order, projectId: elsewhere }, as)).status).toBe(404)
    await made({ ...order, duplicateReason: 'Otra obra' }, as)
  })

  it('a provider hears of its own alone', async () => {
    const email = cast.address(`prov${amount}`)
    await app.person(cast.companyId, 'provider', email, { providerId: cast.providerId })
    const as = await app.signIn(email)
    const order = fresh()
    const id = await made(order)
    expect(idsOf(await likeIt(order, as))).toEqual([id])
    expect((await likeIt({ ...order, providerId: neighbour.providerId }, as)).body).toEqual({
      items: [],
      hidden: 0,
    })
    const twin = await made({ ...order, duplicateReason: 'Un secreto' })
    expect(await orders.card(twin, as)).toMatchObject({ duplicateReason: null, duplicates: { items: [] } })
  })

  /** A provider of both clients. */
  async function makeShared(): Promise<string> {
    const clientIds = [cast.clientId, neighbour.clientId]
    return cast.make('/api/providers', { name: `De los dos ${amount}`, clientIds })
  }
})

describe('the database finds what the rule says', () => {
  it('up to the edge of half a month', async () => {
    const order = fresh()
    const first = await made(order)
    const at = (
      hours: number,
    ) => sql`update document set submitted_at = now() - make_interval(hours => ${hours}::int)
      where company_id = ${cast.companyId} and id = ${first}`
    for (const hours of [1, duplicateDays * 24 - 1, duplicateDays * 24 + 1]) {
      await app.tamper(at(hours))
      const one: Comparable = {
        id: first,
        type: 'gasto',
        payee: cast.providerId,
        state: 'in_approval',
        invoiceKey: null,
        isCreditNote: false,
        amount: money(1n, 'EUR'),
        submittedAt: new Date(Date.now() - hours * 3_600_000),
      }
      const expected = findLikenesses({ ...one, id: null, submittedAt: new Date() }, one).length
      expect((await likeIt(order)).body.items).toHaveLength(expected)
    }
  })
})
