import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sweepKeys } from '#server/database/idempotency.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let other: Cast
let orders: ReturnType<typeof ordersOf>

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  other = await makeCast(app, 'sur')
  orders = ordersOf(app, cast)
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const types = (body: { issues: { pointer: string; message: string }[] }) =>
  Object.fromEntries(body.issues.map(issue => [issue.pointer, issue.message]))

describe('submitting an order', () => {
  it('charges the contract of its type as requested, seats the approvers and is in the journal', async () => {
    const [, requested] = await orders.balance()
    const id = await orders.submit({ amountMinor: '12345' })
    expect((await orders.balance())[1]).toBe((requested ?? 0) + 12345)
    const card = await orders.card(id)
    expect(card).toMatchObject({ state: 'in_approval', revision: 1, contract: { id: cast.payable } })
    expect(card.stages[0].seats.map((seat: { approverId: string }) => seat.approverId).toSorted()).toEqual(
      cast.approverIds.toSorted(),
    )
    expect((await app.journal(cast.companyId, id)).map(event => event.action)).toEqual(['document.submitted'])
  })

  it('for issuance charges the contract with the client', async () => {
    const id = await orders.submit({ type: 'emision' })
    expect((await orders.card(id)).contract.id).toBe(cast.billable)
  })

  it('says in Spanish, at its field, what is missing', async () => {
    const { status, body } = await orders.post('/api/documents', cast.client, {})
    expect(status).toBe(422)
    expect(types(body)).toMatchObject({
      '/projectId': 'Proyecto requerido',
      '/name': 'Nombre requerido',
      '/providerId': 'Proveedor/Emisor requerido',
      '/amountMinor': 'Monto válido requerido',
    })
  })

  it.each(['0', '-1', '1e5', '1.5', 'NaN', '9999999999999999', '', 12, null, '0x10', '1 000'])(
    'never takes %j for an amount',
    async amountMinor => {
      const { status, body } = await orders.post('/api/documents', cast.client, {
        ...cast.order,
        amountMinor,
      })
      expect([status, types(body)]).toEqual([422, { '/amountMinor': 'Monto válido requerido' }])
    },
  )

  it('is refused to who is not signed in, to who may not, and for what is another company’s', async () => {
    expect((await orders.post('/api/documents', undefined, cast.order)).status).toBe(401)
    expect((await orders.post('/api/documents', cast.approvers[0], cast.order)).status).toBe(403)
    const ours = await cast.make('/api/projects', {
      name: 'Solo nuestra',
      clientId: cast.clientId,
      totalMinor: '1000',
      contractIds: [cast.payable],
      approverIds: cast.approverIds,
      executorIds: [],
    })
    const theirs = await orders.post('/api/documents', other.client, { ...other.order, projectId: ours })
    expect(theirs.body.type).toBe('/problems/not_found')
    const foreign = { ...cast.order, providerId: 'PRV-999' }
    expect((await orders.post('/api/documents', cast.client, foreign)).body.type).toBe(
      '/problems/provider_not_of_client',
    )
    const stray = { ...cast.order, contractId: 'CTR-999' }
    expect((await orders.post('/api/documents', cast.client, stray)).body.type).toBe(
      '/problems/contract_not_of_project',
    )
    const file = { ...cast.order, fileIds: ['01a1fd39-44da-70c5-b8a9-4b958cad39cf'] }
    expect((await orders.post('/api/documents', cast.client, file)).body.type).toBe(
      '/problems/file_not_yours',
    )
  })

  it('with the same key makes one order however often it is sent, and refuses the key for another', async () => {
    const key = 'una-clave-cualquiera'
    const first = await orders.post('/api/documents', cast.client, cast.order, key)
    const again = await Promise.all(
      Array.from({ length: 8 }, () => orders.post('/api/documents', cast.client, cast.order, key)),
    )
    expect(again.map(answer => answer.body)).toEqual(again.map(() => first.body))
    const changed = await orders.post('/api/documents', cast.client, { ...cast.order, name: 'Arena' }, key)
    expect([changed.status, changed.body.type]).toEqual([422, '/problems/idempotency_key_reused'])
  })

  it('under a key older than a week is a new one: keys are forgotten then, and not before', async () => {
    const key = 'una-clave-que-caduca'
    const first = await orders.post('/api/documents', cast.client, cast.order, key)
    const age = (days: number) =>
      app.owner.pool.query(
        `update idempotency_key set created_at = now() - $1 * interval '1 day' where key = $2`,
        [days, key],
      )
    await age(6)
    await sweepKeys(app.db, [cast.companyId])
    expect((await orders.post('/api/documents', cast.client, cast.order, key)).body.id).toBe(first.body.id)
    await age(8)
    await sweepKeys(app.db, [cast.companyId])
    expect((await orders.post('/api/documents', cast.client, cast.order, key)).body.id).not.toBe(
      first.body.id,
    )
  })

  it('without a key is not taken', async () => {
    const answer = await orders.post('/api/documents', cast.client, cast.order, ' ')
    expect([answer.status, answer.body.type]).toEqual([400, '/problems/idempotency_key_missing'])
  })
})

describe('deciding', () => {
  it('by every approver approves, and commits what was requested', async () => {
    const [, requested = 0, committed = 0] = await orders.balance()
    const id = await orders.submit({ amountMinor: '700' })
    expect((await orders.decide(id, cast.approvers[0])).body).toMatchObject({
      state: 'in_approval',
      approvals: { approved: 1, pending: 1 },
    })
    expect((await orders.decide(id, cast.approvers[1])).body).toMatchObject({
      state: 'approved',
      approvals: { approved: 2, total: 2 },
    })
    expect((await orders.balance()).slice(1, 3)).toEqual([requested, committed + 700])
  })

  it('against it by one rejects, releases the budget, and later decisions change nothing', async () => {
    const before = await orders.balance()
    const id = await orders.submit()
    expect((await orders.decide(id, cast.approvers[0], 'reject')).body.state).toBe('rejected')
    const late = await orders.decide(id, cast.approvers[1])
    expect([late.status, late.body.type, late.body.facts.decidedBy]).toEqual([
      409,
      '/problems/already_decided',
      'Aprobador 0 Pérez',
    ])
    expect(await orders.balance()).toEqual(before)
  })

  it('is done once a person', async () => {
    const id = await orders.submit()
    await orders.decide(id, cast.approvers[0])
    const twice = await orders.decide(id, cast.approvers[0])
    expect([twice.status, twice.body.type]).toEqual([409, '/problems/already_decided'])
  })

  it('is for its seats alone: not for the requester, the administrator, the executor or another company', async () => {
    const id = await orders.submit()
    expect((await orders.decide(id, undefined)).status).toBe(401)
    for (const who of [cast.client, cast.admin, cast.executor]) {
      expect((await orders.decide(id, who)).body.type).toBe('/problems/no_seat')
    }
    const foreign = await orders.decide(id, other.approvers[0])
    const absent = await orders.decide('DOC-99999', other.approvers[0])
    expect([foreign.status, foreign.body.type]).toEqual([404, '/problems/not_found'])
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' })
  })

  it('on a revision that has changed since is refused', async () => {
    const id = await orders.submit()
    const stale = await orders.decide(id, cast.approvers[0], 'approve', { revision: 7 })
    expect([stale.status, stale.body.type]).toEqual([409, '/problems/stale_revision'])
  })

  it('of which the journal cannot keep its event has not happened', async () => {
    const id = await orders.submit()
    await app.tamper(
      sql`alter table event add constraint shut check (action <> 'approval.decided') not valid`,
    )
    try {
      expect((await orders.decide(id, cast.approvers[0])).status).toBe(500)
    } finally {
      await app.tamper(sql`alter table event drop constraint shut`)
    }
    const { approvals } = await orders.card(id)
    expect([approvals.approved, approvals.pending]).toEqual([0, cast.approvers.length])
    expect((await orders.decide(id, cast.approvers[0])).status).toBe(200)
  })

  it('to return needs a comment; the corrected order starts again and old decisions no longer count', async () => {
    const id = await orders.submit()
    expect((await orders.decide(id, cast.approvers[0], 'return')).body.type).toBe(
      '/problems/comment_required',
    )
    await orders.decide(id, cast.approvers[1])
    const returned = await orders.decide(id, cast.approvers[0], 'return', { comment: 'Falta el albarán' })
    expect(returned.body.state).toBe('returned')
    const body = { ...cast.order, amountMinor: '20000', revision: 1 }
    const corrected = await app.ask(`/api/documents/${id}`, { method: 'PUT', as: cast.client, body })
    expect(corrected.body).toMatchObject({ state: 'in_approval', revision: 2 })
    expect((await orders.decide(id, cast.approvers[1])).body.type).toBe('/problems/stale_revision')
    for (const approver of cast.approvers) await orders.decide(id, approver, 'approve', { revision: 2 })
    expect(await orders.card(id)).toMatchObject({ state: 'approved', amount: { minor: '20000' } })
  })

  it('by somebody whose session has ended is refused at once, whatever their token says', async () => {
    const id = await orders.submit()
    const person = await app.person(cast.companyId, 'approver', cast.address('baja'))
    const token = await app.signIn(cast.address('baja'))
    await app.ask(`/api/people/${person}/deactivate`, { method: 'POST', as: cast.admin })
    expect((await orders.decide(id, token)).status).toBe(401)
    expect((await app.ask('/api/documents', { as: token })).status).toBe(401)
  })
})

describe('an order that nobody may approve', () => {
  it('is blocked, never approved, until somebody is appointed', async () => {
    const projectId = await cast.make('/api/projects', {
      name: 'Sin aprobadores',
      clientId: cast.clientId,
      totalMinor: '1000',
      contractIds: [cast.payable],
      approverIds: [],
      executorIds: [],
    })
    const { body } = await orders.post('/api/documents', cast.client, { ...cast.order, projectId })
    expect(body).toMatchObject({ state: 'blocked', blockCause: 'no_approver' })
    const people = { approverIds: cast.approverIds, executorIds: [cast.executorId] }
    const appointed = await app.ask(`/api/projects/${projectId}/people`, {
      method: 'PUT',
      as: cast.admin,
      body: people,
    })
    expect(appointed.status).toBe(200)
    const waiting = await app.ask('/api/approvals/pending', { as: cast.approvers[0] })
    expect(waiting.body.items.map((item: { document: { id: string } }) => item.document.id)).toContain(
      body.id,
    )
  })

  it('an approver with open seats cannot be taken off the project', async () => {
    await orders.submit()
    const body = { approverIds: cast.approverIds.slice(1), executorIds: [] }
    const answer = await app.ask(`/api/projects/${cast.projectId}/people`, {
      method: 'PUT',
      as: cast.admin,
      body,
    })
    expect([answer.status, answer.body.type]).toEqual([409, '/problems/approver_has_open_seats'])
  })
})

describe('taking back and cancelling', () => {
  it('is the requester’s before the first decision', async () => {
    const before = await orders.balance()
    const id = await orders.submit()
    expect((await orders.post(`/api/documents/${id}/withdrawal`, cast.admin, { revision: 1 })).status).toBe(
      403,
    )
    const taken = await orders.post(`/api/documents/${id}/withdrawal`, cast.client, { revision: 1 })
    expect(taken.body.state).toBe('returned')
    expect(await orders.balance()).toEqual(before)
    const decided = await orders.submit()
    await orders.decide(decided, cast.approvers[0])
    const late = await orders.post(`/api/documents/${decided}/withdrawal`, cast.client, { revision: 1 })
    expect(late.body.type).toBe('/problems/already_decided')
  })

  it('is the administrator’s once approved, with a reason, and frees the budget', async () => {
    const before = await orders.balance()
    const id = await orders.approved()
    const path = `/api/documents/${id}/cancellation`
    expect((await orders.post(path, cast.client, { revision: 1, reason: 'x' })).status).toBe(403)
    expect(types((await orders.post(path, cast.admin, { revision: 1, reason: ' ' })).body)).toEqual({
      '/reason': 'Indica el motivo',
    })
    expect((await orders.post(path, cast.admin, { revision: 1, reason: 'Duplicado' })).body.state).toBe(
      'cancelled',
    )
    expect(await orders.balance()).toEqual(before)
    expect((await orders.confirm(id, cast.executor)).body.type).toBe('/problems/not_approved')
  })
})
