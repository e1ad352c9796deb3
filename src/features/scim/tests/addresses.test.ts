// Invitations whose address changed hands, and ids that stay through acceptance.
import { afterAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { startWhole } from '#tests/support/product.ts'
import { makeDirectory } from '#tests/support/scim-desk.ts'

const app = await startWhole()
const { cast, add, activate, call, find, accept, read } = await makeDirectory(app, 'mudanza')
afterAll(() => app.stop())

const moves = (from: string, to: string) =>
  app.owner.run(sql`update account set email = ${to} where email = ${from}`)
const outcomes = async (email: string) =>
  app.owner.run<{ outcome: string | null }>(sql`
    select outcome from invitation where company_id = ${cast.companyId} and email = ${email}`)

test('an invitation is not sent again to whoever has its address by now: they are added anew', async () => {
  const { id, userName, externalId } = (await add({ userName: 'puesto@pruebas.example' })).body
  expect((await activate(id, false)).body.active).toBe(false)
  await moves(userName, 'otra-vida@pruebas.example')
  expect(await activate(id, true)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('otra cuenta') },
  })
  expect(await outcomes(userName)).toEqual([{ outcome: 'revoked' }])
  expect((await call('DELETE', `/Users/${id}`)).status).toBe(204)
  expect(await add({ userName, externalId })).toMatchObject({
    status: 201,
    body: { active: true, externalId },
  })
})

test('whoever is let go before they accept can accept no invitation, whatever address it went to', async () => {
  const { userName } = (await add({ userName: 'primera@pruebas.example' })).body
  await moves(userName, 'segunda@pruebas.example')
  const { id } = (await add({ userName: 'segunda@pruebas.example' })).body
  expect((await activate(id, false)).status).toBe(200)
  expect(await outcomes(userName)).toEqual([{ outcome: 'revoked' }])
  expect(await outcomes('segunda@pruebas.example')).toEqual([{ outcome: 'revoked' }])
})

test('a person deleted before they accepted, and invited by hand, keeps that invitation’s id as a member', async () => {
  const { id: former, userName: email } = (await add({ userName: 'de-nuevo@pruebas.example' })).body
  expect((await call('DELETE', `/Users/${former}`)).status).toBe(204)
  const body = { name: 'Ana', lastName: 'Gil', email, role: 'approver' }
  expect((await app.ask('/api/people', { method: 'POST', as: cast.admin, body })).status).toBe(200)
  const [{ id }] = (await find(`userName eq "${email}"`)).body.Resources
  expect(id).not.toBe(former)
  await accept(email)
  expect(await read(id)).toMatchObject({ status: 200, body: { id, active: true } })
})
