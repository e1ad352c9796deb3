// Files that a program brings with an API token: a token makes no more by a file than by hand, and nothing once it has ended.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { workOnImports } from '#features/imports/commands/work.ts'
import { newId } from '#kernel/ids.ts'
import type { TokenScope } from '#kernel/token-scope.ts'
import { sql } from '#server/database/sql.ts'
import { giveToken } from '#tests/support/api-tokens.ts'
import { type Cast, makeCast } from '#tests/support/cast.ts'
import { faultFields, importDesk, importingCompany, lines } from '#tests/support/import-desk.ts'
import { startWhole } from '#tests/support/product.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startWhole()
afterAll(() => app.stop())

let cast: Cast
let adminId = ''
let name = ''
beforeEach(async () => {
  ;({ name, cast, adminId } = await importingCompany(app, 'archivos'))
}, 120_000)

const imports = ['imports:read', 'imports:write'] as const

/** Token of a service that an administrator makes on its screen. */
async function service(scopes: readonly TokenScope[]): Promise<{ id: string; text: string }> {
  const body = { name: 'ERP', scopes: [...imports, ...scopes], days: 90 }
  const made = await app.ask('/api/company/tokens', { method: 'POST', as: cast.admin, body })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return { id: made.body.token.id, text: made.body.text }
}

/** Token of the administrator. */
const personal = (scopes: readonly TokenScope[]) =>
  giveToken(app, { companyId: cast.companyId, userId: adminId, scopes: [...imports, ...scopes] })

const revoke = (id: string) => app.ask(`/api/tokens/${id}`, { method: 'DELETE', as: cast.admin })

const bring = (as: string, kind: string, file: string) =>
  app.ask('/api/imports', {
    method: 'POST',
    as,
    body: { kind, fileName: 'lista.csv', content: Buffer.from(file).toString('base64') },
  })

const lacks = (scope: TokenScope) => ({ status: 403, type: '/problems/token_scope', scope })
const refusedScope = ({ status, body }: Awaited<ReturnType<typeof bring>>) => ({
  status,
  type: body.type,
  scope: body.facts?.scope,
})

const two = 'Nombre;NIF\nUno;B12345674\nDos;A58818501'
const orderFile = (...names: string[]) =>
  lines(
    ['Concepto', 'Proyecto', 'Proveedor', 'Monto total', 'Motivo'],
    ...names.map(each => [each, 'Obra', `Proveedor ${name}`, '100,00', `Por ${each}`]),
  )

test('a service brings, looks, imports and takes back a file, and the journal names it and its token', async () => {
  const token = await service(['providers:write', 'providers:read'])
  const desk = importDesk(app, token.text)
  const looked = await desk.checked('providers', two)
  expect(looked.counts).toMatchObject({ good: 2, made: 0 })
  expect((await app.ask('/api/providers?q=Uno', { as: token.text })).body.items).toEqual([])
  expect((await desk.start(looked.id, looked.revision)).status).toBe(200)
  await desk.work()
  const [made] = await desk.rowsIn(looked.id, 'made')
  const done = [
    ...(await app.journal(cast.companyId, made.madeId)),
    ...(await app.journal(cast.companyId, looked.id)),
  ]
  expect(done.map(({ action }) => action)).toEqual(['provider.created', 'import.finished'])
  for (const { after } of done) expect(after).toMatchObject({ apiTokenId: token.id })
  expect((await desk.get(`/${looked.id}`)).createdByName).toBe('ERP')
  expect((await desk.post(`/${looked.id}/undo`, {})).status).toBe(200)
  await desk.work()
  expect((await desk.get(`/${looked.id}`)).counts).toMatchObject({ undone: 2, kept: 0 })
  const [undone] = (await app.journal(cast.companyId, looked.id)).slice(-1)
  expect(undone).toMatchObject({ action: 'import.undone', after: { apiTokenId: token.id } })
  expect(await brokenInvariants(app)).toEqual({})
})

describe('a token makes by a file what it may make by hand', () => {
  test('each kind asks its own scope, and nothing is kept of a file that the token may not bring', async () => {
    const { text } = await personal([])
    for (const [kind, scope] of [
      ['providers', 'providers:write'],
      ['clients', 'clients:write'],
      ['people', 'people:write'],
      ['contracts', 'contracts:write'],
      ['projects', 'projects:write'],
      ['orders', 'orders:write'],
    ] as const)
      expect(refusedScope(await bring(text, kind, two)), kind).toEqual(lacks(scope))
    expect((await importDesk(app, text).get('')).items).toEqual([])
  })

  test('a service invites nobody, whoever brought the file', async () => {
    const { text } = await service(['providers:write', 'people:read'])
    const file = 'Nombre;Apellidos;Correo;Rol\nLucía;Ejemplo;lucia@pruebas.example;Aprobador'
    expect(refusedScope(await bring(text, 'people', file))).toEqual(lacks('people:write'))
    const { id, revision } = await importDesk(app, cast.admin).checked('people', file)
    const desk = importDesk(app, text)
    expect(refusedScope(await desk.start(id, revision))).toEqual(lacks('people:write'))
    expect((await desk.start(id, revision, cast.admin)).status).toBe(200)
    await desk.work()
    expect(refusedScope(await desk.post(`/${id}/undo`, {}))).toEqual(lacks('people:write'))
  })

  test("a person's token gives the roles that the person may give, and no administrator's", async () => {
    const { text } = await personal(['people:write'])
    const people = lines(
      ['Nombre', 'Apellidos', 'Correo', 'Rol'],
      ['Lucía', 'Ejemplo', 'lucia@pruebas.example', 'Aprobador'],
      ['Mala', 'Persona', 'mala@pruebas.example', 'Empresa'],
    )
    const desk = importDesk(app, text)
    const { id, counts } = await desk.imported('people', people)
    expect(counts).toMatchObject({ made: 1, refused: 1 })
    expect(faultFields(await desk.rowsIn(id, 'refused'))).toEqual([['role']])
  })

  test('people who order in a project want the scope of permissions, before anything is tried', async () => {
    const file = lines(
      ['Nombre', 'Contratos', 'Solicitantes'],
      ['Nueva', cast.payable, cast.address('cliente')],
    )
    const choose = async (as: string, id: string) => {
      const { columns, revision } = await importDesk(app, as).get(`/${id}`)
      return app.ask(`/api/imports/${id}/columns`, { method: 'PUT', as, body: { columns, revision } })
    }
    const { text } = await personal(['projects:write'])
    const { id } = (await bring(text, 'projects', file)).body
    expect(refusedScope(await choose(text, id))).toEqual(lacks('permissions:write'))
    const { text: whole } = await personal(['projects:write', 'permissions:write'])
    expect((await choose(whole, id)).status).toBe(200)
    const desk = importDesk(app, text)
    await desk.work()
    const { revision } = await desk.get(`/${id}`)
    expect(refusedScope(await desk.start(id, revision))).toEqual(lacks('permissions:write'))
    expect((await desk.start(id, revision, whole)).status).toBe(200)
  })

  test('whoever made the token of a service is an author of the orders that it imports, and is not asked to approve', async () => {
    await cast.make('/api/projects', {
      name: 'Propia',
      clientId: cast.clientId,
      totalMinor: '1000000',
      contractIds: [cast.payable],
      approverIds: [adminId, ...cast.approverIds],
      executorIds: [cast.executorId],
    })
    const { text } = await service(['orders:write'])
    const file = orderFile('Arena').replace('Obra', 'Propia')
    const desk = importDesk(app, text)
    const { id } = await desk.imported('orders', file)
    const [made] = await desk.rowsIn(id, 'made')
    const decide = (as: string) =>
      app.ask(`/api/documents/${made.madeId}/decision`, {
        method: 'POST',
        as,
        body: { revision: 1, decision: 'approve' },
      })
    expect((await decide(cast.admin)).status).toBe(409)
    expect((await decide(cast.approvers[0] ?? '')).status).toBe(200)
    expect(await brokenInvariants(app)).toEqual({})
  })
})

describe('a token that has ended', () => {
  /** An import of three orders of which one is made. */
  async function begun(token: { id: string; text: string }) {
    const desk = importDesk(app, token.text)
    const { id, revision } = await desk.checked('orders', orderFile('Arena', 'Cal', 'Yeso'))
    expect((await desk.start(id, revision)).status).toBe(200)
    let steps = 1
    await workOnImports(app.db, { invite: async () => {} }, () => steps-- > 0)
    const mine = importDesk(app, cast.admin)
    expect((await mine.get(`/${id}`)).counts).toMatchObject({ made: 1, waiting: 2 })
    return { id, mine }
  }
  const ended = 'La clave de API que lanzó la importación ya no es válida: sube el archivo otra vez.'

  test.each([
    ['revoked', async ({ id }: { id: string }) => void (await revoke(id))],
    [
      'expired',
      async ({ id }: { id: string }) => {
        const [made, past] = [new Date(Date.now() - 2000), new Date(Date.now() - 1000)]
        await app.tamper(
          sql`update api_token set created_at = ${made}, expires_at = ${past} where id = ${id}`,
        )
      },
    ],
  ])(
    '%s in the middle makes no further row: what it made stays, the rest says why and comes again',
    async (_, end) => {
      const token = await service(['orders:write', 'orders:read'])
      const { id, mine } = await begun(token)
      await end(token)
      await mine.work()
      expect(await mine.get(`/${id}`)).toMatchObject({ state: 'finished', counts: { made: 1, refused: 2 } })
      const refused = await mine.rowsIn(id, 'refused')
      expect(refused.map(({ faults }: { faults: unknown }) => faults)).toEqual(
        [1, 2].map(() => [{ field: null, text: ended }]),
      )
      expect((await app.ask('/api/imports', { as: token.text })).status).toBe(401)
      const again = await mine.imported('orders', orderFile('Arena', 'Cal', 'Yeso'))
      expect(again.counts).toMatchObject({ existing: 1, made: 2 })
      // A service is gone as soon as anybody else has to answer for what it brought.
      expect((await mine.post(`/${id}/undo`, {})).status).toBe(200)
      await mine.work()
      expect((await mine.get(`/${id}`)).counts).toMatchObject({ undone: 1 })
      expect(await brokenInvariants(app)).toEqual({})
    },
  )

  test('of a person who is let go makes no further row', async () => {
    const second = cast.address('segunda')
    const userId = await app.person(cast.companyId, 'admin', second)
    const token = await giveToken(app, { companyId: cast.companyId, userId })
    const { id, mine } = await begun(token)
    const gone = await app.ask(`/api/people/${userId}/deactivate`, {
      method: 'POST',
      as: cast.admin,
      body: {},
    })
    expect(gone.status, JSON.stringify(gone.body)).toBe(200)
    await mine.work()
    expect((await mine.get(`/${id}`)).counts).toMatchObject({ made: 1, refused: 2 })
  })

  test('leaves a file that somebody else looks at again and imports', async () => {
    const token = await service(['providers:write'])
    const { id } = await importDesk(app, token.text).checked('providers', two)
    await revoke(token.id)
    const mine = importDesk(app, cast.admin)
    const { columns, revision } = await mine.get(`/${id}`)
    const body = { columns, revision }
    await app.ask(`/api/imports/${id}/columns`, { method: 'PUT', as: cast.admin, body })
    await mine.work()
    const looked = await mine.get(`/${id}`)
    expect(looked.counts).toMatchObject({ good: 2 })
    expect((await mine.start(id, looked.revision)).status).toBe(200)
    await mine.work()
    expect((await mine.get(`/${id}`)).counts).toMatchObject({ made: 2 })
  })
})

test("another company's import does not exist for a token with every scope", async () => {
  const { id, revision } = await importDesk(app, cast.admin).checked('providers', two)
  const other = await makeCast(app, `ajena${name}`, { approvers: 1 })
  const userId = await app.accountOf(other.address('admin'))
  const { text } = await giveToken(app, { companyId: other.companyId, userId })
  const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    app.ask(`/api/imports/${id}${path}`, { method, as: text, ...(body ? { body } : {}) })
  const answers = await Promise.all([
    ask('GET', ''),
    ask('GET', '/rows'),
    ask('GET', '/refused-file'),
    ask('PUT', '/columns', { columns: { name: 0 }, revision }),
    ask('POST', '/start', { revision }),
    ask('POST', '/undo', {}),
    app.ask(`/api/imports/${newId()}`, { as: text }),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect((await app.ask('/api/imports', { as: text })).body.items).toEqual([])
})
