// Approvers whom somebody adds to one order: who may, where, and what follows.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { rule, scene, stage, statusAndType, users } from '#tests/support/flows.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

type Seat = { id: string; approverId: string; status: string }
type Stage = { turn: number; name: string; basis: string; added: object | null; seats: Seat[] }

/** An order that waits for Dora and then for Raúl, whom its flow names; Eva and Teo see its project. */
async function makeWorld(name: string) {
  const made = await scene(app, name)
  const { cast, orders, ask, person, publish } = made
  const [dora, raul] = [await person('dora'), await person('raul')]
  const onlooker = async (...who: Parameters<typeof person>) => {
    const somebody = await person(...who)
    const permitted = `/api/projects/${cast.projectId}/permissions/${somebody.id}`
    expect((await ask(permitted, 'PUT', { permissions: ['view'] })).status).toBe(200)
    return somebody
  }
  const [eva, teo] = [await onlooker('eva'), await onlooker('teo')]
  await publish(
    rule([
      stage({ name: 'Obra', approvers: users(dora.id) }),
      stage({ name: 'Dirección', turn: 2, approvers: users(raul.id) }),
    ]),
  )
  const id = await orders.submit()
  await deliverAll(app.db)
  const path = `/api/documents/${id}/approvers`
  const asked = { revision: 1, userId: eva.id, place: 'beside', reason: 'Falta quien lleva la obra' }
  const add = (over: object = {}, as: string | undefined = dora.token, key = newId()) =>
    orders.post(path, as, { ...asked, ...over }, key)
  const candidates = async (as = dora.token) => app.ask(`${path}/candidates`, { as })
  const stages = async (): Promise<Stage[]> => (await orders.card(id, cast.admin)).stages
  const told = async (as: string) => {
    await deliverAll(app.db)
    return (await app.ask('/api/notices', { as })).body.items.map(({ topic }: { topic: string }) => topic)
  }
  return { ...made, onlooker, id, path, dora, raul, eva, teo, add, candidates, stages, told }
}

describe('an approver who is added', () => {
  test('beside is asked at once, the order needs them too, and says who added them and why', async () => {
    const { cast, orders, id, dora, raul, eva, add, stages, told, inbox } = await makeWorld('junto')
    expect((await orders.card(id, dora.token)).can.addApprover).toBe(true)
    const key = newId()
    const first = await add({}, dora.token, key)
    expect(first).toMatchObject({ status: 200, body: { id, approvals: { total: 3, pending: 3 } } })
    expect(await add({}, dora.token, key)).toMatchObject({ status: 200, body: first.body })
    const added = { byName: 'dora Pérez', reason: 'Falta quien lleva la obra', place: 'beside' }
    expect((await stages()).map(({ turn, added }) => [turn, added])).toEqual([
      [1, null],
      [2, null],
      [1, added],
    ])
    expect(await told(eva.token)).toEqual(['approval.requested'])
    expect(await inbox(eva.token)).toEqual([id])
    const pending = await app.ask('/api/approvals/pending', { as: eva.token })
    expect(pending.body.items).toMatchObject([{ added, basis: 'Añadida junto a la etapa «Obra»' }])

    await orders.decide(id, dora.token)
    expect(await inbox(raul.token)).toEqual([])
    await orders.decide(id, eva.token)
    expect(await inbox(raul.token)).toEqual([id])
    expect((await orders.decide(id, raul.token)).body.state).toBe('approved')

    const written = await app.journal(cast.companyId, id)
    expect(written.filter(({ action }) => action === 'document.approver_added')).toHaveLength(1)
    const { body } = await app.ask(`/api/documents/${id}/timeline`, { as: cast.client })
    expect(body.items[1]).toMatchObject({
      action: 'document.approver_added',
      actorName: 'dora Pérez',
      reason: 'Falta quien lleva la obra',
      facts: { to: 'eva Pérez', place: 'beside' },
    })
  })

  test('before makes the stage wait, which is asked again, and undone, after them', async () => {
    const { orders, id, dora, raul, eva, teo, add, stages, told, inbox } = await makeWorld('antes')
    await orders.decide(id, dora.token)
    expect(await told(raul.token)).toHaveLength(1)
    expect((await add({ place: 'before' }, raul.token)).status).toBe(200)
    expect((await stages()).map(({ turn }) => turn)).toEqual([1, 3, 2])
    expect([await inbox(raul.token), await inbox(eva.token)]).toEqual([[], [id]])
    expect(statusAndType(await orders.decide(id, raul.token))).toEqual([409, '/problems/not_your_turn'])
    // The added person asks for one more in the same way.
    expect((await add({ place: 'before', userId: teo.id }, eva.token)).status).toBe(200)
    expect((await stages()).map(({ turn }) => turn)).toEqual([1, 4, 3, 2])
    await orders.decide(id, teo.token)
    expect(await told(eva.token)).toHaveLength(2)
    await orders.decide(id, eva.token)
    expect(await inbox(raul.token)).toEqual([id])
    expect(await told(raul.token)).toHaveLength(2)
    expect((await orders.decide(id, raul.token)).body.state).toBe('approved')
    const undone = await orders.post(`/api/documents/${id}/undoing`, raul.token, { revision: 1 })
    expect(undone).toMatchObject({ status: 200, body: { state: 'in_approval' } })
    expect(await inbox(raul.token)).toEqual([id])
  })

  test('rejects and returns like anybody, and is not asked of the correction, whose flow is asked anew', async () => {
    const { cast, orders, id, eva, add, stages } = await makeWorld('corrige')
    await add()
    const sent = await orders.decide(id, eva.token, 'return', { comment: 'Falta la factura' })
    expect(sent.body.state).toBe('returned')
    const body = { ...cast.order, revision: 1 }
    expect((await app.ask(`/api/documents/${id}`, { method: 'PUT', as: cast.client, body })).status).toBe(200)
    expect((await stages()).map(({ added }) => added)).toEqual([null, null])
    expect((await orders.card(id, eva.token)).id).toBe(id)
    expect((await add({ revision: 2 })).status).toBe(200)
    expect((await orders.decide(id, eva.token, 'reject', { revision: 2, comment: 'No' })).body.state).toBe(
      'rejected',
    )
  })

  test('is reassigned, added again, and taken over when they leave, like every approval', async () => {
    const { cast, orders, id, dora, raul, eva, teo, add, stages } = await makeWorld('vida')
    await add()
    const [seat] = (await stages()).at(-1)?.seats ?? []
    const moved = { revision: 1, userId: teo.id, reason: 'De viaje' }
    const given = await orders.post(
      `/api/documents/${id}/approvals/${seat?.id}/reassignment`,
      cast.admin,
      moved,
    )
    expect(given.status).toBe(200)
    // Whoever lost the seat may be added again.
    expect((await add()).status).toBe(200)
    const [held] = (await stages()).at(-2)?.seats.filter(({ status }) => status === 'pending') ?? []
    const heir = await app.person(cast.companyId, 'approver', cast.address('heredero'))
    const left = await orders.post(`/api/people/${teo.id}/departure`, cast.admin, {
      seats: [{ seatId: held?.id, substituteId: heir }],
      appointments: [],
    })
    expect(left.status, JSON.stringify(left.body)).toBe(200)
    for (const as of [dora.token, eva.token, await app.signIn(cast.address('heredero')), raul.token])
      expect((await orders.decide(id, as)).status).toBe(200)
    expect((await orders.card(id, cast.admin)).state).toBe('approved')
  })
})

describe('nobody adds an approver', () => {
  test('who is not asked now: not its requester, its administrator, its later approver, or a stranger', async () => {
    const { cast, orders, id, path, raul, eva, dora, person, add, candidates } = await makeWorld('quien')
    const stranger = await person('ajena')
    const abroad = await makeCast(app, 'lejos')
    expect((await app.ask(path, { method: 'POST', body: {} })).status).toBe(401)
    expect((await app.ask(`${path}/candidates`)).status).toBe(401)
    expect(statusAndType(await add({}, cast.client))).toEqual([409, '/problems/no_seat'])
    expect(statusAndType(await add({}, cast.admin))).toEqual([409, '/problems/no_seat'])
    expect(statusAndType(await add({}, raul.token))).toEqual([409, '/problems/not_your_turn'])
    expect(statusAndType(await add({}, eva.token))).toEqual([409, '/problems/no_seat'])
    expect((await add({}, stranger.token)).status).toBe(404)
    for (const as of [abroad.admin, abroad.approvers[0]]) expect((await add({}, as)).status).toBe(404)
    for (const as of [cast.client, cast.admin, raul.token, eva.token])
      expect((await candidates(as)).status).toBe(403)
    for (const as of [stranger.token, abroad.admin]) expect((await candidates(as)).status).toBe(404)
    expect((await orders.card(id, cast.client)).can.addApprover).toMatchObject({ refused: 'no_seat' })
    await orders.decide(id, dora.token)
    expect(statusAndType(await add())).toEqual([409, '/problems/already_decided'])
  })

  test('who could not have had the seat, or has one, and the list leaves those out', async () => {
    const { cast, dora, raul, eva, teo, add, candidates, person, onlooker } = await makeWorld('aquien')
    const neighbour = await makeCast(app, 'vecino', { companyId: cast.companyId })
    const abroad = await makeCast(app, 'fuera')
    const to = async (userId: string) => (await add({ userId })).body.type
    expect(await to(cast.clientId)).toBe('/problems/own_document')
    expect(await to(cast.executorId)).toBe('/problems/executor_cannot_approve')
    expect(await to(raul.id)).toBe('/problems/already_asked')
    expect(await to(dora.id)).toBe('/problems/own_hand')
    const unpermitted = await person('ajena')
    const strangers = [neighbour.clientId, abroad.clientId, unpermitted.id, newId()]
    for (const userId of strangers) expect(await to(userId)).toBe('/problems/person_not_eligible')
    const ofClient = await onlooker('propia', 'client_user', cast.clientId)
    const listed = (await candidates()).body.items.map(({ userId }: { userId: string }) => userId)
    expect(listed).toEqual(expect.arrayContaining([eva.id, teo.id, ofClient.id]))
    for (const userId of [cast.clientId, cast.executorId, raul.id, dora.id, ...strangers])
      expect(listed).not.toContain(userId)
    await app.ask(`/api/people/${eva.id}/deactivate`, { method: 'POST', as: cast.admin })
    expect(await to(eva.id)).toBe('/problems/person_not_eligible')
  })

  test('of the company as a client’s person, who chooses among their own', async () => {
    const { cast, orders, person, onlooker, publish, eva } = await makeWorld('cliente')
    const own = await onlooker('propia', 'client_user', cast.clientId)
    const sits = await person('sienta', 'client_user', cast.clientId)
    await publish(rule([stage({ approvers: users(sits.id) })]))
    const id = await orders.submit()
    const path = `/api/documents/${id}/approvers`
    const { body } = await app.ask(`${path}/candidates`, { as: sits.token })
    expect(body.items.map(({ userId }: { userId: string }) => userId)).toEqual([own.id])
    const asked = { revision: 1, place: 'beside', reason: 'Motivo' }
    const refused = await orders.post(path, sits.token, { ...asked, userId: eva.id })
    expect(statusAndType(refused)).toEqual([409, '/problems/person_not_eligible'])
    expect((await orders.post(path, sits.token, { ...asked, userId: own.id })).status).toBe(200)
  })

  test('without a reason, to an order that has changed, while suspended, untrusted, or as a sixth', async () => {
    const { cast, orders, id, dora, onlooker, add } = await makeWorld('tarde')
    for (const over of [
      { reason: '' },
      { reason: '  ' },
      { reason: 'x'.repeat(501) },
      { place: 'after' },
      { userId: 'x' },
    ])
      expect((await add(over)).status).toBe(422)
    expect(statusAndType(await add({ revision: 2 }))).toEqual([409, '/problems/stale_revision'])
    await app.tamper(sql`update company set status = 'suspended' where company_id = ${cast.companyId}`)
    expect(statusAndType(await add())).toEqual([409, '/problems/company_suspended'])
    await app.tamper(sql`update company set status = 'active' where company_id = ${cast.companyId}`)
    await app.tamper(sql`update account set password_given = true where id = ${dora.id}`)
    expect(statusAndType(await add())).toEqual([409, '/problems/untrusted_account'])
    await app.tamper(sql`update account set password_given = false where id = ${dora.id}`)
    for (const who of ['a', 'b', 'c', 'd', 'e'])
      expect((await add({ userId: (await onlooker(who)).id })).status).toBe(200)
    expect(statusAndType(await add())).toEqual([409, '/problems/too_many_added'])
    expect((await orders.card(id, dora.token)).can.addApprover).toMatchObject({ refused: 'too_many_added' })
  })

  test('before a stage in which somebody has decided', async () => {
    const { cast, orders, publish, eva, teo } = await makeWorld('empezada')
    await publish()
    const id = await orders.submit()
    const [first, second] = cast.approvers
    await orders.decide(id, first)
    const path = `/api/documents/${id}/approvers`
    const { body } = await app.ask(`${path}/candidates`, { as: second })
    expect(body.can.before).toMatchObject({ refused: 'step_begun' })
    const asked = { revision: 1, userId: eva.id, place: 'before', reason: 'Motivo' }
    expect(statusAndType(await orders.post(path, second, asked))).toEqual([409, '/problems/step_begun'])
    expect((await orders.post(path, second, { ...asked, userId: teo.id, place: 'beside' })).status).toBe(200)
  })
})

describe('at the same time', () => {
  test('one person is added once, and whoever is switched off meanwhile not at all', async () => {
    const { cast, teo, add, stages } = await makeWorld('carrera')
    const twice = await Promise.all([add(), add({ place: 'before' })])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await stages()).toHaveLength(3)
    const off = () => app.ask(`/api/people/${teo.id}/deactivate`, { method: 'POST', as: cast.admin })
    const answers = await Promise.all([add({ userId: teo.id }), off()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('the stage is decided first or waits, never both', async () => {
    for (let round = 0; round < 4; round++) {
      const { orders, id, dora, add, stages } = await makeWorld(`ronda${round}`)
      const decide = () => orders.decide(id, dora.token)
      const before = () => add({ place: 'before' })
      const [one, other] = round % 2 === 0 ? [decide, before] : [before, decide]
      const answers = await Promise.all([one(), other()])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect((await stages()).length).toBe(answers[round % 2 === 0 ? 1 : 0]?.status === 200 ? 3 : 2)
    }
  })
})

test('an addition that its fact does not tell is found', async () => {
  const { cast, id, add } = await makeWorld('sello')
  await add({ place: 'before' })
  const found = async (change: Parameters<typeof app.tamper>[0], back: Parameters<typeof app.tamper>[0]) => {
    await app.tamper(change)
    const broken = Object.keys(await brokenInvariants(app))
    await app.tamper(back)
    return broken
  }
  const { companyId } = cast
  const sits = 'an approver who was added has their giver, who sat in the order and wrote it down'
  expect(
    await found(
      sql`update approval_stage set added_reason = 'Otro' where company_id = ${companyId} and document_id = ${id} and stage = 3`,
      sql`update approval_stage set added_reason = 'Falta quien lleva la obra' where company_id = ${companyId} and document_id = ${id} and stage = 3`,
    ),
  ).toEqual([sits])
  expect(
    await found(
      sql`update approval_stage set turn = 1 where company_id = ${companyId} and document_id = ${id} and stage = 1`,
      sql`update approval_stage set turn = 2 where company_id = ${companyId} and document_id = ${id} and stage = 1`,
    ),
  ).toEqual(['the stages of an order are those that were sealed'])
})
