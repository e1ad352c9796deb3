import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientRoutes } from '#features/clients/api.ts'
import { offboardingRoutes } from '#features/offboarding/api.ts'
import { peopleRoutes } from '#features/people/api.ts'
import { providerRoutes } from '#features/providers/api.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let [company, adminId, admin, approver, clientId, providerId] = ['', '', '', '', '', '']
let [foreign, foreignId] = ['', '']

beforeAll(async () => {
  app = await startApp(invite => [
    ...peopleRoutes(invite),
    ...offboardingRoutes,
    ...clientRoutes(invite),
    ...providerRoutes,
  ])
  company = await app.company()
  adminId = await app.person(company, 'admin', 'admin@norte.example')
  await app.person(company, 'approver', 'aprueba@norte.example', { name: 'Íñigo', lastName: 'Núñez' })
  admin = await app.signIn('admin@norte.example')
  approver = await app.signIn('aprueba@norte.example')
  const sur = await app.company('free', 'Sur')
  foreignId = await app.person(sur, 'admin', 'admin@sur.example')
  foreign = await app.signIn('admin@sur.example')
  clientId = await made('/api/clients', { name: 'Acme', email: 'hola@acme.example' })
  providerId = await made('/api/providers', { name: 'Grúas Ebro' })
})
afterAll(() => app?.stop())

async function made(url: string, body: object): Promise<string> {
  const answer = await app.ask(url, { method: 'POST', as: admin, body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.id
}

let people = 0
const someone = (changes: object = {}) => ({
  name: 'Luis',
  lastName: 'Gil',
  email: `luis${++people}@norte.example`,
  role: 'approver',
  ...changes,
})
const create = (body: object, as: string | undefined = admin, key = newId()) =>
  app.ask('/api/people', { method: 'POST', body, as, key })
const change = (userId: string, verb: 'activate' | 'deactivate', as: string | undefined = admin) =>
  app.ask(`/api/people/${userId}/${verb}`, { method: 'POST', as })
/** Answer that refuses one field, with its sentence where it is said. */
const refusedAt = (pointer: string, message?: string) => ({
  status: 422,
  body: { issues: [message ? { pointer, message } : { pointer }] },
})
const list = (query = '', as: string | undefined = admin) => app.ask(`/api/people${query}`, { as })

describe('the list', () => {
  test('shows the company’s people to its administrators, and nobody of another company', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    const emails = body.items.map(({ email }: { email: string }) => email)
    expect(emails).toContain('aprueba@norte.example')
    expect(emails).not.toContain('admin@sur.example')
    const self = body.items.find(({ userId }: { userId: string }) => userId === adminId)
    expect(self).toMatchObject({
      name: 'Ana Pérez',
      role: 'admin',
      active: true,
      clientId: null,
      providerId: null,
      can: {
        activate: true,
        deactivate: { refused: 'last_admin', text: expect.stringMatching(/administrador/) },
      },
    })
  })

  test('says what each says of what they do', async () => {
    await app.tamper(
      sql`update account set position = 'Directora', department = 'Obras' where id = ${adminId}`,
    )
    const told = (await list()).body.items.map(
      (one: { userId: string; position: string; department: string }) => [
        one.userId === adminId,
        one.position,
        one.department,
      ],
    )
    expect(told).toContainEqual([true, 'Directora', 'Obras'])
    expect(told).toContainEqual([false, '', ''])
  })

  test('finds a name without its accents, an address, and a role', async () => {
    const found = async (query: string) =>
      (await list(query)).body.items.map(({ email }: { email: string }) => email)
    expect(await found('?q=INIGO%20nunez')).toEqual(['aprueba@norte.example'])
    expect(await found('?q=aprueba@')).toEqual(['aprueba@norte.example'])
    expect(await found('?role=admin')).toEqual(['admin@norte.example'])
    expect(await found('?q=%25')).toEqual([])
  })

  test('is refused to everybody else, and to strange questions', async () => {
    expect((await app.ask('/api/people')).status).toBe(401)
    expect((await list('', approver)).status).toBe(403)
    expect((await list('?role=root')).status).toBe(422)
    expect((await list(`?q=${'x'.repeat(101)}`)).status).toBe(422)
    expect((await list('?q=%00')).status).toBe(422)
  })
})

describe('bringing somebody in', () => {
  test('lets them sign in with the role and the company that the administrator has', async () => {
    const body = someone({ role: 'client_user', clientId })
    const created = await create(body)
    expect(created.status).toBe(200)
    const token = await app.accept(body.email)
    const user = (await app.ask('/auth/v1/user', { as: token })).body
    expect(user.app_metadata).toMatchObject({ role: 'client_user', company_id: company, client_id: clientId })
    expect((await app.journal(company, user.id)).map(event => event.action)).toContain('person.added')
    const told = (await app.journal(company, created.body.invitationId)).map(event => event.action)
    expect(told).toEqual(['person.invited'])
  })

  test('of a provider ties them to it', async () => {
    const body = someone({ role: 'provider_user', providerId })
    await create(body)
    const { app_metadata } = (await app.ask('/auth/v1/user', { as: await app.accept(body.email) })).body
    expect(app_metadata).toMatchObject({ role: 'provider_user', provider_id: providerId })
  })

  test('is refused without a session and without the role', async () => {
    expect((await app.ask('/api/people', { method: 'POST', body: someone() })).status).toBe(401)
    expect((await create(someone(), approver)).status).toBe(403)
  })

  test('never gives a role that only the platform gives', async () => {
    for (const role of ['admin', 'admin_saas', 'client', 'root']) {
      expect(await create(someone({ role }))).toMatchObject(refusedAt('/role', 'Rol no válido'))
    }
  })

  test.each([
    [{ name: ' ' }, '/name', 'Nombre requerido'],
    [{ lastName: undefined }, '/lastName', 'Apellido requerido'],
    [{ email: 'luis' }, '/email', 'Correo electrónico no válido'],
    [{ email: 'luís@norte.example' }, '/email', 'Correo electrónico no válido'],
    [{ name: 'a\u0000b' }, '/name', 'Contiene caracteres no admitidos'],
    [{ role: 'client_user' }, '/clientId', 'Cliente requerido'],
    [{ role: 'provider' }, '/providerId', 'Proveedor requerido'],
    [{ role: 'approver', clientId: newId() }, '/clientId', 'Este rol no pertenece a un cliente'],
  ])('%j is refused at %s', async (changes, pointer, message) => {
    const answer = await create(someone(changes))
    expect(answer.status).toBe(422)
    expect(answer.body.issues).toContainEqual({ pointer, message, code: expect.any(String) })
  })

  test('a client or a provider of nobody, or of another company, does not exist', async () => {
    const theirs = await app.ask('/api/clients', {
      method: 'POST',
      as: foreign,
      body: { name: 'Suyo', email: 'hola@suyo.example' },
    })
    for (const unknown of [newId(), theirs.body.id])
      expect(await create(someone({ role: 'client_user', clientId: unknown }))).toMatchObject(
        refusedAt('/clientId', 'El cliente no existe'),
      )
    const nobody = await create(someone({ role: 'provider', providerId: 'PRV-999' }))
    expect(nobody).toMatchObject(refusedAt('/providerId'))
  })

  test('an address in use is refused of the own company alone: elsewhere nobody learns that it is', async () => {
    const here = await create(someone({ email: 'aprueba@norte.example' }))
    expect(here).toMatchObject({ status: 409, body: { type: '/problems/already_member' } })
    const [there, nowhere] = [await create(someone({ email: 'ADMIN@sur.example' })), await create(someone())]
    expect([there.status, Object.keys(there.body)]).toEqual([200, Object.keys(nowhere.body)])
  })

  test('twice with one key is once, and the same address at once is one person', async () => {
    const [body, key] = [someone(), newId()]
    const answers = await Promise.all([create(body, admin, key), create(body, admin, key)])
    const repeated = await create(body, admin, key)
    const first = answers.find(({ status }) => status === 200)
    expect(repeated.body).toEqual(first?.body)
    const other = someone()
    const raced = await Promise.all([create(other), create(other), create(other)])
    expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('stops at the plan’s limit, also when several come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(someone(), foreign)))
    const full = answers.filter(({ status }) => status === 409)
    // Sur is on the free plan (three people) and already has its administrator and a client who is invited.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(full[0]?.body).toMatchObject({
      type: '/problems/plan_limit',
      facts: { what: 'users', limit: 3, plan: 'Free' },
      title: 'El plan Free admite 3 usuarios activos. Cambia de plan para añadir más.',
    })
  })
})

describe('ending somebody’s sessions', () => {
  const end = (userId: string, as?: string) =>
    app.ask(`/api/people/${userId}/end-sessions`, { method: 'POST', as })

  test('signs them out at once on every device, says how many, and lets them sign in again', async () => {
    const userId = await app.person(company, 'approver', 'perdido@norte.example')
    const tokens = [await app.signIn('perdido@norte.example'), await app.signIn('perdido@norte.example')]
    expect((await end(userId, admin)).body).toEqual({ userId, sessions: 2 })
    for (const token of tokens) expect((await app.ask('/auth/v1/user', { as: token })).status).toBe(403)
    expect((await end(userId, admin)).body).toEqual({ userId, sessions: 0 })
    await expect(app.signIn('perdido@norte.example')).resolves.toBeDefined()
    const told = (await app.journal(company, userId)).filter(
      ({ action }) => action === 'person.sessions_ended',
    )
    expect(told.map(({ after }) => after)).toEqual([{ sessions: 2 }])
  })

  test('is refused for oneself, to others, and of people elsewhere, whose sessions go on', async () => {
    expect((await end(adminId, admin)).body.type).toBe('/problems/own_sessions')
    expect((await end(adminId, approver)).status).toBe(403)
    expect((await end(adminId)).status).toBe(401)
    expect((await end(foreignId, admin)).status).toBe(404)
    expect((await list('', foreign)).status).toBe(200)
    expect((await list('', admin)).status).toBe(200)
  })
})

describe('switching somebody off', () => {
  test('ends their sessions at once and lets nobody in until they are switched on', async () => {
    const body = someone()
    await create(body)
    const token = await app.accept(body.email)
    const userId = await app.accountOf(body.email)
    expect((await change(userId, 'deactivate')).body).toEqual({ userId, active: false })
    expect((await app.ask('/auth/v1/user', { as: token })).status).toBe(403)
    expect((await list('', token)).status).toBe(401)
    await expect(app.signIn(body.email)).rejects.toThrow(/user_banned/)
    expect((await change(userId, 'activate')).body).toEqual({ userId, active: true })
    await expect(app.signIn(body.email)).resolves.toBeDefined()
    // The sign-in that failed is told behind its answer, whenever that is.
    const told = (await app.journal(company, userId)).map(event => event.action)
    expect(told.filter(action => action.startsWith('person.'))).toEqual([
      'person.added',
      'person.deactivated',
      'person.activated',
    ])
  })

  test('twice is once', async () => {
    const body = someone()
    await create(body)
    await app.accept(body.email)
    const userId = await app.accountOf(body.email)
    await Promise.all([change(userId, 'deactivate'), change(userId, 'deactivate')])
    const actions = (await app.journal(company, userId)).map(event => event.action)
    expect(actions.filter(action => action === 'person.deactivated')).toHaveLength(1)
  })

  test('is refused for oneself, for the last administrator, and to others', async () => {
    expect((await change(adminId, 'deactivate')).body.type).toBe('/problems/last_admin')
    const second = await app.person(company, 'admin', 'segunda@norte.example')
    expect((await change(adminId, 'deactivate')).body.type).toBe('/problems/own_account')
    expect((await change(second, 'deactivate', approver)).status).toBe(403)
    expect((await app.ask(`/api/people/${second}/deactivate`, { method: 'POST' })).status).toBe(401)
    await change(second, 'deactivate')
  })

  test('two administrators who switch each other off leave one', async () => {
    const thirdId = await app.person(company, 'admin', 'tercera@norte.example')
    const third = await app.signIn('tercera@norte.example')
    const answers = await Promise.all([
      change(thirdId, 'deactivate', admin),
      change(adminId, 'deactivate', third),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const [row] = await app.owner.run<{ left: number }>(sql`
      select count(*)::int as left from member m join account a on a.id = m.user_id
      where m.company_id = ${company} and m.active and a.role = 'admin'`)
    expect(row?.left).toBe(1)
    await app.tamper(sql`update member set active = true where user_id = ${adminId}`)
    admin = await app.signIn('admin@norte.example')
  })

  test('a person of another company answers as one who does not exist', async () => {
    const answers = await Promise.all([foreignId, newId()].map(userId => change(userId, 'deactivate')))
    const [theirs, absent] = answers.map(({ status, body }) => ({ status, ...body, requestId: '' }))
    expect(theirs).toEqual(absent)
    expect(theirs?.status).toBe(404)
    expect((await change('no-es-un-id', 'activate')).status).toBe(404)
  })
})

test('a suspended company adds nobody', async () => {
  await app.tamper(sql`update company set status = 'suspended' where company_id = ${company}`)
  expect((await create(someone())).body.type).toBe('/problems/company_suspended')
  expect((await list()).body.can.create).toMatchObject({ refused: 'company_suspended' })
})
