// Two companies, and two clients with their providers in one of them. What belongs to the others is asked
// for through every call there is, and must answer exactly as what does not exist.

import { afterAll, describe, expect, test } from 'vitest'
import { simplePdf } from '#features/samples/rules/simple-pdf.ts'
import { type Endpoint, pathWith } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { type CastOptions, makeCast, ordersOf } from '#tests/support/cast.ts'
import { startWhole } from '#tests/support/product.ts'
import { knownOf, type Sample, sampleOf, shapeOf } from '#tests/support/samples.ts'
import { deliverAll } from '#tests/support/subscribers.ts'

const app = await startWhole()
afterAll(() => app.stop())

async function upload(as: string, text = 'Factura'): Promise<string> {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
  const headers = { authorization: `Bearer ${as}`, 'content-type': 'multipart/form-data; boundary=x' }
  const payload = Buffer.concat([Buffer.from(head), simplePdf([text]), Buffer.from('\r\n--x--\r\n')])
  const answer = await app.http.inject({ method: 'POST', url: '/api/files', headers, payload })
  return answer.json().id
}

/** A client with all that can hang from one: people, provider with an account, orders in several states. */
async function makeSide(name: string, iban: string, options: CastOptions = {}) {
  const cast = await makeCast(app, name, options)
  const signed = async (role: 'provider' | 'client_user', who: string, belongs: object) => {
    await app.person(cast.companyId, role, cast.address(who), belongs)
    return app.signIn(cast.address(who))
  }
  const provider = await signed('provider', 'proveedor', { providerId: cast.providerId })
  const clientUser = await signed('client_user', 'usuario', { clientId: cast.clientId })
  const { version: seen } = (await app.ask(`/api/providers/${cast.providerId}`, { as: cast.admin })).body
  const bank = { name: `Proveedor ${name}`, status: 'active', clientIds: [cast.clientId], iban, seen }
  await app.ask(`/api/providers/${cast.providerId}`, { method: 'PUT', as: cast.admin, body: bank })
  const orders = ordersOf(app, cast)
  const fileId = await upload(cast.client)
  const documentId = await orders.submit({ name: `Pedido ${name}`, fileIds: [fileId] })
  const executed = await orders.approved({ name: `Pagado ${name}` })
  const proofFileId = await upload(cast.executor)
  const confirmed = await orders.confirm(executed, cast.executor, { proofFileId, reference: `TRF ${name}` })
  expect(confirmed.status).toBe(200)
  const approved = await orders.approved({ type: 'emision', name: `Factura ${name}` })
  const sentFileId = await upload(cast.client, `Recibida ${name}`)
  const received = await app.ask('/api/received-invoices', {
    method: 'POST',
    as: cast.client,
    body: { fileId: sentFileId },
  })
  expect(received.status).toBe(200)
  const receivedId = received.body.id
  const known: Sample = { ...knownOf(cast, { documentId, fileId }), receivedId }
  const people = {
    client: cast.client,
    clientUser,
    provider,
    approver: cast.approvers[0] ?? '',
    executor: cast.executor,
  }
  const marks = [
    `.${name}@`,
    `Cliente ${name}`,
    `Proveedor ${name}`,
    `Pedido ${name}`,
    `Pagado ${name}`,
    `TRF ${name}`,
    iban,
    cast.clientId,
    cast.executorId,
    ...cast.approverIds,
    fileId,
    proofFileId,
    sentFileId,
    receivedId,
    cast.projectId,
    cast.payable,
    cast.billable,
    cast.providerId,
    documentId,
    executed,
    approved,
  ]
  return { cast, people, known, marks, executed }
}
type Side = Awaited<ReturnType<typeof makeSide>>

const south = await makeSide('sur', 'FR1420041010050500013M02606')
const north = await makeSide('norte', 'ES9121000418450200051332')
// The second client's ids lie beyond all that the others will ever make here.
await app.tamper(sql`update counter set last = 500 where company_id = ${north.cast.companyId}`)
const east = await makeSide('levante', 'DE89370400440532013000', { companyId: north.cast.companyId })
await deliverAll(app.db)

/** Who asks, of whom. The second client of the north has ids that the south has none of. */
const pairs: { title: string; asking: Side; others: Side; people: { [who: string]: string } }[] = [
  {
    title: 'people of another company',
    asking: south,
    others: east,
    people: { ...south.people, admin: south.cast.admin },
  },
  { title: 'people of the first client', asking: north, others: east, people: north.people },
  { title: 'people of the second client', asking: east, others: north, people: east.people },
]

const guarded = app.calls
  .filter(call => call.kind !== 'public' && call.kind !== 'platform')
  .map(call => call.endpoint)
const reads = guarded.filter(endpoint => endpoint.method === 'GET')

const absentIds: { readonly [prefix: string]: string } = {
  PRJ: 'PRJ-999',
  CTR: 'CTR-999',
  DOC: 'DOC-999',
  PRV: 'PRV-999',
}
const neverMade = newId()
const absentLike = (id: string): string => absentIds[id.slice(0, 3)] ?? neverMade
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^([A-Z]{3}-\d+|[0-9a-f]{8}-[0-9a-f-]{27})$/.test(value)

/** The first id in a value of one field. */
const idIn = (value: unknown): string | null => {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return isId(first) ? first : null
}

type Parts = { readonly params: Sample; readonly query: Sample; readonly body: Sample }
const places = ['params', 'query', 'body'] as const

async function send(endpoint: Endpoint, as: string, { params, query, body }: Parts) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const isWrite = endpoint.method !== 'GET'
  const answer = await app.http.inject({
    method: endpoint.method,
    url: `${pathWith(endpoint.path, params)}?${search}`,
    headers: {
      authorization: `Bearer ${as}`,
      ...(isWrite ? { 'content-type': 'application/json', 'idempotency-key': newId() } : {}),
    },
    ...(isWrite ? { payload: JSON.stringify(body) } : {}),
  })
  return { status: answer.statusCode, body: answer.body }
}

/** Status and body, without what differs in any two answers: the asked id, the request's, one just made, a signature. */
const told = ({ status, body }: { status: number; body: string }, id: string) =>
  `${status} ${body.replace(/"requestId":"[^"]*"|^\{"id":"[A-Z]{3}-\d+"\}$|\/exports\/(?:[a-z-]+\/)?[^/]+/, '').replaceAll(id, 'ID')}`

/** A request of the asking side's own; the query empty, so that it narrows nothing. */
const ownRequest = (endpoint: Endpoint, { known }: Side, over: object = {}): Parts => ({
  params: { ...sampleOf(endpoint, 'params', known), ...over },
  query: {},
  body: sampleOf(endpoint, 'body', known),
})

/** A place in a list, by number: whose order has that number is not asked. */
const positions = new Set(['after'])

/** Every field of a request that names something, with the others' id for it where it is not one's own. */
function* idFields(endpoint: Endpoint, asking: Side, others: Side) {
  for (const place of places)
    for (const [field] of shapeOf(endpoint[place]).fields) {
      const foreign = positions.has(field) ? null : idIn(others.known[field])
      if (foreign && foreign !== idIn(asking.known[field]))
        yield { place, field, foreign, isList: Array.isArray(others.known[field]) }
    }
}

describe.each(pairs)('$title', ({ asking, others, people }) => {
  const cases = guarded.filter(endpoint => [...idFields(endpoint, asking, others)].length > 0)

  test.each(cases)('get from $method $path with the others’ ids what absent ids give', async endpoint => {
    const isElsewhere = asking.cast.companyId !== others.cast.companyId
    const before = isElsewhere && (await app.digests(others.cast.companyId))
    for (const { place, field, foreign, isList } of idFields(endpoint, asking, others))
      for (const [who, token] of Object.entries(people)) {
        const own = ownRequest(endpoint, asking)
        const asked = (id: string) =>
          send(endpoint, token, { ...own, [place]: { ...own[place], [field]: isList ? [id] : id } })
        const absent = absentLike(foreign)
        const [theirs, nothing] = [await asked(foreign), await asked(absent)]
        expect(told(theirs, foreign), `${who}: ${place}.${field}`).toBe(told(nothing, absent))
        if (place === 'params') expect([403, 404], `${who}: ${theirs.body}`).toContain(theirs.status)
      }
    if (isElsewhere) expect(await app.digests(others.cast.companyId)).toEqual(before)
  })

  const executed = { documentId: asking.executed }
  let answers: Promise<readonly OwnAnswer[]> | undefined
  /** Answers to all that this side may read of its own, asked once for both tests below. */
  const ownAnswers = () => {
    answers ??= readAll(asking, { ...people, administrator: asking.cast.admin }, executed)
    return answers
  }

  test('read nothing of the others in any answer', async () => {
    const own = new Set(asking.marks)
    const foreign = others.marks
      .filter(mark => !own.has(mark))
      .map(mark => new RegExp(`${mark.replaceAll('.', String.raw`\.`)}(?!\\d)`))
    for (const { who, endpoint, body } of await ownAnswers())
      if (who in people)
        expect(
          foreign.filter(mark => mark.test(body)),
          `${who}: ${endpoint.path}`,
        ).toEqual([])
  })

  test('read their own, so that the test above can fail', async () => {
    const bodies = (await ownAnswers()).map(({ body }) => body)
    const seen = asking.marks.filter(mark => bodies.some(body => body.includes(mark)))
    expect(seen).toEqual(asking.marks)
  })
})

type OwnAnswer = { readonly who: string; readonly endpoint: Endpoint; readonly body: string }

/** Every read call as each of these people; one that is about an order, about `other` too. */
async function readAll(side: Side, people: { [who: string]: string }, other: object): Promise<OwnAnswer[]> {
  const found: OwnAnswer[] = []
  for (const endpoint of reads)
    for (const [who, token] of Object.entries(people))
      for (const over of shapeOf(endpoint.params).fields.has('documentId') ? [{}, other] : [{}])
        found.push({
          who,
          endpoint,
          body: (await send(endpoint, token, ownRequest(endpoint, side, over))).body,
        })
  return found
}
