// A client's main account and the users of that client, in a company with another client.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'

type World = { app: TestApp; acme: Cast; otro: Cast; abroad: Cast; stranger: string }
let world: World

beforeAll(async () => {
  const app = await startProduct()
  const acme = await makeCast(app, 'acme')
  const otro = await makeCast(app, 'otro', { companyId: acme.companyId })
  const abroad = await makeCast(app, 'lejos')
  world = { app, acme, otro, abroad, stranger: '' }
  world.stranger = await joined(otro.client, { clientId: otro.clientId })
})
afterAll(() => world.app.stop())

let people = 0
const invite = (as: string | undefined, changes: object = {}) =>
  world.app.ask('/api/people', {
    method: 'POST',
    as,
    key: newId(),
    body: {
      name: 'Luis',
      lastName: 'Gil',
      email: `usuario${++people}@acme.example`,
      role: 'client_user',
      clientId: world.acme.clientId,
      ...changes,
    },
  })
/** Somebody who was invited and has accepted. */
async function joined(as: string, changes: object = {}): Promise<string> {
  const email = `aceptada${++people}@acme.example`
  expect((await invite(as, { ...changes, email })).status).toBe(200)
  await world.app.accept(email)
  return world.app.accountOf(email)
}
const act = (userId: string, verb: string, as: string | undefined) =>
  world.app.ask(`/api/people/${userId}/${verb}`, { method: 'POST', as, key: newId() })
const listed = async (as: string) =>
  (await world.app.ask('/api/people', { as })).body.items.map(({ userId }: { userId: string }) => userId)

describe('a client’s main account', () => {
  test('invites, switches off and on a user of its own', async () => {
    const { app, acme } = world
    const userId = await joined(acme.client)
    expect(await listed(acme.client)).toEqual([userId])
    expect((await act(userId, 'deactivate', acme.client)).body).toEqual({ userId, active: false })
    expect((await act(userId, 'activate', acme.client)).body).toEqual({ userId, active: true })
    const actions = (await app.journal(acme.companyId, userId)).map(event => event.action)
    expect(actions).toEqual(['person.added', 'person.deactivated', 'person.activated'])
  })

  test('sees, sends again and takes back the invitations of its own users alone', async () => {
    const { app, acme, otro } = world
    const { invitationId } = (await invite(acme.client)).body
    const sent = async (as: string | undefined) =>
      (await app.ask('/api/invitations', { as })).body.items.map(({ id }: { id: string }) => id)
    expect(await sent(acme.client)).toEqual([invitationId])
    expect(await sent(otro.client)).not.toContain(invitationId)
    expect(await sent(acme.admin)).toContain(invitationId)
    const again = (as: string | undefined) =>
      app.ask(`/api/invitations/${invitationId}/mail`, { method: 'POST', as, key: newId() })
    const back = (as: string | undefined) =>
      app.ask(`/api/invitations/${invitationId}`, { method: 'DELETE', as })
    for (const as of [otro.client, world.abroad.admin]) {
      expect((await again(as)).status).toBe(404)
      expect((await back(as)).status).toBe(404)
    }
    expect((await again(acme.executor)).status).toBe(403)
    expect((await back(acme.executor)).status).toBe(403)
    expect((await again(acme.client)).status).toBe(200)
    expect((await back(acme.client)).status).toBe(200)
    expect((await back(acme.client)).status).toBe(404)
    expect(await sent(acme.admin)).not.toContain(invitationId)
  })

  test('sees nobody but its own users; the administrator sees those of every client', async () => {
    const { acme, otro, stranger } = world
    expect(await listed(otro.client)).toEqual([stranger])
    expect(await listed(acme.client)).not.toContain(stranger)
    expect(await listed(acme.admin)).toContain(stranger)
  })

  test('asked for the people of a client, the list names those and no others', async () => {
    const { acme, otro, stranger, app } = world
    const of = async (clientId: string, as = acme.admin) => {
      const { body } = await app.ask(`/api/people?clientId=${clientId}`, { as })
      return body.items.map(({ userId }: { userId: string }) => userId)
    }
    expect((await of(otro.clientId)).toSorted()).toEqual([otro.clientId, stranger].toSorted())
    expect(await of(acme.clientId)).not.toContain(stranger)
    expect(await of(acme.clientId, otro.client)).toEqual([])
    expect((await app.ask('/api/people?clientId=otro', { as: acme.admin })).status).toBe(422)
  })

  test('finds nobody else of the company: they answer as one who does not exist', async () => {
    const { acme, otro, abroad, stranger } = world
    const others = [stranger, otro.clientId, acme.clientId, acme.executorId, abroad.executorId]
    for (const verb of ['deactivate', 'activate', 'invitation']) {
      const bare = ({ status, body }: { status: number; body: object }) => ({
        status,
        ...body,
        requestId: '',
      })
      const absent = bare(await act(newId(), verb, acme.client))
      expect(absent.status).toBe(404)
      for (const userId of others) expect(bare(await act(userId, verb, acme.client))).toEqual(absent)
    }
  })

  test('gives no other role, and nobody to another client', async () => {
    const { acme, otro } = world
    const approver = await invite(acme.client, { role: 'approver', clientId: null })
    expect(approver.status).toBe(403)
    for (const clientId of [otro.clientId, newId()])
      expect(await invite(acme.client, { clientId })).toMatchObject({
        status: 422,
        body: { issues: [{ pointer: '/clientId', message: 'El cliente no existe' }] },
      })
  })

  test('does not learn who else belongs to the company from an address', async () => {
    const { acme, otro } = world
    const own = await joined(acme.client)
    const [row] = await world.app.tamper(sql`select email from account where id = ${own}`)
    expect((await invite(acme.client, { email: row?.email })).body.type).toBe('/problems/already_member')
    const unknown = await invite(acme.client)
    for (const email of [acme.address('ejecuta'), otro.address('cliente'), world.abroad.address('ejecuta')]) {
      const { status, body } = await invite(acme.client, { email })
      expect([status, Object.keys(body)]).toEqual([200, Object.keys(unknown.body)])
    }
  })

  test('gives its users what it holds itself in its projects, and reads it in one list', async () => {
    const { app, acme, otro } = world
    const userId = await joined(acme.client)
    const change = (projectId: string, permissions: string[], as = acme.client) =>
      app.ask(`/api/projects/${projectId}/permissions/${userId}`, {
        method: 'PUT',
        as,
        body: { permissions },
      })
    const list = (who: string, as: string | undefined) => app.ask(`/api/people/${who}/projects`, { as })
    expect((await change(acme.projectId, ['view', 'edit'])).status).toBe(200)
    expect(await change(acme.projectId, ['view', 'approve'])).toMatchObject({
      status: 409,
      body: { type: '/problems/permission_lacked' },
    })
    expect((await change(otro.projectId, ['view'])).status).toBe(404)
    expect((await list(userId, acme.client)).body).toMatchObject({
      items: [
        {
          projectId: acme.projectId,
          permissions: ['view', 'edit'],
          grantable: ['view', 'edit', 'admin'],
        },
      ],
    })
    expect((await list(userId, acme.admin)).body.items).toHaveLength(1)
    for (const as of [otro.client, world.abroad.admin]) expect((await list(userId, as)).status).toBe(404)
    expect((await list(world.stranger, acme.client)).status).toBe(404)
    expect((await list(userId, acme.executor)).status).toBe(403)
    expect((await list(userId, undefined)).status).toBe(401)
  })
})

test('a client’s user and an approver keep nobody', async () => {
  const { app, acme } = world
  const email = 'empleada@acme.example'
  await invite(acme.client, { email })
  const user = await app.accept(email)
  const userId = await app.accountOf(email)
  for (const as of [user, acme.executor]) {
    expect((await app.ask('/api/people', { as })).status).toBe(403)
    expect((await invite(as)).status).toBe(403)
    for (const verb of ['deactivate', 'activate', 'invitation'])
      expect((await act(userId, verb, as)).status).toBe(403)
  }
  expect((await invite(undefined)).status).toBe(401)
})
