// Recurrences over HTTP and by the daily work: who makes and stops them, what they make, and what they never do.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeDue, makeDueOrders } from '#features/recurrences/commands/make-due.ts'
import { part, sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { earlier } from '#tests/support/moved-times.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp

beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app?.stop())

const today = dayFromToday()
const tomorrow = dayFromToday(1)

async function stage(name: string) {
  const cast = await makeCast(app, name)
  const orders = ordersOf(app, cast)
  const sourceId = await orders.submit({ name: 'Alquiler', amountMinor: '120000' })
  const terms = {
    name: 'Alquiler',
    amountMinor: '120000',
    description: 'Local de la calle Mayor',
    firstOn: tomorrow,
    everyMonths: 1,
    endsOn: null,
  }
  const path = (documentId: string) => `/api/documents/${documentId}/recurrence`
  const repeat = (as: string | null = cast.client, over: object = {}, documentId = sourceId) =>
    orders.post(path(documentId), as ?? undefined, { ...terms, ...over })
  const list = async (as: string = cast.client) => (await app.ask('/api/recurrences', { as })).body.items
  const read = async (as: string = cast.client) => (await app.ask(path(sourceId), { as })).body.recurrence
  const move = async (id: string, verb: string, as: string | undefined = cast.client, revision?: number) =>
    orders.post(`/api/recurrences/${id}/moves`, as, {
      move: verb,
      revision: revision ?? (await list(cast.client))[0].revision,
    })
  return {
    cast,
    orders,
    sourceId,
    terms,
    repeat,
    list,
    read,
    move,
    repeated: async (over: object = {}): Promise<string> => {
      const answer = await repeat(cast.client, over)
      expect(answer.status).toBe(200)
      return answer.body.id
    },
    /** Sets the first day directly, as the passing of days would; `monthsAgo` before today. */
    fallDue: (id: string, monthsAgo = 0) =>
      app.tamper(sql`update recurrence
        set first_on = ${today}::date - make_interval(months => ${monthsAgo}),
          next_on = ${today}::date - make_interval(months => ${monthsAgo})
        where company_id = ${cast.companyId} and id = ${id}`),
    work: () => makeDueOrders(app.db)([cast.companyId]),
    all: async (as = cast.client) => (await app.ask('/api/documents?limit=100', { as })).body.items,
    notices: async (as: string) => {
      await deliverAll(app.db)
      const { items } = (await app.ask('/api/notices', { as })).body
      return items.map(({ topic, documentId }: { topic: string; documentId: string }) => [topic, documentId])
    },
  }
}

describe('a due order', () => {
  it('is made once, however many nodes work, waits for its approvals, and its owner is told', async () => {
    const { cast, repeated, fallDue, work, all, list, orders, notices, sourceId } = await stage('vence')
    await fallDue(await repeated())
    await app.tamper(sql`update document set submitted_at = ${earlier(part`submitted_at`, part`interval '20 days'`)}
      where company_id = ${cast.companyId} and id = ${sourceId}`)
    await Promise.all([work(), work(), work()])
    await work()
    const [made, source, ...others] = await all()
    expect([source.id, others]).toEqual([sourceId, []])
    const own = (userId: string) =>
      app.tamper(sql`update recurrence set owner_id = ${userId} where company_id = ${cast.companyId}`)
    await own(cast.executorId)
    expect(Object.values(await brokenInvariants(app)).flat()).toEqual([made.id])
    await own(cast.clientId)
    expect(made).toMatchObject({
      state: 'in_approval',
      amount: { minor: '120000', currency: 'EUR' },
      createdById: cast.clientId,
      approvals: { total: 2, approved: 0 },
    })
    expect(made.name).toMatch(/^Alquiler · [a-z]+ de \d{4}$/)
    expect(await list()).toMatchObject([{ state: 'active', made: 1, lastDocument: { id: made.id } }])
    expect((await orders.card(made.id)).description).toBe('Local de la calle Mayor')
    expect(await notices(cast.client)).toContainEqual(['recurrence.made', made.id])
    expect(await notices(cast.approvers[0] ?? '')).toContainEqual(['approval.requested', made.id])
    const journal = await app.journal(cast.companyId, made.id)
    expect(journal.map(({ action }) => action)).toEqual(['document.submitted', 'recurrence.made'])
  })

  it('is not made before its day, nor while the recurrence is paused or has ended', async () => {
    const { repeated, fallDue, work, all, move } = await stage('antes')
    const id = await repeated()
    await work()
    await move(id, 'pause')
    await fallDue(id)
    await work()
    await move(id, 'end')
    await work()
    expect(await all()).toHaveLength(1)
  })

  it('is not made twice when two are due: the second looks like the first, and a person decides', async () => {
    const { cast, repeated, fallDue, work, all, list, orders, sourceId } = await stage('dos')
    const id = await repeated()
    await app.tamper(sql`update document set submitted_at = ${earlier(part`submitted_at`, part`interval '20 days'`)}
      where company_id = ${cast.companyId} and id = ${sourceId}`)
    await fallDue(id, 1)
    await work()
    await work()
    expect(await all()).toHaveLength(2)
    const [stopped] = await list()
    expect(stopped).toMatchObject({ state: 'stopped', stopped: { refused: 'possible_duplicate' } })
    const make = (as: string, body: object) => orders.post(`/api/recurrences/${id}/orders`, as, body)
    const { revision } = stopped
    expect((await make(cast.client, { revision })).body.type).toBe('/problems/possible_duplicate')
    expect((await make(cast.admin, { revision, duplicateReason: 'Otro mes' })).status).toBe(403)
    const body = { revision, duplicateReason: 'Es la cuota de otro mes' }
    const twice = await Promise.all([make(cast.client, body), make(cast.client, body)])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await all()).toHaveLength(3)
    expect(await list()).toMatchObject([{ state: 'active', made: 2, stopped: null }])
  })

  it('that its owner may not send stops the recurrence, once, and owner and administrators are told', async () => {
    const { cast, repeated, fallDue, work, all, list, notices, sourceId, orders, move } =
      await stage('parada')
    const id = await repeated()
    const { body: dossier } = await app.ask(`/api/contracts/${cast.payable}/dossier`, { as: cast.admin })
    const status = { revision: dossier.revision, reason: 'Fin' }
    await orders.post(`/api/contracts/${cast.payable}/status`, cast.admin, { ...status, status: 'inactive' })
    await fallDue(id)
    await work()
    await work()
    expect(await all()).toHaveLength(1)
    expect(await list()).toMatchObject([
      {
        state: 'stopped',
        stopped: { refused: 'contract_inactive', text: expect.stringContaining('contrato') },
      },
    ])
    for (const as of [cast.client, cast.admin]) {
      const told = (await notices(as)).filter(([topic]: string[]) => topic === 'recurrence.stopped')
      expect(told).toEqual([['recurrence.stopped', sourceId]])
    }
    expect((await move(id, 'skip')).status).toBe(200)
    expect(await list()).toMatchObject([{ state: 'active', made: 0 }])
  })

  it.each([
    ['no longer works in the company', 'ida', 'recurrence_owner_gone'],
    ['has become an auditor', 'audita', 'forbidden'],
  ])('of somebody who %s is not made', async (_, name, refusal) => {
    const { cast, fallDue, work, all, list, orders } = await stage(name)
    const email = cast.address('edita')
    const userId = await app.person(cast.companyId, 'approver', email)
    const permissions = { permissions: ['view', 'edit'] }
    await app.ask(`/api/projects/${cast.projectId}/permissions/${userId}`, {
      method: 'PUT',
      as: cast.admin,
      body: { ...permissions, seen: [] },
    })
    const as = await app.signIn(email)
    const sent = await orders.post('/api/documents', as, { ...cast.order, name: 'Suya' })
    expect(sent.status).toBe(200)
    const body = { name: 'Suya', amountMinor: '700', firstOn: tomorrow, everyMonths: 3, endsOn: null }
    const { body: made } = await orders.post(`/api/documents/${sent.body.id}/recurrence`, as, body)
    await fallDue(made.id)
    await app.tamper(
      refusal === 'forbidden'
        ? sql`update account set role = 'auditor' where id = ${userId}`
        : sql`update member set active = false where company_id = ${cast.companyId} and user_id = ${userId}`,
    )
    await work()
    expect(await all()).toHaveLength(2)
    expect(await list(cast.admin)).toMatchObject([{ stopped: { refused: refusal } }])
  })
})

describe('a recurrence', () => {
  it('is made by whoever asked for the order, one at a time, from tomorrow on', async () => {
    const { cast, repeat, read, terms } = await stage('quien')
    const stranger = await makeCast(app, 'quien2')
    expect((await repeat(null)).status).toBe(401)
    expect((await repeat(stranger.client)).status).toBe(404)
    expect((await repeat(cast.admin)).body.type).toBe('/problems/not_your_document')
    expect((await repeat(cast.client, { firstOn: today })).body.type).toBe('/problems/first_day_in_past')
    const short = await repeat(cast.client, { endsOn: today })
    expect(short.body.issues).toMatchObject([{ pointer: '/endsOn' }])
    const absurd = [
      { everyMonths: 5 },
      { amountMinor: '-1' },
      { name: 'x'.repeat(136) },
      { firstOn: 'mañana' },
    ]
    for (const over of absurd) expect((await repeat(cast.client, over)).status).toBe(422)
    const both = await Promise.all([repeat(), repeat()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await read()).toMatchObject({ name: terms.name, nextOn: tomorrow, can: { change: true } })
  })

  it('is seen by whoever sees its order, and by a provider only when it is its own', async () => {
    const { cast, repeated, list, read } = await stage('ve')
    const other = await makeCast(app, 've2', { companyId: cast.companyId })
    const email = cast.address('prov')
    await app.person(cast.companyId, 'provider_user', email, { providerId: cast.providerId })
    const id = await repeated()
    expect((await list(cast.admin)).map((one: { id: string }) => one.id)).toEqual([id])
    expect(await list(cast.approvers[0])).toHaveLength(1)
    expect(await list(other.client)).toEqual([])
    expect(await list(await app.signIn(email))).toEqual([])
    expect((await read(await app.signIn(email))) ?? null).toBeNull()
  })

  it('changes only as it was seen, and only by its owner; an administrator pauses and ends it', async () => {
    const { cast, repeated, list, move, terms } = await stage('cambia')
    const id = await repeated()
    const change = (as: string, over: object) =>
      app.ask(`/api/recurrences/${id}`, { method: 'PUT', as, body: { ...terms, revision: 1, ...over } })
    expect((await change(cast.admin, {})).status).toBe(403)
    expect((await change(cast.client, { revision: 7 })).body.type).toBe('/problems/stale_recurrence')
    expect((await change(cast.client, { amountMinor: '125000', everyMonths: 3 })).status).toBe(200)
    expect(await list()).toMatchObject([{ amount: { minor: '125000' }, everyMonths: 3, revision: 2 }])
    expect((await move(id, 'skip', cast.admin)).status).toBe(403)
    expect((await move(id, 'pause', cast.admin)).status).toBe(200)
    expect((await move(id, 'pause')).body.type).toBe('/problems/recurrence_not_active')
    expect((await move(id, 'resume', cast.admin)).status).toBe(403)
    expect((await move(id, 'resume')).status).toBe(200)
    expect((await move(id, 'end', cast.admin)).status).toBe(200)
    expect((await move(id, 'end')).body.type).toBe('/problems/recurrence_ended')
    expect(await list()).toMatchObject([{ state: 'ended', nextOn: null }])
    const stranger = await makeCast(app, 'cambia2')
    expect((await move(id, 'end', stranger.admin, 6)).status).toBe(404)
  })

  it('that ends by its last day makes the order of that day and no other', async () => {
    const { cast, repeated, list, sourceId } = await stage('fin')
    const id = await repeated({ endsOn: dayFromToday(5) })
    await app.tamper(sql`update document set submitted_at = ${earlier(part`submitted_at`, part`interval '20 days'`)}
      where company_id = ${cast.companyId} and id = ${sourceId}`)
    await app.tamper(sql`update recurrence set first_on = ${today}, next_on = ${today}
      where company_id = ${cast.companyId} and id = ${id}`)
    await asSystem(app.db, cast.companyId, tx => makeDue(tx, id))
    expect(await list()).toMatchObject([{ state: 'ended', made: 1, nextOn: null }])
  })

  it('is listed page by page, the next due first', async () => {
    const { cast, orders, repeat } = await stage('lista')
    for (const days of [9, 3, 6]) {
      const id = await orders.submit({ name: `De ${days}` })
      expect((await repeat(cast.client, { firstOn: dayFromToday(days) }, id)).status).toBe(200)
    }
    const page = async (query: string) =>
      (await app.ask(`/api/recurrences?${query}`, { as: cast.client })).body
    const first = await page('limit=2')
    const rest = await page(`limit=2&after=${first.next}`)
    const days = [...first.items, ...rest.items].map(({ nextOn }: { nextOn: string }) => nextOn)
    expect(days).toEqual([3, 6, 9].map(dayFromToday))
    expect(rest.next).toBeNull()
  })
})
