// A company asks a second factor of whoever decides, executes or sends to the bank: without one they do nothing there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { batchesOf, payFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { factorMissing, policySet, stepOf } from '#tests/support/factor-policy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app.stop())

const missing = { status: 403, body: { type: factorMissing } }
const step = (as: string | undefined) => stepOf(app, as)

/** Somebody of the company to whom nothing has been given. */
async function bystander(cast: Cast, who: string) {
  const id = await app.person(cast.companyId, 'approver', cast.address(who), { name: who })
  return { id, token: await app.signIn(cast.address(who)) }
}

describe('whoever decides', () => {
  test('neither approves, nor executes, nor sends to the bank without a second factor', async () => {
    const cast = await makeCast(app, 'decide', { approvers: 1 })
    await payFrom(app, cast)
    const { submit, decide, approved, confirm } = ordersOf(app, cast)
    const [open, byHand, inBatch] = [await submit(), await approved(), await approved()]
    const batches = batchesOf(app, cast, () => [inBatch])
    const batch = await batches.released()
    await policySet(app, cast.companyId, 'deciders')
    expect(await decide(open, cast.approvers[0])).toMatchObject(missing)
    expect(await confirm(byHand, cast.executor)).toMatchObject(missing)
    expect(await batches.download(batch)).toMatchObject(missing)
    expect(await step(cast.admin)).toBe(factorMissing)
    expect(await step(cast.client)).toBeNull()
    await policySet(app, cast.companyId, null)
    expect((await decide(open, cast.approvers[0])).status).toBe(200)
    expect((await confirm(byHand, cast.executor)).status).toBe(200)
  })

  test('is not asked where the company asks administrators alone', async () => {
    const cast = await makeCast(app, 'administra')
    await policySet(app, cast.companyId, 'administrators')
    expect(await step(cast.admin)).toBe(factorMissing)
    for (const other of [...cast.approvers, cast.executor, cast.client]) expect(await step(other)).toBeNull()
  })

  test('is asked by no other company of theirs', async () => {
    const [strict, loose] = [await makeCast(app, 'estricta'), await makeCast(app, 'laxa')]
    await policySet(app, strict.companyId, 'deciders')
    expect(await step(strict.approvers[0])).toBe(factorMissing)
    expect(await step(loose.approvers[0])).toBeNull()
    expect(await step(loose.admin)).toBeNull()
  })

  test('who has a second factor is asked for its code, and for no other factor', async () => {
    const cast = await makeCast(app, 'protegida', { approvers: 1 })
    await app.tamper(sql`update account set second_factor = true where id = ${cast.approverIds[0] ?? ''}`)
    for (const policy of [null, 'deciders'] as const) {
      await policySet(app, cast.companyId, policy)
      expect(await step(cast.approvers[0])).toBe('/problems/second_step_required')
    }
  })
})

/** Every way to become somebody who decides: what is given, and what takes it away again. */
const ways: {
  how: string
  give: (cast: Cast, id: string) => Promise<unknown>
  take: (cast: Cast, id: string) => Promise<unknown>
}[] = [
  {
    how: 'approves in a project',
    give: (cast, id) =>
      app.tamper(sql`insert into project_approver (company_id, project_id, user_id, created_at)
      values (${cast.companyId}, ${cast.projectId}, ${id}, now())`),
    take: (_cast, id) => app.tamper(sql`delete from project_approver where user_id = ${id}`),
  },
  ...(['approve', 'execute'] as const).map(permission => ({
    how: `holds ${permission} in a project`,
    give: (cast: Cast, id: string) =>
      app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
      values (${cast.companyId}, ${cast.projectId}, ${id}, ${permission})`),
    take: (_cast: Cast, id: string) => app.tamper(sql`delete from project_permission where user_id = ${id}`),
  })),
  ...(['approve', 'execute'] as const).map(permission => ({
    how: `holds ${permission} everywhere`,
    give: (cast: Cast, id: string) =>
      app.tamper(sql`insert into member_permission (company_id, user_id, permission)
      values (${cast.companyId}, ${id}, ${permission})`),
    take: (_cast: Cast, id: string) => app.tamper(sql`delete from member_permission where user_id = ${id}`),
  })),
  {
    how: 'is a budget owner',
    give: (cast, id) =>
      app.tamper(sql`insert into budget_owner (company_id, user_id, created_at)
      values (${cast.companyId}, ${id}, now())`),
    take: (_cast, id) => app.tamper(sql`delete from budget_owner where user_id = ${id}`),
  },
]

describe.each(ways)('somebody who $how', ({ give, take }) => {
  test('owes a second factor from then on, and no longer once it is taken away', async () => {
    const cast = await makeCast(app, `camino${ways.findIndex(way => way.give === give)}`)
    const { id, token } = await bystander(cast, 'nueva')
    await policySet(app, cast.companyId, 'deciders')
    expect(await step(token)).toBeNull()
    await give(cast, id)
    expect(await step(token)).toBe(factorMissing)
    await take(cast, id)
    expect(await step(token)).toBeNull()
  })
})

test('somebody who was given an open seat owes one until it is decided', async () => {
  const cast = await makeCast(app, 'asiento', { approvers: 1 })
  const { submit } = ordersOf(app, cast)
  const { id, token } = await bystander(cast, 'asentada')
  const order = await submit()
  await policySet(app, cast.companyId, 'deciders')
  expect(await step(token)).toBeNull()
  await app.tamper(
    sql`update approval set approver_id = ${id} where company_id = ${cast.companyId} and document_id = ${order}`,
  )
  expect(await step(token)).toBe(factorMissing)
  await app.tamper(
    sql`update approval set status = 'skipped' where company_id = ${cast.companyId} and document_id = ${order}`,
  )
  expect(await step(token)).toBeNull()
})

describe('a substitute', () => {
  test('owes a second factor on the days on which they stand in, and on no others', async () => {
    const cast = await makeCast(app, 'suplente', { approvers: 1 })
    const { submit, decide } = ordersOf(app, cast)
    const order = await submit()
    const { id: toId, token } = await bystander(cast, 'suplente')
    const standIn = async (startsOn: string, endsOn: string) => {
      const body = { fromId: cast.approverIds[0], toId, startsOn, endsOn, max: null }
      const made = await app.ask('/api/delegations', { method: 'POST', as: cast.admin, body })
      expect(made.status).toBe(200)
      return made.body.id
    }
    await standIn(dayFromToday(3), dayFromToday(5))
    await policySet(app, cast.companyId, 'deciders')
    expect(await step(token)).toBeNull()
    await policySet(app, cast.companyId, null)
    const today = await standIn(dayFromToday(), dayFromToday(1))
    await policySet(app, cast.companyId, 'deciders')
    expect(await decide(order, token)).toMatchObject(missing)
    await app.tamper(
      sql`update delegation set ended_at = now(), ended_by = ${cast.approverIds[0] ?? ''} where id = ${today}`,
    )
    expect(await step(token)).toBeNull()
  })
})
