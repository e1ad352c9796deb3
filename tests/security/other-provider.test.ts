// Two providers who are party to one project: of the other's order every call answers as of one that there is not,
// and of its own none says who approves it.
import { afterAll, expect, test } from 'vitest'
import { type Endpoint, pathWith } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { startWhole } from '#tests/support/product.ts'
import { knownOf, sampleOf, shapeOf } from '#tests/support/samples.ts'

const app = await startWhole()
afterAll(() => app.stop())
const cast = await makeCast(app, 'compartido')
const orders = ordersOf(app, cast)

// The second provider has a contract of the same project.
const otherId = await cast.make('/api/providers', { name: 'Otra', clientIds: [cast.clientId] })
const otherContract = await cast.make('/api/contracts', {
  clientId: cast.clientId,
  type: 'proveedor',
  providerId: otherId,
  description: 'De la otra',
  totalMinor: '900000',
  currency: 'EUR',
  startsOn: '2020-01-01',
  endsOn: '2090-12-31',
})
await cast.make('/api/projects', {
  name: 'Otra',
  clientId: cast.clientId,
  totalMinor: '1000',
  contractIds: [otherContract, cast.payable],
  approverIds: cast.approverIds,
  executorIds: [cast.executorId],
})
const shared = 'PRJ-002'
const inShared = { projectId: shared }
await app.person(cast.companyId, 'provider', cast.address('otra'), { providerId: otherId })
const provider = await app.signIn(cast.address('otra'))
const theirs = { ...inShared, providerId: otherId, contractId: otherContract }

/** Orders of each in every state that a verb asks about. */
const open = await orders.submit(inShared)
const approved = await orders.approved(inShared)
const returned = await orders.submit(inShared)
await orders.decide(returned, cast.approvers[0], 'return', { comment: 'Falta' })
const executed = await orders.approved(inShared)
await orders.confirm(executed, cast.executor)
const ownOpen = await orders.submit(theirs)
await orders.decide(ownOpen, cast.approvers[0])
const ownReturned = await orders.submit(theirs)
await orders.decide(ownReturned, cast.approvers[0], 'return', { comment: 'Falta' })
const ownApproved = await orders.approved(theirs)

const ofOrders = app.calls
  .filter(call => call.kind !== 'platform' && call.kind !== 'public')
  .map(call => call.endpoint)
  .filter(endpoint =>
    [endpoint.params, endpoint.body].some(part => {
      const { fields } = shapeOf(part)
      return fields.has('documentId') || fields.has('documentIds') || fields.has('items')
    }),
  )
const named = ofOrders.map(endpoint => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }))

async function ask(endpoint: Endpoint, documentId: string) {
  const known = { ...knownOf(cast, { documentId, fileId: newId() }), projectId: shared }
  const params = sampleOf(endpoint, 'params', known)
  const isWrite = endpoint.method !== 'GET'
  const body = { ...sampleOf(endpoint, 'body', known) }
  if ('items' in body) body.items = [{ documentId, revision: 99 }]
  if ('revision' in body) body.revision = 99
  const answer = await app.http.inject({
    method: endpoint.method,
    url: pathWith(endpoint.path, params),
    headers: {
      authorization: `Bearer ${provider}`,
      ...(isWrite ? { 'content-type': 'application/json', 'idempotency-key': newId() } : {}),
    },
    ...(isWrite ? { payload: JSON.stringify(body) } : {}),
  })
  return { status: answer.statusCode, text: answer.body.replaceAll(documentId, 'DOC') }
}

const bare = ({ status, text }: { status: number; text: string }) => ({
  status,
  text: text.replace(/"requestId":"[^"]*"/, ''),
})

test.each(named)('$name knows nothing of an order of another provider', async ({ endpoint }) => {
  const absent = bare(await ask(endpoint, 'DOC-999'))
  for (const id of [open, approved, returned, executed]) expect(bare(await ask(endpoint, id))).toEqual(absent)
})

test.each(named)('$name names no approver to the order’s own provider', async ({ endpoint }) => {
  for (const id of [ownOpen, ownReturned, ownApproved]) {
    const { text } = await ask(endpoint, id)
    expect(text).not.toContain('Aprobador')
    for (const approverId of cast.approverIds) expect(text).not.toContain(approverId)
  }
})

test('every verb of an order is among them', () => {
  const ids = ofOrders.map(endpoint => endpoint.id)
  expect(ids).toEqual(
    expect.arrayContaining([
      'decideDocument',
      'undoApproval',
      'resubmitDocument',
      'withdrawDocument',
      'cancelDocument',
    ]),
  )
  expect(ids.length).toBeGreaterThan(20)
})
