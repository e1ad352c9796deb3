// SCIM as RFC 7643 and RFC 7644 say it, section by section, for the parts that this product has.
import { afterAll, describe, expect, test } from 'vitest'
import { origin } from '#tests/support/app.ts'
import { startWhole } from '#tests/support/product.ts'
import { errorSchema, listSchema, makeDirectory, userSchema } from '#tests/support/scim-desk.ts'

const app = await startWhole()
const directory = await makeDirectory(app, 'norma')
const { add, call, find, read, patch } = directory
afterAll(() => app.stop())

const emails = (answer: { body: { Resources: { userName: string }[] } }) =>
  answer.body.Resources.map(({ userName }) => userName)

describe('RFC 7644, section 4: discovery', () => {
  test('the service says what it supports, its one type of resource and its schema', async () => {
    const config = await call('GET', '/ServiceProviderConfig')
    expect(config.headers['content-type']).toMatch(/^application\/scim\+json/)
    expect(config.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
      sort: { supported: false },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    })
    const types = await call('GET', '/ResourceTypes')
    expect(types.body).toMatchObject({ totalResults: 1, Resources: [{ id: 'User', endpoint: '/Users' }] })
    expect((await call('GET', '/ResourceTypes/User')).body.schema).toBe(userSchema)
    const schema = await call('GET', `/Schemas/${userSchema}`)
    expect(schema.body).toMatchObject({ id: userSchema, meta: { resourceType: 'Schema' } })
    expect((await call('GET', '/Schemas')).body.Resources[0]).toEqual(schema.body)
  })

  test('every attribute that a person is told with stands in the schema', async () => {
    const { body } = await call('GET', `/Schemas/${userSchema}`)
    const described = body.attributes.map(({ name }: { name: string }) => name)
    const told = Object.keys((await add()).body)
    const common = ['schemas', 'id', 'externalId', 'meta']
    expect(told.filter(name => !common.includes(name)).toSorted()).toEqual(described.toSorted())
  })

  test('a filter there is refused with 403, and groups, bulk and Me are told to be unsupported', async () => {
    expect((await call('GET', '/Schemas?filter=id%20pr')).status).toBe(403)
    for (const path of ['/Groups', '/Me']) expect((await call('GET', path)).status, path).toBe(501)
    expect((await call('POST', '/Bulk', { body: {} })).status).toBe(501)
    expect((await call('GET', '/Things')).body).toMatchObject({ schemas: [errorSchema], status: '404' })
  })
})

describe('RFC 7644, section 3.3: creating', () => {
  test('answers 201 with the person, their address and version', async () => {
    const body = directory.newcomer()
    const made = await call('POST', '/Users', { body })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      schemas: [userSchema],
      externalId: body.externalId,
      userName: body.userName,
      name: { givenName: 'Ana', familyName: 'Gil', formatted: 'Ana Gil' },
      active: true,
      emails: [{ value: body.userName, primary: true }],
      roles: [{ value: 'approver' }],
      meta: { resourceType: 'User' },
    })
    expect(made.headers.location).toBe(`${origin}/scim/v2/Users/${made.body.id}`)
    expect(made.body.meta.location).toBe(made.headers.location)
    expect(made.headers.etag).toBe(made.body.meta.version)
    expect((await read(made.body.id)).body).toEqual(made.body)
  })

  test('a userName or externalId that somebody has already is refused as not unique', async () => {
    const first = await add()
    for (const over of [
      { userName: first.body.userName },
      { userName: first.body.userName.toUpperCase() },
      { externalId: first.body.externalId },
      { userName: directory.cast.address('admin') },
    ])
      expect(await add(over), JSON.stringify(over)).toMatchObject({
        status: 409,
        body: { schemas: [errorSchema], status: '409', scimType: 'uniqueness' },
      })
  })

  test('attributes that are unknown or not kept are left out, and names fall back on what is said', async () => {
    const made = await add({
      name: undefined,
      displayName: 'Luz Mar Sol',
      title: 'Jefa',
      nonsense: { a: [1] },
    })
    expect(made.body).toMatchObject({ name: { givenName: 'Luz', familyName: 'Mar Sol' } })
    expect(made.body).not.toHaveProperty('title')
    expect((await add({ name: undefined })).body.name.givenName).toMatch(/^alta-/)
  })

  test('names of attributes are read without regard to case (RFC 7643, section 2.1)', async () => {
    const made = await call('POST', '/Users', {
      body: { SCHEMAS: [userSchema], USERNAME: 'mayus@pruebas.example', Name: { GIVENNAME: 'Eva' } },
    })
    expect(made).toMatchObject({ status: 201, body: { name: { givenName: 'Eva' } } })
  })
})

describe('RFC 7644, section 3.4: reading', () => {
  test('filters find people by userName, mail, externalId, id and activity, joined by and, or and not', async () => {
    const { body } = await add()
    const { id, userName, externalId } = body
    for (const filter of [
      `userName eq "${userName}"`,
      `USERNAME EQ "${userName.toUpperCase()}"`,
      `${userSchema}:userName eq "${userName}"`,
      `emails.value eq "${userName}"`,
      `emails eq "${userName}"`,
      `emails[type eq "work" and value eq "${userName}"]`,
      `externalId eq "${externalId}"`,
      `id eq "${id}"`,
      `(userName eq "${userName}" and active eq true) and not (active eq false)`,
      `userName eq "nobody@x.example" or id eq "${id}" and active eq "True"`,
      `userName sw "${userName.slice(0, 9)}" and userName ew "${userName.slice(5)}" and userName co "norma"`,
      `externalId eq "${externalId}" and externalId pr and externalId ne null`,
    ])
      expect(emails(await find(filter)), filter).toEqual([userName])
    for (const filter of [
      `userName eq "${userName}" and active eq false`,
      `externalId eq "${externalId.toUpperCase()}"`,
      `userName eq "%"`,
      `emails[type eq "home"]`,
      'userName eq null',
    ])
      expect(await find(filter), filter).toMatchObject({
        status: 200,
        body: { schemas: [listSchema], totalResults: 0, itemsPerPage: 0, Resources: [] },
      })
  })

  test('a search says in its body what an address would say, of people and of all there is', async () => {
    const { body: person } = await add()
    const failures = async () =>
      (await app.ask('/api/company/provisioning', { as: directory.cast.admin })).body.failures
    const before = await failures()
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:SearchRequest']
    const search = (body: object, path = '/Users/.search') => call('POST', path, { body })
    const filter = `userName eq "${person.userName}"`
    const { id } = person
    for (const path of ['/Users/.search', '/.search'])
      expect(await search({ schemas, filter, count: 5, attributes: ['userName'] }, path)).toMatchObject({
        status: 200,
        body: { schemas: [listSchema], totalResults: 1, Resources: [{ id, userName: person.userName }] },
      })
    const found = await search({ schemas, filter, excludedAttributes: ['emails', 'name'] })
    expect(Object.keys(found.body.Resources[0])).not.toContain('emails')
    const page = await search({ schemas, startIndex: 2, count: 1 })
    expect(page.body).toMatchObject({ startIndex: 2, itemsPerPage: 1 })
    const refused = async (body: object) => {
      const answer = await search(body)
      return [answer.status, answer.body.scimType]
    }
    expect(await refused({ filter })).toEqual([400, 'invalidSyntax'])
    expect(await refused({ schemas, filter: 'userName xx 1' })).toEqual([400, 'invalidFilter'])
    expect(await refused({ schemas, filter: { userName: 'a' } })).toEqual([400, 'invalidFilter'])
    expect(await refused({ schemas, count: 'many' })).toEqual([400, 'invalidValue'])
    // Nothing was to be changed: administrators are told nothing.
    expect(await failures()).toEqual(before)
  })

  test('pages are counted from 1, and whatever is asked of them is put right', async () => {
    const all = await call('GET', '/Users?count=200')
    const total: number = all.body.totalResults
    const ids = all.body.Resources.map(({ id }: { id: string }) => id)
    expect(total).toBe(ids.length)
    const second = await call('GET', '/Users?startIndex=2&count=2')
    expect(second.body).toMatchObject({ totalResults: total, startIndex: 2, itemsPerPage: 2 })
    expect(second.body.Resources.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1, 3))
    expect((await call('GET', '/Users?count=0')).body).toMatchObject({ totalResults: total, Resources: [] })
    expect((await call('GET', '/Users?count=-5')).body.itemsPerPage).toBe(0)
    expect((await call('GET', '/Users?startIndex=-3&count=1')).body).toMatchObject({
      startIndex: 1,
      Resources: [{ id: ids[0] }],
    })
    expect((await call('GET', `/Users?startIndex=${total + 1}`)).body.Resources).toEqual([])
  })

  test('attributes and excludedAttributes choose what is told (section 3.9)', async () => {
    const { id } = (await add()).body
    expect(Object.keys((await call('GET', `/Users/${id}?attributes=userName,name.givenName`)).body)).toEqual([
      'schemas',
      'id',
      'userName',
      'name',
    ])
    const left = await call('GET', `/Users/${id}?excludedAttributes=emails,roles,id`)
    expect(left.body).toMatchObject({ id })
    expect(left.body).not.toHaveProperty('emails')
  })

  test('whoever came before the directory is found by it, and whoever serves programs is not', async () => {
    const found = await find(`userName eq "${directory.cast.address('admin')}"`)
    expect(found.body).toMatchObject({
      totalResults: 1,
      Resources: [{ active: true, roles: [{ value: 'admin' }] }],
    })
    expect((await find('displayName eq "Directorio"')).body.totalResults).toBe(0)
  })
})

describe('RFC 7644, section 3.5: changing', () => {
  test('PUT and PATCH keep activity and externalId, and answer with what holds of the rest', async () => {
    const { body: made } = await add()
    const body = { ...made, externalId: 'otro-nombre', userName: 'otra@pruebas.example', emails: undefined }
    const put = await call('PUT', `/Users/${made.id}`, { body: { ...body, displayName: 'Otra' } })
    expect(put).toMatchObject({
      status: 200,
      body: { id: made.id, externalId: 'otro-nombre', userName: made.userName, displayName: 'Ana Gil' },
    })
    const patched = await patch(made.id, { op: 'remove', path: 'externalId' })
    expect(patched.status).toBe(200)
    expect(patched.body).not.toHaveProperty('externalId')
    const names = await patch(made.id, { op: 'replace', path: 'name.givenName', value: 'Otra' })
    expect(names.body.name.givenName).toBe('Ana')
  })

  test('what only the server gives is refused as not mutable, what is not there as a path or target', async () => {
    const { id } = (await add()).body
    const refused: readonly (readonly [object, string])[] = [
      [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
      [{ op: 'add', path: 'meta.created', value: 'x' }, 'mutability'],
      [{ op: 'remove', path: 'userName' }, 'mutability'],
      [{ op: 'remove', path: 'active' }, 'mutability'],
      [{ op: 'replace', path: 'shoes', value: 1 }, 'invalidPath'],
      [{ op: 'replace', path: 'emails[type eq', value: 1 }, 'invalidPath'],
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'move', path: 'active' }, 'invalidSyntax'],
      [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
      [{ op: 'replace', path: 'active' }, 'invalidValue'],
    ]
    for (const [operation, scimType] of refused)
      expect((await patch(id, operation)).body, JSON.stringify(operation)).toMatchObject({
        status: '400',
        scimType,
      })
    expect((await read(id)).body.active).toBe(true)
  })
})

describe('RFC 7644, section 3.6: deleting', () => {
  test('whoever is deleted is known no more, and may be added again under another id', async () => {
    const body = directory.newcomer()
    const { id } = (await call('POST', '/Users', { body })).body
    expect((await call('DELETE', `/Users/${id}`)).status).toBe(204)
    for (const method of ['GET', 'DELETE'] as const)
      expect((await call(method, `/Users/${id}`)).body).toMatchObject({ status: '404' })
    expect((await patch(id, { op: 'replace', path: 'active', value: true })).status).toBe(404)
    expect((await find(`userName eq "${body.userName}"`)).body.totalResults).toBe(0)
    const again = await call('POST', '/Users', { body })
    expect(again.status).toBe(201)
    expect(again.body.id).not.toBe(id)
  })
})

describe('RFC 7644, section 3.14: versions', () => {
  test('a change on a version that is no longer is refused with 412, on the one that is made', async () => {
    const { body, headers } = await add()
    const old = String(headers.etag)
    const change = (version: string, active: boolean) =>
      call('PUT', `/Users/${body.id}`, { body: { ...body, active }, headers: { 'if-match': version } })
    const done = await change(old, false)
    expect(done).toMatchObject({ status: 200, body: { active: false } })
    expect(done.headers.etag).not.toBe(old)
    expect((await change(old, true)).body).toMatchObject({ schemas: [errorSchema], status: '412' })
    const gone = await call('DELETE', `/Users/${body.id}`, { headers: { 'if-match': old } })
    expect(gone.status).toBe(412)
    expect((await change('*', false)).status).toBe(200)
    const known = await call('GET', `/Users/${body.id}`, {
      headers: { 'if-none-match': String(done.headers.etag) },
    })
    expect(known.status).toBe(304)
    const any = await call('GET', `/Users/${body.id}`, { headers: { 'if-none-match': '*' } })
    expect(any.status).toBe(304)
  })
})
