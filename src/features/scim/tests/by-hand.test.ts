// Changes by hand: the directory undoes none of them, and a departure that it asks for is never lost.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { startWhole } from '#tests/support/product.ts'
import { makeDirectory } from '#tests/support/scim-desk.ts'

const app = await startWhole()
const directory = await makeDirectory(app, 'mano')
const { cast, add, activate, call, find, accept } = directory
afterAll(() => app.stop())

const member = async (email: string) => {
  const { id, userName } = (await add({ userName: email })).body
  await accept(userName)
  return { id, email: userName, userId: await app.accountOf(userName) }
}
const byHand = async (userId: string, verb: 'activate' | 'deactivate') => {
  const { status } = await app.ask(`/api/people/${userId}/${verb}`, { method: 'POST', as: cast.admin })
  expect(status).toBe(200)
}
const isIn = async (userId: string) => {
  const [row] = await app.owner.run<{ active: boolean }>(sql`
    select active from member where company_id = ${cast.companyId} and user_id = ${userId}`)
  return row?.active
}
const refusedByHand = { status: 409, body: { detail: expect.stringContaining('a mano') } }

describe('a member whom a person deactivated', () => {
  test('is not brought back by PATCH, nor by deleting and adding them', async () => {
    const { id, email, userId } = await member('echada@pruebas.example')
    await byHand(userId, 'deactivate')
    expect(await activate(id, true)).toMatchObject(refusedByHand)
    expect((await activate(id, false)).status).toBe(200)
    expect((await call('DELETE', `/Users/${id}`)).status).toBe(204)
    expect(await add({ userName: email })).toMatchObject(refusedByHand)
    expect(await isIn(userId)).toBe(false)
  })

  test('after the directory let them go and somebody brought them back, is not brought back either', async () => {
    const { id, userId } = await member('dos-veces@pruebas.example')
    expect((await activate(id, false)).body.active).toBe(false)
    await byHand(userId, 'activate')
    await byHand(userId, 'deactivate')
    expect(await activate(id, true)).toMatchObject(refusedByHand)
    await byHand(userId, 'activate')
    expect((await activate(id, false)).body.active).toBe(false)
    expect((await activate(id, true)).body.active).toBe(true)
    expect(await isIn(userId)).toBe(true)
  })

  test('of a client is let go, and not brought back', async () => {
    const { id } = (await find('roles eq "client"')).body.Resources[0]
    expect((await activate(id, false)).body.active).toBe(false)
    expect(await activate(id, true)).toMatchObject(refusedByHand)
  })
})

describe('a member whose account is switched off everywhere', () => {
  const person = { id: '', userId: '' }
  const setAccount = (active: boolean) =>
    app.tamper(sql`update account set active = ${active} where id = ${person.userId}`)
  beforeAll(async () => {
    Object.assign(person, await member('apagada@pruebas.example'))
    await setAccount(false)
  })

  test('is let go of this company too, and stays so when the account is switched on', async () => {
    expect((await activate(person.id, false)).body.active).toBe(false)
    expect(await isIn(person.userId)).toBe(false)
    await setAccount(true)
    expect((await directory.read(person.id)).body.active).toBe(false)
  })

  test('is let go when they are deleted', async () => {
    await setAccount(true)
    expect((await activate(person.id, true)).body.active).toBe(true)
    await setAccount(false)
    expect((await call('DELETE', `/Users/${person.id}`)).status).toBe(204)
    expect(await isIn(person.userId)).toBe(false)
  })
})
