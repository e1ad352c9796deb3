import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientRoutes } from '#features/clients/api.ts'
import { providerRoutes } from '#features/providers/api.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let [company, admin, approver, foreign, acme] = ['', '', '', '', '']

beforeAll(async () => {
  app = await startApp(invite => [...clientRoutes(invite), ...providerRoutes])
  company = await app.company()
  await app.person(company, 'admin', 'admin@norte.example')
  await app.person(company, 'approver', 'aprueba@norte.example')
  await app.person(await app.company('free', 'Sur'), 'admin', 'admin@sur.example')
  admin = await app.signIn('admin@norte.example')
  approver = await app.signIn('aprueba@norte.example')
  foreign = await app.signIn('admin@sur.example')
  acme = (await create({ name: 'Ácme', email: 'hola@acme.example', phone: '+34 600 00 00 00' })).body.id
})
afterAll(() => app?.stop())

const create = (body: object, as: string | undefined = admin, key = newId()) =>
  app.ask('/api/clients', { method: 'POST', body, as, key })
const content = { name: 'Ácme', email: 'hola@acme.example', phone: null, status: 'active' }
const seen = async (id: string): Promise<string> =>
  (await app.ask(`/api/clients/${id}`, { as: admin })).body.version ?? 'none'
const edit = async (id: string, changes: object, as: string | undefined = admin) =>
  app.ask(`/api/clients/${id}`, {
    method: 'PUT',
    as,
    body: { ...content, seen: await seen(id), ...changes },
  })
const names = async (query: string, as = admin) =>
  (await app.ask(`/api/clients${query}`, { as })).body.items.map(({ name }: { name: string }) => name)

describe('a new client', () => {
  test('is its main account: one id, and it signs in as the client', async () => {
    const token = await app.accept('hola@acme.example')
    const user = (await app.ask('/auth/v1/user', { as: token })).body
    expect(user.id).toBe(acme)
    expect(user.app_metadata).toMatchObject({ role: 'client', client_id: acme, company_id: company })
    const actions = (await app.journal(company, acme)).map(event => event.action)
    expect(actions).toContain('client.created')
  })

  test('appears in the list, found without accents, with its count of providers', async () => {
    const provider = { name: 'Grúas Ebro', clientIds: [acme] }
    await app.ask('/api/providers', { method: 'POST', as: admin, body: provider })
    const { body } = await app.ask('/api/clients?q=acme', { as: admin })
    expect(body).toMatchObject({
      items: [
        {
          id: acme,
          name: 'Ácme',
          email: 'hola@acme.example',
          phone: '+34 600 00 00 00',
          status: 'active',
          providersCount: 1,
          can: { edit: true, assignProviders: true },
        },
      ],
      can: { create: true },
    })
    expect(await names('?q=ACME@')).toEqual([])
    expect(await names('?q=hola@ACME')).toEqual(['Ácme'])
  })

  test.each([
    [{ name: '' }, '/name', 'Nombre requerido'],
    [{ email: 'x' }, '/email', 'Correo electrónico no válido'],
    [{ phone: 'llámame' }, '/phone', 'Teléfono no válido'],
  ])('%j is refused at %s', async (changes, pointer, message) => {
    const answer = await create({ name: 'Otro', email: 'otro@acme.example', ...changes })
    expect(answer.status).toBe(422)
    expect(answer.body.issues).toContainEqual({ pointer, message, code: expect.any(String) })
  })

  test('is refused without a session, without the role, and with an address of the company', async () => {
    const body = { name: 'Otro', email: 'aprueba@norte.example' }
    expect((await app.ask('/api/clients', { method: 'POST', body })).status).toBe(401)
    expect((await create(body, approver)).status).toBe(403)
    expect((await create(body)).body.type).toBe('/problems/already_member')
  })

  test('of an address that has an account elsewhere answers as of one that has none, and changes nothing of it', async () => {
    await app.person(await app.company('free', 'Oeste'), 'client', 'suya@oeste.example')
    const before = await app.accountOf('suya@oeste.example')
    const answers = [
      await create({ name: 'Suya', email: 'suya@oeste.example' }),
      await create({ name: 'Nueva', email: 'nueva@oeste.example' }),
    ]
    expect(answers.map(({ status, body }) => [status, Object.keys(body)])).toEqual(
      Array.from({ length: 2 }, () => [200, ['id', 'invitationId']]),
    )
    expect(answers[0]?.body.id).not.toBe(before)
    const token = await app.accept('suya@oeste.example')
    await app.ask('/api/session/company', { method: 'POST', as: token, body: { companyId: company } })
    const inside = await app.signIn('suya@oeste.example')
    const { companies } = (await app.ask('/auth/v1/user', { as: inside })).body.app_metadata
    expect(companies).toHaveLength(2)
    const [member] = await app.owner.run(sql`
      select client_id from member where user_id = ${before} and company_id = ${company}`)
    expect(member).toEqual({ client_id: answers[0]?.body.id })
  })

  test('is made once, however often the same request arrives', async () => {
    const [body, key] = [{ name: 'Doble', email: 'doble@acme.example' }, newId()]
    await Promise.all([create(body, admin, key), create(body, admin, key), create(body, admin, key)])
    const again = await create(body, admin, key)
    expect(again.status).toBe(200)
    expect(await names('?q=doble')).toEqual(['Doble'])
    expect((await create({ ...body, name: 'Otra' }, admin, key)).status).toBe(422)
  })

  test('has its tax id checked and kept without signs, and shares it with no other active client, however many try', async () => {
    const wrong = await create({ name: 'Torpe', email: 'torpe@nif.example', taxId: 'B12345678' })
    expect([wrong.status, wrong.body.issues]).toMatchObject([422, [{ pointer: '/taxId' }]])
    const answers = await Promise.all(
      ['b-12.345.674', 'ES B12345674', 'B12345674'].map((taxId, at) =>
        create({ name: `Uno ${at}`, email: `uno${at}@nif.example`, taxId }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const { id } = answers.find(({ status }) => status === 200)?.body ?? {}
    const { body } = await app.ask('/api/clients?q=b12345674', { as: admin })
    expect(body.items).toMatchObject([{ id, taxId: 'B12345674' }])
    const refused = await edit(acme, { taxId: 'B12345674' })
    expect([refused.status, refused.body.type]).toEqual([409, '/problems/same_tax_id'])
    const { name, email } = body.items[0]
    const change = (over: object) => edit(id, { name, email, taxId: 'B12345674', ...over })
    expect((await change({ status: 'inactive' })).status).toBe(200)
    expect((await edit(acme, { taxId: 'B12345674' })).status).toBe(200)
    expect((await change({ status: 'active' })).status).toBe(409)
    expect((await edit(acme, { taxId: '' })).status).toBe(200)
    expect((await change({ status: 'active' })).status).toBe(200)
  })

  test('counts in the plan', async () => {
    const answers = await Promise.all(
      ['uno', 'dos', 'tres'].map(name => create({ name, email: `${name}@sur.example` }, foreign)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.find(({ status }) => status === 409)?.body.type).toBe('/problems/plan_limit')
  })
})

describe('seeing clients', () => {
  test('a client and its people see their own alone, an approver none', async () => {
    await create({ name: 'Beta', email: 'hola@beta.example' })
    const beta = await app.accept('hola@beta.example')
    expect(await names('', beta)).toEqual(['Beta'])
    expect((await app.ask(`/api/clients/${acme}`, { as: beta })).status).toBe(404)
    await app.person(company, 'client_user', 'gente@acme.example', { clientId: acme })
    const people = await app.signIn('gente@acme.example')
    const own = await app.ask(`/api/clients/${acme}`, { as: people })
    expect(own).toMatchObject({ status: 200, body: { can: { edit: { refused: 'forbidden' } } } })
    expect((await app.ask('/api/clients', { as: approver })).status).toBe(403)
    expect((await app.ask(`/api/clients/${acme}`, { as: approver })).status).toBe(404)
    expect((await app.ask('/api/clients')).status).toBe(401)
  })

  test('another company’s client answers as one that does not exist', async () => {
    for (const ask of [
      (id: string) => app.ask(`/api/clients/${id}`, { as: foreign }),
      (id: string) => edit(id, {}, foreign),
    ]) {
      const [theirs, absent] = await Promise.all([ask(acme), ask(newId())])
      expect(theirs.status).toBe(404)
      expect({ ...theirs.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' })
    }
    expect((await app.ask('/api/clients/PRJ-001', { as: admin })).status).toBe(404)
  })
})

describe('editing a client', () => {
  test('changes its data and keeps both sides in the journal', async () => {
    expect((await edit(acme, { name: 'Acme Obras', phone: '', status: 'inactive' })).status).toBe(200)
    const { body } = await app.ask(`/api/clients/${acme}`, { as: admin })
    expect(body).toMatchObject({ name: 'Acme Obras', phone: null, status: 'inactive' })
    expect((await app.journal(company, acme)).at(-1)).toMatchObject({
      action: 'client.changed',
      after: { name: 'Acme Obras', status: 'inactive' },
    })
  })

  test('by two administrators at once keeps what one of them says, and tells the other', async () => {
    await app.person(company, 'admin', 'otra@norte.example')
    const other = await app.signIn('otra@norte.example')
    const version = await seen(acme)
    const answers = await Promise.all([
      edit(acme, { name: 'Una', seen: version }, admin),
      edit(acme, { name: 'Otra', seen: version }, other),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const lost = answers.findIndex(({ status }) => status === 409)
    expect(answers[lost]?.body.type).toBe('/problems/stale_data')
    const { body } = await app.ask(`/api/clients/${acme}`, { as: admin })
    expect(body.name).toBe(lost === 0 ? 'Otra' : 'Una')
    expect(body.version).not.toBe(version)
    // Whoever has looked at it again may save over it.
    expect((await edit(acme, { name: 'Al final', seen: body.version }, other)).status).toBe(200)
  })

  test('is refused to others and with bad data', async () => {
    expect((await edit(acme, {}, approver)).status).toBe(403)
    expect((await app.ask(`/api/clients/${acme}`, { method: 'PUT', body: content })).status).toBe(401)
    const bad = await edit(acme, { status: 'borrado', name: '' })
    expect(bad.body.issues.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/name', '/status'])
  })
})
