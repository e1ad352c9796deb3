// Views of lists: each person's own in each company, named once, a few of each list.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkCompany } from '#features/identity/store/accounts.ts'
import { insertMember } from '#features/people/store.ts'
import { maxSavedViews } from '#features/saved-views/rules.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { password, type TestApp } from '#tests/support/app.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app?.stop())

const path = '/api/saved-views'
const view = { list: 'documents', name: 'Por pagar', search: { status: 'approved', sort: '-amount' } }

const save = (as: string | undefined, over: object = {}, key?: string) =>
  app.ask(path, { method: 'POST', as, body: { ...view, ...over }, ...(key && { key }) })
const change = (as: string | undefined, id: string, body: object) =>
  app.ask(`${path}/${id}`, { method: 'PATCH', as, body })
const remove = (as: string | undefined, id: string) => app.ask(`${path}/${id}`, { method: 'DELETE', as })
const read = async (as: string) => (await app.ask(path, { as })).body
const namesOf = async (as: string): Promise<string[]> =>
  (await read(as)).items.map(({ name }: { name: string }) => name)

async function saved(as: string, over: object = {}): Promise<string> {
  const answer = await save(as, over)
  expect(answer.status).toBe(200)
  return answer.body.id
}

describe('a saved view', () => {
  test('is there for whoever saved it, by list and name, with what it says', async () => {
    const { client } = await makeCast(app, 'propias')
    await saved(client, { name: 'zanjas' })
    await saved(client, { name: '  Ábacos ' })
    await saved(client, { list: 'contracts', name: 'Zanjas', search: { q: 'año' } })
    expect((await read(client)).items).toMatchObject([
      { list: 'contracts', name: 'Zanjas', search: { q: 'año' }, can: { change: true } },
      { list: 'documents', name: 'Ábacos', search: view.search },
      { list: 'documents', name: 'zanjas', search: view.search },
    ])
  })

  test('is nobody else’s: not a colleague’s, not another company’s', async () => {
    const cast = await makeCast(app, 'ajenas')
    const abroad = await makeCast(app, 'fuera')
    const id = await saved(cast.client)
    for (const other of [cast.admin, cast.executor, abroad.client, abroad.admin]) {
      expect(await namesOf(other)).toEqual([])
      expect((await change(other, id, { name: 'Mía' })).status).toBe(404)
      expect((await remove(other, id)).status).toBe(404)
    }
    expect(await namesOf(cast.client)).toEqual(['Por pagar'])
    // Names are each person's, too.
    await saved(cast.executor)
  })

  test('is kept of lists of one’s own areas alone', async () => {
    const { client, admin } = await makeCast(app, 'areas')
    expect((await save(client, { list: 'people', search: { q: 'a' } })).status).toBe(403)
    await saved(admin, { list: 'people', search: { q: 'a' } })
    const lists = (await read(client)).lists.map(({ list }: { list: string }) => list)
    expect(lists).toContain('documents')
    expect(lists).not.toContain('people')
  })

  test('is refused when its list does not understand it, and never understood halfway', async () => {
    const { client } = await makeCast(app, 'impropias')
    const refused = await save(client, { list: 'contracts', search: { q: 'a', project: 'PRJ-001' } })
    expect([refused.status, refused.body.type]).toEqual([409, '/problems/saved_view_unfit'])
    const id = await saved(client)
    expect((await change(client, id, { search: { actor: 'x' } })).body.type).toBe(
      '/problems/saved_view_unfit',
    )
    expect((await read(client)).items).toMatchObject([{ search: view.search }])
  })

  test('that is none is refused at the field that is wrong', async () => {
    const { admin } = await makeCast(app, 'hostiles')
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 'x']))
    const deep = { q: { deep: { deeper: 'x' } } }
    const wrong = {
      list: ['unheard-of', '__proto__', '', null, ['documents']],
      name: [' ', 'x'.repeat(61), 'a\0b', 7, null],
      search: [
        {},
        { doc: 'DOC-001' },
        { page: '3' },
        { event: 'x' },
        deep,
        { q: ['x'] },
        { q: '' },
        { q: 12 },
        { q: 'x'.repeat(101) },
        { q: 'a\0b' },
        { q: '\ud800' },
        many,
        'q=a',
        [],
        null,
      ],
    }
    for (const [field, values] of Object.entries(wrong))
      for (const value of values) {
        const answer = await save(admin, { [field]: value })
        expect(answer.status, JSON.stringify(value)).toBe(422)
        expect(answer.body.issues[0].pointer).toMatch(new RegExp(`^/${field}`))
      }
    expect(await namesOf(admin)).toEqual([])
  })

  test('has a name that no other of the list has, whatever its accents and case', async () => {
    const { client } = await makeCast(app, 'nombres')
    const id = await saved(client)
    const other = await saved(client, { name: 'Otra' })
    const taken = [409, '/problems/saved_view_name_taken']
    for (const answer of [
      await save(client, { name: 'POR PAGÁR' }),
      await change(client, other, { name: 'por pagar' }),
    ])
      expect([answer.status, answer.body.type]).toEqual(taken)
    expect((await change(client, id, { name: 'POR PAGAR' })).status).toBe(200)
    await saved(client, { list: 'contracts', search: { q: 'a' } })
  })

  test('that is saved twice at once, under one key or under two, is there once', async () => {
    const { client } = await makeCast(app, 'dosveces')
    const same = await Promise.all([save(client, {}, 'una-misma-clave'), save(client, {}, 'una-misma-clave')])
    expect(new Set(same.filter(({ status }) => status === 200).map(({ body }) => body.id)).size).toBe(1)
    const two = await Promise.all([save(client, { name: 'Dos' }), save(client, { name: 'Dos' })])
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await namesOf(client)).toEqual(['Dos', 'Por pagar'])
  })

  test('is renamed without touching what it says, and says something else under its name', async () => {
    const { client } = await makeCast(app, 'cambios')
    const id = await saved(client)
    expect((await change(client, id, { name: 'Pagaderas' })).body).toMatchObject({
      id,
      name: 'Pagaderas',
      search: view.search,
    })
    expect((await change(client, id, { search: { q: 'obra' } })).status).toBe(200)
    expect((await read(client)).items).toMatchObject([{ id, name: 'Pagaderas', search: { q: 'obra' } }])
  })

  test('that was deleted meanwhile is neither renamed nor deleted again, and its name is free', async () => {
    const { client } = await makeCast(app, 'borradas')
    const id = await saved(client)
    expect((await remove(client, id)).status).toBe(200)
    expect((await change(client, id, { name: 'Tarde' })).status).toBe(404)
    expect((await remove(client, id)).status).toBe(404)
    await saved(client)
  })

  test('leaves no event: it is nobody’s business but whoever’s it is', async () => {
    const { client, companyId } = await makeCast(app, 'sin-diario')
    const before = (await app.journal(companyId)).length
    const id = await saved(client)
    await change(client, id, { name: 'Otra' })
    await remove(client, id)
    expect((await app.journal(companyId)).length).toBe(before)
  })
})

describe('of one list', () => {
  test('twenty are kept and no more, however many are saved at once, and the list says so before', async () => {
    const { client } = await makeCast(app, 'muchas')
    const mayBe = async (list: string) =>
      (await read(client)).lists.find((each: { list: string }) => each.list === list).can.save
    for (let index = 2; index <= maxSavedViews; index++) await saved(client, { name: `Vista ${index}` })
    expect(await mayBe('documents')).toBe(true)
    const rush = await Promise.all(['a', 'b', 'c'].map(name => save(client, { name })))
    expect(rush.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await mayBe('documents')).toMatchObject({ refused: 'saved_view_limit' })
    const refused = await save(client, { name: 'Una más' })
    expect(refused.body.type).toBe('/problems/saved_view_limit')
    expect(refused.body.title).toContain(`${maxSavedViews} vistas`)
    await saved(client, { list: 'contracts', search: { q: 'a' } })
  })
})

describe('somebody', () => {
  test('who loses the company loses sight of their views, and finds them on coming back', async () => {
    const { client, admin, executor, executorId } = await makeCast(app, 'fuera-y-dentro')
    await saved(client)
    await saved(executor)
    const turn = (way: string) => app.ask(`/api/people/${executorId}/${way}`, { method: 'POST', as: admin })
    expect((await turn('deactivate')).status).toBe(200)
    expect((await app.ask(path, { as: executor })).status).toBe(401)
    expect((await save(executor, { name: 'Otra' })).status).toBe(401)
    expect((await turn('activate')).status).toBe(200)
    expect(await namesOf(await app.signIn('ejecuta.fuera-y-dentro@pruebas.example'))).toEqual(['Por pagar'])
  })

  test('of two companies keeps in each what is of that one', async () => {
    const norte = await makeCast(app, 'norte')
    const sur = await makeCast(app, 'sur')
    await asSystem(app.db, sur.companyId, async tx => {
      await insertMember(tx, { userId: norte.executorId, clientId: null, providerId: null })
      await linkCompany(tx, norte.executorId, sur.companyId)
    })
    const granted = async (grant: string, body: object) =>
      (await app.ask(`/auth/v1/token?grant_type=${grant}`, { method: 'POST', body })).body
    const there = await granted('password', { email: norte.address('ejecuta'), password })
    const move = (companyId: string, as: string) =>
      app.ask('/api/session/company', { method: 'POST', as, body: { companyId } })
    await saved(there.access_token, { name: 'Del norte' })
    expect((await move(sur.companyId, there.access_token)).status).toBe(200)
    const here = await granted('refresh_token', { refresh_token: there.refresh_token })
    expect(await namesOf(here.access_token)).toEqual([])
    await saved(here.access_token, { name: 'Del sur' })
    expect(await namesOf(here.access_token)).toEqual(['Del sur'])
    expect(await namesOf(norte.executor)).toEqual(['Del norte'])
  })

  test('who is only looked at keeps and loses nothing, and no button offers it', async () => {
    const { admin, client, clientId } = await makeCast(app, 'vistas')
    const id = await saved(client)
    const body = { userId: clientId, reason: 'Una consulta' }
    const looking = (await app.ask('/api/impersonation', { method: 'POST', as: admin, body })).body
      .accessToken
    const found = await read(looking)
    expect(found.items).toMatchObject([{ name: 'Por pagar', can: { change: { refused: 'impersonating' } } }])
    expect(found.lists[0].can.save).toMatchObject({ refused: 'impersonating' })
    for (const answer of [
      await save(looking, { name: 'Otra' }),
      await change(looking, id, { name: 'Otra' }),
      await remove(looking, id),
    ])
      expect([answer.status, answer.body.type]).toEqual([403, '/problems/impersonating'])
  })

  test('who keeps a view of a list that the product has no longer is not shown it', async () => {
    const { client, clientId } = await makeCast(app, 'antiguas')
    await saved(client)
    await app.tamper(sql`update saved_view set list = 'formerly' where user_id = ${clientId}`)
    expect((await read(client)).items).toEqual([])
  })

  test('who keeps a view by what its list has no longer is shown it with the rest, and may rename it', async () => {
    const { client, clientId } = await makeCast(app, 'filtros')
    const id = await saved(client)
    await saved(client, { name: 'Todos' })
    await app.tamper(
      sql`update saved_view set search = search || '{"formerly": "x"}' where user_id = ${clientId}`,
    )
    await app.tamper(sql`update saved_view set search = '{"formerly": "x"}' where name = 'Todos'`)
    expect((await read(client)).items).toMatchObject([
      { name: 'Por pagar', search: view.search },
      { name: 'Todos', search: {} },
    ])
    const renamed = await change(client, id, { name: 'Aprobados' })
    expect(renamed.body).toMatchObject({ name: 'Aprobados', search: view.search })
  })
})
