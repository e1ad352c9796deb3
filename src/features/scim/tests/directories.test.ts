// The requests that Entra and Okta send, one after the other and in their own spelling, and what they look for in answers.
import { afterAll, describe, expect, test } from 'vitest'
import { startWhole } from '#tests/support/product.ts'
import { makeDirectory, patchSchema, userSchema } from '#tests/support/scim-desk.ts'

const app = await startWhole()
afterAll(() => app.stop())

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

describe('Entra', () => {
  test('tests the connection, looks for a person, adds, disables, enables and deletes them', async () => {
    const { call, find, accept } = await makeDirectory(app, 'entra')
    const email = 'BJensen.Entra@pruebas.example'
    // The test of the connection asks for somebody who is not there.
    const nobody = await find('userName eq "c4f1e1f2-6d3b-4a4e-9f2f-5f0a8f6c9a11"')
    expect(nobody).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } })
    expect((await find(`userName eq "${email}"`)).body.totalResults).toBe(0)

    const made = await call('POST', '/Users', {
      body: {
        schemas: [userSchema, enterprise],
        externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
        userName: email,
        active: true,
        displayName: 'Bárbara Jensen',
        emails: [{ primary: true, type: 'work', value: email }],
        meta: { resourceType: 'User' },
        name: { formatted: 'Bárbara Jensen', familyName: 'Jensen', givenName: 'Bárbara' },
        roles: [],
        title: 'Compradora',
        addresses: [{ type: 'work', country: 'España' }],
        [enterprise]: { department: 'Compras', manager: '1' },
      },
    })
    expect(made).toMatchObject({ status: 201, body: { userName: email.toLowerCase(), active: true } })
    const { id } = made.body
    expect((await find(`userName eq "${email}"`)).body.Resources[0].id).toBe(id)
    await accept(email.toLowerCase())

    const change = (...Operations: object[]) =>
      call('PATCH', `/Users/${id}`, { body: { schemas: [patchSchema], Operations } })
    const renamed = await change(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'otra@pruebas.example' },
      { op: 'Replace', path: 'name.familyName', value: 'Otra' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Ventas' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+34 600 000 000' },
    )
    expect(renamed).toMatchObject({ status: 200, body: { id, name: { familyName: 'Jensen' }, active: true } })
    for (const [value, active] of [
      ['False', false],
      ['True', true],
      [[{ value: 'False' }], false],
      [true, true],
    ] as const) {
      const answer = await change({ op: 'Replace', path: 'active', value })
      expect(answer, JSON.stringify(value)).toMatchObject({ status: 200, body: { id, active } })
    }
    const whole = { active: 'False', 'name.familyName': 'Otra', [`${enterprise}:department`]: 'Ventas' }
    expect((await change({ op: 'Replace', value: whole })).body.active).toBe(false)
    expect((await call('GET', `/Users/${id}`)).body.active).toBe(false)
    expect((await call('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await call('GET', `/Users/${id}`)).status).toBe(404)
  })
})

describe('Okta', () => {
  test('tests the connection, looks for a person, adds, updates, deactivates and reactivates them', async () => {
    const { call, accept } = await makeDirectory(app, 'okta')
    const email = 'test.user@pruebas.example'
    const json = { 'content-type': 'application/json; charset=utf-8' }
    const first = await call('GET', '/Users?startIndex=1&count=2')
    expect(first.body).toMatchObject({ itemsPerPage: 2, startIndex: 1 })
    const search = await call('GET', `/Users?filter=userName%20eq%20%22${email}%22&startIndex=1&count=100`)
    expect(search.body).toMatchObject({ totalResults: 0, Resources: [] })

    const profile = {
      schemas: [userSchema],
      userName: email,
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: email, type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    }
    const made = await call('POST', '/Users', { body: profile, headers: json })
    expect(made.status).toBe(201)
    expect(JSON.stringify(made.body)).not.toContain(profile.password)
    const { id } = made.body
    await accept(email)

    const read = await call('GET', `/Users/${id}`)
    const put = (active: boolean) =>
      call('PUT', `/Users/${id}`, { body: { ...read.body, ...profile, id, active }, headers: json })
    expect(await put(true)).toMatchObject({ status: 200, body: { id, active: true } })
    const off = await call('PATCH', `/Users/${id}`, {
      body: { schemas: [patchSchema], Operations: [{ op: 'replace', value: { active: false } }] },
    })
    expect(off).toMatchObject({ status: 200, body: { id, active: false } })
    expect((await put(true)).body.active).toBe(true)
    expect((await put(false)).body.active).toBe(false)
  })
})
