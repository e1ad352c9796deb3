import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { appointmentsSubscriber } from '#features/appointments/subscribers.ts'
import { acceptInCompany } from '#features/people/commands/acceptance.ts'
import type { ProjectWire } from '#features/projects/wire.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { deliverTo } from '#tests/support/subscribers.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let foreign: Cast

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  foreign = await makeCast(app, 'sur')
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app?.stop())

let count = 0
async function invite(by = cast, over: object = {}): Promise<string> {
  const email = by.address(`invitada${++count}`)
  const body = { name: 'Ana', lastName: `Nueva ${count}`, email, role: 'approver', ...over }
  const answer = await app.ask('/api/people', { method: 'POST', as: by.admin, body })
  expect(answer.status).toBe(200)
  return answer.body.invitationId
}

const create = (over: object, as = cast.admin) =>
  app.ask('/api/projects', {
    method: 'POST',
    as,
    body: {
      name: 'Con gente nueva',
      clientId: cast.clientId,
      totalMinor: '100000',
      contractIds: [cast.payable],
      ...over,
    },
  })

const read = async (projectId: string, as = cast.admin): Promise<ProjectWire> =>
  (await app.ask(`/api/projects/${projectId}`, { as })).body

const accept = async (invitationId: string): Promise<void> => {
  const accepted = await asSystem(app.db, cast.companyId, tx => acceptInCompany(tx, invitationId, 'choosing'))
  expect(accepted).toMatchObject({ companyId: cast.companyId })
  await deliverTo(app.db, appointmentsSubscriber)
}

const names = (people: readonly { name: string }[]) => people.map(({ name }) => name)

describe('people invited to a project', () => {
  it('take part in it once they accept, and an order that waited for them continues', async () => {
    const [approver, executor] = [await invite(), await invite()]
    const made = await create({ invitedApproverIds: [approver], invitedExecutorIds: [executor] })
    expect(made.status).toBe(200)
    const { id } = made.body
    const before = await read(id)
    expect([before.approvers, before.executors]).toEqual([[], []])
    expect(before.invited.map(({ permission }) => permission).toSorted()).toEqual(['approve', 'execute'])
    const orders = ordersOf(app, cast)
    const order = await orders.submit({ projectId: id })
    const state = async () =>
      (await app.ask(`/api/projects/${id}/documents/${order}`, { as: cast.admin })).body.state
    expect(await state()).toBe('blocked')

    await accept(approver)
    expect(await state()).toBe('in_approval')
    await accept(executor)
    const after = await read(id)
    expect([names(after.approvers), names(after.executors)]).toEqual([
      [`Ana Nueva ${count - 1}`],
      [`Ana Nueva ${count}`],
    ])
    expect(after.invited).toEqual([])
    const told = (await app.journal(cast.companyId, id)).map(({ action }) => action)
    expect(told).toEqual(['project.created', 'project.people_appointed', 'project.people_appointed'])
  })

  it('are told with the invitation how many orders wait for them, and of nothing else', async () => {
    const approver = await invite()
    const email = cast.address(`invitada${count}`)
    const { id } = (await create({ invitedApproverIds: [approver] })).body
    const again = async () => {
      const path = `/api/invitations/${approver}/mail`
      expect((await app.ask(path, { method: 'POST', as: cast.admin })).status).toBe(200)
      return (await app.mails(email))[0]?.text ?? ''
    }
    expect(await again()).not.toMatch(/Te espera/)
    await ordersOf(app, cast).submit({ projectId: id })
    expect(await again()).toContain('Te espera 1 pedido: lo verás al entrar.')
    await ordersOf(app, cast).submit({ projectId: id, amountMinor: '7700' })
    expect(await again()).toContain('Te esperan 2 pedidos: los verás al entrar.')
    expect((await app.mails(email)).map(({ kind }) => kind)).toEqual(Array(4).fill('invitation'))
  })

  it('are appointed once, however often the message comes', async () => {
    const approver = await invite()
    const { id } = (await create({ invitedApproverIds: [approver] })).body
    await accept(approver)
    await app.tamper(sql`insert into outbox_message (subscriber, company, id, kind, object_type, object_id, created_at,
      next_try_at) select 'appointments', company_id, id, action, object_type, object_id, at, at from event
      where company_id = ${cast.companyId} and action = 'person.added'`)
    await deliverTo(app.db, appointmentsSubscriber)
    expect((await read(id)).approvers).toHaveLength(1)
  })

  it('are named to administrators alone', async () => {
    const { id } = (await create({ invitedApproverIds: [await invite()] })).body
    expect((await read(id)).invited).toHaveLength(1)
    expect((await read(id, cast.client)).invited).toEqual([])
  })

  it('take no part when their invitation is taken back', async () => {
    const approver = await invite()
    const { id } = (await create({ invitedApproverIds: [approver] })).body
    const back = await app.ask(`/api/invitations/${approver}`, { method: 'DELETE', as: cast.admin })
    expect(back.status).toBe(200)
    expect((await read(id)).invited).toEqual([])
  })

  it('are passed over, and the journal says so, when they would approve and execute', async () => {
    const person = await invite()
    const { id } = (await create({ invitedApproverIds: [person] })).body
    const email = cast.address(`invitada${count}`)
    await asSystem(app.db, cast.companyId, tx => acceptInCompany(tx, person, 'choosing'))
    const [row] = (await app.ask(`/api/people?q=${email}`, { as: cast.admin })).body.items
    const permitted = await app.ask(`/api/projects/${id}/permissions/${row.userId}`, {
      method: 'PUT',
      as: cast.admin,
      body: { permissions: ['execute'] },
    })
    expect(permitted.status).toBe(200)
    await deliverTo(app.db, appointmentsSubscriber)
    const { approvers, executors, invited } = await read(id)
    expect([approvers, executors.length, invited]).toEqual([[], 1, []])
    expect((await app.journal(cast.companyId, id)).at(-1)?.action).toBe('project.invited_passed_over')
  })

  it('are refused when unknown, of another company, of another client, answered, or for both tasks', async () => {
    const person = await invite()
    const ofOther = await makeCast(app, 'oeste', { companyId: cast.companyId })
    const ofOtherClient = await invite(cast, { role: 'client_user', clientId: ofOther.clientId })
    const answered = await invite()
    await accept(answered)
    for (const id of [newId(), await invite(foreign), ofOtherClient, answered])
      for (const field of ['invitedApproverIds', 'invitedExecutorIds'])
        expect((await create({ [field]: [id] })).body.type, field).toBe('/problems/person_not_eligible')
    const both = { invitedApproverIds: [person], invitedExecutorIds: [person] }
    expect((await create(both)).body.type).toBe('/problems/approver_is_executor')
    expect((await create({ invitedApproverIds: ['x'] })).status).toBe(422)
    expect((await create({ invitedApproverIds: [person] }, cast.client)).status).toBe(403)
  })
})
