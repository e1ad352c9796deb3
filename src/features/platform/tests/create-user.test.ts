// The function create-user through the unmodified client, against the whole program.
import { FunctionsHttpError } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { password } from '#tests/support/app.ts'
import { type Platform, publicKey, startPlatform } from '#tests/support/platform.ts'

let app: Platform
let [north, south, client, provider] = ['', '', '', '']
let saas = { userId: '', token: '' }
let admin = { userId: '', token: '' }

beforeAll(async () => {
  app = await startPlatform()
  north = await app.company('enterprise', 'Norte')
  south = await app.company('free', 'Sur')
  saas = await app.operator('saas@plataforma.example')
  admin = await app.someone('admin', north, 'admin@norte.example')
  client = await made('/api/clients', { name: 'Acme', email: 'hola@acme.example' })
  provider = await made('/api/providers', { name: 'Grúas Ebro' })
})
afterAll(() => app?.stop())

async function made(url: string, body: object): Promise<string> {
  const answer = await app.ask(url, { method: 'POST', as: admin.token, body })
  return answer.body.id
}

let people = 0
const someone = (changes: object = {}) => ({
  name: 'Luis',
  lastName: 'Gil',
  email: `nuevo${++people}@correo.example`,
  role: 'client_user',
  password,
  ...changes,
})
type Answer = { user?: { id: string; email: string }; error?: string; status: number }

/** As the official client sends it, and reads the answer. */
async function create(token: string | null, body: object): Promise<Answer> {
  const { data, error } = await app.clientOf(token).functions.invoke('create-user', { body })
  if (error === null) return { ...data, status: 200 }
  if (!(error instanceof FunctionsHttpError)) throw error
  return { ...(await error.context.json()), status: error.context.status }
}
const account = async (email: string) =>
  (
    await app.tamper(sql`
    select a.role, a.active, a.requested_role, m.company_id, m.client_id, m.provider_id
    from account a left join member m on m.user_id = a.id where a.email = ${email}`)
  )[0]

describe('the platform', () => {
  test.each(['admin_saas', 'admin', 'client', 'client_user', 'provider', 'provider_user', 'approver'])(
    'makes a user of role %s, active at once, with the five fields of the form',
    async role => {
      const body = someone({ role })
      const { user, status } = await create(saas.token, body)
      expect([status, user?.email]).toEqual([200, body.email])
      expect(await account(body.email)).toMatchObject({ role, active: true, company_id: null })
      expect(await app.lives(await app.signIn(body.email))).toBe(true)
    },
  )

  test('and in a company: with its client, its provider, or as a client of its own', async () => {
    const inNorth = { company_id: north }
    const user = someone({ ...inNorth, client_id: client })
    const lorry = someone({ ...inNorth, role: 'provider', provider_id: provider })
    const organisation = someone({ ...inNorth, role: 'client', name: 'Olivar', lastName: 'Sur' })
    for (const body of [user, lorry, organisation]) expect((await create(saas.token, body)).status).toBe(200)
    expect(await account(user.email)).toMatchObject({ company_id: north, client_id: client })
    expect(await account(lorry.email)).toMatchObject({ company_id: north, provider_id: provider })
    const clients = (await app.ask('/api/clients', { as: admin.token })).body.items
    const made = clients.find((one: { email: string }) => one.email === organisation.email)
    expect(made).toMatchObject({ name: 'Olivar Sur' })
    expect(await account(organisation.email)).toMatchObject({ client_id: made.id })
    expect((await app.journal(north, made.id)).map(event => event.action)).toEqual(['person.added'])
  })

  test.each([
    ['a company that is not there', () => ({ company_id: newId() }), 'La empresa no existe.'],
    [
      'a client of another company',
      () => ({ company_id: south, client_id: client }),
      'El cliente no existe en esa empresa.',
    ],
    [
      'a provider that is not there',
      () => ({ company_id: north, role: 'provider', provider_id: 'PRV-999' }),
      'El proveedor no existe en esa empresa.',
    ],
    [
      'a company for the platform’s people',
      () => ({ company_id: north, role: 'admin_saas' }),
      'Quien administra la plataforma no pertenece a ninguna empresa.',
    ],
  ])('%s is refused, and no account is left behind', async (_, changes, error) => {
    const body = someone(changes())
    expect(await create(saas.token, body)).toEqual({ error, status: 422 })
    expect(await account(body.email)).toBeUndefined()
  })

  test('a company’s plan and suspension bind the platform too, also when several come at once', async () => {
    const bodies = Array.from({ length: 5 }, () => someone({ company_id: south, role: 'approver' }))
    const answers = await Promise.all(bodies.map(body => create(saas.token, body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.find(({ status }) => status === 422)?.error).toMatch(/El plan Free admite 3 usuarios/)
    await app.tamper(
      sql`update company set status = 'suspended', plan = 'business' where company_id = ${south}`,
    )
    expect((await create(saas.token, someone({ company_id: south }))).error).toMatch(/suspendida/)
  })
})

describe('a company’s administrator', () => {
  test('invites users to the company they work in, whatever company the request names', async () => {
    const body = someone({ role: 'approver', company_id: south })
    expect((await create(admin.token, body)).status).toBe(200)
    expect(await account(body.email)).toMatchObject({ company_id: null, role: 'approver', active: true })
    // The password that was chosen for a new account opens it, and that company when it is accepted.
    const token = await app.signIn(body.email)
    const { items } = (await app.ask('/api/account/invitations', { as: token })).body
    expect(items).toMatchObject([{ companyName: 'Norte', can: { accept: true } }])
    const path = `/api/account/invitations/${items[0].id}/acceptance`
    expect((await app.ask(path, { method: 'POST', as: token })).status).toBe(200)
    expect(await account(body.email)).toMatchObject({ company_id: north, role: 'approver' })
  })

  test('hears the same of an address that has an account, of which nothing changes', async () => {
    const { userId, email, token } = await app.someone('approver', south)
    const answer = await create(admin.token, someone({ role: 'approver', email }))
    expect([answer.status, answer.user?.email]).toEqual([200, email])
    expect(answer.user?.id).not.toBe(userId)
    expect(await app.lives(token)).toBe(true)
    expect(await app.lives(await app.signIn(email))).toBe(true)
    expect(await account(email)).toMatchObject({ company_id: south })
  })

  test.each(['admin', 'admin_saas'])('makes no %s', async role => {
    const body = someone({ role })
    expect((await create(admin.token, body)).status).toBe(403)
    expect(await account(body.email)).toBeUndefined()
  })
})

test.each(['client', 'client_user', 'provider', 'provider_user', 'approver'] as const)(
  'a %s makes nobody, and a session that has ended neither',
  async role => {
    const { token, userId } = await app.someone(role, north)
    const body = someone()
    expect((await create(token, body)).status).toBe(403)
    await app.edit(saas.token, userId, { active: false })
    expect((await create(token, body)).status).toBe(401)
    expect((await create(`${token}x`, body)).status).toBe(401)
    expect(await account(body.email)).toBeUndefined()
  },
)

describe('without a session', () => {
  test.each([null, publicKey])('it is a registration: inactive, the role only asked for', async token => {
    const body = someone({ role: 'admin_saas', company_id: north, client_id: client, active: true })
    const { user, status } = await create(token, body)
    expect([status, user?.email]).toEqual([200, body.email])
    expect(await account(body.email)).toEqual({
      role: 'client_user',
      active: false,
      requested_role: 'admin_saas',
      company_id: null,
      client_id: null,
      provider_id: null,
    })
    await expect(app.signIn(body.email)).rejects.toThrow(/email_not_confirmed/)
  })

  test('an address that is somebody’s answers the same, and nothing of theirs changes', async () => {
    const before = await account('admin@norte.example')
    const { status, user } = await create(null, someone({ email: 'admin@norte.example' }))
    expect([status, user?.id === admin.userId]).toEqual([200, false])
    expect(await account('admin@norte.example')).toEqual(before)
    expect(await app.signIn('admin@norte.example')).toBeTypeOf('string')
  })
})

describe('an address', () => {
  test('of somebody is refused, also when two create it at once', async () => {
    expect(await create(saas.token, someone({ email: 'ADMIN@norte.example' }))).toEqual({
      status: 422,
      error: 'Ese correo electrónico ya tiene una cuenta.',
    })
    const body = someone({ role: 'approver' })
    const raced = await Promise.all([1, 2, 3].map(() => create(saas.token, body)))
    expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
  })

  test('that a stranger registered does not keep the stranger’s password', async () => {
    const stolen = someone({ password: 'clave-del-extraño' })
    await create(null, stolen)
    expect((await create(saas.token, { ...stolen, password, role: 'approver' })).status).toBe(200)
    await expect(app.signIn(stolen.email, 'clave-del-extraño')).rejects.toThrow(/invalid_credentials/)
    expect(await app.lives(await app.signIn(stolen.email))).toBe(true)
    expect(await account(stolen.email)).toMatchObject({ role: 'approver', requested_role: null })
  })
})

test('an owner who registered and confirmed keeps the own password, and is told', async () => {
  const owners = someone({ password: 'clave-de-la-dueña' })
  await create(null, owners)
  await app.tamper(sql`update account set email_confirmed_at = now() where email = ${owners.email}`)
  await create(saas.token, { ...owners, password, role: 'approver', company_id: north })
  await expect(app.signIn(owners.email)).rejects.toThrow(/invalid_credentials/)
  expect(await app.lives(await app.signIn(owners.email, 'clave-de-la-dueña'))).toBe(true)
  expect((await app.mails(owners.email))[0]?.subject).toBe('Ya tienes acceso a Norte en Visto Bueno')
})

test('a password that somebody else chose leads into no other company', async () => {
  const este = await app.company('enterprise', 'Este')
  const boss = await app.someone('admin', este)
  const body = someone({ role: 'approver' })
  await create(admin.token, body)
  const { name, lastName, email, role } = body
  const invited = { name, lastName, email, role }
  expect((await app.ask('/api/people', { method: 'POST', as: boss.token, body: invited })).status).toBe(200)
  // It opens the account, and neither the company of whoever chose it nor the other one takes it for the owner.
  const token = await app.signIn(email)
  const { items } = (await app.ask('/api/account/invitations', { as: token })).body
  const other = items.find((one: { companyName: string }) => one.companyName === 'Este')
  expect(other.can.accept.refused).toBe('own_password_first')
  const path = `/api/account/invitations/${other.id}/acceptance`
  const answer = await app.ask(path, { method: 'POST', as: token })
  expect(answer).toMatchObject({ status: 409, body: { type: '/problems/own_password_first' } })
})

describe('what is no user', () => {
  test.each([
    [{ name: ' ' }, 'Nombre requerido'],
    [{ lastName: undefined }, 'Apellido requerido'],
    [{ email: 'luis' }, 'Correo electrónico no válido'],
    [{ role: 'root' }, 'Rol no válido'],
    [{ role: ['admin_saas'] }, 'Rol no válido'],
    [{ password: 'corta' }, 'La contraseña debe tener al menos 8 caracteres'],
    [{ password: 'password1' }, 'Esa contraseña es de las más usadas: elige otra'],
    [{ email: { $ne: '' } }, 'Correo electrónico requerido'],
  ])('%j is refused with %s', async (changes, error) => {
    const body = someone(changes)
    for (const token of [saas.token, admin.token, null])
      expect(await create(token, body)).toEqual({ error, status: 422 })
  })

  test.each(['[]', '7', 'null', '{"name":', '"x"', ''])('the body %s is refused', async payload => {
    const before = await app.digests()
    for (const token of [saas.token, null]) {
      const answer = await app.http.inject({
        method: 'POST',
        url: '/functions/v1/create-user',
        payload,
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
      })
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['error']])
    }
    expect(await app.digests()).toEqual(before)
  })

  test('a forged prototype makes nobody more than they are', async () => {
    const { email, ...rest } = someone({ role: 'client_user' })
    const forged = `${JSON.stringify({ ...rest, email }).slice(0, -1)},"__proto__":{"role":"admin_saas","company_id":"${south}"}}`
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` }
    await app.http.inject({ method: 'POST', url: '/functions/v1/create-user', payload: forged, headers })
    expect(await account(email)).toMatchObject({ role: 'client_user', company_id: null })
  })
})

test('who only looks as somebody else makes nobody', async () => {
  const { userId } = await app.someone('client_user', north)
  const looking = await app.ask('/api/impersonation', {
    method: 'POST',
    as: admin.token,
    body: { userId, reason: 'Una consulta' },
  })
  expect((await create(looking.body.accessToken, someone())).status).toBe(403)
})
