// Decisions that an administrator forces, where the company allows it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type CastOptions, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { statusAndType } from '#tests/support/flows.ts'
import { earlier } from '#tests/support/moved-times.ts'
import { scheduler } from '#tests/support/schedules.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const reason = 'Nadie contesta desde hace un mes'

/** A company that allows forced decisions by one administrator's hand, and another one who forces them. */
async function makeWorld(name: string, options: CastOptions & { isAllowed?: boolean } = {}) {
  const { isAllowed = true, ...rest } = options
  const cast = await makeCast(app, name, rest)
  const orders = ordersOf(app, cast)
  await app.person(cast.companyId, 'admin', cast.address('jefa'), { name: 'Jefa' })
  const boss = await app.signIn(cast.address('jefa'))
  const allow = (forcedDecisions: boolean, as: string | undefined = cast.admin) =>
    app.ask('/api/company/settings', { method: 'PATCH', as, body: { forcedDecisions } })
  if (isAllowed) expect((await allow(true)).status).toBe(200)
  const force = (id: string, over: object = {}, as: string | undefined = boss, key = newId()) =>
    orders.post(
      `/api/documents/${id}/forced-decision`,
      as,
      { revision: 1, decision: 'approve', reason, ...over },
      key,
    )
  const told = async (as: string | undefined) => {
    await deliverAll(app.db)
    return (await app.ask('/api/notices', { as })).body.items.map(({ topic }: { topic: string }) => topic)
  }
  return { cast, orders, boss, allow, force, told }
}

describe('an order whose decision is forced', () => {
  test('is approved, committed and marked, and whoever was asked still is told', async () => {
    const { cast, orders, boss, force, told } = await makeWorld('aprueba')
    const id = await orders.submit()
    const [done, late] = cast.approvers
    await orders.decide(id, done)
    await told(late)
    expect((await orders.card(id, boss)).can.force).toBe(true)
    const key = newId()
    const first = await force(id, {}, boss, key)
    expect(first).toMatchObject({
      status: 200,
      body: { state: 'approved', approvals: { total: 2, approved: 1, pending: 0 } },
    })
    expect(await force(id, {}, boss, key)).toMatchObject({ status: 200, body: first.body })
    const [, requested, committed] = await orders.balance()
    expect([requested, committed]).toEqual([0, Number((await orders.card(id, boss)).amount.minor)])
    const [stage] = (await orders.card(id)).stages
    expect(stage).toMatchObject({ outcome: 'approved', forced: { byName: 'Jefa Pérez', reason } })
    expect(await told(late)).toContain('approval.overridden')
    expect(await told(done)).not.toContain('approval.overridden')
    expect(await told(cast.client)).toContain('document.approved')
    const row = async (as: string | undefined) =>
      (await app.ask('/api/documents', { as })).body.items.find((each: { id: string }) => each.id === id)
    expect((await row(cast.client)).isForced).toBe(true)
    const { body } = await app.ask(`/api/documents/${id}/timeline`, { as: cast.client })
    expect(body.items.slice(-2)).toMatchObject([
      { action: 'approval.forced', actorName: 'Jefa Pérez', reason, facts: { decision: 'approve' } },
      { action: 'approval.decided', reason: null, facts: { forced: true, state: 'approved' } },
    ])
    // It is nobody's last approval, and nobody's seat is reopened.
    for (const as of [done, late, boss])
      expect((await orders.post(`/api/documents/${id}/undoing`, as, { revision: 1 })).status).toBe(409)
    expect((await orders.confirm(id, cast.executor)).status).toBe(200)
  })

  test('is rejected, and gives back what it had asked of its contract', async () => {
    const { cast, orders, force, told } = await makeWorld('rechaza')
    const id = await orders.submit()
    await told(cast.client)
    expect((await force(id, { decision: 'reject' })).body).toMatchObject({
      state: 'rejected',
      approvals: { pending: 0 },
    })
    expect((await orders.balance()).slice(1)).toEqual([0, 0, 0])
    expect((await orders.card(id)).stages[0]).toMatchObject({ outcome: 'rejected', forced: { reason } })
    expect(await told(cast.client)).toContain('document.rejected')
  })

  test('passes the contract’s total as the last approval does: refused, or asked of the budget’s owners', async () => {
    const tight = await makeWorld('justa', { total: '100000', overrunPolicy: 'bloquear' })
    const one = await tight.orders.submit({ amountMinor: '60000' })
    const lessen = sql`update contract set total_minor = ${'50000'} where company_id = ${tight.cast.companyId} and id = ${tight.cast.payable}`
    await app.tamper(lessen)
    expect(statusAndType(await tight.force(one))).toEqual([409, '/problems/over_budget'])
    await app.tamper(
      sql`update contract set total_minor = ${'100000'} where company_id = ${tight.cast.companyId} and id = ${tight.cast.payable}`,
    )
    expect((await tight.force(one)).status).toBe(200)

    const asking = await makeWorld('pide', { total: '100000', overrunPolicy: 'avisar' })
    const { cast, orders } = asking
    const first = await orders.submit({ amountMinor: '80000' })
    const second = await orders.submit({ amountMinor: '80000', duplicateReason: 'Son dos' })
    const third = await orders.submit({ amountMinor: '80000', duplicateReason: 'Son tres' })
    const owner = await app.person(cast.companyId, 'approver', cast.address('dueno'))
    const token = await app.signIn(cast.address('dueno'))
    const owners = { method: 'PUT', as: cast.admin, body: { userIds: [owner] } } as const
    expect((await app.ask('/api/company/budget-owners', owners)).status).toBe(200)
    const asks = { method: 'PATCH', as: cast.admin, body: { overrunPolicy: 'requiere_aprobacion' } } as const
    expect((await app.ask('/api/company/settings', asks)).status).toBe(200)
    const own = sql`update contract set overrun_policy = null where company_id = ${cast.companyId}`
    await app.tamper(own)
    expect((await asking.force(first)).body.state).toBe('approved')
    expect((await asking.force(second)).body.state).toBe('in_approval')
    expect((await app.ask('/api/approvals/pending', { as: token })).body.items).toHaveLength(1)
    // A forced stage is a decision: the requester no longer withdraws the order.
    const withdrawal = await orders.post(`/api/documents/${second}/withdrawal`, cast.client, { revision: 1 })
    expect(statusAndType(withdrawal)).toEqual([409, '/problems/already_decided'])
    expect((await orders.card(second, cast.client)).can.withdraw.refused).toBe('already_decided')
    expect((await orders.decide(second, token)).body.state).toBe('approved')
    // Whoever was overridden is told once, also when the owners' stage is forced in turn.
    expect((await asking.force(third)).body.state).toBe('in_approval')
    const before = await asking.told(cast.approvers[0])
    expect((await asking.force(third)).body.state).toBe('approved')
    expect(await asking.told(cast.approvers[0])).toEqual(before)
    expect(await asking.told(token)).toContain('approval.overridden')
  })
})

describe('nobody forces a decision', () => {
  test('who is not of the administration, or of another company, or is not signed in', async () => {
    const { cast, orders, force } = await makeWorld('quien')
    const abroad = await makeWorld('lejos')
    const id = await orders.submit()
    expect((await app.ask(`/api/documents/${id}/forced-decision`, { method: 'POST', body: {} })).status).toBe(
      401,
    )
    for (const as of [cast.client, cast.executor, cast.approvers[0]])
      expect((await force(id, {}, as)).status).toBe(403)
    expect((await force(id, {}, abroad.boss)).status).toBe(404)
    expect((await force('DOC-999')).status).toBe(404)
    expect((await orders.card(id, cast.client)).can.force).toMatchObject({ refused: 'forbidden' })
  })

  test('where the company does not allow it, or allows it by the same hand after the order was sent', async () => {
    const { cast, orders, boss, allow, force } = await makeWorld('permite', { isAllowed: false })
    const id = await orders.submit()
    expect(statusAndType(await force(id))).toEqual([409, '/problems/forcing_off'])
    expect((await orders.card(id, boss)).can.force).toMatchObject({ refused: 'forcing_off' })
    expect((await allow(true, cast.client)).status).toBe(403)
    expect((await allow(true, boss)).status).toBe(200)
    expect(statusAndType(await force(id))).toEqual([409, '/problems/own_hand'])
    expect((await force(id, {}, cast.admin)).status).toBe(200)
    const later = await orders.submit({ duplicateReason: 'Otra entrega' })
    expect((await allow(false)).status).toBe(200)
    expect(statusAndType(await force(later))).toEqual([409, '/problems/forcing_off'])
    const events = await app.journal(cast.companyId, cast.companyId)
    expect(events.filter(({ action }) => action === 'company.forced_decisions_changed')).toHaveLength(2)
  })

  test('on their own order, while untrusted or suspended, without ten characters, or on one that has changed', async () => {
    const { cast, orders, boss, allow, force } = await makeWorld('propia')
    const id = await orders.submit()
    for (const over of [
      { reason: 'Corto' },
      { reason: '         x' },
      { reason: 'x'.repeat(501) },
      { decision: 'return' },
    ])
      expect((await force(id, over)).status).toBe(422)
    expect(statusAndType(await force(id, { revision: 2 }))).toEqual([409, '/problems/stale_revision'])
    const set = (what: string) =>
      app.tamper(sql`update company set status = ${what} where company_id = ${cast.companyId}`)
    await set('suspended')
    expect(statusAndType(await force(id))).toEqual([409, '/problems/company_suspended'])
    await set('active')
    const given = (isGiven: boolean) =>
      app.tamper(sql`update account set password_given = ${isGiven} where email = ${cast.address('jefa')}`)
    await given(true)
    expect(statusAndType(await force(id))).toEqual([409, '/problems/untrusted_account'])
    await allow(false)
    expect(statusAndType(await allow(true, boss))).toEqual([409, '/problems/untrusted_account'])
    await given(false)
    await allow(true)
    const mine = await orders.post('/api/documents', boss, { ...cast.order, duplicateReason: 'Es otra' })
    expect(mine.status, JSON.stringify(mine.body)).toBe(200)
    expect(statusAndType(await force(mine.body.id))).toEqual([409, '/problems/own_document'])
    expect((await force(id)).status).toBe(200)
    expect(statusAndType(await force(id))).toEqual([409, '/problems/not_in_approval'])
  })

  test('where they execute, also in a company whose executors may approve', async () => {
    const { cast, orders, boss, force } = await makeWorld('paga')
    const id = await orders.submit()
    await app.tamper(sql`update company set executor_may_approve = true where company_id = ${cast.companyId}`)
    await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
      select ${cast.companyId}, ${cast.projectId}, id, 'execute' from account where email = ${cast.address('jefa')}`)
    expect(statusAndType(await force(id))).toEqual([409, '/problems/executor_cannot_approve'])
    expect((await orders.card(id, boss)).can.force).toMatchObject({ refused: 'executor_cannot_approve' })
  })

  test('and executes what they forced', async () => {
    const { cast, orders, boss, force } = await makeWorld('ejecuta')
    const id = await orders.submit()
    await force(id)
    await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
      select company_id, ${cast.projectId}, forced_by, 'execute' from approval_stage
      where company_id = ${cast.companyId} and document_id = ${id} and forced_by is not null`)
    expect(statusAndType(await orders.confirm(id, boss))).toEqual([409, '/problems/approver_cannot_execute'])
  })
})

test('twice at once, and at once with the last approval, the order is decided once', async () => {
  const { cast, orders, force } = await makeWorld('carrera')
  const id = await orders.submit()
  const twice = await Promise.all([force(id), force(id, { decision: 'reject' })])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
  for (let round = 0; round < 3; round++) {
    const next = await orders.submit({ duplicateReason: `Entrega ${round}` })
    await orders.decide(next, cast.approvers[0])
    const both = await Promise.all([force(next), orders.decide(next, cast.approvers[1])])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  }
})

test('at once with the setting that is switched off, it is forced before or refused', async () => {
  const { cast, orders, allow, force } = await makeWorld('apaga')
  const together = scheduler(app)
  for (const decision of ['approve', 'reject'])
    for (const steps of [1, 2, 3, 4]) {
      const id = await orders.submit({ duplicateReason: `${decision} ${steps}` })
      const schedule = [...Array<number>(steps).fill(0), ...Array<number>(12).fill(1)]
      const [forced, off] = await together.run([() => force(id, { decision }), () => allow(false)], schedule)
      expect([200, 409], JSON.stringify(forced?.body)).toContain(forced?.status)
      expect(off?.status).toBe(200)
      expect(await brokenInvariants(app), `${decision} ${steps}`).toEqual({})
      expect((await allow(true, cast.admin)).status).toBe(200)
    }
})

test('a forced decision that its facts do not tell is found', async () => {
  const { cast, orders, force } = await makeWorld('sello')
  const id = await orders.submit()
  await force(id)
  const { companyId } = cast
  const set = (words: string) =>
    app.tamper(sql`update approval_stage set forced_reason = ${words}
      where company_id = ${companyId} and document_id = ${id} and forced_by is not null`)
  await set('Otro motivo distinto')
  expect(Object.keys(await brokenInvariants(app))).toEqual([
    'a forced decision has its fact, and the company allowed it then, by another hand than an author’s',
  ])
  await set(reason)
  const allow = (isAllowed: boolean) =>
    app.tamper(sql`update company set forced_decisions = ${isAllowed} where company_id = ${companyId}`)
  const allowance =
    'a company lets decisions be forced only where its settings were last said to, by whom and when'
  await allow(false)
  expect(Object.keys(await brokenInvariants(app))).toEqual([allowance])
  await allow(true)
  await app.tamper(sql`update company set forced_decisions_at = ${earlier(part`forced_decisions_at`, part`interval '1 day'`)}
    where company_id = ${companyId}`)
  expect(Object.keys(await brokenInvariants(app))).toEqual([allowance])
  await app.tamper(sql`update company set forced_decisions_at = ${earlier(part`forced_decisions_at`, part`interval '-1 day'`)}
    where company_id = ${companyId}`)
})

test('whoever forced what they allowed afterwards, or paid it, is found', async () => {
  const { cast, orders, force } = await makeWorld('mano')
  const id = await orders.submit()
  await force(id)
  const { companyId } = cast
  const found = async () => Object.keys(await brokenInvariants(app))
  await app.tamper(sql`update event e set actor_id = s.forced_by, at = s.forced_at from approval_stage s
    where s.company_id = e.company_id and s.document_id = ${id} and e.company_id = ${companyId}
      and e.action = 'company.forced_decisions_changed'`)
  expect(await found()).toContain('nobody forced a decision on what was sent before they allowed it')
  await app.tamper(sql`update event e set actor_id = c.forced_decisions_by, at = c.forced_decisions_at from company c
    where c.company_id = e.company_id and e.company_id = ${companyId} and e.action = 'company.forced_decisions_changed'`)
  expect(await found()).toEqual([])
  await orders.confirm(id, cast.executor)
  await app.tamper(sql`update execution e set executed_by = s.forced_by from approval_stage s
    where s.company_id = e.company_id and s.document_id = e.document_id and e.company_id = ${companyId}`)
  expect(await found()).toContain('nobody executed what they decided, also for another')
  await app.tamper(sql`update execution set executed_by = ${cast.executorId} where company_id = ${companyId}`)
})
