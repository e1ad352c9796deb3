// A changed role takes with it the permissions by name that it gives no ground for.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cast, makeCast } from '#tests/support/cast.ts'
import { permissionsOf } from '#tests/support/permissions.ts'
import { type Platform, startPlatform } from '#tests/support/platform.ts'

let app: Platform
let cast: Cast
let permits: ReturnType<typeof permissionsOf>
beforeAll(async () => {
  app = await startPlatform()
  cast = await makeCast(app, 'roles')
  permits = permissionsOf(app, cast)
})
afterAll(() => app?.stop())

/** The events of a person's permissions, the latest last. */
const permissionEvents = async (userId: string) => {
  const { rows } = await app.owner.pool.query(
    `select action, before, after, reason from event where company_id = $1 and action like '%.permissions_changed'
      and (object_id = $2 or after ->> 'userId' = $2) order by id`,
    [cast.companyId, userId],
  )
  return rows
}
const giveRole = async (userId: string, role: string) =>
  expect((await app.edit(cast.admin ?? '', userId, { role })).error).toBeNull()
const named = async (userId: string) =>
  (await app.ask(`/api/people/${userId}/projects`, { as: cast.admin })).body.items.flatMap(
    (item: { permissions: string[] }) => item.permissions,
  )
const global = async (userId: string) =>
  (await app.ask(`/api/people/${userId}/permissions`, { as: cast.admin })).body.permissions

test.each(['auditor', 'client_user', 'provider_user'])(
  'an approver who becomes %s holds no permission by name nor in every project, and the journal says so',
  async role => {
    const { id } = await permits.someone(`sale-${role}`, { role: 'approver' })
    await permits.change(id, ['edit', 'execute'])
    await permits.everywhere(id, ['view'])
    await giveRole(id, role)
    expect([await named(id), await global(id)]).toEqual([[], []])
    expect((await permissionEvents(id)).slice(2)).toEqual([
      {
        action: 'project.permissions_changed',
        before: { userId: id, permissions: ['edit', 'execute'] },
        after: { userId: id, permissions: [] },
        reason: 'cambio de rol',
      },
      {
        action: 'person.permissions_changed',
        before: { permissions: ['view'] },
        after: { permissions: [] },
        reason: 'cambio de rol',
      },
    ])
    await app
      .signIn(cast.address(`sale-${role}`))
      .then(async token => expect(await permits.sees(token)).toBe(role === 'auditor'))
  },
)

test('a client’s user who becomes an approver keeps what they hold by name, and no list that would now reach every client', async () => {
  const { id } = await permits.someone('sube')
  await permits.change(id, ['edit'])
  await permits.everywhere(id, ['execute'])
  await giveRole(id, 'approver')
  expect([await named(id), await global(id)]).toEqual([['edit'], []])
})

test('whoever stays on the same side keeps every permission', async () => {
  const { id } = await permits.someone('queda', { role: 'approver' })
  await permits.change(id, ['approve'])
  await permits.everywhere(id, ['view'])
  const saas = await app.operator('saas@plataforma.example')
  expect((await app.edit(saas.token, id, { role: 'admin' })).error).toBeNull()
  expect([await named(id), await global(id)]).toEqual([['approve'], ['view']])
})
