// People under a directory: they are invited and not pulled in, let out with all that follows, and stay who they
// are for themselves and for other companies.
import { afterAll, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { ordersOf } from '#tests/support/cast.ts'
import { startWhole } from '#tests/support/product.ts'
import { makeDirectory } from '#tests/support/scim-desk.ts'

const app = await startWhole()
const directory = await makeDirectory(app, 'gente')
const { cast, add, activate, call, read, find, accept } = directory
const other = await makeDirectory(app, 'vecina')
afterAll(() => app.stop())

const actions = async (objectId: string, companyId = cast.companyId) =>
  (await app.journal(companyId, objectId)).map(({ action }) => action)
const member = async (email: string) => {
  const { id, userName } = (await add({ userName: email })).body
  const session = await accept(userName)
  return { id, email: userName, session, userId: await app.accountOf(userName) }
}
const works = async (session: string) => (await app.ask('/api/company', { as: session })).status === 200

describe('somebody new', () => {
  test('is invited in the name of the service, and is no member before they accept', async () => {
    const { id, userName } = (await add()).body
    expect(await app.mails(userName)).toHaveLength(1)
    expect(await actions(id)).toEqual(['person.invited', 'directory.invitation_linked'])
    const [event] = await app.owner.run<{ actor: string }>(sql`
      select trim(who.name || ' ' || who.last_name) as actor from event e join account who on who.id = e.actor_id
      where e.company_id = ${cast.companyId} and e.object_id = ${id} limit 1`)
    expect(event).toEqual({ actor: 'Directorio' })
    const [row] = await app.owner.run<{ members: number }>(sql`
      select count(*)::int as members from member m join account who on who.id = m.user_id
      where m.company_id = ${cast.companyId} and who.email = ${userName}`)
    expect(row).toEqual({ members: 0 })
  })

  test('keeps the id of the invitation when they accept, and comes with the role of least power', async () => {
    const { id, email, session, userId } = await member('llega@pruebas.example')
    expect(await works(session)).toBe(true)
    expect((await read(id)).body).toMatchObject({
      id,
      userName: email,
      active: true,
      roles: [{ value: 'approver' }],
    })
    expect(id).not.toBe(userId)
    expect((await find(`userName eq "${email}"`)).body.Resources).toHaveLength(1)
  })

  test('is given no role that a person must give, and an auditor’s in a verified domain alone', async () => {
    const role = (value: string, over: object = {}) => add({ roles: [{ value, primary: 'True' }], ...over })
    for (const value of ['admin', 'admin_saas', 'client', 'client_user', 'provider', 'owner', 'auditor'])
      expect((await role(value)).body, value).toMatchObject({ status: '400', scimType: 'invalidValue' })
    await app.tamper(sql`
      insert into sign_in_domain (company, domain, token, created_at, verified_at, verified_by)
      values (${cast.companyId}, 'propio.example', ${'t'.repeat(43)}, now(), now(), 'platform')`)
    const made = await role('auditor', { userName: 'lee@propio.example' })
    expect(made).toMatchObject({ status: 201, body: { roles: [{ value: 'auditor' }] } })
    expect((await role('auditor', { userName: 'lee@no.propio.example' })).status).toBe(400)
  })

  test('who is inactive in the directory is not invited', async () => {
    const refused = await add({ active: false })
    expect(refused.body).toMatchObject({ status: '400', scimType: 'invalidValue' })
  })
})

describe('somebody with an account of their own', () => {
  test('is invited as if they had none, and stays who they are', async () => {
    const theirs = await other.add({ name: { givenName: 'Rosa', familyName: 'Mar' } })
    const email: string = theirs.body.userName
    await accept(email)
    const row = () => app.owner.run(sql`select * from account where email = ${email}`)
    const before = await row()
    const made = await add({ userName: email, name: { givenName: 'Falsa', familyName: 'Nombre' } })
    expect(made.status).toBe(201)
    const userId = await app.accountOf(email)
    expect(JSON.stringify(made.body)).not.toContain(userId)
    expect(made.body.id).not.toBe(theirs.body.id)
    expect(await row()).toEqual(before)
    await accept(email)
    const { body } = await read(made.body.id)
    expect(body.name).toMatchObject({ givenName: 'Rosa', familyName: 'Mar' })
    await call('PUT', `/Users/${body.id}`, { body: { ...body, name: { givenName: 'Falsa' } } })
    const identity = sql`select name, last_name, email, password_hash, active from account where email = ${email}`
    const kept = await app.owner.run(identity)
    expect((await activate(body.id, false)).body.active).toBe(false)
    expect(await app.owner.run(identity)).toEqual(kept)
    expect((await other.read(theirs.body.id)).body).toMatchObject({
      active: true,
      externalId: theirs.body.externalId,
    })
  })
})

describe('whoever leaves the directory', () => {
  test('is deactivated at once with their sessions and tokens, and activated again', async () => {
    const { id, session, userId } = await member('sale@pruebas.example')
    expect((await activate(id, false)).body).toMatchObject({ id, active: false })
    expect(await works(session)).toBe(false)
    expect((await activate(id, true)).body.active).toBe(true)
    expect(await actions(userId)).toEqual(
      expect.arrayContaining(['person.added', 'person.deactivated', 'person.activated']),
    )
    expect((await activate(id, true)).status).toBe(200)
    expect((await actions(userId)).filter(action => action === 'person.activated')).toHaveLength(1)
  })

  test('stays while an approval waits for them, and administrators see why', async () => {
    await ordersOf(app, cast).submit()
    const [approver] = cast.approverIds
    const [row] = await app.owner.run<{ email: string }>(
      sql`select email from account where id = ${approver}`,
    )
    const found = (await find(`userName eq "${row?.email}"`)).body.Resources[0]
    const refused = await activate(found.id, false)
    expect(refused.body).toMatchObject({ status: '409' })
    expect(refused.body.detail).toContain('1 pedido que espera su aprobación')
    expect((await read(found.id)).body.active).toBe(true)
    expect((await call('DELETE', `/Users/${found.id}`)).status).toBe(409)
    const settings = await app.ask('/api/company/provisioning', { as: cast.admin })
    expect(settings.body).toMatchObject({ hasToken: true, baseUrl: expect.stringMatching(/\/scim\/v2$/) })
    expect(settings.body.failures[0]).toMatchObject({ subject: row?.email, detail: refused.body.detail })
    const invited = (await add()).body.userName
    const joined = (await add()).body
    await accept(joined.userName)
    await activate(joined.id, false)
    const { people } = (await app.ask('/api/company/provisioning', { as: cast.admin })).body
    expect(people.slice(0, 2)).toMatchObject([
      { email: joined.userName, active: false, isInvited: false },
      { email: invited, active: true, isInvited: true },
    ])
  })

  test('is shown as deleted among the last changes, whether they came or were only invited, until they are back', async () => {
    const [asked, came] = [(await add()).body, (await add()).body]
    await accept(came.userName)
    for (const { id } of [asked, came]) expect((await call('DELETE', `/Users/${id}`)).status).toBe(204)
    const shown = async () => (await app.ask('/api/company/provisioning', { as: cast.admin })).body.people
    expect((await shown()).slice(0, 2)).toMatchObject([
      { email: came.userName, active: false, isInvited: false, isRemoved: true },
      { email: asked.userName, active: false, isInvited: false, isRemoved: true },
    ])
    const again = await add({ userName: came.userName })
    expect(again.status).toBe(201)
    expect((await shown())[0]).toMatchObject({ email: came.userName, active: true, isRemoved: false })
    expect((await shown()).filter((one: { email: string }) => one.email === came.userName)).toHaveLength(1)
  })

  test('is not the last administrator, and an administrator who left comes back by a person’s hand', async () => {
    const [own, deputy] = [cast.address('admin'), 'segunda@pruebas.example']
    const idOf = async (email: string) => (await find(`userName eq "${email}"`)).body.Resources[0].id
    expect((await activate(await idOf(own), false)).body).toMatchObject({ status: '409' })
    await app.person(cast.companyId, 'admin', deputy)
    expect((await activate(await idOf(deputy), false)).body.active).toBe(false)
    const refused = await activate(await idOf(deputy), true)
    expect(refused.body).toMatchObject({ status: '409' })
    expect(refused.body.detail).toContain('otra persona')
  })

  test('is taken back before they accept, and invited again, but not once they have refused', async () => {
    const { id, userName } = (await add()).body
    const outcome = (value: string) =>
      app.tamper(sql`update invitation set outcome = ${value}, ended_at = now()
        where company_id = ${cast.companyId} and email = ${userName} and outcome is null`)
    expect((await activate(id, false)).body).toMatchObject({ id, active: false })
    expect((await activate(id, true)).body).toMatchObject({ id, active: true })
    expect(await app.mails(userName)).toHaveLength(2)
    await outcome('refused')
    expect((await read(id)).body.active).toBe(false)
    expect((await activate(id, true)).body).toMatchObject({ status: '409' })
    expect((await call('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await add({ userName })).body).toMatchObject({
      status: '409',
      detail: expect.stringContaining('rechazado'),
    })
    expect(await app.mails(userName)).toHaveLength(2)
  })

  test('is sent so many invitations in an hour and no more', async () => {
    const { id, userName } = (await add()).body
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) {
      expect((await activate(id, false)).status).toBe(200)
      const { status, headers } = await activate(id, true)
      if (status === 429) expect(headers['retry-after']).toBe('3600')
      statuses.push(status)
      if (status !== 200) break
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    expect(await app.mails(userName)).toHaveLength(5)
  })

  test('and was deleted comes back as the member they were when the directory adds them again', async () => {
    const { id, email, userId } = await member('vuelve@pruebas.example')
    expect((await call('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await read(id)).status).toBe(404)
    const again = await add({ userName: email })
    expect(again).toMatchObject({ status: 201, body: { active: true } })
    expect(again.body.id).not.toBe(id)
    expect((await read(id)).status).toBe(404)
    const [row] = await app.owner.run(sql`
      select active from member where company_id = ${cast.companyId} and user_id = ${userId}`)
    expect(row).toEqual({ active: true })
    expect(await app.mails(email)).toHaveLength(1)
  })
})
