// Who may do what, through HTTP: in one project, everywhere, and what a person is told of themselves.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GlobalPermission, Permission } from '#features/projects/rules.ts'
import { newId } from '#kernel/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'

let app: TestApp
let cast: Cast
let other: Cast
/** The second client of the cast's company. */
let neighbour: Cast

type Someone = { readonly id: string; readonly token: string; readonly email: string }

async function someone(who: string, over: object = {}): Promise<Someone> {
  const email = cast.address(who)
  const id = await app.person(cast.companyId, 'client_user', email, { clientId: cast.clientId, ...over })
  return { id, email, token: await app.signIn(email) }
}

const put = (path: string, as: string | undefined, permissions: unknown) =>
  app.ask(path, { method: 'PUT', as, body: { permissions } })
const onProject = (userId: string, projectId = cast.projectId) =>
  `/api/projects/${projectId}/permissions/${userId}`
const change = (
  userId: string,
  permissions: readonly Permission[],
  as: string | undefined = cast.admin,
  projectId = cast.projectId,
) => put(onProject(userId, projectId), as, permissions)
const everywhere = (userId: string, permissions: readonly GlobalPermission[], as = cast.admin) =>
  put(`/api/people/${userId}/permissions`, as, permissions)
const sees = async (as: string | undefined, projectId = cast.projectId) =>
  (await app.ask(`/api/projects/${projectId}`, { as })).status === 200
const makeProject = (over: object = {}) =>
  cast.make('/api/projects', {
    ...{ name: 'Nave', clientId: cast.clientId, totalMinor: '5000', contractIds: [cast.payable] },
    ...{ approverIds: cast.approverIds, executorIds: [cast.executorId], ...over },
  })
const refusalOf = ({ status, body }: Awaited<ReturnType<typeof put>>) => [status, body.type]
const refused = (kind: string) => [409, `/problems/${kind}`]

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  other = await makeCast(app, 'sur')
  neighbour = await makeCast(app, 'levante', { companyId: cast.companyId })
})
afterAll(() => app.stop())

describe('what a person may do in a project', () => {
  it('is told and changed by whoever may appoint, and by nobody else', async () => {
    const eva = await someone('eva')
    const list = `/api/projects/${cast.projectId}/permissions`
    expect((await app.ask(list)).status).toBe(401)
    expect((await put(onProject(eva.id), undefined, ['view'])).status).toBe(401)
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
      expect((await put(onProject(eva), cast.admin, permissions)).status).toBe(422)
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
        ...{ method: 'PUT', as },
        body: { approverIds, executorIds: [cast.executorId] },
      })
    expect(refusalOf(await appoint([]))).toEqual(refused('not_your_person'))
    expect(refusalOf(await appoint([...cast.approverIds, eva.id]))).toEqual(refused('permission_lacked'))
    expect((await appoint(cast.approverIds)).status).toBe(200)
    expect((await appoint([...cast.approverIds, eva.id], cast.admin)).status).toBe(200)
    expect(refusalOf(await appoint([neighbour.clientId], cast.admin))).toEqual(refused('person_not_eligible'))
  })
})

describe('what a person may do everywhere', () => {
  it('is the company’s administrators’ to see and to change', async () => {
    const eva = await someone('eva5')
    const path = `/api/people/${eva.id}/permissions`
    expect((await app.ask(path)).status).toBe(401)
    expect((await put(path, undefined, ['view'])).status).toBe(401)
    for (const as of [cast.client, cast.executor, eva.token]) {
      expect((await app.ask(path, { as })).status).toBe(403)
      expect((await put(path, as, ['all'])).status).toBe(403)
    }
    for (const id of [newId(), other.executorId]) {
      expect((await app.ask(`/api/people/${id}/permissions`, { as: cast.admin })).status).toBe(404)
      expect((await everywhere(id, ['view'])).status).toBe(404)
    }
    expect((await put(path, cast.admin, ['everything'])).status).toBe(422)
    expect((await everywhere(eva.id, ['view', 'all'])).body).toEqual({ permissions: ['all', 'view'] })
    expect((await app.ask(path, { as: cast.admin })).body).toEqual({
      permissions: ['all', 'view'],
      reach: 'client',
    })
    expect((await app.journal(cast.companyId, eva.id)).map(event => event.action)).toContain(
      'person.permissions_changed',
    )
  })

  it('opens to a client’s user every project of that client, also those made later, and no other', async () => {
    const eva = await someone('eva6')
    await everywhere(eva.id, ['view'])
    const later = await makeProject({ name: 'Posterior' })
    expect([await sees(eva.token), await sees(eva.token, later)]).toEqual([true, true])
    expect(await sees(eva.token, neighbour.projectId)).toBe(false)
    const { body } = await app.ask('/api/projects', { as: eva.token })
    const clients = new Set(body.items.map((item: { clientId: string }) => item.clientId))
    expect(clients).toEqual(new Set([cast.clientId]))
    expect((await app.ask('/api/documents', { as: eva.token })).body.items).not.toHaveLength(0)
    const contracts = (await app.ask('/api/contracts', { as: eva.token })).body.items
    expect(new Set(contracts.map((item: { clientId: string }) => item.clientId))).toEqual(
      new Set([cast.clientId]),
    )
    await everywhere(eva.id, [])
    expect([await sees(eva.token), await sees(eva.token, later)]).toEqual([false, false])
  })

  it('‘all’ is to see, edit and administer, never to approve or to execute', async () => {
    const eva = await someone('eva7')
    await everywhere(eva.id, ['all'])
    const { body } = await app.ask(`/api/projects/${cast.projectId}`, { as: eva.token })
    expect(body).toMatchObject({ permissions: ['view', 'edit', 'admin'], isApprover: false })
    expect(body.can).toEqual({ createDocument: true, appoint: true })
  })

  it('reaches every project for an approver, and none for a provider', async () => {
    const revisor = await app.person(cast.companyId, 'approver', cast.address('revisor'))
    const token = await app.signIn(cast.address('revisor'))
    await everywhere(revisor, ['view'])
    expect([await sees(token), await sees(token, neighbour.projectId)]).toEqual([true, true])
    const payee = await app.person(cast.companyId, 'provider_user', cast.address('payee'), {
      providerId: cast.providerId,
    })
    expect(refusalOf(await everywhere(payee, ['view']))).toEqual(refused('person_not_eligible'))
  })

  it('to approve seats the person in new orders of every project, and cannot be taken while a seat is open', async () => {
    const jefa = await app.person(cast.companyId, 'approver', cast.address('jefa'), { name: 'Jefa' })
    const token = await app.signIn(cast.address('jefa'))
    const projectId = await makeProject({ name: 'De la jefa', approverIds: [] })
    const blocked = await ordersOf(app, cast).submit({ projectId })
    expect((await everywhere(jefa, ['approve'])).status).toBe(200)
    const inbox = async () => (await app.ask('/api/approvals/pending', { as: token })).body.items.length
    expect(await inbox()).toBe(1)
    expect(refusalOf(await everywhere(jefa, []))).toEqual(refused('approver_has_open_seats'))
    expect(refusalOf(await change(jefa, ['execute'], cast.admin, projectId))).toEqual(
      refused('approver_is_executor'),
    )
    expect(refusalOf(await everywhere(jefa, ['approve', 'execute']))).toEqual(refused('approver_is_executor'))
    const { body } = await app.ask(`/api/projects/${projectId}`, { as: cast.admin })
    expect(body.approvers).toMatchObject([{ userId: jefa, everywhere: true }])
    expect((await ordersOf(app, cast).decide(blocked, token)).status).toBe(200)
    expect((await everywhere(jefa, [])).status).toBe(200)
    expect(await sees(token, projectId)).toBe(false)
  })

  it('to execute puts what is approved in every project into the person’s queue, who may confirm it', async () => {
    const caja = await app.person(cast.companyId, 'approver', cast.address('caja'))
    const token = await app.signIn(cast.address('caja'))
    const projectId = await makeProject({ name: 'De la caja', executorIds: [] })
    const id = await ordersOf(app, cast).approved({ projectId })
    await everywhere(caja, ['execute'])
    const queue = async () =>
      (await app.ask('/api/executions/pending', { as: token })).body.items.map(
        (item: { document: { id: string } }) => item.document.id,
      )
    expect(await queue()).toContain(id)
    expect((await ordersOf(app, cast).confirm(id, token)).status).toBe(200)
    await everywhere(caja, [])
    expect(await queue()).toEqual([])
  })

  it('given and taken at once ends as one of the two', async () => {
    const eva = await someone('eva8')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        everywhere(eva.id, index % 2 === 0 ? ['all'] : ['view', 'edit']),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const { body } = await app.ask(`/api/people/${eva.id}/permissions`, { as: cast.admin })
    expect([['all'], ['view', 'edit']]).toContainEqual(body.permissions)
  })
})

describe('one’s own permissions', () => {
  it('are told to whoever is signed in, by project and everywhere', async () => {
    expect((await app.ask('/api/session/permissions')).status).toBe(401)
    const eva = await someone('eva9')
    await change(eva.id, ['edit', 'view'])
    await everywhere(eva.id, ['view'])
    const own = async (as: string | undefined) => (await app.ask('/api/session/permissions', { as })).body
    expect(await own(eva.token)).toEqual({
      byProject: { [cast.projectId]: ['view', 'edit'] },
      global: ['view'],
      isTenantAdmin: false,
    })
    expect((await own(cast.approvers[1])).byProject).toMatchObject({ [cast.projectId]: ['approve'] })
    for (const as of [cast.admin, cast.client]) expect((await own(as)).isTenantAdmin).toBe(true)
    expect(await own(other.executor)).toMatchObject({ byProject: { [other.projectId]: ['execute'] } })
  })
})
