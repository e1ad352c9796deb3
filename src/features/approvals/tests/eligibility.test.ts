// Eligibility for seats: only the company's own people let an order exceed its contract, however they obtained the
// seat; a reopened seat opens only for people who may still hold it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dayFromInstant } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { refused } from '#tests/support/batches.ts'
import { startProduct } from '#tests/support/cast.ts'
import { rule, scene, stage, users } from '#tests/support/flows.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const today = dayFromInstant(clock.now(), 'Europe/Madrid')

/** An order that exceeds its contract and waits for its budget owner; a person of the client, and one of the company. */
async function exceeding(name: string) {
  const company = { total: '100', overrunPolicy: 'requiere_aprobacion', approvers: 1 } as const
  const { cast, orders, person, ask, inbox } = await scene(app, name, company)
  const olga = await person('olga')
  const clara = await person('clara', 'client_user', cast.clientId)
  const hugo = await person('hugo')
  await ask('/api/company/budget-owners', 'PUT', { userIds: [olga.id, hugo.id] })
  const over = await orders.submit({ amountMinor: '5000' })
  await orders.decide(over, cast.approvers[0])
  const seats = async (): Promise<{ id: string; approverId: string; status: string }[]> =>
    (await orders.card(over)).stages[1].seats
  return { cast, orders, ask, inbox, olga, clara, hugo, over, seats }
}

const approversOf = async ({ cast }: Awaited<ReturnType<typeof exceeding>>): Promise<string[]> => {
  const { rows } = await app.owner.pool.query<{ user_id: string }>(
    'select user_id from project_approver where company_id = $1 and project_id = $2',
    [cast.companyId, cast.projectId],
  )
  return rows.map(row => row.user_id)
}

describe('what exceeds a contract', () => {
  test('is handed over by whoever leaves to the company’s people alone, who do not become approvers by it', async () => {
    const world = await exceeding('relevo')
    const { cast, ask, olga, clara, over, seats, orders } = world
    const { body: left } = await ask(`/api/people/${olga.id}/departure`)
    expect(left.seats[0].unfitIds).toEqual(expect.arrayContaining([clara.id, cast.clientId]))
    const other = await app.person(cast.companyId, 'approver', cast.address('otra'))
    const otherToken = await app.signIn(cast.address('otra'))
    const to = (substituteId: string) => ({
      seats: [{ seatId: left.seats[0].seatId, substituteId }],
      successorId: other,
    })
    const path = `/api/people/${olga.id}/departure`
    expect(refused(await orders.post(path, cast.admin, to(clara.id)))).toBe('person_not_eligible')
    expect((await orders.post(path, cast.admin, to(other))).status).toBe(200)
    expect(await approversOf(world)).toEqual(cast.approverIds)
    expect((await seats()).map(seat => seat.approverId)).toContain(other)
    expect((await orders.decide(over, otherToken)).body.state).toBe('approved')
  })

  test('is not let through by a client’s person who stands in for a budget owner', async () => {
    const { cast, orders, olga, clara, hugo, over, inbox } = await exceeding('sustituta')
    const mandate = { fromId: olga.id, toId: clara.id, startsOn: today, endsOn: today }
    expect((await orders.post('/api/delegations', cast.admin, mandate)).status).toBe(200)
    expect(await inbox(clara.token)).toEqual([])
    expect(refused(await orders.decide(over, clara.token))).toBe('overrun_is_of_company')
    const { can } = await orders.card(over, clara.token)
    expect(can.approve).toMatchObject({ refused: 'overrun_is_of_company' })
    expect((await orders.decide(over, hugo.token)).body.state).toBe('approved')
  })

  test('waits for nobody who owned the budget before they came to be a client’s', async () => {
    const { cast, orders, olga, ask } = await exceeding('cambia')
    await app.tamper(sql`update account set role = 'client_user' where id = ${olga.id}`)
    await app.tamper(sql`update member set client_id = ${cast.clientId} where user_id = ${olga.id}`)
    const next = await orders.submit({ amountMinor: '5000' })
    const seats = (await orders.card(next)).stages[1].seats.map(
      (one: { approverId: string }) => one.approverId,
    )
    expect(seats).not.toContain(olga.id)
    expect((await ask('/api/company/budget-owners')).status).toBe(200)
    await app.tamper(sql`update account set role = 'approver' where id = ${olga.id}`)
    await app.tamper(sql`update member set client_id = null where user_id = ${olga.id}`)
  })
})

describe('an approval taken back', () => {
  const either = async (name: string) => {
    const { cast, orders, person, publish, inbox } = await scene(app, name)
    const [dora, raul] = [await person('dora'), await person('raul')]
    await publish(
      rule([
        stage({ approvers: users(dora.id, raul.id) }),
        stage({ name: 'Proyecto', mode: 'all', approvers: { kind: 'project_approvers' } }),
      ]),
    )
    const id = await orders.submit()
    await orders.decide(id, dora.token)
    const undo = () => orders.post(`/api/documents/${id}/undoing`, dora.token, { revision: 1 })
    const statusOf = async (userId: string) =>
      (await orders.card(id)).stages[0].seats.find(
        (seat: { approverId: string }) => seat.approverId === userId,
      ).status
    return { cast, orders, dora, raul, id, undo, statusOf, inbox }
  }

  test('opens no seat of somebody who has left', async () => {
    const { cast, raul, dora, undo, statusOf } = await either('sefue')
    const gone = await app.ask(`/api/people/${raul.id}/deactivate`, { method: 'POST', as: cast.admin })
    expect(gone.status).toBe(200)
    expect((await undo()).body).toMatchObject({ approvals: { pending: 3, approved: 0 } })
    expect([await statusOf(dora.id), await statusOf(raul.id)]).toEqual(['pending', 'skipped'])
  })

  test('opens no seat of somebody who approves for the company no more', async () => {
    const { cast, orders, raul, undo, statusOf, id } = await either('cambio')
    await app.tamper(sql`update account set role = 'provider_user' where id = ${raul.id}`)
    await app.tamper(sql`update member set provider_id = ${cast.providerId} where user_id = ${raul.id}`)
    const token = await app.signIn(cast.address('raul'))
    expect((await undo()).status).toBe(200)
    expect(await statusOf(raul.id)).toBe('skipped')
    expect((await orders.decide(id, token)).status).not.toBe(200)
  })

  test('and somebody switched off meanwhile leave no seat that waits for nobody', async () => {
    for (let round = 0; round < 8; round++) {
      const { cast, raul, undo } = await either(`alavez${round}`)
      const off = app.ask(`/api/people/${raul.id}/deactivate`, { method: 'POST', as: cast.admin })
      const answers = await Promise.all([undo(), off])
      expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true)
    }
  })
})

test('a seat is decided only by whoever may have it when they decide', async () => {
  const { cast, orders } = await scene(app, 'alahora')
  const id = await orders.submit()
  const [approverId = ''] = cast.approverIds
  const becomes = async (role: string, clientId: string | null, providerId: string | null) => {
    await app.tamper(sql`update account set role = ${role} where id = ${approverId}`)
    await app.tamper(sql`update member set client_id = ${clientId}, provider_id = ${providerId}
      where user_id = ${approverId}`)
    return app.signIn(cast.address('aprueba0'))
  }
  const asProvider = await becomes('provider_user', null, cast.providerId)
  expect(refused(await orders.decide(id, asProvider))).toBe('no_longer_eligible')
  expect(await orders.card(id, asProvider)).toMatchObject({
    can: { approve: { refused: 'no_longer_eligible' } },
  })
  const asApprover = await becomes('approver', null, null)
  expect((await orders.decide(id, asApprover)).status).toBe(200)
})

test('an approver of a project whose role became another’s is asked for no order any more', async () => {
  const { cast, orders } = await scene(app, 'nombrado')
  await app.tamper(sql`update account set role = 'provider_user' where id = ${cast.approverIds[0]}`)
  const { stages } = await orders.card(await orders.submit(), cast.admin)
  expect(stages[0].seats).toMatchObject([{ approverId: cast.approverIds[1] }])
})
