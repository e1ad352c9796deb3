// A batch that is handled in somebody's place, by whoever stands in for several.
import { afterAll, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { sql } from '#server/database/sql.ts'
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
