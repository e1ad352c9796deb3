// Notices about somebody who appoints themself approver of a project: to the other administrators and the
// client.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { deliverAll } from '#tests/support/subscribers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app.stop())

const told = async (as: string | undefined) =>
  (await app.ask('/api/notices', { as })).body.items.filter(
    ({ topic }: { topic: string }) => topic === 'project.self_appointed',
  )
const tellAll = async () => {
  await deliverAll(app.db)
}

test.each(['by the list of people', 'by a permission'])(
  'an administrator who appoints themself %s',
  async how => {
    const name = how.replaceAll(' ', '-')
    const cast = await makeCast(app, name)
    const neighbour = await makeCast(app, `vecino-${name}`, { companyId: cast.companyId })
    const userId = await app.person(cast.companyId, 'admin', cast.address('jefa'), {
      name: 'Jefa',
      lastName: 'Sanz',
    })
    const me = await app.signIn(cast.address('jefa'))
    const path = `/api/projects/${cast.projectId}`
    const appoint = (approverIds: readonly string[]) =>
      how === 'by a permission'
        ? app.ask(`${path}/permissions/${userId}`, {
            method: 'PUT',
            as: me,
            body: { permissions: approverIds.includes(userId) ? ['approve'] : [] },
          })
        : app.ask(`${path}/people`, {
            method: 'PUT',
            as: me,
            body: { approverIds, executorIds: [cast.executorId] },
          })
    expect((await appoint([...cast.approverIds, userId])).status).toBe(200)
    // Once it is so, saying it again is no news; nor is it to be relieved.
    expect((await appoint([...cast.approverIds, userId])).status).toBe(200)
    expect((await appoint(cast.approverIds)).status).toBe(200)
    await tellAll()
    const notice = { projectId: cast.projectId, projectName: 'Obra', byName: 'Jefa Sanz', read: false }
    for (const hears of [cast.admin, cast.client]) expect(await told(hears)).toMatchObject([notice])
    for (const doesNot of [me, neighbour.client, cast.approvers[0], cast.executor])
      expect(await told(doesNot)).toEqual([])
  },
)
