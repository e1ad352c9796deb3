// A file becomes providers, clients and invitations: who may, by which rules, each row once, and taken back.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importRoutes } from '#features/imports/api.ts'
import { workOnImports } from '#features/imports/commands/work.ts'
import { importKinds } from '#features/imports/rules/columns.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'
import { xlsxFile } from '#tests/support/import-files.ts'

let app: TestApp
let cast: Cast
let count = 0
const mails: string[] = []
const parts = { invite: async (_: unknown, { email }: { email: string }) => void mails.push(email) }
beforeAll(async () => {
  app = await startProduct({ routes: importRoutes })
}, 120_000)
beforeEach(async () => {
  count += 1
  cast = await makeCast(app, `carga${count}`, { approvers: 1 })
}, 120_000)
afterAll(() => app.stop())

const get = (path: string, as: string | undefined = cast.admin) => app.ask(`/api/imports${path}`, { as })
const post = (path: string, body: object, as: string | undefined = cast.admin) =>
  app.ask(`/api/imports${path}`, { method: 'POST', as, body })
const bring = (kind: string, bytes: Uint8Array, fileName = 'lista.csv', as = cast.admin) =>
  post('', { kind, fileName, content: Buffer.from(bytes).toString('base64') }, as)
const work = () => workOnImports(app.db, parts)
const rowsIn = async (id: string, state: string) => (await get(`/${id}/rows?state=${state}`)).body.items

/** A file brought, its columns as their headings say, and every row checked. */
async function checked(kind: string, file: string | Uint8Array) {
  const { id } = (await bring(kind, Buffer.from(file))).body
  const { columns, revision } = (await get(`/${id}`)).body
  const chosen = await app.ask(`/api/imports/${id}/columns`, {
    method: 'PUT',
    as: cast.admin,
    body: { columns, revision },
  })
  expect(chosen.status).toBe(200)
  await work()
  const found = (await get(`/${id}`)).body
  expect(found.state).toBe('checked')
  return { id, ...found }
}

async function imported(kind: string, file: string | Uint8Array, places: number[] | null = null) {
  const { id, revision } = await checked(kind, file)
  expect((await post(`/${id}/start`, { places, revision })).status).toBe(200)
  await work()
  return id
}

const providersNamed = async (like: string) =>
  app.tamper(sql`
    select name, status from provider where company_id = ${cast.companyId} and name like ${like} order by id`)

test('each row is judged by the rules of typing it, with its field named, and nothing is made yet', async () => {
  const file = [
    'Nombre;NIF;Correo electrónico;IBAN;Clientes',
    `Grúas Peña;B12345674;gruas@pena.example;ES9121000418450200051332;Cliente carga${count}`,
    'Sin letra;B12345675;;;',
    ';;no-es-correo;ES00;Nadie',
    'Otra vez;b-12345674;;;',
    'Fórmula;;;#DIV/0!;',
    '#¿NOMBRE?;;;;',
    'Ausente;#N/D;;;',
    '#ZARA;;;;',
  ].join('\n')
  const { id, counts } = await checked('providers', file)
  expect(counts).toMatchObject({ good: 2, refused: 6, unchecked: 0 })
  const refused = await rowsIn(id, 'refused')
  expect(refused.map(({ place }: { place: number }) => place)).toEqual([3, 4, 5, 6, 7, 8])
  const fields = refused.map(({ faults }: { faults: { field: string }[] }) =>
    faults.map(({ field }) => field),
  )
  // Everything that is wrong with a row, whatever is found first.
  expect(fields).toEqual([
    ['taxId'],
    ['clients', 'name', 'email', 'iban'],
    ['taxId'],
    ['iban'],
    ['name'],
    ['taxId'],
  ])
  expect(refused[2].faults[0].text).toContain('fila 2')
  expect(await providersNamed('Grúas%')).toEqual([])
})

test('good rows come as if typed, each with its fact and one for the whole; the refused ones stand in a file', async () => {
  const rows = Array.from({ length: 90 }, (_, index) => [
    `Taller ${index}`,
    { number: String(600_000_000 + index) },
  ])
  const bytes = await xlsxFile(['Nombre', 'Teléfono'], [...rows, ['', '1']])
  const id = await imported('providers', bytes)
  const found = (await get(`/${id}`)).body
  expect([found.state, found.counts.made, found.counts.refused]).toEqual(['finished', 90, 1])
  expect(await providersNamed('Taller%')).toHaveLength(90)
  const facts = await app.tamper(sql`
    select action, count(*)::int as count from event where company_id = ${cast.companyId}
      and (action = 'provider.created' or action like 'import.%') group by action order by action`)
  // The cast has one provider of its own.
  expect(facts).toEqual([
    { action: 'import.finished', count: 1 },
    { action: 'provider.created', count: 91 },
  ])
  const file = (await get(`/${id}/refused-file?format=csv`)).body
  expect(file.name).toBe('lista-por-corregir.csv')
  const text = Buffer.from(file.content, 'base64').toString()
  expect(text).toContain('Qué hay que corregir')
  expect(text).toContain('Nombre requerido')
  // Mended, it is brought as it is: the column of reasons is of nothing.
  const mended = await imported('providers', text.replace(/\r\n;1;/, '\r\nTaller mendado;600111222;'))
  expect((await get(`/${mended}`)).body.counts).toMatchObject({ made: 1, refused: 0 })
})

test('a program that ends in the middle leaves each row once, on whatever number of nodes', async () => {
  const file = `Nombre;NIF\n${Array.from({ length: 130 }, (_, index) => `Nodo ${index};`).join('\n')}`
  const { id, revision } = await checked('providers', file)
  await post(`/${id}/start`, { places: null, revision })
  // The first node ends after one transaction.
  let steps = 0
  await workOnImports(app.db, parts, () => steps++ < 1)
  expect((await get(`/${id}`)).body.progress).toEqual({ done: 40, of: 130 })
  await Promise.all([work(), work(), work()])
  expect((await get(`/${id}`)).body.state).toBe('finished')
  expect(await providersNamed('Nodo%')).toHaveLength(130)
})

test('chosen rows alone come; one whose thing has come meanwhile says that it exists', async () => {
  const { id, revision } = await checked('providers', 'Nombre;NIF\nA uno;B12345674\nA dos;\nA tres;A58818501')
  await cast.make('/api/providers', { name: 'Antes', taxId: 'B12345674' })
  expect((await post(`/${id}/start`, { places: [2, 4], revision })).status).toBe(200)
  await work()
  const { counts } = (await get(`/${id}`)).body
  expect(counts).toMatchObject({ made: 1, refused: 0, existing: 1, good: 1 })
  expect((await rowsIn(id, 'existing'))[0].faults).toEqual([
    { field: 'taxId', text: expect.stringContaining('Antes') },
  ])
})

test('the same file is told, and two who start it at once do not double it', async () => {
  const file = 'Nombre\nDoble uno\nDoble dos'
  const first = await checked('providers', file)
  const second = await checked('providers', file)
  const answers = await Promise.all(
    [first, second].map(({ id, revision }) => post(`/${id}/start`, { places: null, revision })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.type).toContain('same_file_running')
  await work()
  expect(await providersNamed('Doble%')).toHaveLength(2)
  const third = await checked('providers', file)
  expect(third.twin).toMatchObject({ made: 2, byName: 'Elena Admin' })
  // Pressed twice, it begins once.
  const begun = answers[0]?.status === 200 ? first : second
  const again = await post(`/${begun.id}/start`, { places: null, revision: begun.revision })
  expect(again.status).toBe(409)
})

test('people and clients are invited when imported and not before; undone, their invitations are revoked', async () => {
  mails.length = 0
  const people = [
    'Nombre;Apellidos;Correo;Rol;Cliente',
    `Lucía;Prieto;lucia${count}@gente.example;aprobador;`,
    `Hugo;Sanz;hugo${count}@gente.example;Usuario de cliente;Cliente carga${count}`,
    `Eva;Mal;eva${count}@gente.example;Jefa;`,
    `Ana;Mal;ana${count}@gente.example;Usuario de cliente;Nadie`,
  ].join('\n')
  const { id, revision, counts } = await checked('people', people)
  expect(counts).toMatchObject({ good: 2, refused: 2 })
  const fields = (await rowsIn(id, 'refused')).map(
    ({ faults }: { faults: { field: string }[] }) => faults[0]?.field,
  )
  expect(fields).toEqual(['role', 'client'])
  mails.length = 0
  await post(`/${id}/start`, { places: null, revision })
  await work()
  expect(mails).toEqual([`lucia${count}@gente.example`, `hugo${count}@gente.example`])
  await imported('clients', `Nombre;Correo;NIF\nPromotora;promo${count}@gente.example;A58818501`)
  await post(`/${id}/undo`, {})
  await work()
  expect((await get(`/${id}`)).body.counts).toMatchObject({ undone: 2, kept: 0 })
  const open = await app.tamper(sql`
    select email from invitation where company_id = ${cast.companyId} and outcome is null`)
  expect(open).toEqual([{ email: `promo${count}@gente.example` }])
})

test('only administrators import, nobody without a session, and another company’s import does not exist', async () => {
  const { id, revision } = await checked('providers', 'Nombre\nAjeno')
  const stranger = await makeCast(app, `extrana${count}`, { approvers: 1 })
  const put = (as: string) =>
    app.ask(`/api/imports/${id}/columns`, { method: 'PUT', as, body: { columns: { name: 0 }, revision } })
  for (const [as, status] of [
    [cast.client, 403],
    [stranger.admin, 404],
  ] as const) {
    for (const path of [`/${id}`, `/${id}/rows`, `/${id}/refused-file`])
      expect((await get(path, as)).status).toBe(status)
    expect((await put(as)).status).toBe(status)
    expect((await post(`/${id}/start`, { places: null, revision }, as)).status).toBe(status)
    expect((await post(`/${id}/undo`, {}, as)).status).toBe(status)
  }
  expect((await bring('providers', Buffer.from('Nombre\nX'), 'x.csv', cast.client)).status).toBe(403)
  expect((await get('', cast.client)).status).toBe(403)
  expect((await get('/template?kind=people', cast.client)).status).toBe(403)
  expect((await app.ask('/api/imports')).status).toBe(401)
})

test('what was chosen on an older version is refused, and so are columns that are none', async () => {
  const { id, revision } = await checked('clients', 'Nombre;Correo\nUno;uno@gente.example')
  const put = (columns: object, seen = revision) =>
    app.ask(`/api/imports/${id}/columns`, {
      method: 'PUT',
      as: cast.admin,
      body: { columns, revision: seen },
    })
  expect((await put({ name: 0, email: 1 }, revision - 1)).body.type).toContain('stale_import')
  expect((await put({ name: 0, email: 7 })).body.type).toContain('unsound_columns')
  expect((await put({ name: 0 })).body.type).toContain('missing_columns')
  expect((await post(`/${id}/start`, { places: null, revision: revision - 1 })).body.type).toContain('stale')
  expect((await post(`/${id}/start`, { places: [99], revision })).body.type).toContain('no_good_rows')
  expect((await bring('providers', Buffer.from('Nombre'))).body.type).toContain('no_rows')
  expect((await bring('nada', Buffer.from('Nombre\nX'))).status).toBe(422)
})

test('a template brought as it is has good rows, once there is whom it names', async () => {
  for (const kind of importKinds) {
    for (const format of ['csv', 'xlsx']) {
      const { content } = (await get(`/template?kind=${kind}&format=${format}`)).body
      expect([kind, (await checked(kind, Buffer.from(content, 'base64'))).counts]).toMatchObject([
        kind,
        { good: 1, refused: 0 },
      ])
    }
    const { content } = (await get(`/template?kind=${kind}&format=csv`)).body
    await imported(kind, Buffer.from(content, 'base64'))
  }
})

test('whoever has left imports nothing more', async () => {
  const { id, revision } = await checked('providers', 'Nombre\nHuérfano')
  await post(`/${id}/start`, { places: null, revision })
  await app.tamper(sql`update member set active = false where company_id = ${cast.companyId}
    and user_id = (select started_by from import where company_id = ${cast.companyId} and id = ${id})`)
  await work()
  expect(await providersNamed('Huérfano')).toEqual([])
})
