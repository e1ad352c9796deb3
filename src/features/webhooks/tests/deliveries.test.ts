// From a fact to a receiver: what is told, to whom, and how it is signed.
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { clientFact } from '#features/clients/facts.ts'
import { closingFact } from '#features/closings/facts.ts'
import { sealEvents } from '#features/seals/commands/seal.ts'
import { planDeliveries } from '#features/webhooks/commands/plan.ts'
import { sweepDeliveries } from '#features/webhooks/commands/sweep.ts'
import { publicEvents } from '#features/webhooks/rules/events.ts'
import { messageWires } from '#features/webhooks/wire/messages.ts'
import { newId } from '#kernel/ids.ts'
import { record } from '#server/database/journal.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { unknownFields } from '#server/http/unknown-fields.ts'
import { origin } from '#tests/support/app.ts'
import { ordersOf } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { webhookDesk } from '#tests/support/webhook-desk.ts'

function wireOf(event: string) {
  const wire = messageWires.get(event)
  if (!wire) throw new Error(`${event} has no wire`)
  return wire
}

const patient = { timeout: 120_000 }
const desk = webhookDesk('entregas')

test('an approved order reaches its receiver signed, once, with what an administrator may read', async () => {
  const receiver = await desk.receiver()
  const made = await desk.webhook(receiver.url)
  const id = await desk.approve()
  await desk.tell()
  await desk.tell()
  expect(receiver.calls).toHaveLength(1)
  const [call] = receiver.calls
  const message = new Webhook(made.secret).verify(call?.body ?? '', call?.headers ?? {})
  expect(message).toMatchObject({
    type: 'order.approved',
    data: {
      companyId: desk.cast.companyId,
      id,
      state: 'approved',
      projectId: desk.cast.projectId,
      providerId: desk.cast.providerId,
      amount: { minor: '10000', currency: 'EUR' },
      pageUrl: `${origin}/empresa/projects/${desk.cast.projectId}/documents/${id}`,
      apiUrl: `${origin}/api/projects/${desk.cast.projectId}/documents/${id}`,
    },
  })
  const read = await desk.app.ask(`/api/projects/${desk.cast.projectId}/documents/${id}`, {
    as: desk.cast.admin,
  })
  expect(read.status).toBe(200)
  expect(await desk.deliveries(made.id)).toMatchObject([
    {
      state: 'accepted',
      status: 204,
      attempts: 1,
      event: 'order.approved',
      eventId: call?.headers['webhook-id'],
    },
  ])
  expect((await desk.read(made.id)).lastAcceptedAt).not.toBeNull()
})

test('a body that was changed on its way, or another secret, is not from us', async () => {
  const receiver = await desk.receiver()
  const made = await desk.webhook(receiver.url)
  await desk.approve()
  await desk.tell()
  const { body = '', headers = {} } = receiver.calls[0] ?? {}
  expect(() => new Webhook(made.secret).verify(body.replace('10000', '90000'), headers)).toThrow()
  expect(() => new Webhook('whsec_YWJjZA==').verify(body, headers)).toThrow()
})

test(
  'every public event can be told, without account numbers, comments and names of people',
  patient,
  async () => {
    const receiver = await desk.receiver()
    await desk.webhook(receiver.url, publicEvents)
    const orders = ordersOf(desk.app, desk.cast)
    const iban = 'ES9121000418450200051332'
    await desk.cast.make('/api/providers', { name: 'Con cuenta', iban, clientIds: [desk.cast.clientId] })
    const id = await orders.approved()
    await orders.confirm(id, desk.cast.executor)
    const rejected = await orders.submit()
    await orders.decide(rejected, desk.cast.approvers[0], 'reject', { comment: 'Un motivo secreto' })
    await desk.tell()
    const bodies = receiver.calls.map(({ body }) => JSON.parse(body))
    expect(bodies.map(({ type }) => type).toSorted()).toEqual([
      'order.approved',
      'order.executed',
      'order.rejected',
      'order.submitted',
      'order.submitted',
      'provider.created',
    ])
    for (const body of bodies) expect(unknownFields(wireOf(body.type), body), body.type).toEqual([])
    for (const body of bodies) expect(wireOf(body.type).safeParse(body).error, body.type).toBeUndefined()
    const text = JSON.stringify(bodies)
    for (const untold of [iban, 'Un motivo secreto', 'Aprobador', 'Tesorería', '@'])
      expect(text).not.toContain(untold)
  },
)

test('one of several payments is told with its own amount beside that of its order', async () => {
  const receiver = await desk.receiver()
  await desk.webhook(receiver.url, ['payment.made', 'order.executed'])
  const orders = ordersOf(desk.app, desk.cast)
  const parts = ['3333', '6667'].map((amountMinor, index) => ({
    amountMinor,
    dueOn: dayFromToday(30 + index),
  }))
  const id = await orders.approved({ payments: parts })
  await orders.confirm(id, desk.cast.executor, { payment: 1 })
  await orders.confirm(id, desk.cast.executor, { payment: 2 })
  const single = await orders.approved()
  await orders.confirm(single, desk.cast.executor)
  await desk.tell()
  const bodies = receiver.calls.map(({ body }) => JSON.parse(body))
  const euros = (minor: string) => ({ minor, currency: 'EUR' })
  expect(bodies).toMatchObject([
    { type: 'payment.made', data: { amount: euros('10000'), payment: 1, paymentAmount: euros('3333') } },
    { type: 'order.executed', data: { amount: euros('10000'), payment: 2, paymentAmount: euros('6667') } },
    { type: 'order.executed', data: { amount: euros('10000') } },
  ])
  expect(bodies[2].data).not.toHaveProperty('paymentAmount')
  for (const body of bodies) expect(unknownFields(wireOf(body.type), body), body.type).toEqual([])
})

test('an approver who is added and a decision that is forced are told, without names and reasons', async () => {
  const receiver = await desk.receiver()
  await desk.webhook(receiver.url, ['order.approver_added', 'order.decision_forced', 'order.approved'])
  const { app, cast } = desk
  const orders = ordersOf(app, cast)
  const allowed = await app.ask('/api/company/settings', {
    method: 'PATCH',
    as: cast.admin,
    body: { forcedDecisions: true },
  })
  expect(allowed.status).toBe(200)
  const bossId = await app.person(cast.companyId, 'admin', cast.address('jefa'), { name: 'Jefa' })
  const boss = await app.signIn(cast.address('jefa'))
  await app.ask(`/api/projects/${cast.projectId}/permissions/${bossId}`, {
    method: 'PUT',
    as: cast.admin,
    body: { permissions: ['view'] },
  })
  const id = await orders.submit()
  const reason = 'Un motivo secreto'
  const added = { revision: 1, userId: bossId, place: 'beside', reason }
  expect((await orders.post(`/api/documents/${id}/approvers`, cast.approvers[0], added)).status).toBe(200)
  const forced = { revision: 1, decision: 'approve', reason }
  expect((await orders.post(`/api/documents/${id}/forced-decision`, boss, forced)).status).toBe(200)
  await desk.tell()
  const bodies = receiver.calls.map(({ body }) => JSON.parse(body))
  const byType = Object.fromEntries(bodies.map(({ type, data }) => [type, data]))
  expect(Object.keys(byType).toSorted()).toEqual([
    'order.approved',
    'order.approver_added',
    'order.decision_forced',
  ])
  expect(byType['order.approver_added']).toMatchObject({ id, stage: 2, place: 'beside' })
  expect(byType['order.decision_forced']).toMatchObject({ id, decision: 'approve', forcedStages: ['1', '2'] })
  expect(byType['order.approved']).toMatchObject({ id, forced: true })
  for (const body of bodies) expect(unknownFields(wireOf(body.type), body), body.type).toEqual([])
  for (const untold of [reason, 'Jefa', bossId]) expect(JSON.stringify(bodies)).not.toContain(untold)
})

test('a webhook hears what it chose, and of its company alone', async () => {
  const [receiver, other] = [await desk.receiver(), await desk.receiver()]
  await desk.webhook(receiver.url, ['order.submitted'])
  const stranger = await desk.stranger('ajena')
  await desk.webhook(other.url, ['order.submitted'], stranger)
  await desk.approve()
  await desk.tell()
  expect(receiver.calls.map(({ body }) => JSON.parse(body).type)).toEqual(['order.submitted'])
  expect(other.calls).toEqual([])
})

test('two nodes at once call once for each fact', patient, async () => {
  const receiver = await desk.receiver(response => setTimeout(() => response.writeHead(204).end(), 30))
  await desk.webhook(receiver.url)
  for (let orders = 0; orders < 6; orders++) await desk.approve()
  await sealEvents(desk.app.db)
  await Promise.all([planDeliveries(desk.app.db, origin), planDeliveries(desk.app.db, origin)])
  await planDeliveries(desk.app.db, origin)
  const nodes = [desk.node(), desk.node()]
  await Promise.all(nodes.map(node => desk.deliver(node)))
  const ids = receiver.calls.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(6)
  expect(new Set(ids).size).toBe(6)
})

test('a sample tells nobody anything', async () => {
  const receiver = await desk.receiver()
  await desk.webhook(receiver.url)
  await desk.app.tamper(
    sql`update company set sample_of = ${newId()} where company_id = ${desk.cast.companyId}`,
  )
  const body = { url: receiver.url, description: 'Otro', events: ['order.approved'] }
  await desk.approve()
  await desk.tell()
  expect(receiver.calls).toEqual([])
  const refused = await desk.app.ask('/api/webhooks', { method: 'POST', body, as: desk.cast.admin })
  expect(refused.body).toMatchObject({ type: expect.stringContaining('sample_company') })
})

test('a company that has ended tells nobody anything, not even what waits', async () => {
  const receiver = await desk.receiver()
  await desk.webhook(receiver.url)
  await desk.approve()
  await desk.plan()
  await desk.approve()
  await desk.app.tamper(sql`update company set status = 'inactive' where company_id = ${desk.cast.companyId}`)
  await desk.tell()
  expect(receiver.calls).toEqual([])
  const [left] = await desk.app.tamper(sql`
    select (select count(*) from webhook_delivery where company_id = ${desk.cast.companyId})::int as deliveries,
      (select count(*) from webhook_lane where company = ${desk.cast.companyId})::int as lanes`)
  expect(left).toEqual({ deliveries: 1, lanes: 0 })
})

test('a company without webhooks costs the journal nothing', async () => {
  await desk.approve()
  await desk.plan()
  const [rows] = await desk.app.tamper(sql`
    select count(*)::int as count from journal_reader where company = ${desk.cast.companyId}`)
  expect(rows).toEqual({ count: 0 })
  const made = await desk.webhook('http://127.0.0.1:9/in')
  await desk.app.ask(`/api/webhooks/${made.id}`, { method: 'DELETE', as: desk.cast.admin })
  const [after] = await desk.app.tamper(sql`
    select (select count(*) from journal_reader where company = ${desk.cast.companyId})::int as readers,
      (select count(*) from webhook_lane where company = ${desk.cast.companyId})::int as lanes`)
  expect(after).toEqual({ readers: 0, lanes: 0 })
})

test('a fact of which no message can be written is named and left out, and the others are told', async () => {
  const receiver = await desk.receiver()
  await desk.webhook(receiver.url, ['order.approved', 'client.changed', 'month.closed'])
  const unknown = await desk.approve()
  await desk.app.tamper(sql`
    update document set currency = 'ZZZ' where company_id = ${desk.cast.companyId} and id = ${unknown}`)
  await asSystem(desk.app.db, desk.cast.companyId, async tx => {
    const after = { month: '2026-10', clientId: null, version: 1, digest: '', files: 0, figures: {} }
    await record(tx, null, clientFact('client.changed', 'nobody', { before: {}, after: {} }))
    await record(tx, null, closingFact('closing.made', 'no month', { after }))
  })
  const told = await desk.approve()
  await expect(desk.plan()).rejects.toThrow('unknown currency ZZZ')
  await desk.tell()
  expect(receiver.calls.map(({ body }) => JSON.parse(body).data.id)).toEqual([told])
})

test('deliveries are kept for thirty days', async () => {
  const receiver = await desk.receiver()
  const made = await desk.webhook(receiver.url)
  await desk.approve()
  await desk.tell()
  await sweepDeliveries(desk.app.db, [desk.cast.companyId])
  expect(await desk.deliveries(made.id)).toHaveLength(1)
  await desk.app.tamper(sql`
    update webhook_delivery set created_at = ${new Date(Date.now() - 31 * 86_400_000)} where company_id = ${desk.cast.companyId}`)
  await sweepDeliveries(desk.app.db, [desk.cast.companyId])
  expect(await desk.deliveries(made.id)).toEqual([])
})

test('a message says by which API token it was done, and of a person in a session by none', async () => {
  const receiver = await desk.receiver()
  await desk.webhook(receiver.url, ['client.changed'])
  const { clientId, companyId } = desk.cast
  const tokenId = newId()
  await asSystem(desk.app.db, companyId, async tx => {
    const changed = clientFact('client.changed', clientId, { before: {}, after: {} })
    await record(tx, { userId: clientId, tokenId }, changed)
    await record(tx, { userId: clientId }, changed)
  })
  await desk.tell()
  const bodies = receiver.calls.map(({ body }) => JSON.parse(body))
  expect(bodies.map(({ apiTokenId }) => apiTokenId)).toEqual([tokenId, null])
  for (const body of bodies) expect(unknownFields(wireOf('client.changed'), body)).toEqual([])
})
