// Permissions of a person in one project, over HTTP.
import { afterAll, describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { permissionsOf, refusalOf, refused } from '#tests/support/permissions.ts'

const app = await startProduct()
const cast = await makeCast(app, 'norte')
const other = await makeCast(app, 'sur')
/** The second client of the cast's company. */
const neighbour = await makeCast(app, 'levante', { companyId: cast.companyId })
const { put, someone, change, sees, makeProject } = permissionsOf(app, cast)
afterAll(() => app.stop())

describe('what a person may do in a project', () => {
  it('is told and changed by whoever may appoint, and by nobody else', async () => {
    const eva = await someone('eva')
    const list = `/api/projects/${cast.projectId}/permissions`
    expect((await app.ask(list)).status).toBe(401)
    expect(
      (await put(`/api/projects/${cast.projectId}/permissions/${eva.id}`, undefined, ['view'])).status,
    ).toBe(401)
    expect((await app.ask(list, { as: cast.executor })).status).toBe(403)
    expect((await change(eva.id, ['view'], cast.executor)).status).toBe(403)
    expect((await app.ask(list, { as: eva.token })).status).toBe(404)
    expect((await change(eva.id, ['admin'], eva.token)).status).toBe(404)
    const { body } = await app.ask(list, { as: cast.admin })
    const marks = body.items.map((item: { userId: string; permissions: string[] }) => [
      item.userId,
      item.permissions,
    ])
    expect(Object.fromEntries(marks)).toEqual({
      ...Object.fromEntries(cast.approverIds.map(id => [id, ['approve']])),
      [cast.executorId]: ['execute'],
    })
    expect(body.candidates.map((each: { userId: string }) => each.userId)).toContain(eva.id)
    expect(body.grantable).toEqual(['view', 'edit', 'approve', 'execute', 'admin'])
  })

  it('opens the project at the next request, and closes it at the next', async () => {
    const iria = await someone('iria')
    expect(await sees(iria.token)).toBe(false)
    expect((await change(iria.id, ['view'])).body).toEqual({ permissions: ['view'] })
    expect(await sees(iria.token)).toBe(true)
    const order = { ...cast.order, name: 'De Iria' }
    const submit = () => app.ask('/api/documents', { method: 'POST', as: iria.token, body: order })
    expect((await submit()).status).toBe(403)
    await change(iria.id, ['edit'])
    const { status, body } = await submit()
    expect(status).toBe(200)
    expect((await app.ask('/api/documents', { as: iria.token })).body.items).not.toHaveLength(0)
    await change(iria.id, [])
    expect(await sees(iria.token)).toBe(false)
    expect((await submit()).status).toBe(404)
    expect((await app.ask('/api/documents', { as: iria.token })).body.items).toHaveLength(0)
    const card = `/api/projects/${cast.projectId}/documents/${body.id}`
    expect((await app.ask(card, { as: iria.token })).status).toBe(404)
    expect((await app.ask('/api/contracts', { as: iria.token })).body.items).toHaveLength(0)
  })

  it('is one event for each change, with what was before, and none where nothing changes', async () => {
    const olga = await someone('olga')
    await change(olga.id, ['view', 'edit'])
    await change(olga.id, ['view', 'edit'])
    await change(olga.id, ['edit'])
    const events = await app.owner.pool.query(
      `select before, after from event where company_id = $1 and action = 'project.permissions_changed'
        and after ->> 'userId' = $2 order by id`,
      [cast.companyId, olga.id],
    )
    expect(events.rows).toEqual([
      {
        before: { userId: olga.id, permissions: [] },
        after: { userId: olga.id, permissions: ['view', 'edit'] },
      },
      {
        before: { userId: olga.id, permissions: ['view', 'edit'] },
        after: { userId: olga.id, permissions: ['edit'] },
      },
    ])
  })

  it('of another company, of another client and of nobody are all absent', async () => {
    const eva = await someone('eva2')
    const absent = await change(newId(), ['view'])
    expect(absent.status).toBe(404)
    const bodyOf = ({ body }: typeof absent) => ({ ...body, requestId: null })
    expect(bodyOf(await change(other.executorId, ['view']))).toEqual(bodyOf(absent))
    expect((await change(eva.id, ['view'], cast.admin, 'PRJ-999')).status).toBe(404)
    expect((await change(eva.id, ['view'], other.admin, 'PRJ-001')).status).toBe(404)
    const theirs = neighbour.clientId
    expect((await change(theirs, ['view'], cast.client)).status).toBe(404)
    expect((await change(eva.id, ['view'], neighbour.client)).status).toBe(404)
    expect(refusalOf(await change(theirs, ['view']))).toEqual(refused('person_not_eligible'))
  })

  it.each([['view'], [['todo']], [null], [['view', 7]], [{}], [[...Array(30)].map(() => 'view')]])(
    'is not %j',
    async permissions => {
      const eva = cast.approverIds[0] ?? ''
      expect(
        (await put(`/api/projects/${cast.projectId}/permissions/${eva}`, cast.admin, permissions)).status,
      ).toBe(422)
    },
  )

  it('is given neither to a provider nor to whoever is switched off, from whom it can be taken', async () => {
    const paul = await app.person(cast.companyId, 'provider', cast.address('paul'), {
      providerId: cast.providerId,
    })
    expect(refusalOf(await change(paul, ['view']))).toEqual(refused('person_not_eligible'))
    const gone = await someone('gone')
    await change(gone.id, ['view', 'edit'])
    const off = await app.ask(`/api/people/${gone.id}/deactivate`, { method: 'POST', as: cast.admin })
    expect(off.status).toBe(200)
    expect(refusalOf(await change(gone.id, ['view', 'admin']))).toEqual(refused('person_not_eligible'))
    expect((await change(gone.id, ['view'])).status).toBe(200)
    expect((await change(gone.id, [])).status).toBe(200)
  })

  it('does not join approving and executing, and leaves no open seat behind', async () => {
    expect(refusalOf(await change(cast.executorId, ['approve', 'execute']))).toEqual(
      refused('approver_is_executor'),
    )
    const [first = ''] = cast.approverIds
    await ordersOf(app, cast).submit({ name: 'Espera' })
    expect(refusalOf(await change(first, ['view']))).toEqual(refused('approver_has_open_seats'))
    expect((await change(first, ['view', 'approve'])).status).toBe(200)
  })

  it('to approve, given to somebody, moves the orders that waited for an approver', async () => {
    const projectId = await makeProject({ name: 'Sin nadie', approverIds: [] })
    const id = await ordersOf(app, cast).submit({ projectId })
    const state = async () =>
      (await app.ask(`/api/projects/${projectId}/documents/${id}`, { as: cast.client })).body.state
    expect(await state()).toBe('blocked')
    const [first = ''] = cast.approverIds
    expect((await change(first, ['approve'], cast.admin, projectId)).status).toBe(200)
    expect(await state()).toBe('in_approval')
    const { body } = await app.ask(`/api/projects/${projectId}`, { as: cast.admin })
    expect(body.approvers).toMatchObject([{ userId: first, everywhere: false }])
  })

  it('ends as one of the two when two administrators change it at once', async () => {
    const rosa = await someone('rosa')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        change(rosa.id, index % 2 === 0 ? ['view', 'edit'] : ['admin']),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const { body } = await app.ask(`/api/projects/${cast.projectId}/permissions`, { as: cast.admin })
    const found = body.items.find((item: { userId: string }) => item.userId === rosa.id).permissions
    expect([['view', 'edit'], ['admin']]).toContainEqual(found)
  })
})

describe('on the client’s side', () => {
  it('the client gives its own people what it holds, and nothing that it lacks', async () => {
    const eva = await someone('eva3')
    expect((await change(eva.id, ['view', 'edit', 'admin'], cast.client)).status).toBe(200)
    expect(refusalOf(await change(eva.id, ['approve'], cast.client))).toEqual(refused('permission_lacked'))
    expect(refusalOf(await change(eva.id, ['admin', 'execute'], cast.client))).toEqual(
      refused('permission_lacked'),
    )
    const [first = ''] = cast.approverIds
    expect(refusalOf(await change(first, [], cast.client))).toEqual(refused('not_your_person'))
    expect(refusalOf(await change(first, ['approve', 'edit'], cast.client))).toEqual(
      refused('not_your_person'),
    )
    const { body } = await app.ask(`/api/projects/${cast.projectId}/permissions`, { as: cast.client })
    expect(body.grantable).toEqual(['view', 'edit', 'admin'])
    const offered: { email: string }[] = body.candidates
    expect(offered.filter(({ email }) => !email.includes('.norte@'))).toEqual([])
    expect(body.items.find((item: { userId: string }) => item.userId === first).can.change).toMatchObject({
      refused: 'not_your_person',
    })
  })

  it('whoever administers the project does the same until that is taken away', async () => {
    const [lider, nuevo] = [await someone('lider'), await someone('nuevo')]
    await change(lider.id, ['admin'])
    expect((await change(nuevo.id, ['view'], lider.token)).status).toBe(200)
    expect(refusalOf(await change(lider.id, ['admin', 'approve'], lider.token))).toEqual(
      refused('permission_lacked'),
    )
    await change(lider.id, ['view'])
    expect((await change(nuevo.id, [], lider.token)).status).toBe(403)
  })

  it('nobody replaces the lists of approvers and executors with people or rights that are not theirs', async () => {
    const projectId = await makeProject({ name: 'Listas' })
    const eva = await someone('eva4')
    const appoint = (approverIds: readonly string[], as = cast.client) =>
      app.ask(`/api/projects/${projectId}/people`, {
        method: 'PUT',
        as,
        body: { approverIds, executorIds: [cast.executorId] },
      })
    expect(refusalOf(await appoint([]))).toEqual(refused('not_your_person'))
    expect(refusalOf(await appoint([...cast.approverIds, eva.id]))).toEqual(refused('permission_lacked'))
    expect((await appoint(cast.approverIds)).status).toBe(200)
    expect((await appoint([...cast.approverIds, eva.id], cast.admin)).status).toBe(200)
    expect(refusalOf(await appoint([neighbour.clientId], cast.admin))).toEqual(refused('person_not_eligible'))
  })
})
