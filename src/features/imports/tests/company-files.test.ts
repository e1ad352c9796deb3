// A file becomes contracts, projects and orders, by the rules of making one by hand.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importRoutes } from '#features/imports/api.ts'
import { sweepImports } from '#features/imports/commands/sweep.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'
import { faultFields, type ImportDesk, importingCompany, lines } from '#tests/support/import-desk.ts'
import { earlier } from '#tests/support/moved-times.ts'

let app: TestApp
let cast: Cast
let desk: ImportDesk
let name = ''
beforeAll(async () => {
  app = await startProduct({ routes: importRoutes })
}, 120_000)
beforeEach(async () => {
  ;({ name, cast, desk } = await importingCompany(app, 'archivos'))
}, 120_000)
afterAll(() => app.stop())

const ask = (path: string, as = cast.admin) => app.ask(path, { as })

describe('contracts', () => {
  const headings = [
    'Descripción',
    'Cliente',
    'Proveedor',
    'Monto total',
    'Inicio',
    'Fin',
    'Al superar lo disponible',
    'Tolerancia %',
  ]
  const row = (over: object = {}) => {
    const usual = {
      text: 'Hormigón',
      client: `Cliente ${name}`,
      provider: '',
      total: '1.234,50',
      from: '01/01/2026',
      to: '31/12/2027',
      policy: '',
      rate: '',
    }
    return Object.values({ ...usual, ...over })
  }

  test('come as if typed, with a client or for a provider, and are told before', async () => {
    await cast.make('/api/providers', { name: 'Áridos', taxId: 'B12345674' })
    const { id, revision, counts } = await desk.checked(
      'contracts',
      lines(headings, row(), row({ text: 'Grava', provider: 'b-12345674', policy: 'bloquear', rate: '2,5' })),
    )
    expect(counts).toMatchObject({ good: 2, refused: 0 })
    expect((await desk.rowsIn(id, 'good')).map(({ note }: { note: string }) => note)).toEqual([
      `1.234,50\u00a0€, con Cliente ${name}`,
      `1.234,50\u00a0€, para pagar a Áridos por Cliente ${name}`,
    ])
    expect(await desk.idIn('contracts', 'Grava')).toBeUndefined()
    await desk.start(id, revision)
    await desk.work()
    const { body } = await ask(`/api/contracts/${await desk.idIn('contracts', 'Grava')}`)
    expect(body).toMatchObject({
      type: 'proveedor',
      providerName: 'Áridos',
      startsOn: '2026-01-01',
      overrunPolicy: 'bloquear',
      tolerance: { rate: 250, amountMinor: null },
      balance: { total: { minor: '123450', currency: 'EUR' } },
    })
    const made = await app.tamper(sql`
      select count(*)::int as count from event where company_id = ${cast.companyId} and action = 'contract.created'`)
    // The cast has two of its own.
    expect(made).toEqual([{ count: 4 }])
  })

  test('a row says all that is wrong with it; what another company has, nobody has', async () => {
    const other = await makeCast(app, `ajena${name}`, { approvers: 1 })
    const { id, counts } = await desk.checked(
      'contracts',
      lines(
        headings,
        row({
          text: '',
          client: `Cliente ajena${name}`,
          provider: other.providerId,
          total: '12,000',
          from: '31/02/2026',
          to: 'ayer',
          policy: 'Nada',
          rate: '500',
        }),
        row({ text: '=1+1', from: '01/01/2027', to: '01/01/2026' }),
        row({ text: 'Roto', total: '#¡REF!', policy: '?' }),
      ),
    )
    expect(counts).toMatchObject({ good: 0, refused: 3 })
    const fields = faultFields(await desk.rowsIn(id, 'refused'))
    expect(fields[0]?.toSorted()).toEqual([
      'client',
      'description',
      'endsOn',
      'overrunPolicy',
      'startsOn',
      'toleranceRate',
      'total',
    ])
    expect(fields.slice(1)).toEqual([['endsOn'], ['total', 'overrunPolicy']])
  })

  test('brought again they exist, in one file they come once, and an import is undone while nobody has used them', async () => {
    const file = lines(headings, row(), row({ text: 'Grava' }))
    const first = await desk.imported('contracts', file)
    expect(first.counts).toMatchObject({ made: 2 })
    const again = await desk.checked(
      'contracts',
      lines(headings, row(), row({ text: 'Arena' }), row({ text: ' arena ' })),
    )
    expect(again.counts).toMatchObject({ existing: 1, good: 1, refused: 1 })
    expect((await desk.rowsIn(again.id, 'existing'))[0].faults[0].text).toMatch(/^Ya existe: es CTR-\d+$/)
    expect((await desk.rowsIn(again.id, 'refused'))[0].faults[0].text).toContain('fila 3')
    await cast.make('/api/projects', {
      name: 'Con hormigón',
      clientId: cast.clientId,
      totalMinor: '1000',
      contractIds: [await desk.idIn('contracts', 'Hormigón')],
      approverIds: cast.approverIds,
      executorIds: [],
    })
    expect((await desk.post(`/${first.id}/undo`, {})).status).toBe(200)
    await desk.work()
    expect((await desk.get(`/${first.id}`)).counts).toMatchObject({ undone: 1, kept: 1 })
    // Rows that were undone may come again.
    expect((await desk.checked('contracts', file)).counts).toMatchObject({ existing: 1, good: 1 })
  })
})

describe('projects', () => {
  const headings = [
    'Nombre',
    'Contratos',
    'Cliente',
    'Monto total',
    'Aprobadores',
    'Ejecutores',
    'Solicitantes',
  ]

  test('come with their contracts and people, the invited among them, and are told before', async () => {
    const invited = `nueva.${name}@pruebas.example`
    await cast.make('/api/people', { name: 'Nueva', lastName: 'Voz', email: invited, role: 'approver' })
    const people = [cast.address('aprueba0'), invited].join(', ')
    const file = lines(
      headings,
      ['Torre', 'se paga | Se factura', '', '5.000', people, cast.address('ejecuta'), cast.address('admin')],
      ['Nave', cast.billable, `cliente ${name}`, '', '', '', ''],
    )
    const { id, counts } = await desk.imported('projects', file)
    expect(counts).toMatchObject({ made: 2, refused: 0 })
    expect((await desk.rowsIn(id, 'made'))[0].note).toContain(
      'Aprueban: Aprobador 0 Pérez, Nueva Voz (cuando acepte)',
    )
    const { body } = await ask(`/api/projects/${await desk.idIn('projects', 'Torre')}`)
    expect(body).toMatchObject({
      clientId: cast.clientId,
      total: { minor: '500000', currency: 'EUR' },
      contracts: [{ id: cast.payable }, { id: cast.billable }],
      approvers: [{ email: cast.address('aprueba0') }],
      executors: [{ email: cast.address('ejecuta') }],
      invited: [{ email: invited, permission: 'approve' }],
      permissions: ['view', 'edit'],
    })
    // Without a total, that of the main contract.
    expect((await ask(`/api/projects/${await desk.idIn('projects', 'Nave')}`)).body.total.minor).toBe(
      '100000000',
    )
    const again = await desk.checked('projects', file)
    expect(again.counts).toMatchObject({ existing: 2, good: 0 })
    expect((await desk.post(`/${id}/undo`, {})).status).toBe(200)
    await desk.work()
    expect((await desk.get(`/${id}`)).counts).toMatchObject({ undone: 2, kept: 0 })
  })

  test('a row says all that is wrong with it: contracts, people and duties', async () => {
    const other = await makeCast(app, `vecina${name}`, { approvers: 1 })
    const { id, counts } = await desk.checked(
      'projects',
      lines(
        headings,
        [
          '',
          'CTR-9999 | Se paga',
          'Nadie',
          'mucho',
          other.address('aprueba0'),
          'x',
          `${cast.address('cliente')} y`,
        ],
        ['Doble', 'Se paga', '', '', cast.address('aprueba0'), cast.address('aprueba0'), ''],
        ['Sin nada', '', '', '', '', '', ''],
      ),
    )
    expect(counts).toMatchObject({ good: 0, refused: 3 })
    const fields = faultFields(await desk.rowsIn(id, 'refused')).map(each => each.toSorted())
    expect(fields).toEqual([
      ['approvers', 'client', 'contracts', 'executors', 'name', 'requesters', 'total'],
      ['executors'],
      ['client', 'contracts', 'total'],
    ])
  })
})

test('a role is known by its name with or without its «de», and a name that is none is told those that are', async () => {
  const row = (email: string, role: string) => ['Alguien', 'Pérez', email, role, `Cliente ${name}`]
  const { id, counts } = await desk.checked(
    'people',
    lines(
      ['Nombre', 'Apellidos', 'Correo', 'Rol', 'Cliente'],
      row(`rol1.${name}@gente.example`, 'usuario cliente'),
      row(`rol2.${name}@gente.example`, 'Jefa'),
    ),
  )
  expect(counts).toMatchObject({ good: 1, refused: 1 })
  expect(await desk.rowsIn(id, 'refused')).toMatchObject([
    {
      faults: [{ field: 'role', text: expect.stringContaining('Usuario de cliente, Usuario de proveedor') }],
    },
  ])
})

test('whoever is there exists with the same role and client alone; else the row says what they are', async () => {
  const headings = ['Nombre', 'Apellidos', 'Correo', 'Rol', 'Cliente']
  const [lucia, hugo] = [`lucia.${name}@gente.example`, `hugo.${name}@gente.example`]
  const row = (email: string, role: string, client = '') => ['Alguien', 'Pérez', email, role, client]
  const client = `Cliente ${name}`
  await desk.imported('people', lines(headings, row(lucia, 'Aprobador'), row(hugo, 'Auditor')))
  const { id, counts } = await desk.checked(
    'people',
    lines(
      headings,
      row(lucia, 'Aprobador'),
      row(hugo, 'Usuario de cliente', client),
      row(cast.address('aprueba0'), 'Auditor'),
      row(cast.address('cliente'), 'Aprobador'),
    ),
  )
  expect(counts).toMatchObject({ existing: 1, refused: 3 })
  const faults = (await desk.rowsIn(id, 'refused')).flatMap(({ faults }: { faults: object[] }) => faults)
  expect(faults).toEqual([
    { field: 'role', text: 'Ya tiene una invitación como Auditor' },
    { field: 'role', text: 'Ya está como Aprobador' },
    { field: 'role', text: `Ya está como Cliente de ${client}` },
  ])
})

test('after thirty days a file that nobody imported is gone, and of an imported one its rows say nothing', async () => {
  const file = 'Nombre;Correo\nVieja uno;uno@gente.example\nVieja;no-es-correo'
  const [forgotten, done, young] = [
    await desk.checked('providers', file),
    await desk.imported('providers', file),
    await desk.checked('providers', 'Nombre\nJoven'),
  ]
  const age = (ids: string[], days: number) =>
    app.tamper(sql`update import set created_at = ${earlier(part`created_at`, part`make_interval(days => ${days})`)},
      finished_at = ${earlier(part`finished_at`, part`make_interval(days => ${days})`)} where id = any (${ids}::uuid[])`)
  await age([forgotten.id, done.id], 29)
  await sweepImports(app.db, [cast.companyId])
  expect((await ask(`/api/imports/${forgotten.id}`)).status).toBe(200)
  await age([forgotten.id, done.id], 2)
  await sweepImports(app.db, [cast.companyId])
  expect((await ask(`/api/imports/${forgotten.id}`)).status).toBe(404)
  expect((await desk.get(`/${done.id}`)).counts).toMatchObject({ made: 1, refused: 1 })
  const rows = [...(await desk.rowsIn(done.id, 'made')), ...(await desk.rowsIn(done.id, 'refused'))]
  expect(rows.map(({ cells, faults }) => [cells, faults])).toEqual([
    [[], []],
    [[], []],
  ])
  expect((await desk.rowsIn(young.id, 'good'))[0].cells).toEqual(['Joven'])
})
