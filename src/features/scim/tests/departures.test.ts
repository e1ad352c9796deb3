// A departure is made whatever else the directory says beside it; and no body makes the server fail.
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { startWhole } from '#tests/support/product.ts'
import { makeDirectory, patchSchema, userSchema } from '#tests/support/scim-desk.ts'

const app = await startWhole()
const directory = await makeDirectory(app, 'bajas')
const { cast, add, activate, call, find, patch } = directory
afterAll(() => app.stop())

const off = { op: 'replace', path: 'active', value: false }

describe('somebody who leaves', () => {
  test('does so by PUT, whatever it says of their address, name, mail and role', async () => {
    const over: readonly object[] = [
      { userName: 'ana' },
      { userName: 7 },
      { emails: [{ value: 'otra@pruebas.example' }] },
      { name: { givenName: 'x'.repeat(300) } },
      { roles: Array(30).fill({ value: 'x' }) },
    ]
    for (const said of over) {
      const { id, ...body } = (await add()).body
      const put = await call('PUT', `/Users/${id}`, { body: { ...body, ...said, active: false } })
      expect(put, JSON.stringify(said)).toMatchObject({ status: 200, body: { active: false } })
    }
    const { id } = (await add()).body
    const nameless = { schemas: [userSchema], active: false }
    expect((await call('PUT', `/Users/${id}`, { body: nameless })).status).toBe(400)
  })

  test('does so by PATCH beside an extension that is not known', async () => {
    for (const path of ['urn:x:2.0:User:shoe', 'urn:x:2.0:User:shoe[type eq "a"].size', 'URN:X:2.0']) {
      const { id } = (await add()).body
      const done = await patch(id, { op: 'add', path, value: '42' }, { op: 'remove', path }, off)
      expect(done, path).toMatchObject({ status: 200, body: { active: false } })
    }
  })

  test('does so under the name of another person, which they are not given', async () => {
    const [taken, leaving] = [(await add()).body, (await add()).body]
    const named = { op: 'replace', path: 'externalId', value: taken.externalId }
    expect((await patch(leaving.id, named)).status).toBe(409)
    const done = await patch(leaving.id, named, off)
    expect(done).toMatchObject({ status: 200, body: { active: false, externalId: leaving.externalId } })
  })
})

describe('an invitation that a person made and that has expired', () => {
  const invited = async (role: string) => {
    const { id, userName } = (await add()).body
    await app.tamper(sql`update invitation set role = ${role}, expires_at = now() - interval '1 minute'
      where company_id = ${cast.companyId} and id = ${id}`)
    return { id, userName }
  }

  test('of an auditor is not sent again outside the company’s domains', async () => {
    const { id } = await invited('auditor')
    expect(await activate(id, true)).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
  })

  test('with an appointment is not sent again by the directory', async () => {
    const { id, userName } = await invited('approver')
    await app.tamper(sql`
      insert into invited_appointment (company_id, invitation_id, project_id, permission, appointed_by, created_at)
      select ${cast.companyId}, ${id}, p.id, 'approve', m.user_id, now()
      from project p join member m on m.company_id = p.company_id
      where p.company_id = ${cast.companyId} limit 1`)
    expect(await activate(id, true)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('a mano') },
    })
    expect(await app.mails(userName)).toHaveLength(1)
  })
})

test('values that are no texts where texts are expected are refused, however deep', async () => {
  const { id } = (await add()).body
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  for (const value of ['{"toString":1}', nested]) {
    const raws = [
      ['POST', '/Users', `{"schemas":[${value}]}`],
      ['PUT', `/Users/${id}`, `{"schemas":[${value}]}`],
      ['PATCH', `/Users/${id}`, `{"schemas":["${patchSchema}"],"Operations":[{"op":${value}}]}`],
    ] as const
    for (const [method, path, raw] of raws)
      expect((await call(method, path, { raw })).status, `${method} ${value.slice(0, 9)}`).toBe(400)
  }
})

test('a question mark within a query is part of it', async () => {
  const name = `q?${newId()}`
  const { id } = (await add({ externalId: name })).body
  const found = await call('GET', `/Users?filter=externalId%20eq%20%22${name}%22`)
  expect(found.body.Resources).toMatchObject([{ id }])
  expect((await find(`externalId eq "${name}"`)).body.totalResults).toBe(1)
})
