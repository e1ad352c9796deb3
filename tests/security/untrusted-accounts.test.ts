// An account whose address nobody confirmed, or whose password or address somebody else has set, may be in somebody
// else's hands: it reads and prepares, and decides nothing.
import { afterAll, describe, expect, test } from 'vitest'
import { type Sql, sql } from '#server/database/sql.ts'
import { batchesOf, payFrom } from '#tests/support/batches.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'

const app = await startProduct()
afterAll(() => app.stop())

type Reason = {
  readonly why: string
  readonly fresh: (userId: string) => Sql
  readonly own: (userId: string) => Sql
}

const reasons: readonly Reason[] = [
  {
    why: 'unconfirmed_address',
    fresh: id => sql`update account set email_confirmed_at = null where id = ${id}`,
    own: id => sql`update account set email_confirmed_at = now() where id = ${id}`,
  },
  {
    why: 'given_password',
    fresh: id => sql`update account set password_given = true where id = ${id}`,
    own: id => sql`update account set password_given = false where id = ${id}`,
  },
  {
    why: 'changed_by_others',
    fresh: id =>
      sql`update account set credentials_changed_at = now() - interval '71 hours' where id = ${id}`,
    own: id => sql`update account set credentials_changed_at = now() - interval '73 hours' where id = ${id}`,
  },
]

const refused = (why: string) => ({
  status: 409,
  body: {
    type: '/problems/untrusted_account',
    facts: { why },
    title: expect.stringMatching(/no decidir ni ejecutar/),
  },
})

describe.each(reasons)('$why', ({ why, fresh, own }) => {
  test('an approver sees the order and why they cannot decide, and decides once the account is theirs', async () => {
    const cast = await makeCast(app, `aprueba.${why}`.replaceAll('_', ''), { approvers: 1 })
    const { submit, decide, card } = ordersOf(app, cast)
    const [approver = '', id = ''] = [cast.approvers[0], cast.approverIds[0]]
    const order = await submit()
    await app.tamper(fresh(id))
    expect((await card(order, approver)).can.approve).toMatchObject({ refused: 'untrusted_account' })
    for (const decision of ['approve', 'reject', 'return'])
      expect(await decide(order, approver, decision, { comment: 'Motivo' })).toMatchObject(refused(why))
    const bulk = { orders: [{ documentId: order, revision: 1 }] }
    expect(
      JSON.stringify(
        (await app.ask('/api/approvals/bulk', { method: 'POST', as: approver, body: bulk })).body,
      ),
    ).not.toContain('"approved"')
    expect((await card(order)).state).toBe('in_approval')
    await app.tamper(own(id))
    expect((await decide(order, approver)).status).toBe(200)
  })

  test('nobody is named substitute by them, who could decide in their place', async () => {
    const cast = await makeCast(app, `sustituye.${why}`.replaceAll('_', ''))
    const [approver, id = ''] = [cast.approvers[0], cast.approverIds[0]]
    const body = { toId: cast.approverIds[1], startsOn: dayFromToday(), endsOn: dayFromToday(3), max: null }
    const name = () => app.ask('/api/delegations', { method: 'POST', as: approver, body })
    await app.tamper(fresh(id))
    expect(await name()).toMatchObject(refused(why))
    await app.tamper(own(id))
    expect((await name()).status).toBe(200)
  })

  test('an executor neither confirms nor sends to the bank', async () => {
    const cast = await makeCast(app, `ejecuta.${why}`.replaceAll('_', ''), { approvers: 1 })
    await payFrom(app, cast)
    const { approved, confirm } = ordersOf(app, cast)
    const [byHand, inBatch] = [await approved(), await approved()]
    const batches = batchesOf(app, cast, () => [inBatch])
    const batch = await batches.released()
    await app.tamper(fresh(cast.executorId))
    expect(await confirm(byHand, cast.executor)).toMatchObject(refused(why))
    expect(await batches.download(batch)).toMatchObject(refused(why))
    expect(await batches.cancel(batch)).toMatchObject(refused(why))
    await app.tamper(own(cast.executorId))
    expect((await confirm(byHand, cast.executor)).status).toBe(200)
    expect((await batches.download(batch)).status).toBe(200)
  })

  test('an administrator is no second hand for other bank data', async () => {
    const cast = await makeCast(app, `banco.${why}`.replaceAll('_', ''))
    const id = await cast.make('/api/providers', {
      name: 'Grúas',
      iban: 'ES9121000418450200051332',
      clientIds: [],
    })
    const path = `/api/providers/${id}`
    const secondId = await app.person(cast.companyId, 'admin', cast.address('segunda'))
    const second = await app.signIn(cast.address('segunda'))
    const { version: seen } = (await app.ask(path, { as: cast.admin })).body
    const iban = 'DE89370400440532013000'
    const change = { name: 'Grúas', status: 'active', iban, clientIds: [], seen }
    expect((await app.ask(path, { method: 'PUT', as: cast.admin, body: change })).status).toBe(200)
    await app.tamper(fresh(secondId))
    const { bankChange } = (await app.ask(path, { as: second })).body
    expect(bankChange.can.confirm).toMatchObject({ refused: 'untrusted_account' })
    const decide = () =>
      app.ask(`${path}/bank-changes/${bankChange.id}/decision`, {
        method: 'POST',
        as: second,
        body: { decision: 'confirm' },
      })
    expect(await decide()).toMatchObject(refused(why))
    await app.tamper(own(secondId))
    expect((await decide()).status).toBe(200)
  })
})

test('whoever prepares goes on preparing', async () => {
  const cast = await makeCast(app, 'prepara')
  await app.tamper(sql`update account set password_given = true where id = ${cast.clientId}`)
  expect(await ordersOf(app, cast).submit()).toMatch(/^DOC-/)
})

test('the session says why, for the screens, until the account is the person’s own', async () => {
  const cast = await makeCast(app, 'sesion')
  const told = async () =>
    (await app.ask('/auth/v1/user', { as: cast.executor })).body.app_metadata.untrusted_reason ?? null
  expect(await told()).toBeNull()
  for (const { why, fresh, own } of reasons) {
    await app.tamper(fresh(cast.executorId))
    expect(await told()).toBe(why)
    await app.tamper(own(cast.executorId))
  }
  expect(await told()).toBeNull()
})
