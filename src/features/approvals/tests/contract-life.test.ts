import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type CastOptions, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp

beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

/**
 * A company with one payment contract and helpers for what may be done to it; each call sends the current revision.
 */
async function stage(name: string, options: CastOptions = {}) {
  const cast = await makeCast(app, name, options)
  const path = `/api/contracts/${cast.payable}`
  const dossier = async (as: string | undefined = cast.admin) =>
    (await app.ask(`${path}/dossier`, { as })).body
  const asked = async (method: 'POST' | 'PUT', url: string, over: object, as?: string, key?: string) => {
    const body = { revision: (await dossier()).revision, ...over }
    return app.ask(url, { method, as: as ?? cast.admin, body, ...(key ? { key } : {}) })
  }
  return {
    cast,
    path,
    dossier,
    orders: ordersOf(app, cast),
    amend: (totalMinor: string, over: object = {}, as?: string, key?: string) =>
      asked('POST', `${path}/amendments`, { totalMinor, reason: 'Se amplía la obra', ...over }, as, key),
    setStatus: (status: string, over: object = {}, as?: string) =>
      asked('POST', `${path}/status`, { status, reason: 'Auditoría', ...over }, as),
    change: (over: object = {}, as?: string) => asked('PUT', path, { ...terms, ...over }, as),
  }
}
const terms = {
  description: 'Se paga',
  startsOn: '2020-01-01',
  endsOn: '2090-12-31',
  overrunPolicy: 'avisar',
}

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()
const stateOf = async ({ orders }: { orders: ReturnType<typeof ordersOf> }, id: string) => {
  const { state, blockCause } = await orders.card(id)
  return blockCause ? `${state}: ${blockCause}` : state
}

describe('what a contract says', () => {
  it('is corrected under the revision that was seen; a stale save changes nothing', async () => {
    const { change, path, cast, dossier } = await stage('terminos')
    expect((await change({ description: 'Fase 2', conditions: 'A 30 días' })).body.revision).toBe(2)
    const stale = await change({ revision: 1, description: 'Fase 3' })
    expect(stale.status).toBe(409)
    expect(JSON.stringify(stale.body)).toContain('stale_revision')
    const { body } = await app.ask(path, { as: cast.client })
    expect(body).toMatchObject({ description: 'Fase 2', conditions: 'A 30 días' })
    expect((await dossier()).history[0]).toMatchObject({
      action: 'contract.changed',
      actorName: 'Elena Admin',
      before: { description: 'Se paga' },
      after: { description: 'Fase 2' },
    })
    expect((await dossier(cast.client)).history).toEqual([])
    const both = await Promise.all(['Una', 'Otra'].map(description => change({ description, revision: 2 })))
    expect(statuses(both)).toEqual([200, 409])
  })

  it('is changed by the administration of its company alone, and only to something that makes sense', async () => {
    const { change, path, cast, amend, setStatus } = await stage('quien')
    const foreign = await makeCast(app, 'ajena')
    for (const as of [cast.client, cast.approvers[0], cast.executor]) {
      const answers = [await change({}, as), await amend('5', {}, as), await setStatus('inactive', {}, as)]
      expect(statuses(answers)).toEqual([403, 403, 403])
    }
    for (const url of [path, '/api/contracts/CTR-999']) {
      const as = url === path ? foreign.admin : cast.admin
      const away = await app.ask(url === path ? '/api/contracts/CTR-003' : url, {
        method: 'PUT',
        as,
        body: { revision: 1, ...terms },
      })
      expect(away.status).toBe(404)
    }
    const absurd = [
      { endsOn: '2019-01-01' },
      { description: ' ' },
      { revision: '1' },
      { startsOn: '2026-02-30' },
    ]
    for (const over of absurd) expect((await change(over)).status).toBe(422)
  })

  it('does not begin to block once it is exceeded', async () => {
    const { orders, change } = await stage('excedido', { total: '100' })
    await orders.approved({ amountMinor: '101' })
    expect(JSON.stringify((await change({ overrunPolicy: 'bloquear' })).body)).toContain('already_spent')
    expect((await change({ description: 'Otra' })).status).toBe(200)
  })
})

describe('a contract’s total', () => {
  it('is amended with a reason, and each amendment stays', async () => {
    const { amend, cast, orders, dossier } = await stage('enmiendas')
    expect((await amend('200000000', { reason: ' ' })).status).toBe(422)
    expect((await amend('0')).status).toBe(422)
    expect((await amend('200000000')).status).toBe(200)
    expect(JSON.stringify((await amend('200000000')).body)).toContain('same_total')
    expect((await amend('150000000')).status).toBe(200)
    expect((await amend('1', { revision: 1 })).status).toBe(409)
    const kept = await app.tamper(sql`
      select from_minor::text, to_minor::text, revision from contract_amendment
      where company_id = ${cast.companyId} order by revision`)
    expect(kept).toEqual([
      { from_minor: '100000000', to_minor: '200000000', revision: 2 },
      { from_minor: '200000000', to_minor: '150000000', revision: 3 },
    ])
    expect((await orders.balance())[0]).toBe(150000000)
    expect((await dossier()).history[0]).toMatchObject({
      action: 'contract.amended',
      reason: 'Se amplía la obra',
      after: { total: { minor: '150000000' } },
    })
  })

  it('repeated under one key is amended once', async () => {
    const { amend, dossier } = await stage('repite')
    const key = newId()
    const [first, second] = [
      await amend('5', { revision: 1 }, undefined, key),
      await amend('5', { revision: 1 }, undefined, key),
    ]
    expect([first.status, second.body]).toEqual([200, first.body])
    expect((await dossier()).revision).toBe(2)
  })

  it('under bloquear is never less than what is spent; under avisar it may be', async () => {
    const tight = await stage('justo', { overrunPolicy: 'bloquear', total: '100000' })
    await tight.orders.approved({ amountMinor: '60000' })
    expect(JSON.stringify((await tight.amend('59999')).body)).toContain('below_spent')
    expect((await tight.amend('60000')).status).toBe(200)
    const loose = await stage('flojo', { total: '100000' })
    await loose.orders.approved({ amountMinor: '60000' })
    expect((await loose.amend('59999')).status).toBe(200)
  })

  it('reduced while orders are approved is never overspent', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 6; round++) {
      const raced = await stage(`carrera${round}`, {
        overrunPolicy: 'bloquear',
        total: '100000',
        approvers: 1,
      })
      const [approver] = raced.cast.approvers
      const ids = [
        await raced.orders.submit({ amountMinor: '50000' }),
        await raced.orders.submit({ amountMinor: '50000' }),
      ]
      const [reduced, ...decided] = await Promise.all([
        raced.amend('50000', { revision: 1 }),
        ...ids.map(id => raced.orders.decide(id, approver)),
      ])
      expect([200, 409]).toContain(reduced.status)
      const [total = 0, , committed = 0] = await raced.orders.balance()
      expect(committed).toBeLessThanOrEqual(total)
      expect(committed).toBe(decided.filter(({ status }) => status === 200).length * 50000)
    }
  })
})

describe('closing a contract', () => {
  it('stops its open orders, and opening it lets them go on with the decisions they had', async () => {
    const staged = await stage('cierre')
    const { orders, cast, setStatus } = staged
    const [one, two, done] = [await orders.submit(), await orders.submit(), await orders.approved()]
    await orders.decide(one, cast.approvers[0])
    const closed = await setStatus('inactive')
    expect(closed.body).toMatchObject({ revision: 2, orders: 2 })
    for (const id of [one, two]) expect(await stateOf(staged, id)).toBe('blocked: contract_inactive')
    expect(await stateOf(staged, done)).toBe('approved')
    expect((await orders.decide(one, cast.approvers[1])).status).toBe(409)
    const inbox = await app.ask('/api/approvals', { as: cast.approvers[1] })
    expect(JSON.stringify(inbox.body)).not.toContain(one)
    expect((await orders.post('/api/documents', cast.client, cast.order)).status).toBe(409)
    expect((await setStatus('active', { reason: 'Resuelto' })).body.orders).toBe(2)
    expect((await orders.decide(one, cast.approvers[1])).body.state).toBe('approved')
    expect(await stateOf(staged, two)).toBe('in_approval')
    expect((await app.journal(cast.companyId, two)).map(({ action }) => action)).toEqual([
      'document.submitted',
      'document.blocked',
      'document.unblocked',
    ])
  })

  it('is completed, from active or inactive; what is already so is refused', async () => {
    const { setStatus } = await stage('completo')
    expect((await setStatus('active')).status).toBe(409)
    expect((await setStatus('inactive')).status).toBe(200)
    expect((await setStatus('completed')).status).toBe(200)
    expect((await setStatus('inactive')).status).toBe(409)
    expect((await setStatus('active', { reason: '' })).status).toBe(422)
    expect((await setStatus('active', { revision: 1 })).status).toBe(409)
    expect((await setStatus('active')).status).toBe(200)
  })

  it('an order stopped by it can be taken back', async () => {
    const staged = await stage('retira')
    const id = await staged.orders.submit()
    await staged.setStatus('inactive')
    const taken = await staged.orders.post(`/api/documents/${id}/withdrawal`, staged.cast.client, {
      revision: 1,
    })
    expect(taken.status).toBe(200)
    expect((await staged.setStatus('active')).body.orders).toBe(0)
    expect(await stateOf(staged, id)).toBe('returned')
  })

  it('an order without approvers that finds them meanwhile waits for its contract', async () => {
    const staged = await stage('vacante', { approvers: 0 })
    const { cast, orders, setStatus } = staged
    const id = await orders.submit()
    expect(await stateOf(staged, id)).toBe('blocked: no_approver')
    await setStatus('inactive')
    const approverId = await app.person(cast.companyId, 'approver', cast.address('nueva'))
    const appointed = await app.ask(`/api/projects/${cast.projectId}/people`, {
      method: 'PUT',
      as: cast.admin,
      body: { approverIds: [approverId], executorIds: [cast.executorId] },
    })
    expect(appointed.status).toBe(200)
    expect(await stateOf(staged, id)).toBe('blocked: contract_inactive')
    await setStatus('active')
    expect(await stateOf(staged, id)).toBe('in_approval')
  })

  it('at the same time as orders are sent and decided leaves none waiting in it', {
    timeout: 60_000,
  }, async () => {
    for (let round = 0; round < 6; round++) {
      const raced = await stage(`cierra${round}`, { approvers: 1 })
      const [approver] = raced.cast.approvers
      const id = await raced.orders.submit()
      const answers = await Promise.all([
        raced.setStatus('inactive', { revision: 1 }),
        raced.orders.decide(id, approver),
        raced.orders.post('/api/documents', raced.cast.client, raced.cast.order),
        raced.orders.post('/api/documents', raced.cast.client, raced.cast.order),
      ])
      expect(answers[0].status).toBe(200)
      expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true)
      expect(await brokenInvariants(app)).toEqual({})
    }
  })
})
