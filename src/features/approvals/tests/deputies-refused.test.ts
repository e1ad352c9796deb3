// Deputies who may not have the seat that waits: it is not given, and the administrators are told why, once.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { seatDeputies } from '#features/approvals/commands/seat-deputies.ts'
import { addDays, dayFromInstant } from '#kernel/day.ts'
import { newId } from '#kernel/ids.ts'
import { clock } from '#server/clock.ts'
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
afterEach(async () => {
  vi.restoreAllMocks()
  expect(await brokenInvariants(app)).toEqual({})
})
afterAll(() => app?.stop())

const today = dayFromInstant(clock.now(), 'Europe/Madrid')

/** An order that waits for Dora; whoever is named is her deputy after two days. */
async function makeWorld(name: string) {
  const made = await scene(app, name)
  const { cast, orders, person, publish } = made
  const [dora, eva] = [await person('dora'), await person('eva')]
  const run = async (days: number) => {
    const now = vi.spyOn(clock, 'now').mockReturnValue(new Date(`${addDays(today, days)}T09:00:00Z`))
    try {
      await seatDeputies(app.db)([cast.companyId])
      await deliverAll(app.db)
    } finally {
      now.mockRestore()
    }
  }
  const submit = async (deputyId: string, stages: object[] = []) => {
    const deputy = { userId: deputyId, afterDays: 2 }
    await publish(rule([stage({ name: 'Obra', approvers: users(dora.id), deputy }), ...stages]))
    const id = await orders.submit()
    await deliverAll(app.db)
    return id
  }
  const seatsOf = async (id: string): Promise<number> =>
    (await orders.card(id, cast.admin)).stages[0].seats.length
  const refusals = async (id: string) =>
    (await app.journal(cast.companyId, id)).flatMap(({ action, after }) =>
      action === 'approval.deputy_refused' ? [Object(after).because] : [],
    )
  const told = async (as: string) => {
    const { items } = (await app.ask('/api/notices', { as })).body
    return items
      .filter(({ topic }: { topic: string }) => topic === 'approval.deputy_refused')
      .map(({ holders }: { holders: string }) => holders)
  }
  return { ...made, dora, eva, run, submit, seatsOf, refusals, told }
}

test('whoever asked for the order, executes it, is of another client or sits in the stage is not asked', async () => {
  const { cast, orders, publish, person, run, submit, seatsOf, refusals } = await makeWorld('quien')
  const neighbour = await makeCast(app, 'quienvecino', { companyId: cast.companyId })
  const ofOther = await person('ajena', 'client_user', neighbour.clientId)
  const ids = new Map<string, unknown>()
  ids.set(await submit(cast.clientId), 'own_document')
  ids.set(await submit(cast.executorId), 'executor_cannot_approve')
  ids.set(await submit(ofOther.id), 'person_not_eligible')
  const [inProject = ''] = cast.approverIds
  await publish(
    rule([stage({ approvers: { kind: 'project_approvers' }, deputy: { userId: inProject, afterDays: 2 } })]),
  )
  ids.set(await orders.submit(), 'already_asked')
  const before = new Map(await Promise.all([...ids.keys()].map(async id => [id, await seatsOf(id)] as const)))
  await run(3)
  await run(3)
  await run(4)
  for (const [id, because] of ids) {
    expect([id, await refusals(id)]).toEqual([id, [because]])
    expect(await seatsOf(id)).toBe(before.get(id))
  }
  for (const id of ids.keys()) expect((await orders.card(id, cast.admin)).state).toBe('in_approval')
})

test('the administrators are told why, once, and nobody else; whoever comes back is asked the next morning', async () => {
  const { cast, dora, eva, person, ask, run, submit, seatsOf, refusals, told } = await makeWorld('ausente')
  const teo = await person('teo')
  const id = await submit(eva.id)
  const days = { startsOn: today, endsOn: addDays(today, 4) }
  const away = { fromId: eva.id, toId: teo.id, ...days }
  const made = await ask('/api/delegations', 'POST', away)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  await run(3)
  await run(4)
  expect(await refusals(id)).toEqual(['deputy_absent'])
  expect(await told(cast.admin)).toEqual(['eva Pérez está ausente, con quien la sustituye'])
  for (const as of [cast.client, dora.token, eva.token]) expect(await told(as)).toEqual([])
  expect(await seatsOf(id)).toBe(1)
  await run(5)
  expect(await seatsOf(id)).toBe(2)
  expect(await refusals(id)).toHaveLength(1)
})

test('whoever has decided in the order already, or was switched off, is not asked', async () => {
  const { cast, orders, dora, eva, run, publish, refusals } = await makeWorld('decidio')
  const deputy = { userId: eva.id, afterDays: 2 }
  await publish(
    rule([
      stage({ name: 'Obra', approvers: users(eva.id) }),
      stage({ name: 'Dirección', turn: 2, approvers: users(dora.id), deputy }),
    ]),
  )
  const decided = await orders.submit()
  await orders.decide(decided, eva.token)
  await run(3)
  expect(await refusals(decided)).toEqual(['already_decided'])
  await publish(rule([stage({ approvers: users(dora.id), deputy })]))
  const off = await orders.submit()
  await app.ask(`/api/people/${eva.id}/deactivate`, { method: 'POST', as: cast.admin })
  await run(3)
  expect(await refusals(off)).toEqual(['person_not_eligible'])
})

test('nobody becomes a deputy of what was sent before by publishing a flow that names them', async () => {
  const { cast, orders, dora, ask, publish, run, person } = await makeWorld('propio')
  const adminId = (await ask('/api/people')).body.items.find(
    ({ role }: { role: string }) => role === 'admin',
  ).userId
  await publish(rule([stage({ approvers: users(dora.id) })]))
  const before = await orders.submit()
  // Nobody may approve it: the flow that its administrator publishes lets it go on, without them.
  const gone = await person('gone')
  await publish(rule([stage({ approvers: users(gone.id) })]))
  await app.tamper(sql`update account set active = false where id = ${gone.id}`)
  const blocked = await orders.submit()
  await publish(rule([stage({ approvers: users(dora.id), deputy: { userId: adminId, afterDays: 1 } })]))
  const after = await orders.submit()
  await run(3)
  const holders = async (id: string) =>
    (await orders.card(id, cast.admin)).stages[0].seats.map(
      ({ approverId }: { approverId: string }) => approverId,
    )
  expect(await holders(before)).toEqual([dora.id])
  expect(await holders(blocked)).toEqual([dora.id])
  expect(await holders(after)).toEqual([dora.id, adminId])
})

test('a flow is published only with deputies who can approve, and do not already in that stage', async () => {
  const { cast, orders, dora, eva, ask, publish } = await makeWorld('publica')
  const abroad = await makeCast(app, 'publicafuera')
  const withDeputy = (deputy: object) => rule([stage({ approvers: users(dora.id), deputy })])
  const type = async (userId: string) => statusAndType(await publish(withDeputy({ userId, afterDays: 2 })))
  expect(await type(dora.id)).toEqual([409, '/problems/deputy_in_stage'])
  for (const userId of [newId(), abroad.clientId])
    expect(await type(userId)).toEqual([409, '/problems/unknown_person'])
  const revision = (await ask('/api/flows')).body.draft.revision
  for (const deputy of [
    { userId: 'x', afterDays: 2 },
    { userId: eva.id, afterDays: 0 },
    { userId: eva.id, afterDays: 366 },
    { userId: eva.id, afterDays: 1.5 },
    { userId: eva.id },
    { afterDays: 2 },
    [],
  ]) {
    const saved = await ask('/api/flows/draft', 'PUT', { revision, rules: [withDeputy(deputy)] })
    expect(saved.status).toBe(422)
  }
  const body = { revision, rules: [withDeputy({ userId: eva.id, afterDays: 2 })] }
  for (const as of [cast.client, dora.token])
    expect((await ask('/api/flows/draft', 'PUT', body, as)).status).not.toBe(200)
  const apt = withDeputy({ userId: eva.id, afterDays: 2 })
  expect((await publish(apt)).status).toBe(200)
  const { published, names } = (await ask('/api/flows')).body
  expect(published.rules[0].stages[0].deputy).toEqual({ userId: eva.id, afterDays: 2 })
  expect(names.people).toContainEqual({ id: eva.id, name: 'eva Pérez' })
  expect(statusAndType(await publish(apt))).toEqual([409, '/problems/same_rules'])
  const project = `/api/projects/${cast.projectId}/route?type=gasto&amountMinor=1000&providerId=${cast.providerId}`
  const preview = await ask(project, 'GET', undefined, cast.client)
  expect(preview.body.stages).toMatchObject([{ deputy: { name: 'eva Pérez', afterDays: 2 } }])
  const draft = (await ask('/api/flows')).body.draft
  const later = { ...apt, stages: [{ ...apt.stages[0], deputy: { userId: eva.id, afterDays: 9 } }] }
  const saved = await ask('/api/flows/draft', 'PUT', { revision: draft.revision, rules: [later] })
  expect(saved.status).toBe(200)
  await publish(rule([stage({ approvers: users(dora.id) })]))
  await ask('/api/flows/draft', 'PUT', { revision: null, rules: [apt] })
  await orders.submit()
  const tried = await ask('/api/flows/simulation')
  expect(tried.body.items).toMatchObject([
    {
      before: { stages: [{ deputy: null }] },
      after: { stages: [{ deputy: { name: 'eva Pérez', afterDays: 2 } }] },
    },
  ])
})

test('a deputy’s seat that its fact or its stage does not tell is found', async () => {
  const { cast, eva, run, submit } = await makeWorld('sello')
  const id = await submit(eva.id)
  await run(3)
  const truth =
    'a deputy has their seat because somebody waited too long, as it was sealed and as their stage says'
  const found = async (change: Parameters<typeof app.tamper>[0], back: Parameters<typeof app.tamper>[0]) => {
    await app.tamper(change)
    const broken = Object.keys(await brokenInvariants(app))
    await app.tamper(back)
    return broken
  }
  const ofOrder = { companyId: cast.companyId, id }
  const days = (table: 'approval' | 'approval_stage', value: number) =>
    table === 'approval'
      ? sql`update approval set deputy_days = ${value} where company_id = ${ofOrder.companyId}
          and document_id = ${id} and deputy_days is not null`
      : sql`update approval_stage set deputy_days = ${value} where company_id = ${ofOrder.companyId} and document_id = ${id}`
  expect(await found(days('approval', 1), days('approval', 2))).toContain(truth)
  expect(await found(days('approval_stage', 1), days('approval_stage', 2))).toContain(truth)
})

test('one of two seats that stand beside each other is decided, whatever program decides', async () => {
  const { cast, orders, eva, dora, run, submit } = await makeWorld('pareja')
  const id = await submit(eva.id)
  await run(3)
  expect((await orders.decide(id, eva.token)).body.state).toBe('approved')
  const second = app.tamper(sql`update approval set status = 'approved', decided_at = updated_at
    where company_id = ${cast.companyId} and document_id = ${id} and approver_id = ${dora.id}`)
  await expect(second).rejects.toThrow(/approval_pair/)
})
