import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientRoutes } from '#features/clients/api.ts'
import { providerRoutes } from '#features/providers/api.ts'
import { lockProvider } from '#features/providers/store.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { waitingForLock } from '#tests/support/locks.ts'

const iban = 'ES9121000418450200051332'

let app: TestApp
let [company, admin, approver, foreign, acme, beta] = ['', '', '', '', '', '']
let [cranes, hidden, retired] = ['', '', '']

beforeAll(async () => {
  app = await startApp(invite => [...clientRoutes(invite), ...providerRoutes])
  company = await app.company()
  await app.person(company, 'admin', 'admin@norte.example')
  await app.person(company, 'approver', 'aprueba@norte.example')
  await app.person(await app.company('free', 'Sur'), 'admin', 'admin@sur.example')
  admin = await app.signIn('admin@norte.example')
  approver = await app.signIn('aprueba@norte.example')
  foreign = await app.signIn('admin@sur.example')
  acme = await made('/api/clients', { name: 'Acme', email: 'hola@acme.example' })
  beta = await made('/api/clients', { name: 'Beta', email: 'hola@beta.example' })
  cranes = await made('/api/providers', {
    name: 'Grúas Ebro',
    taxId: 'B12345674',
    iban,
    clientIds: [acme, beta],
  })
  hidden = await made('/api/providers', { name: 'Hormigones Sil', clientIds: [beta] })
  retired = await made('/api/providers', { name: 'Retirada', clientIds: [acme] })
  await edit(retired, { name: 'Retirada', status: 'inactive', clientIds: [acme] })
})
afterAll(() => app?.stop())

async function made(url: string, body: object): Promise<string> {
  const answer = await app.ask(url, { method: 'POST', as: admin, body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.id
}

const create = (body: object, as: string | undefined = admin, key = newId()) =>
  app.ask('/api/providers', { method: 'POST', body, as, key })
const seen = async (id: string): Promise<string> =>
  (await app.ask(`/api/providers/${id}`, { as: admin })).body.version ?? 'none'
async function edit(id: string, changes: object, as: string | undefined = admin) {
  const body = { name: 'Grúas Ebro', status: 'active', seen: await seen(id), ...changes }
  return app.ask(`/api/providers/${id}`, { method: 'PUT', body, as })
}
const assign = (clientId: string, providerIds: unknown, as: string | undefined = admin) =>
  app.ask(`/api/clients/${clientId}/providers`, { method: 'PUT', body: { providerIds }, as })
const ids = async (query = '', as = admin): Promise<string[]> =>
  (await app.ask(`/api/providers${query}`, { as })).body.items.map(({ id }: { id: string }) => id)

describe('seeing providers', () => {
  test('administrators see all of them, found by name, number or tax id', async () => {
    expect(await ids()).toEqual([cranes, hidden, retired])
    expect(await ids('?q=gruas')).toEqual([cranes])
    expect(await ids('?q=b1234')).toEqual([cranes])
    expect(await ids(`?q=${hidden.toLowerCase()}`)).toEqual([hidden])
    expect(await ids(`?clientId=${acme}`)).toEqual([cranes, retired])
  })

  test('people of a client see the active ones of that client, without their account', async () => {
    const client = await app.accept('hola@acme.example')
    const { body } = await app.ask('/api/providers', { as: client })
    expect(body.items).toMatchObject([
      {
        id: cranes,
        iban: null,
        bic: null,
        ibanEnding: '1332',
        clientIds: [],
        can: { edit: { refused: 'forbidden' } },
      },
    ])
    expect(JSON.stringify(body)).not.toContain(iban)
    expect(await ids(`?clientId=${beta}`, client)).toEqual([cranes])
    for (const id of [hidden, retired])
      expect((await app.ask(`/api/providers/${id}`, { as: client })).status).toBe(404)
  })

  test('a provider sees itself alone, with its account; an approver sees none', async () => {
    await app.person(company, 'provider', 'gruas@ebro.example', { providerId: cranes })
    const provider = await app.signIn('gruas@ebro.example')
    expect(await ids('', provider)).toEqual([cranes])
    expect((await app.ask(`/api/providers/${cranes}`, { as: provider })).body.iban).toBe(iban)
    expect((await app.ask(`/api/providers/${hidden}`, { as: provider })).status).toBe(404)
    expect((await app.ask('/api/providers', { as: approver })).status).toBe(403)
    expect((await app.ask('/api/providers')).status).toBe(401)
  })

  test('for a new order they are the active ones of the project’s client', async () => {
    await app.tamper(sql`
      insert into project (company_id, id, client_id, name, status, currency, total_minor, created_by,
        created_at, updated_at)
      select company_id, 'PRJ-001', id, 'Obra', 'active', 'EUR', 100, id, now(), now() from client
      where id = ${acme}`)
    expect(await ids('?projectId=PRJ-001')).toEqual([cranes])
    expect(await ids('?projectId=PRJ-999')).toEqual([])
    expect((await app.ask('/api/providers?projectId=x', { as: admin })).status).toBe(422)
  })

  test('another company’s answers as one that does not exist', async () => {
    expect(await ids('', foreign)).toEqual([])
    expect((await app.ask(`/api/providers/${cranes}`, { as: foreign })).status).toBe(404)
    expect((await edit(cranes, {}, foreign)).status).toBe(404)
    expect((await assign(acme, [], foreign)).status).toBe(404)
    expect(await ids()).toHaveLength(3)
  })
})

describe('a new provider', () => {
  test('keeps its account as banks write it', async () => {
    const id = await made('/api/providers', {
      name: 'Vidrios',
      email: ' Hola@Vidrios.example ',
      phone: '',
      iban: 'de89 3704 0044 0532 0130 00',
      bic: 'caixesbbxxx',
    })
    expect(id).toMatch(/^PRV-\d{3}$/)
    expect((await app.ask(`/api/providers/${id}`, { as: admin })).body).toMatchObject({
      iban: 'DE89370400440532013000',
      bic: 'CAIXESBBXXX',
      email: 'hola@vidrios.example',
      phone: null,
      taxId: null,
      clientIds: [],
      status: 'active',
    })
    await app.tamper(sql`delete from provider where id = ${id}`)
  })

  test.each([
    [{ name: '' }, '/name', 'Nombre requerido'],
    [{ iban: 'ES91 2100 0418 4502 0005 1333' }, '/iban', 'IBAN no válido'],
    [{ iban: 7 }, '/iban', undefined],
    [{ bic: 'X' }, '/bic', 'BIC no válido'],
    [{ email: 'x' }, '/email', 'Correo electrónico no válido'],
    [{ clientIds: ['x'] }, '/clientIds/0', undefined],
  ])('%j is refused at %s', async (changes, pointer, message) => {
    const answer = await create({ name: 'Otro', ...changes })
    expect(answer.status).toBe(422)
    const issue = { pointer, message: message ?? expect.any(String), code: expect.any(String) }
    expect(answer.body.issues).toContainEqual(issue)
  })

  test('is refused without a session, without the role, and for clients that are not the company’s', async () => {
    expect((await app.ask('/api/providers', { method: 'POST', body: { name: 'Otro' } })).status).toBe(401)
    expect((await create({ name: 'Otro' }, approver)).status).toBe(403)
    expect((await create({ name: 'Otro', clientIds: [newId()] })).body.type).toBe('/problems/unknown_client')
    expect((await create({ name: 'Otro', clientIds: [acme] }, foreign)).body.type).toBe(
      '/problems/unknown_client',
    )
  })

  test('gets a number of its own, also when several come at once, and one per key', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(name => create({ name })))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(4)
    const key = newId()
    await Promise.all([create({ name: 'Una' }, admin, key), create({ name: 'Una' }, admin, key)])
    expect(await ids('?q=una')).toHaveLength(1)
    expect((await app.http.inject({ method: 'POST', url: '/api/providers' })).statusCode).toBe(401)
  })
})

describe('editing a provider', () => {
  test('changes everything but the account at once, as one event; the same again as none', async () => {
    const same = { taxId: 'B12345674', iban, clientIds: [acme, beta] }
    expect((await edit(cranes, same)).body).toEqual({ id: cranes, bankWaits: false })
    const changed = { ...same, phone: '600 000 000', clientIds: [acme] }
    for (let time = 0; time < 2; time++) expect((await edit(cranes, changed)).status).toBe(200)
    const events = (await app.journal(company, cranes)).slice(1)
    expect(events.map(event => event.action)).toEqual(['provider.changed'])
    expect(events[0]?.after).toMatchObject({ phone: '600 000 000', clientIds: [acme] })
    expect(events[0]?.after).not.toHaveProperty('iban')
    expect(await ids(`?clientId=${beta}`)).toEqual([hidden])
  })

  test('refuses a new tax id whose check character is wrong, at its field; one of before stays until it is changed', async () => {
    const wrong = await create({ name: 'Torpe', taxId: 'B12345678' })
    expect([wrong.status, wrong.body.issues]).toMatchObject([422, [{ pointer: '/taxId' }]])
    const { id } = (await create({ name: 'Antigua', taxId: 'US12345678K' })).body
    await asSystem(app.db, company, tx =>
      tx.run(sql`update provider set tax_id = 'B12345678' where company_id = ${company} and id = ${id}`),
    )
    expect((await edit(id, { name: 'Antigua', taxId: 'B12345678', phone: '600 000 001' })).status).toBe(200)
    const other = await edit(id, { name: 'Antigua', taxId: '12345678A' })
    expect([other.status, other.body.issues]).toMatchObject([422, [{ pointer: '/taxId' }]])
    for (const taxId of ['DE136695976', '12345678Z', ''])
      expect((await edit(id, { name: 'Antigua', taxId })).status, taxId).toBe(200)
  })

  test('by two administrators at once keeps what one of them says, whatever they change, and tells the other', async () => {
    await app.person(company, 'admin', 'otra@norte.example')
    const other = await app.signIn('otra@norte.example')
    const version = await seen(hidden)
    const same = { name: 'Hormigones Sil', seen: version }
    const answers = await Promise.all([
      edit(hidden, { ...same, phone: '600 111 222', clientIds: [beta] }, admin),
      edit(hidden, { ...same, clientIds: [acme, beta] }, other),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.type).toBe('/problems/stale_data')
    expect((await edit(hidden, { ...same, clientIds: [beta] })).body.type).toBe('/problems/stale_data')
    expect((await edit(hidden, { name: 'Hormigones Sil', clientIds: [beta] })).status).toBe(200)
  })

  test('is refused to others and with bad data', async () => {
    expect((await edit(cranes, {}, approver)).status).toBe(403)
    expect((await edit('PRV-999', {})).status).toBe(404)
    expect((await edit(cranes, { clientIds: [newId()] })).body.type).toBe('/problems/unknown_client')
    expect((await edit(cranes, { status: 'x' })).body.issues).toMatchObject([{ pointer: '/status' }])
  })
})

describe('the providers of a client', () => {
  test('are exactly those given', async () => {
    expect((await assign(acme, [cranes, hidden, hidden])).body).toEqual({ providersCount: 2 })
    expect((await assign(acme, [hidden])).body).toEqual({ providersCount: 1 })
    expect(await ids(`?clientId=${acme}`)).toEqual([hidden])
    expect((await app.journal(company, acme)).at(-1)).toMatchObject({
      action: 'client.providers_assigned',
      after: { providerIds: [hidden] },
    })
    expect((await assign(acme, [])).body).toEqual({ providersCount: 0 })
  })

  test('given twice at once are one of the two, whole', async () => {
    await Promise.all([assign(acme, [cranes, retired]), assign(acme, [hidden])])
    expect([cranes, hidden, retired].join()).toContain((await ids(`?clientId=${acme}`))[0])
    expect([[cranes, retired], [hidden]]).toContainEqual(await ids(`?clientId=${acme}`))
  })

  test('are refused to others, for nobody, and when they are not the company’s', async () => {
    expect((await assign(acme, [], approver)).status).toBe(403)
    expect((await app.ask(`/api/clients/${acme}/providers`, { method: 'PUT' })).status).toBe(401)
    expect((await assign(newId(), [])).status).toBe(404)
    expect((await assign(acme, ['PRV-999'])).body.type).toBe('/problems/unknown_provider')
    expect((await assign(acme, ['x'])).status).toBe(422)
  })
})

test('assigning a provider to a client stands in line with a change of that provider', async () => {
  const fresh = await made('/api/providers', { name: 'Encofrados Sil', clientIds: [acme] })
  const { assigning } = await asSystem(app.db, company, async tx => {
    await lockProvider(tx, fresh)
    const assigning = assign(beta, [fresh]).then(answer => answer.status)
    await expect.poll(() => waitingForLock(app)).toBe(1)
    return { assigning }
  })
  expect(await assigning).toBe(200)
})
