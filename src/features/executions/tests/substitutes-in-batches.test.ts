// A batch that is handled in somebody's place, by whoever stands in for several.
import { afterAll, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { part, type Sql, sql } from '#server/database/sql.ts'
import { secret } from '#tests/support/app.ts'
import { anotherExecutor, batchesOf, payFrom, refused } from '#tests/support/batches.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
afterAll(() => app.stop())
const cast = await makeCast(app, 'relevos', { approvers: 1 })
await payFrom(app, cast)
const second = await anotherExecutor(app, cast)
let ids: string[] = []
const batches = batchesOf(app, cast, () => ids)

const permit = (userId: string, permission: string) =>
  app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
    values (${cast.companyId}, ${cast.projectId}, ${userId}, ${permission})`)

/** An approved order that the executor asked for. */
async function writtenByExecutor(): Promise<string> {
  await permit(cast.executorId, 'edit')
  const { body } = await batches.orders.post('/api/documents', cast.executor, cast.order)
  await batches.orders.decide(body.id, cast.approvers[0])
  return body.id
}

/** Id of the delegation. */
async function standIn(fromId: string, toId: string): Promise<string> {
  const days = { startsOn: dayFromToday(), endsOn: dayFromToday() }
  const body = { fromId, toId, ...days, covers: 'execute' }
  const answer = await app.ask('/api/delegations', { method: 'POST', as: cast.admin, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}

const reliefId = await app.person(cast.companyId, 'approver', cast.address('relevo'))
const relief = await app.signIn(cast.address('relevo'))

test('orders executed in the places of two people are two batches', async () => {
  const otherId = await app.person(cast.companyId, 'approver', cast.address('otra'), { name: 'Otra' })
  const projectId = await cast.make('/api/projects', {
    name: 'Otra obra',
    clientId: cast.clientId,
    totalMinor: '1000000',
    contractIds: [cast.billable, cast.payable],
    approverIds: cast.approverIds,
    executorIds: [otherId],
  })
  const [here, there] = [await batches.orders.approved(), await batches.orders.approved({ projectId })]
  const delegations = [await standIn(cast.executorId, reliefId), await standIn(otherId, reliefId)]
  ids = [here, there]
  const answer = await batches.make(relief)
  expect([answer.status, refused(answer)]).toEqual([409, 'several_principals'])
  ids = [there]
  const { id } = (await batches.make(relief)).body
  expect((await batches.detail(id, relief)).madeForName).toBe('Otra Pérez')
  expect((await batches.detail(id, second)).type).toBe('/problems/not_found')
  for (const each of delegations)
    await app.ask(`/api/delegations/${each}/end`, { method: 'POST', as: cast.admin })
})

test('a batch is handled in the place of one person to the last of its orders', async () => {
  const thirdId = await app.person(cast.companyId, 'approver', cast.address('tercera'))
  await permit(thirdId, 'view')
  await permit(thirdId, 'execute')
  for (const fromId of [cast.executorId, thirdId]) await standIn(fromId, reliefId)
  ids = [await writtenByExecutor(), await batches.orders.approved()]
  const { id } = (await batches.make(second)).body
  expect((await batches.release(id)).status).toBe(200)
  expect((await batches.download(id, second)).status).toBe(200)
  const { items } = (await batches.confirm(id, relief)).body
  expect(items.map(({ confirmed }: { confirmed: unknown }) => confirmed)).toEqual([
    expect.objectContaining({ refused: 'own_document' }),
    true,
  ])
  const { execution } = (await app.ask(`/api/documents/${ids[1]}/execution`, { as: cast.admin })).body
  expect(execution.executedForName).toBe('Tesorería Pérez')
  expect(await brokenInvariants(app)).toEqual({})
})

test('whoever owns the database names nobody else as the one in whose place a batch was made or released', async () => {
  const places =
    'whoever made or released a batch for another stood in for them that day, in executing, up to the amount of one of its orders at least'
  const thirdId = await app.person(cast.companyId, 'approver', cast.address('cuarta'), { name: 'Cuarta' })
  await permit(thirdId, 'view')
  await permit(thirdId, 'execute')
  const standInId = await app.person(cast.companyId, 'approver', cast.address('suplente'))
  const standing = await app.signIn(cast.address('suplente'))
  const delegation = await standIn(thirdId, standInId)
  ids = [await batches.orders.approved()]
  const made = (await batches.make(standing)).body.id
  ids = [await batches.orders.approved()]
  const released = await batches.made()
  expect((await batches.release(released, standing)).status).toBe(200)
  expect(await brokenInvariants(app)).toEqual({})
  const own = part`company_id = ${cast.companyId}`
  const broken = async (change: Sql) => {
    await app.tamper(change)
    return brokenInvariants(app)
  }
  const madeFor = (to: string | null) =>
    sql`update payment_batch set made_for = ${to} where ${own} and id = ${made}`
  const releasedFor = (to: string | null) =>
    sql`update payment_batch set released_for = ${to} where ${own} and id = ${released}`
  for (const [id, namedAs, sealed] of [
    [made, madeFor, 'a file for the bank is the one that was sealed'],
    [
      released,
      releasedFor,
      'a release is the one that was sealed: by whom, when, of which file, and what was seen',
    ],
  ] as const) {
    expect(await broken(namedAs(null))).toMatchObject({ [sealed]: [id] })
    const byAnother = await broken(namedAs(cast.approverIds[0] ?? null))
    expect(byAnother).toMatchObject({ [sealed]: [id], [places]: [id] })
    expect(await broken(namedAs(thirdId))).toEqual({})
  }
  const of = sql`update delegation set covers = 'approve' where ${own} and id = ${delegation}`
  expect((await broken(of))[places]?.toSorted()).toEqual([made, released].toSorted())
  const back = sql`update delegation set covers = 'execute' where ${own} and id = ${delegation}`
  expect(await broken(back)).toEqual({})
  const bound = sql`update delegation set max_minor = 1, currency = 'EUR' where ${own} and id = ${delegation}`
  expect((await broken(bound))[places]?.toSorted()).toEqual([made, released].toSorted())
  const free = sql`update delegation set max_minor = null, currency = null where ${own} and id = ${delegation}`
  expect(await broken(free)).toEqual({})
})
