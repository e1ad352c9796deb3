// Deputies of stages: who is asked too after a delay, when, once, and what follows.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { dueDeputies, seatDeputies, seatDeputy } from '#features/approvals/commands/seat-deputies.ts'
import { addDays, dayFromInstant } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import { part, sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { openPost } from '#server/mail/post.ts'
import { origin, secret, type TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { rule, scene, stage, users } from '#tests/support/flows.ts'
import { earlier } from '#tests/support/moved-times.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => {
  vi.restoreAllMocks()
  expect(await brokenInvariants(app)).toEqual({})
})
afterAll(() => app?.stop())

const mailing = { post: openPost(secret, { product: 'Visto Bueno', origin }), origin }
const today = dayFromInstant(clock.now(), 'Europe/Madrid')
/** The work, done some days from today, at ten or eleven in the morning in Madrid unless another time is said. */
async function inDays<T>(days: number, work: () => Promise<T>, time = '09:00:00Z'): Promise<T> {
  const now = vi.spyOn(clock, 'now').mockReturnValue(new Date(`${addDays(today, days)}T${time}`))
  return work().finally(() => now.mockRestore())
}

type Seat = { id: string; approverId: string; status: string; deputy: object | null }

type Over = { mode?: string; quorum?: number; turn?: number; also?: boolean }

/** An order that waits for Dora, whose stage names Eva as deputy after two days. */
async function makeWorld(name: string, { also = false, ...over }: Over = {}) {
  const made = await scene(app, name)
  const { cast, orders, person, publish } = made
  const [dora, raul, eva] = [await person('dora'), await person('raul'), await person('eva')]
  const deputy = { userId: eva.id, afterDays: 2 }
  const asked = also ? users(dora.id, raul.id) : users(dora.id)
  await publish(rule([stage({ name: 'Obra', approvers: asked, deputy, ...over })]))
  const id = await orders.submit()
  await deliverAll(app.db, mailing)
  const work = async () => {
    await seatDeputies(app.db)([cast.companyId])
    await deliverAll(app.db, mailing)
  }
  const run = (days: number, time?: string) => inDays(days, work, time)
  const seats = async (): Promise<Seat[]> =>
    (await orders.card(id, cast.admin)).stages.flatMap((each: { seats: Seat[] }) => each.seats)
  const statuses = async () => (await seats()).map(({ status }) => status)
  const holders = async () =>
    (await seats()).filter(({ status }) => status === 'pending').map(({ approverId }) => approverId)
  const told = async (as: string) => {
    const { items } = (await app.ask('/api/notices', { as })).body
    return items.map(({ topic, holders }: { topic: string; holders: string | null }) => [topic, holders])
  }
  const facts = async (action: string) =>
    (await app.journal(cast.companyId, id)).filter(each => each.action === action)
  return { ...made, dora, raul, eva, id, run, seats, statuses, holders, told, facts }
}

describe('a deputy', () => {
  test('is asked beside whoever has waited for more than the days, with the reason, and decides for both', async () => {
    const { cast, orders, id, dora, eva, run, seats, statuses, told, facts, inbox } = await makeWorld('ambos')
    await run(2)
    expect(await seats()).toHaveLength(1)
    await run(3, '05:00:00Z')
    expect(await seats()).toHaveLength(1)
    await run(3)
    await run(4)
    expect(await statuses()).toEqual(['pending', 'pending'])
    const because = { forName: 'dora Pérez', afterDays: 2 }
    expect((await seats()).map(({ deputy }) => deputy)).toEqual([null, because])
    expect(await facts('approval.deputy_seated')).toHaveLength(1)
    expect(await told(eva.token)).toEqual([['approval.deputy_asked', 'dora Pérez']])
    const [mail] = await app.mails('eva.ambos@pruebas.example')
    expect(mail?.text).toContain('Te toca por demora de dora Pérez')
    expect(await inbox(eva.token)).toEqual([id])
    const pending = await app.ask('/api/approvals/pending', { as: eva.token })
    expect(pending.body.items).toMatchObject([{ deputy: because }])
    expect(await inbox(dora.token)).toEqual([id])
    const card = await orders.card(id, eva.token)
    expect(card.stages[0]).toMatchObject({ deputy: { name: 'eva Pérez', afterDays: 2 } })
    expect((await orders.decide(id, eva.token)).body).toMatchObject({
      state: 'approved',
      approvals: { total: 2, approved: 1, pending: 0 },
    })
    expect(await statuses()).toEqual(['skipped', 'approved'])
    expect(await inbox(dora.token)).toEqual([])
    expect((await orders.decide(id, dora.token)).status).toBe(409)
    const { body } = await app.ask(`/api/documents/${id}/timeline`, { as: cast.client })
    expect(body.items).toContainEqual(
      expect.objectContaining({
        action: 'approval.deputy_seated',
        actorName: null,
        facts: expect.objectContaining({ from: 'dora Pérez', to: 'eva Pérez', afterDays: 2 }),
      }),
    )
  })

  test('leaves the first approver their seat: who decides first decides, and a rejection is the stage’s', async () => {
    const first = await makeWorld('primera')
    await first.run(3)
    expect((await first.orders.decide(first.id, first.dora.token)).body.state).toBe('approved')
    expect(await first.statuses()).toEqual(['approved', 'skipped'])
    expect((await first.orders.decide(first.id, first.eva.token)).status).toBe(409)

    const rejected = await makeWorld('rechazo')
    await rejected.run(3)
    const no = await rejected.orders.decide(rejected.id, rejected.dora.token, 'reject', { comment: 'No' })
    expect(no.body.state).toBe('rejected')
  })

  test('counts as one with whom they stand beside: all, and a number, still need the others', async () => {
    for (const [name, over, needed] of [
      ['todos', { mode: 'all', also: true }, 2],
      ['numero', { mode: 'quorum', quorum: 2, also: true }, 2],
    ] as const) {
      const { orders, id, dora, raul, eva, run, seats, statuses } = await makeWorld(name, over)
      await run(3)
      expect(await seats()).toHaveLength(needed + 1)
      expect((await orders.decide(id, eva.token)).body.state).toBe('in_approval')
      expect((await statuses()).toSorted()).toEqual(['approved', 'pending', 'skipped'])
      const beside = (await seats()).find(({ status }) => status === 'skipped')?.approverId
      const [left, done] = beside === dora.id ? [raul, dora] : [dora, raul]
      expect((await orders.decide(id, done.token)).status).toBe(409)
      expect((await orders.decide(id, left.token)).body.state).toBe('approved')
    }
  })

  test('in a stage of several is asked once, however many of them wait', async () => {
    const { run, seats, facts } = await makeWorld('varios', { mode: 'all', also: true })
    await run(3)
    await run(9)
    expect(await seats()).toHaveLength(3)
    expect(await facts('approval.deputy_seated')).toHaveLength(1)
    expect(await facts('approval.deputy_refused')).toHaveLength(0)
  })

  test('undone, opens both seats again, and not one beside a seat that is decided', async () => {
    const { cast, orders, id, dora, raul, eva, run, seats, statuses } = await makeWorld('deshecha', {
      mode: 'all',
      also: true,
    })
    await run(3)
    await orders.decide(id, eva.token)
    const undo = (as: string) => orders.post(`/api/documents/${id}/undoing`, as, { revision: 1 })
    expect((await undo(eva.token)).status).toBe(200)
    expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
    const pair = (await seats()).filter(({ deputy }) => deputy !== null)
    expect(pair).toHaveLength(1)
    await orders.decide(id, eva.token)
    expect((await statuses()).toSorted()).toEqual(['approved', 'pending', 'skipped'])
    const open = (await seats()).find(({ status }) => status === 'pending')?.approverId
    const [left, beside] = open === raul.id ? [raul, dora] : [dora, raul]
    await app.tamper(sql`update company set undo_minutes = 15 where company_id = ${cast.companyId}`)
    expect((await orders.decide(id, left.token)).body.state).toBe('approved')
    expect((await undo(left.token)).status).toBe(200)
    expect((await orders.decide(id, beside.token)).status).toBe(409)
    expect((await statuses()).toSorted()).toEqual(['approved', 'pending', 'skipped'])
  })

  test('stays beside whoever takes the seat over, and can be taken over themselves', async () => {
    const { cast, orders, id, dora, raul, eva, run, seats, person, statuses } = await makeWorld('relevo')
    await run(3)
    const teo = await person('teo')
    const move = async (from: string, userId: string) => {
      const seat = (await seats()).find(each => each.approverId === from && each.status === 'pending')
      const body = { revision: 1, userId, reason: 'De viaje' }
      return orders.post(`/api/documents/${id}/approvals/${seat?.id}/reassignment`, cast.admin, body)
    }
    expect((await move(dora.id, eva.id)).status).toBe(409)
    expect((await move(dora.id, raul.id)).status).toBe(200)
    expect((await move(eva.id, teo.id)).status).toBe(200)
    expect((await orders.decide(id, teo.token)).body.state).toBe('approved')
    expect((await statuses()).toSorted()).toEqual(['approved', 'skipped', 'void', 'void'])
  })
})

describe('a delay', () => {
  test('is of the open turn, and begins when it opens', async () => {
    const { orders, person, publish, cast } = await scene(app, 'turnos')
    const [dora, raul, eva] = [await person('dora'), await person('raul'), await person('eva')]
    const deputy = { userId: eva.id, afterDays: 2 }
    await publish(
      rule([
        stage({ name: 'Obra', approvers: users(dora.id) }),
        stage({ name: 'Dirección', turn: 2, approvers: users(raul.id), deputy }),
      ]),
    )
    const id = await orders.submit()
    await app.tamper(sql`update approval set updated_at = ${earlier(part`updated_at`, part`interval '10 days'`)}
      where company_id = ${cast.companyId} and document_id = ${id}`)
    const seatsIn = async (days: number) => {
      await inDays(days, () => seatDeputies(app.db)([cast.companyId]))
      return (await orders.card(id, cast.admin)).stages[1].seats.length
    }
    expect(await seatsIn(4)).toBe(1)
    await orders.decide(id, dora.token)
    expect(await seatsIn(2)).toBe(1)
    expect(await seatsIn(3)).toBe(2)
  })

  test('does not run while the order is returned or stopped, and begins anew', async () => {
    const { cast, orders, id, dora, ask, run, holders, facts } = await makeWorld('parado')
    await orders.decide(id, dora.token, 'return', { comment: 'Falta el albarán' })
    await run(9)
    const corrected = { ...cast.order, revision: 1, amountMinor: '20000' }
    const sent = await ask(`/api/documents/${id}`, 'PUT', corrected, cast.client)
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    await run(2)
    expect(await holders()).toEqual([dora.id])
    await app.tamper(sql`update approval set updated_at = ${earlier(part`updated_at`, part`interval '10 days'`)}
      where company_id = ${cast.companyId} and document_id = ${id}`)
    const turn = async (status: string, revision: number) => {
      const path = `/api/contracts/${cast.payable}/status`
      const turned = await ask(path, 'POST', { revision, status, reason: 'Obra parada' })
      expect(turned.status, JSON.stringify(turned.body)).toBe(200)
    }
    await turn('inactive', 1)
    await run(9)
    await turn('active', 2)
    await run(2)
    expect(await facts('approval.deputy_seated')).toHaveLength(0)
    await run(3)
    expect(await holders()).toHaveLength(2)
  })

  test('gives one seat to two nodes, and none to an order that is decided in that instant', async () => {
    const { cast, orders, id, dora, run, seats, facts } = await makeWorld('nodos')
    const [due] = await inDays(3, () => asSystem(app.db, cast.companyId, dueDeputies))
    if (!due) throw new Error('no delay')
    const give = () => asSystem(app.db, cast.companyId, tx => seatDeputy(tx, due))
    await inDays(3, () => Promise.all([give(), give(), give(), give()]))
    await run(3)
    expect(await seats()).toHaveLength(2)
    expect(await facts('approval.deputy_seated')).toHaveLength(1)
    expect((await orders.decide(id, dora.token)).status).toBe(200)
    await inDays(3, give)
    expect(await seats()).toHaveLength(2)
    for (let round = 0; round < 4; round++) {
      const raced = await makeWorld(`carrera${round}`)
      await app.tamper(sql`update approval set updated_at = ${earlier(part`updated_at`, part`interval '10 days'`)}
        where company_id = ${raced.cast.companyId}`)
      const one = { documentId: raced.id, stage: 1 }
      const seat = () => asSystem(app.db, raced.cast.companyId, tx => seatDeputy(tx, one))
      const both = [() => raced.orders.decide(raced.id, raced.dora.token), seat]
      await Promise.all((round % 2 === 0 ? both : both.toReversed()).map(each => each()))
      expect((await raced.orders.card(raced.id)).state).toBe('approved')
      expect(await raced.holders()).toEqual([])
    }
  })
})
