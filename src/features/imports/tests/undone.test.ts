// An import that is undone takes back what nobody counts on any more, and says what stays.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importRoutes } from '#features/imports/api.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { type ImportDesk, importingCompany, lines } from '#tests/support/import-desk.ts'

let app: TestApp
let cast: Cast
let desk: ImportDesk
let name = ''
beforeAll(async () => {
  app = await startProduct({ routes: importRoutes })
}, 120_000)
beforeEach(async () => {
  ;({ name, cast, desk } = await importingCompany(app, 'deshace'))
}, 120_000)
afterAll(() => app.stop())

const ask = (path: string, as = cast.admin) => app.ask(path, { as })

test('an import is undone where nobody has touched what it made, and says what stays', async () => {
  const { id } = await desk.imported('providers', 'Nombre;NIF\nSe va;B12345674\nSe queda;')
  const [kept] = await app.tamper(sql`
    select id from provider where company_id = ${cast.companyId} and name = 'Se queda'`)
  const dates = { startsOn: '2020-01-01', endsOn: '2090-12-31' }
  await cast.make('/api/contracts', {
    ...dates,
    clientId: cast.clientId,
    providerId: kept?.id,
    totalMinor: '1000',
    currency: 'EUR',
    overrunPolicy: 'avisar',
    type: 'proveedor',
    description: 'Usado',
  })
  expect((await desk.post(`/${id}/undo`, {})).status).toBe(200)
  await desk.work()
  const { state, counts } = await desk.get(`/${id}`)
  expect([state, counts.undone, counts.kept]).toEqual(['undone', 1, 1])
  const providers = await app.tamper(sql`
    select name, status from provider where company_id = ${cast.companyId} and name like 'Se %' order by id`)
  expect(providers).toEqual([
    { name: 'Se va', status: 'inactive' },
    { name: 'Se queda', status: 'active' },
  ])
  expect((await desk.rowsIn(id, 'kept'))[0].faults[0].text).toContain('usado')
  // Its tax id is free again.
  expect((await desk.checked('providers', 'Nombre;NIF\nSe va;B12345674')).counts.good).toBe(1)
  expect((await desk.post(`/${id}/undo`, {})).status).toBe(409)
})

test('a record of which something was said after the import stays: another account, or one more person', async () => {
  const iban = 'ES9121000418450200051332'
  const providers = await desk.imported('providers', `Nombre;IBAN\nCon cuenta;${iban}\nLa dice luego;`)
  const [, later] = await app.owner.run<{ id: string }>(sql`
    select id from provider where company_id = ${cast.companyId} and name in ('Con cuenta', 'La dice luego') order by id`)
  const { version: seen } = (await app.ask(`/api/providers/${later?.id}`, { as: cast.admin })).body
  const changed = await app.ask(`/api/providers/${later?.id}`, {
    method: 'PUT',
    as: cast.admin,
    body: {
      name: 'La dice luego',
      status: 'active',
      clientIds: [],
      iban: 'FR1420041010050500013M02606',
      seen,
    },
  })
  expect(changed.status).toBe(200)
  const clients = await desk.imported(
    'clients',
    `Nombre;Correo\nSolo;solo@${name}.example\nDos;dos@${name}.example`,
  )
  const [two] = await app.owner.run<{ id: string }>(sql`
    select id from client where company_id = ${cast.companyId} and name = 'Dos'`)
  await cast.make('/api/people', {
    name: 'Hija',
    lastName: 'Suya',
    email: `hija@${name}.example`,
    role: 'client_user',
    clientId: two?.id,
    providerId: null,
  })
  for (const { id } of [providers, clients]) {
    expect((await desk.post(`/${id}/undo`, {})).status).toBe(200)
    await desk.work()
    expect((await desk.get(`/${id}`)).counts).toMatchObject({ undone: 1, kept: 1 })
  }
})

test('clients and suppliers are undone after their contracts, and those with a contract that stands are kept', async () => {
  const clients = await desk.imported(
    'clients',
    lines(['Nombre', 'Correo'], ['Nueva', `nueva@${name}.example`], ['Otra', `otra@${name}.example`]),
  )
  const suppliers = await desk.imported('providers', lines(['Nombre'], ['Canteras']))
  const contracts = await desk.imported(
    'contracts',
    lines(
      ['Descripción', 'Cliente', 'Proveedor', 'Monto total', 'Inicio', 'Fin'],
      ['De la nueva', 'Nueva', '', '100', '01/01/2026', '31/12/2027'],
      ['De canteras', `Cliente ${name}`, 'Canteras', '100', '01/01/2026', '31/12/2027'],
    ),
  )
  expect([clients, suppliers, contracts].map(({ counts }) => counts.made)).toEqual([2, 1, 2])
  await cast.make('/api/contracts', {
    description: 'Que sigue',
    type: 'cliente',
    currency: 'EUR',
    clientId: await desk.idIn('clients', 'Otra'),
    totalMinor: '100',
    startsOn: '2026-01-01',
    endsOn: '2027-12-31',
  })
  for (const { id } of [contracts, suppliers, clients]) {
    expect((await desk.post(`/${id}/undo`, {})).status).toBe(200)
    await desk.work()
  }
  const counts = async (id: string) => (await desk.get(`/${id}`)).counts
  expect(await counts(suppliers.id)).toMatchObject({ undone: 1, kept: 0 })
  expect(await counts(clients.id)).toMatchObject({ undone: 1, kept: 1 })
})

test('a person who is named in a project stays invited when their import is undone', async () => {
  const people = await desk.imported(
    'people',
    lines(
      ['Nombre', 'Apellidos', 'Correo', 'Rol'],
      ['Lucía', 'Prieto', `lucia@${name}.example`, 'Aprobador'],
    ),
  )
  const projects = await desk.imported(
    'projects',
    lines(
      ['Nombre', 'Contratos', 'Cliente', 'Monto total', 'Aprobadores', 'Ejecutores'],
      ['Torre', 'se paga | Se factura', '', '100', `lucia@${name}.example`, cast.address('ejecuta')],
    ),
  )
  expect([people, projects].map(({ counts }) => counts.made)).toEqual([1, 1])
  expect((await desk.post(`/${people.id}/undo`, {})).status).toBe(200)
  await desk.work()
  expect((await desk.get(`/${people.id}`)).counts).toMatchObject({ undone: 0, kept: 1 })
  expect((await desk.rowsIn(people.id, 'kept'))[0].faults[0].text).toBe(
    'Ya se cuenta con esta persona en un proyecto',
  )
})

test.each([
  ['has left the company', 'update member set active = false where user_id = $1'],
  ['is no administrator any more', "update account set role = 'approver' where id = $1"],
])('orders are taken back by another administrator once whoever imported them %s', async (_, leave) => {
  const orders = await desk.imported(
    'orders',
    lines(
      ['Concepto', 'Proyecto', 'Proveedor', 'Monto total'],
      ['Arena', 'Obra', `Proveedor ${name}`, '100'],
      ['Grava', 'Obra', `Proveedor ${name}`, '200'],
    ),
  )
  expect(orders.counts.made).toBe(2)
  const other = await app.person(cast.companyId, 'admin', cast.address('otra'), { name: 'Otra' })
  const as = await app.signIn(cast.address('otra'))
  expect((await desk.post(`/${orders.id}/undo`, {}, as)).body.type).toBe('/problems/not_requester')
  const [decided] = (await ask('/api/documents')).body.items
  await ordersOf(app, cast).decide(decided.id, cast.approvers[0] ?? '')
  await app.owner.pool.query(leave, [await app.accountOf(cast.address('admin'))])
  expect((await desk.get(`/${orders.id}`, as)).can.undo).toBe(true)
  expect((await desk.post(`/${orders.id}/undo`, {}, as)).status).toBe(200)
  await desk.work()
  expect((await desk.get(`/${orders.id}`, as)).counts).toMatchObject({ undone: 1, kept: 1 })
  const { rows } = await app.owner.pool.query(
    `select actor_id, reason from event where company_id = $1 and action = 'document.withdrawn'`,
    [cast.companyId],
  )
  expect(rows).toEqual([{ actor_id: other, reason: 'Se deshizo su importación' }])
})
