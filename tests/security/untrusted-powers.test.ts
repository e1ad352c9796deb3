// Power over orders on their way is not for an account that may be in somebody else's hands: each use of it is refused
// with the same reason that the screen shows, and changes nothing; with hands of their own it is done.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { batchesOf, payFrom, releaserLeaves } from '#tests/support/batches.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { rule, stage, users } from '#tests/support/flows.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const givePassword = (userId: string | undefined, isGiven: boolean) =>
  app.tamper(sql`update account set password_given = ${isGiven} where id = ${userId}`)

const idOf = async (token: string): Promise<string> => (await app.ask('/auth/v1/user', { as: token })).body.id

const refused = {
  status: 409,
  body: { type: '/problems/untrusted_account', facts: { why: 'given_password' } },
}
const asShown = { refused: 'untrusted_account', text: expect.stringMatching(/Elige la tuya en tu perfil/) }

type Power = {
  readonly use: () => Promise<{ status: number; body: object }>
  /** The ability as the screen shows it. */
  readonly shown: () => Promise<unknown>
}

/** Refused while the password is somebody else's choice, and journaled nowhere; done once it is not. */
async function needsTrust(cast: Cast, userId: string | undefined, { use, shown }: Power): Promise<void> {
  const journal = () =>
    app.tamper(sql`select count(*)::int as count from event where company_id = ${cast.companyId}`)
  expect(await shown()).toBe(true)
  await givePassword(userId, true)
  expect(await shown()).toMatchObject(asShown)
  const before = await journal()
  expect(await use()).toMatchObject(refused)
  expect(await journal()).toEqual(before)
  await givePassword(userId, false)
  const done = await use()
  expect(done.status, JSON.stringify(done.body)).toBe(200)
}

const decidableSeat = async (cast: Cast, id: string, approverId: string | undefined) => {
  const { stages } = await ordersOf(app, cast).card(id, cast.admin)
  const seats: { id: string; approverId: string; can: { reassign: unknown } }[] = stages[0].seats
  return seats.find(seat => seat.approverId === approverId) ?? expect.fail()
}

const put = (path: string, as: string | undefined, body: object) => app.ask(path, { method: 'PUT', as, body })

describe('an account that may be in other hands', () => {
  test('reassigns no approval', async () => {
    const cast = await makeCast(app, 'reasigna')
    const id = await ordersOf(app, cast).submit()
    const heir = await app.person(cast.companyId, 'approver', cast.address('hereda'))
    const seat = await decidableSeat(cast, id, cast.approverIds[0])
    const body = { revision: 1, userId: heir, reason: 'Está de viaje' }
    await needsTrust(cast, await idOf(cast.admin), {
      use: () =>
        ordersOf(app, cast).post(`/api/documents/${id}/approvals/${seat.id}/reassignment`, cast.admin, body),
      shown: async () => (await decidableSeat(cast, id, cast.approverIds[0])).can.reassign,
    })
  })

  test('lets nobody go, and hands over nothing of theirs', async () => {
    const cast = await makeCast(app, 'despide')
    const id = await ordersOf(app, cast).submit()
    const heir = await app.person(cast.companyId, 'approver', cast.address('hereda'))
    const { id: seatId } = await decidableSeat(cast, id, cast.approverIds[0])
    const path = `/api/people/${cast.approverIds[0]}/departure`
    const body = { seats: [{ seatId, substituteId: heir }], appointments: [] }
    await needsTrust(cast, await idOf(cast.admin), {
      use: () => ordersOf(app, cast).post(path, cast.admin, body),
      shown: async () => (await app.ask(path, { as: cast.admin })).body.can.letGo,
    })
  })

  test('names nobody who lets orders exceed their contract', async () => {
    const cast = await makeCast(app, 'excede')
    const path = '/api/company/budget-owners'
    await needsTrust(cast, await idOf(cast.admin), {
      use: () => put(path, cast.admin, { userIds: [cast.approverIds[0]] }),
      shown: async () => (await app.ask(path, { as: cast.admin })).body.can.change,
    })
  })

  test('takes back no approval', async () => {
    const cast = await makeCast(app, 'deshace')
    const { submit, decide, post, card } = ordersOf(app, cast)
    const [approver] = cast.approvers
    const id = await submit()
    await decide(id, approver)
    await needsTrust(cast, cast.approverIds[0], {
      use: () => post(`/api/documents/${id}/undoing`, approver, { revision: 1 }),
      shown: async () => (await card(id, approver)).can.undo,
    })
  })

  test('publishes no flow, and goes on preparing one', async () => {
    const cast = await makeCast(app, 'publica')
    const flows = async () => (await app.ask('/api/flows', { as: cast.admin })).body
    const prepare = async (name: string) => {
      const rules = [rule([stage({ approvers: users(...cast.approverIds) })], {}, name)]
      const { draft } = await flows()
      return put('/api/flows/draft', cast.admin, { revision: draft?.revision ?? null, rules })
    }
    expect(await prepare('Primera')).toMatchObject({ status: 200 })
    const userId = await idOf(cast.admin)
    await needsTrust(cast, userId, {
      use: async () => {
        const body = { revision: (await flows()).draft.revision, note: 'Por norma' }
        return ordersOf(app, cast).post('/api/flows/publications', cast.admin, body)
      },
      shown: async () => (await flows()).can.publish,
    })
    await givePassword(userId, true)
    expect(await prepare('Segunda')).toMatchObject({ status: 200 })
    await givePassword(userId, false)
  })

  test('neither gives nor takes what approves or executes, in a project and everywhere', async () => {
    const cast = await makeCast(app, 'nombra')
    const someone = await app.person(cast.companyId, 'approver', cast.address('otra'))
    const userId = await idOf(cast.admin)
    const inProject = `/api/projects/${cast.projectId}/permissions`
    const everywhere = `/api/people/${someone}/permissions`
    const seen = async (path: string) => (await app.ask(path, { as: cast.admin })).body.can
    await needsTrust(cast, userId, {
      use: () => put(`${inProject}/${someone}`, cast.admin, { permissions: ['view', 'approve'] }),
      shown: async () => (await seen(inProject)).empower,
    })
    await needsTrust(cast, userId, {
      use: () => put(`${inProject}/${someone}`, cast.admin, { permissions: ['view'] }),
      shown: async () => (await seen(`/api/people/${someone}/projects`)).empower,
    })
    await needsTrust(cast, userId, {
      use: () => put(everywhere, cast.admin, { permissions: ['execute'] }),
      shown: async () => (await seen(everywhere)).empower,
    })
    const people = { approverIds: cast.approverIds, executorIds: [cast.executorId, someone] }
    await needsTrust(cast, userId, {
      use: () => put(`/api/projects/${cast.projectId}/people`, cast.admin, people),
      shown: async () => (await seen(`/api/projects/${cast.projectId}`)).appoint,
    })
    // To see and to edit decides nothing.
    await givePassword(userId, true)
    const edits = await put(`${inProject}/${cast.approverIds[0]}`, cast.admin, {
      permissions: ['view', 'edit', 'approve'],
    })
    expect(edits.status).toBe(200)
  })

  test('cancels no downloaded batch as its second person', async () => {
    const cast = await makeCast(app, 'anula', { approvers: 1 })
    await payFrom(app, cast)
    const { approved } = ordersOf(app, cast)
    const order = await approved()
    const batches = batchesOf(app, cast, () => [order])
    const id = await batches.sent()
    await needsTrust(cast, await idOf(cast.admin), {
      use: () => batches.cancel(id, cast.admin),
      shown: async () => (await batches.detail(id, cast.admin)).can.cancel,
    })
  })
})

describe('who could be the second hand', () => {
  test('of a downloaded batch is somebody who may sign in with an account of their own; without one it says whom to appoint', async () => {
    const cast = await makeCast(app, 'nadie', { approvers: 1 })
    await payFrom(app, cast)
    const { approved } = ordersOf(app, cast)
    const order = await approved()
    const batches = batchesOf(app, cast, () => [order])
    const id = await batches.sent()
    await releaserLeaves(app, cast)
    const said = async () => {
      const { cancel } = (await batches.detail(id)).can
      expect((await batches.cancel(id)).body.type).toBe(`/problems/${cancel.refused}`)
      return cancel
    }
    expect(await said()).toMatchObject({ refused: 'own_download' })
    const admin = await idOf(cast.admin)
    await givePassword(admin, true)
    expect(await said()).toMatchObject({
      refused: 'second_hand_missing',
      text: expect.stringMatching(/nombra a otra persona que ejecute.*otra persona administradora/),
    })
    await givePassword(admin, false)
    // Somebody who executes in its projects, by name or everywhere, is one too.
    const other = await app.person(cast.companyId, 'approver', cast.address('segunda'))
    await app.tamper(sql`update member set active = false
      where company_id = ${cast.companyId} and user_id = ${admin}`)
    expect(await said()).toMatchObject({ refused: 'second_hand_missing' })
    await app.tamper(sql`insert into member_permission (company_id, user_id, permission)
      values (${cast.companyId}, ${other}, 'execute')`)
    expect(await said()).toMatchObject({ refused: 'own_download' })
    await app.tamper(sql`update account set active = false where id = ${other}`)
    expect(await said()).toMatchObject({ refused: 'second_hand_missing' })
  })

  test('of other bank data is no administrator whose hands are fresh, or who may not sign in', async () => {
    const cast = await makeCast(app, 'banco')
    const path = `/api/providers/${cast.providerId}`
    const { version: seen, ...provider } = (await app.ask(path, { as: cast.admin })).body
    const iban = 'ES9121000418450200051332'
    await put(path, cast.admin, { ...provider, iban, seen })
    const said = async () => (await app.ask(path, { as: cast.admin })).body.bankChange.can.confirm.refused
    expect(await said()).toBe('second_person_needed')
    const second = await app.person(cast.companyId, 'admin', cast.address('segunda'))
    expect(await said()).toBe('own_bank_change')
    await givePassword(second, true)
    expect(await said()).toBe('second_person_needed')
    await givePassword(second, false)
    await app.tamper(sql`update account set active = false where id = ${second}`)
    expect(await said()).toBe('second_person_needed')
  })
})
