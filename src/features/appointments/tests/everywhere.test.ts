// Global permissions of a person, and what they learn of their own, over HTTP.
import { afterAll, describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { permissionsOf, refusalOf, refused } from '#tests/support/permissions.ts'

const app = await startProduct()
const cast = await makeCast(app, 'norte')
const other = await makeCast(app, 'sur')
/** The second client of the cast's company. */
const neighbour = await makeCast(app, 'levante', { companyId: cast.companyId })
const { put, someone, change, everywhere, sees, makeProject } = permissionsOf(app, cast)
afterAll(() => app.stop())

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
      isYou: false,
      can: { empower: true },
    })
    expect((await app.journal(cast.companyId, eva.id)).map(event => event.action)).toContain(
      'person.permissions_changed',
    )
  })

  it('opens to a client’s user every project of that client, also those made later, and no other', async () => {
    const eva = await someone('eva6')
    await everywhere(eva.id, ['view'])
    const later = await makeProject({ name: 'Posterior' })
    await Promise.all([cast, neighbour].map(each => ordersOf(app, each).submit()))
    expect([await sees(eva.token), await sees(eva.token, later)]).toEqual([true, true])
    expect(await sees(eva.token, neighbour.projectId)).toBe(false)
    const { body } = await app.ask('/api/projects', { as: eva.token })
    const clients = new Set(body.items.map((item: { clientId: string }) => item.clientId))
    expect(clients).toEqual(new Set([cast.clientId]))
    const orders = (await app.ask('/api/documents', { as: eva.token })).body.items
    expect(orders.map((item: { projectId: string }) => item.projectId)).toEqual([cast.projectId])
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
    expect(body.can).toMatchObject({ createDocument: true, appoint: true, change: { refused: 'forbidden' } })
  })

  it('reaches every project for an approver, and none for a provider', async () => {
    const { id, token } = await someone('revisor', { role: 'approver' })
    await everywhere(id, ['view'])
    expect([await sees(token), await sees(token, neighbour.projectId)]).toEqual([true, true])
    const payee = await someone('cobra', { role: 'provider_user' })
    expect(refusalOf(await everywhere(payee.id, ['view']))).toEqual(refused('person_not_eligible'))
  })

  it('to approve seats the person in new orders of every project, and cannot be taken while a seat is open', async () => {
    const { id: jefa, token } = await someone('jefa', { role: 'approver' })
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
    const { id: caja, token } = await someone('caja', { role: 'approver' })
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

  it('counts when a new project names who approves and who executes', async () => {
    const { id } = await someone('paga', { role: 'approver' })
    await everywhere(id, ['execute'])
    const body = { name: 'Nave', clientId: cast.clientId, totalMinor: '5000', contractIds: [cast.payable] }
    const answer = await app.ask('/api/projects', {
      method: 'POST',
      as: cast.admin,
      body: { ...body, approverIds: [id], executorIds: [] },
    })
    expect(refusalOf(answer)).toEqual(refused('approver_is_executor'))
  })

  it('to approve, taken while orders are being made, leaves no seat to whoever no longer approves', async () => {
    const { id: jefe } = await someone('jefe', { role: 'approver' })
    for (let round = 0; round < 6; round++) {
      const projectId = await makeProject({ name: `Ronda ${round}` })
      expect((await everywhere(jefe, ['approve'])).status).toBe(200)
      const [taken] = await Promise.all([
        everywhere(jefe, []),
        ...Array.from({ length: 3 }, () => ordersOf(app, cast).submit({ projectId })),
      ])
      const { rows } = await app.owner.pool.query(
        `select a.id from approval a where a.approver_id = $1 and a.status = 'pending'`,
        [jefe],
      )
      expect([taken.status, rows.length > 0]).toEqual(taken.status === 200 ? [200, false] : [409, true])
      await app.owner.pool.query(`update approval set status = 'skipped' where approver_id = $1`, [jefe])
      await everywhere(jefe, [])
    }
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
