// A profile written through the official client does not bypass the checks on open seats.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { type Platform, startPlatform } from '#tests/support/platform.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: Platform

beforeAll(async () => {
  app = await startPlatform()
})
afterAll(() => app?.stop())

test('neither an administrator nor the platform switches an approver’s profile off while orders wait', async () => {
  const saas = await app.operator('saas@plataforma.example')
  const cast = await makeCast(app, 'perfiles')
  const orders = ordersOf(app, cast)
  const [leaverId = ''] = cast.approverIds
  const [leaver] = cast.approvers
  const id = await orders.submit()
  for (const token of [cast.admin, saas.token])
    expect((await app.edit(token, leaverId, { active: false })).error?.message).toMatch(
      /espera su aprobación/,
    )
  expect(await brokenInvariants(app)).toEqual({})
  await orders.decide(id, leaver)
  expect((await app.edit(cast.admin, leaverId, { active: false })).error).toBeNull()
  expect(await brokenInvariants(app)).toEqual({})
})

test('nor does a role that could not have had their seats leave them behind', async () => {
  const saas = await app.operator('saas2@plataforma.example')
  const cast = await makeCast(app, 'papeles')
  const orders = ordersOf(app, cast)
  const [leaverId = ''] = cast.approverIds
  const [leaver] = cast.approvers
  const id = await orders.submit()
  const become = async (role: string) => (await app.edit(saas.token, leaverId, { role })).error?.message
  for (const role of ['client_user', 'provider']) expect(await become(role)).toMatch(/espera su aprobación/)
  await orders.decide(id, leaver)
  expect(await become('client_user')).toBeUndefined()
  expect(await brokenInvariants(app)).toEqual({})
})
